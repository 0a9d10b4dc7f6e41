import ArgumentParser
import Foundation
import TelexCore
import TelexRuntime
import TelexTerminal
import TelexWire

/// `telex repl`: for people.
struct ReplCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "repl",
        abstract: "Chat at a terminal (the default).",
        discussion: """
            Plain text goes to the open chat, / begins a command, // sends a slash. /help lists the commands. To begin: \
            /new Eliza, then talk. Lines can be piped in, too: printf '/new Eliza\\nhello\\n' | telex repl --store memory

            Colour is used on a terminal only, and not with NO_COLOR set or TERM=dumb.
            """)

    @OptionGroup var options: SessionOptions

    @Flag(help: "Print view models as JSON lines instead of text.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Mirror the session's protocol lines to a file, a FIFO, or fd:N. A slow reader gets the newest view models; "
                + "it never slows the person.", valueName: "path"))
    var views: String?

    @OptionGroup var selection: ViewOptions

    func run() throws {
        let shown = selection.subscribe.views
        let assembly = try Assembly<ReplLine>(options, subscribe: shown)
        Signals.deliver([SIGTERM, SIGINT, SIGHUP], to: assembly.inbox)
        let session = assembly.session
        let output = FileOutput(STDOUT_FILENO)
        let skin = ProtocolSkin(session, LineOutput(output), shown, json && views == nil ? assembly.recorder : nil)
        let mirror = try views.map { MirrorSkin(session, try MirrorTarget($0), assembly.recorder, shown) }
        if mirror == nil, !json, let recorder = assembly.recorder { session.telex.bind(intake: recorder) }
        let kind = TerminalKind(
            isInputTerminal: isatty(STDIN_FILENO) == 1, isOutputTerminal: isatty(STDOUT_FILENO) == 1,
            environment: ProcessInfo.processInfo.environment)
        let repl = Repl(session, output: output, kind: kind, wire: skin, isJSON: json, aside: Failures.say)
        do {
            mirror?.begin()
            try repl.begin()
            LineSource.read(STDIN_FILENO, into: assembly.inbox, longest: LineError.longestLine, decode: ReplLine.decode)
            let loop = SessionLoop(session, assembly.inbox, drain: options.drain, waitsForBackend: !kind.isInteractive)
            let ending = try loop.run(repl.take, draining: repl.sayDraining)
            try end(ending, skin, mirror, kind, assembly.recorder)
        } catch let failure as SessionFailure {
            skin.fail(failure)
            mirror?.fail(failure)
            try assembly.recorder?.release()
            throw failure
        }
    }

    private func end(
        _ ending: SessionLoop<ReplLine>.Ending, _ skin: ProtocolSkin, _ mirror: MirrorSkin?, _ kind: TerminalKind,
        _ recorder: Recorder?
    ) throws {
        let reason: OutLine.Bye =
            switch ending {
            case .ended(isDone: true): kind.isInteractive ? .quit : .eof
            case .ended(isDone: false): .drainExpired
            case .signal: .signal
            case .failed: .eof
            }
        try skin.end(reason)
        try mirror?.end(reason)
        if mirror == nil, !json { recorder?.end(reason) }
        try recorder?.release()
        if kind.isInteractive { try FileOutput(STDOUT_FILENO).write([0x0A]) }
        switch ending {
        case .ended(isDone: true): break
        case .ended(isDone: false):
            Failures.say("The time after the end of input ran out before everything was done. Allow more with --drain.")
            throw ExitCodes.unfinished
        case .signal(let number): Signals.end(by: number)
        case .failed(let reason): throw FileOutput.Failure.failed(reason: reason)
        }
    }
}
