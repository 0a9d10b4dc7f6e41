import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexTerminal
import TelexWire

/// `telex repl`: the chat client for people.
struct ReplCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repl", _superCommandName: "telex",
        abstract: "Chat at a terminal (the default).",
        discussion: """
            Plain text goes to the open chat. / begins a command, and // sends a slash. /help lists the commands. Type \
            /new Eliza to begin. Input can be piped: printf '/new Eliza\\nhello\\n' | telex repl --store memory

            libedit edits the line, with Emacs keys, or with vi keys after "bind -v" in ~/.editrc. Tab completes, Ctrl-R \
            searches the history, Alt-Enter begins another line of a message, Ctrl-X Ctrl-E opens $VISUAL or $EDITOR, \
            Ctrl-C drops the line, and Ctrl-D leaves. With TERM=dumb there is no line editor.

            Colour needs a terminal. NO_COLOR and TERM=dumb turn it off, and --theme chooses it. A theme file has a role \
            and its look on each line, such as error = 160 bold, or code = 30 on 254. Without a theme, Telex asks the \
            terminal for its background, and takes that of COLORFGBG if there is no answer.
            """)

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print view models as JSON lines instead of text.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Mirror the session's protocol lines to a file, a FIFO, or fd:N. A slow reader gets the newest view models "
                + "and never slows the person.", valueName: "path"),
        completion: .file())
    var views: String?

    @Option(
        help: ArgumentHelp(
            "Also read protocol lines from a file, a FIFO, or fd:N.", valueName: "path"),
        completion: .file())
    var lines: String?

    @Option(
        help: ArgumentHelp(
            "How to alert you to a message that you do not see: bell, osc9 or osc777 (desktop notifications, where the "
                + "terminal supports them), or a program, which gets the chat and the text as arguments. "
                + "notify-send and dunstify get the text as markup. Can be repeated. (default: none)", valueName: "way"),
        completion: .list(Alert.allCases.map(\.rawValue)), transform: NotifyWay.init)
    var notify: [NotifyWay] = []

    @Flag(
        inversion: .prefixedNo,
        help: "Show the bar above the input: who you are, the connection, and the chats with unread messages.")
    var bar = true

    @Option(
        help: ArgumentHelp(
            "The most columns that names have to themselves on a terminal; 0 puts them before the text.",
            valueName: "columns"))
    var nameWidth = 16

    @Option(
        help: ArgumentHelp(
            "The colours: light, dark, neutral (for any background), plain (bold, underlined and reversed text only), or the "
                + "path of a theme file. auto, the default, asks the terminal for its background.", valueName: "theme"),
        completion: .list(ThemeChoice.names), transform: { try ThemeChoice(option: $0) })
    var theme = ThemeChoice.auto

    @Flag(help: "For screen readers: print line by line, without redrawing, colours and signs.")
    var plain = false

    /// Unexpected arguments.
    @Argument(help: .hidden) var rest: [String] = []

    func validate() throws {
        if !(0...1000).contains(nameWidth) { throw ValidationError("--name-width must be from 0 to 1000.") }
    }

    func run() throws {
        if let unexpected = rest.first { throw CommandLineError.unexpected(unexpected) }
        let terminal = TerminalKind(
            isInputTerminal: isatty(STDIN_FILENO) == 1, isOutputTerminal: isatty(STDOUT_FILENO) == 1,
            environment: TelexCommand.environment)
        var kind = plain ? terminal.plain : terminal
        kind.theme = theme
        let mailbox = Mailbox<ReplLine>()
        let feed = try lines.map { try FeedSource($0) }
        let mirrored = try views.map { try MirrorTarget($0) }
        let interruption = Interruption(parting: LineEditor.abandon)
        interruption.stops { mailbox.interrupt($0) }
        // The terminal has discarded the line already. Ctrl-C once more, if that is not noticed, ends telex.
        if kind.isInteractive, !kind.canMove { interruption.discards { mailbox.type(once: .discarded) } }
        // Create the folder before the keyboard, whose history file is in it.
        let notices = [try options.storage.makeFolder(isVirtual: options.isVirtual), options.zoneProblem]
        let notice = notices.contains { $0 != nil } ? notices.compactMap(\.self).joined(separator: " ") : nil
        // Show the prompt and accept keys while the store is still being opened.
        let isShared = options.storage.store == nil && !options.isVirtual && options.record == nil
        let keyboard = Keyboard(
            kind, history: options.storage.historyPath(isVirtual: options.isVirtual),
            shared: isShared ? options.storage.choice.place.storePath : nil, mailbox)
        defer { keyboard.close() }
        let request = request(isInteractive: kind.isInteractive)
        switch try ProfileAccess.open(options, request, hasWindows: false, mailbox: mailbox) {
        case .owner(let assembly):
            try run(assembly, keyboard, notice, feed, mirrored, isInteractive: kind.isInteractive)
        case .guest(let connection):
            if json || views != nil || lines != nil {
                throw CommandError(
                    "Another telex owns the profile, so --json, --views and --lines do not work here. "
                        + "Use telex pipe beside this one.", .unavailable)
            }
            let account = try options.storage.choice.place.account()
            let shows = shows(account.map { type(of: $0).backendKind } ?? .bots, user: account?.user)
            try JoinedRepl(options, request, shows, keyboard, mailbox).run(connection, interruption)
        }
    }

    /// How to join a telex that owns the profile. A person who leaves need not wait: the owner goes on.
    private func request(isInteractive: Bool) -> JoinRequest {
        var request = JoinRequest(subscribe: ViewSelection.all.views)
        request.command = Arguments.current.name
        request.drain = isInteractive ? 0 : Int(options.drain * 1000)
        (request.isPaced, request.takesNotes) = (true, true)
        return request
    }

    private func shows(_ backendKind: BackendKind, user: String?) -> SkinOptions {
        SkinOptions(
            backend: backendKind, user: user, hasBar: bar, nameWidth: nameWidth,
            alert: notify.compactMap { if case .terminal(let alert) = $0 { alert } else { nil } }.last ?? .none,
            notifiers: notify.compactMap { if case .program(let path) = $0 { Notifier(program: path) } else { nil } },
            opener: Notifier.opener(in: TelexCommand.environment), fetchLimit: options.files.fetch.limit)
    }

    /// Runs the session of a profile that this process owns.
    private func run(
        _ assembly: Assembly<ReplLine>, _ keyboard: Keyboard, _ notice: String?, _ feed: FeedSource?,
        _ mirrored: MirrorTarget?, isInteractive: Bool
    ) throws {
        let shown = options.subscribe.views
        let session = assembly.session
        let skin = ProtocolSkin(
            session, LineOutput(keyboard.bytes), shown, assembly.hello,
            json && views == nil ? assembly.recorder : nil)
        let mirror = mirrored.map {
            MirrorSkin(session, $0, assembly.recorder, shown, assembly.hello, assembly.mailbox)
        }
        if mirror == nil, !json, let recorder = assembly.recorder { session.telex.bind(intake: recorder) }
        let shows = shows(assembly.backendKind, user: assembly.hello.user)
        let repl = keyboard.repl(session, shows, skin, isJSON: json)
        do {
            try mirror?.begin()
            assembly.letOthersJoin()
            try repl.begin(notice)
            keyboard.begin()
            repl.feeder = mirror
            feed?.begin(assembly.mailbox)
            let ending = try keyboard.run(repl, session, drain: options.drain)
            let reason = ending.bye(isInteractive: isInteractive)
            try skin.end(reason)
            keyboard.close()
            try mirror?.end(reason)
            if mirror == nil, !json { assembly.recorder?.end(reason) }
            try assembly.recorder?.release()
            try end(assembly, ending)
        } catch let failure as SessionFailure {
            skin.fail(failure)
            mirror?.fail(failure)
            try assembly.recorder?.release()
            throw failure
        }
    }

    private func end(_ assembly: Assembly<ReplLine>, _ ending: SessionLoop<ReplLine>.Ending) throws {
        let isDeleting = assembly.session.telex.hasDeletions
        let unread = LeavingText.unread(assembly.session.telex.unread)
        let unsent = LeavingText.unsent(
            assembly.session.telex.unsent, isKept: options.storage.path(isVirtual: options.isVirtual) != nil)
        assembly.close()
        if let unsent { Failures.say(unsent) }
        if let unread { Failures.say(unread) }
        if isDeleting {
            Failures.say(
                "A message is not deleted yet. Telex deletes it when it is started again and has a connection.")
        }
        if ending == .ended(isDone: false) {
            throw CommandError("Timed out before all work was finished. Allow more time with --drain.", .unfinished)
        }
        try ending.conclude()
    }
}

extension ThemeChoice {
    /// - Throws: what is wrong with the option's value, for ArgumentParser.
    @Sendable fileprivate init(option argument: String) throws {
        do { try self.init(argument, environment: TelexCommand.environment) } catch {
            throw ValidationError(error.sentence)
        }
    }
}

/// A way to alert the user.
enum NotifyWay: Sendable {
    case terminal(Alert)
    /// The path of a program.
    case program(String)

    @Sendable init(_ argument: String) throws {
        if let alert = Alert(rawValue: argument) {
            self = .terminal(alert)
        } else if let path = Notifier.path(of: argument, in: TelexCommand.environment) {
            self = .program(path)
        } else {
            let ways = Alert.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError(
                "Cannot find a program called \"\(argument)\". Use \(ways), or the name of a program.")
        }
    }
}
