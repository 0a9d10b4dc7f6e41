import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexTerminal
import TelexWire

/// `telex pipe`: JSON lines in, JSON lines out.
struct PipeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pipe", _superCommandName: "telex",
        abstract: "Read events and write view models, one JSON object per line.",
        discussion: """
            Write events to the standard input, one JSON object per line. Read view models from the standard output. \
            telex schema describes every line, and lists all events and views. Each action in a view model is an event to \
            send back, with its nulls filled in. A line with an "id" gets one answer, "settled" or "error".

            EXAMPLE:
              echo '{"event":"chat.creating","recipient":"Eliza","id":"1"}' | telex pipe --store memory

            Control lines: {"subscribe":["badge"]}, {"unsubscribe":["badge"]}, {"advance":"2s"} under --clock virtual, \
            {"closeWindow":"w2"} to close a window, and {"backend":{…}} to make the built-in backend fail, such as \
            {"backend":{"refuse":"send"}} or {"backend":{"offline":true}}.
            """)

    @OptionGroup var options: SessionOptions

    @Option(
        help: ArgumentHelp(
            "Resume the inbox after this cursor, taken from one of its pages. start: from the first message. Default: "
                + "new messages only.",
            valueName: "cursor"),
        transform: InboxCursor.parse)
    var after: InboxCursor?

    @Option(
        help: ArgumentHelp(
            "How to print a changed view. whole: the whole view model. patch: the operations that change the model before "
                + "(RFC 6902), with a checksum on every 32nd.", valueName: "form"))
    var updates = Updates.whole

    @Flag(help: "Give a slow reader only the newest model of each view.")
    var coalesce = false

    @Flag(help: "Mark messages as read once the main window shows them and all unread ones before them.")
    var markRead = false

    @Flag(help: "Only look: refuse lines that change something.")
    var readOnly = false

    @OptionGroup var author: ProgramOption

    func validate() throws {
        if readOnly, markRead {
            throw ValidationError("--mark-read changes something, so it cannot be used with --read-only.")
        }
        if after != nil, !options.subscribe.views.contains(InboxViewModel.view) {
            throw ValidationError("--after needs the inbox: add --subscribe inbox.")
        }
        if coalesce, options.isVirtual {
            throw ValidationError(
                "--coalesce depends on how fast the reader is, so it cannot be used with --clock virtual.")
        }
        if coalesce, options.record != nil {
            throw ValidationError(
                "--record cannot be used with --coalesce: a replay cannot repeat what a slow reader skipped.")
        }
    }

    func run() throws {
        for notice in [try options.storage.makeFolder(isVirtual: options.isVirtual), options.zoneProblem] {
            if let notice { Failures.say(notice) }
        }
        var request = JoinRequest(subscribe: options.subscribe.views)
        (request.command, request.program) = (Arguments.current.name, author.program)
        (request.after, request.updates, request.coalesces) = (after, updates, coalesce)
        (request.isReadOnly, request.marksRead) = (readOnly, markRead)
        request.drain = Int(min(options.drain, Self.longestDrain) * 1000)
        request.takesNotes = true
        switch try ProfileAccess<InLine>.open(options, request) {
        case .owner(let assembly): try run(assembly)
        case .guest(let connection): try join(connection, request)
        }
    }

    /// Passes lines on to the telex that owns the profile, and its lines back.
    private func join(_ connection: OwnerConnection, _ request: JoinRequest) throws {
        let link = OwnerLink(options, request)
        let output = FileOutput.standard
        try link.run(
            connection,
            speak: {
                let input = LineInput(STDIN_FILENO, longest: LineError.longestLine) { bytes, _ in Array(bytes) }
                try input.readAll { for line in $0 { link.send([line]) } }
            }, part: { try output.write(link.lastLines) }, take: output.write)
    }

    /// The longest drain that a telex that joins asks for, in seconds.
    private static let longestDrain: TimeInterval = 1e9

    private func run(_ assembly: Assembly<InLine>) throws {
        let session = assembly.session
        let mailbox = assembly.mailbox
        Signals.deliver([SIGTERM, SIGINT, SIGHUP]) { mailbox.interrupt($0) }
        let output = LineOutput(FileOutput.standard, updates, pace: coalesce ? .coalesced : .shared) {
            mailbox.wake()
        }
        let intake = LineIntake(
            session, output, assembly.hello, program: author.program, recorder: assembly.recorder)
        session.add(output)
        let notice = LogoutNotice()
        // Where lines speak for the network, there is nowhere to log in.
        if !assembly.hello.playsNetwork { session.bind(notice) }
        defer { session.telex.unbind(notice) }
        do {
            try intake.begin(options.subscribe.views, after: after)
            if markRead { session.markShownAsRead() }
            session.fetchShownFiles(upTo: options.files.fetch.limit)
            assembly.letOthersJoin()
            try session.begin()
            try session.flush()
            mailbox.read(LineInput(STDIN_FILENO, longest: LineError.longestLine, decode: LineDecoder.decode))
            let loop = SessionLoop(session, assembly.mailbox, drain: options.drain)
            let ending = try loop.run(prepare: intake.prepare) { line in
                try intake.handle(line)
                return true
            }
            try intake.end(ending.bye())
            try output.finish()
            let unread = LeavingText.unread(session.telex.unread)
            assembly.close()
            if let unread { Failures.say(unread) }
            try ending.conclude()
        } catch let failure as SessionFailure {
            intake.fail(failure)
            try output.finish()
            try assembly.recorder?.release()
            throw failure
        }
    }
}

extension Updates: WordOption {}
