import Foundation
import TelexRuntime
import TelexStorage
import TelexTerminal
import TelexWire

/// Connects the user to a session, through a line editor or through plain standard input and output.
final class Keyboard {
    private let mailbox: Mailbox<ReplLine>
    private let editor: LineEditor?
    private let kind: TerminalKind
    private var isOpen = true

    /// - Parameters:
    ///   - history: the history file; `nil` for none.
    ///   - shared: the path of the store if others can join the telex that has locked it.
    init(_ kind: TerminalKind, history: String?, shared: String?, _ mailbox: Mailbox<ReplLine>) {
        self.mailbox = mailbox
        self.kind = kind
        guard kind.isInteractive, kind.canMove else {
            editor = nil
            return
        }
        let environment = TelexCommand.environment
        let programs = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).filter { !$0.isEmpty }
        var options = LineEditor.Options(
            history: history, paint: kind.paint, editor: programs.first ?? "vi",
            pager: environment["PAGER"].flatMap { $0.isEmpty ? nil : $0 } ?? "less",
            // The Linux console prints sequences that it does not support.
            hasTitle: environment["TERM"] != "linux")
        // The Linux console prints the question, too.
        options.theme = kind.hasColour && kind.theme.isAuto && options.hasTitle ? kind.theme : nil
        options.editrc = LineEditor.Options.editrc(in: environment)
        options.opener = Notifier.opener(in: environment)
        options.suspending = { shared.flatMap(Self.suspensionNotice) }
        editor = LineEditor.open(options) { input in
            switch input {
            case .type(let line): mailbox.type(line)
            case .end: mailbox.leave()
            case .interrupt: mailbox.interrupt(SIGINT)
            }
        }
    }

    /// What to say before this process stops, if it has locked the store.
    private static func suspensionNotice(_ store: String) -> String? {
        guard StoreLock.holder(store).process == getpid() else { return nil }
        return "telex: This telex owns the profile. While it is stopped, others cannot use it. fg continues it."
    }

    /// The destination of JSON lines.
    var bytes: any ByteSink { editor.map { EditorBytes($0) } ?? FileOutput.standard }

    func repl(
        _ session: any ChatSession, _ options: SkinOptions, _ skin: any ReplProtocol, isJSON: Bool = false
    ) -> Repl {
        if let editor {
            Repl(
                session, options, editor: EditorOutput(editor, alerts: options.alert), wire: skin, isJSON: isJSON)
        } else {
            Repl(
                session, options, output: FileOutput.standard, kind: kind, wire: skin, isJSON: isJSON,
                aside: Failures.say)
        }
    }

    /// Starts to read, unless the editor already does.
    func begin() {
        if editor != nil { return }
        mailbox.read(LineInput(STDIN_FILENO, longest: ReplLine.longestLine, decode: ReplLine.decode))
    }

    /// Executes lines until the input ends or the person leaves.
    func run(_ repl: Repl, _ session: any ChatSession, drain: TimeInterval) throws -> SessionLoop<ReplLine>.Ending {
        let interrupts: ((ReplLine) -> Bool)? = kind.isInteractive ? { Repl.isQuit($0) } : nil
        let ending = try SessionLoop(session, mailbox, drain: drain).run(
            holds: repl.holds, repl.execute, interrupts: interrupts, draining: repl.sayDraining)
        // Texts that were typed just before are sent or kept as drafts; commands are not carried out.
        if case .signal = ending {
            for line in mailbox.takeTyped() where line.keepsText { _ = try repl.execute(line) }
            if let draft = editor?.unsaved { _ = try repl.execute(draft) }
        }
        return ending
    }

    /// Restores the terminal. Can be called more than once.
    func close() {
        guard isOpen else { return }
        isOpen = false
        if let editor { editor.close() } else if kind.isInteractive { try? FileOutput.standard.write([0x0A]) }
    }
}
