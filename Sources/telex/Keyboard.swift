import Foundation
import TelexRuntime
import TelexTerminal
import TelexWire

/// Where a person's lines come from and the text goes: a line editor, or the standard input and output as they are.
final class Keyboard {
    private let mailbox: Mailbox<ReplLine>
    private let editor: LineEditor?
    private let isInteractive: Bool
    private var isOpen = true

    /// - Parameter history: the file for what is typed; `nil` for none.
    init(_ kind: TerminalKind, history: String?, _ mailbox: Mailbox<ReplLine>) {
        self.mailbox = mailbox
        isInteractive = kind.isInteractive
        guard kind.isInteractive, kind.canMove else {
            editor = nil
            return
        }
        let environment = ProcessInfo.processInfo.environment
        let programs = [environment["VISUAL"], environment["EDITOR"]].compactMap(\.self).filter { !$0.isEmpty }
        let options = LineEditor.Options(
            history: history, hasColour: kind.hasColour, editor: programs.first ?? "vi",
            // The Linux console would print what it does not know.
            hasTitle: environment["TERM"] != "linux")
        let counter = Counter()
        editor = LineEditor.open(options) { deed in
            switch deed {
            case .line(let line): mailbox.type(.text(line, number: counter.next()))
            case .lookUp(let query): mailbox.type(.lookUp(query))
            case .typing: mailbox.type(.typing)
            case .end: mailbox.leave()
            case .interrupt: mailbox.interrupt(SIGINT)
            }
        }
    }

    /// Numbers the lines, on the editor's thread.
    private final class Counter: @unchecked Sendable {  // only the editor's thread calls it
        private var number = 0
        func next() -> Int {
            number += 1
            return number
        }
    }

    /// Where JSON lines go.
    var bytes: any ByteSink { editor.map { EditorBytes($0) } ?? FileOutput(STDOUT_FILENO) }

    func repl(
        _ session: Session, _ company: Company, _ skin: ProtocolSkin, _ kind: TerminalKind, isJSON: Bool, alerts: Alert
    ) -> Repl {
        if let editor {
            Repl(session, company, editor: EditorOutput(editor, alerts: alerts), wire: skin, isJSON: isJSON)
        } else {
            Repl(
                session, company, output: FileOutput(STDOUT_FILENO), kind: kind, wire: skin, isJSON: isJSON,
                aside: Failures.say)
        }
    }

    /// Begins to read, if the editor does not do so already.
    func begin() {
        if editor != nil { return }
        LineSource.read(STDIN_FILENO, into: mailbox, longest: LineError.longestLine, decode: ReplLine.decode)
    }

    /// Gives the terminal back.
    func close() {
        guard isOpen else { return }
        isOpen = false
        if let editor { editor.close() } else if isInteractive { try? FileOutput(STDOUT_FILENO).write([0x0A]) }
    }
}
