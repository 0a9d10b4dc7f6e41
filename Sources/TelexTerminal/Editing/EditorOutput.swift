import TelexCore
import TelexRuntime

/// Prints to a line editor's screen.
package final class EditorOutput: TextOutput {
    private let editor: LineEditor
    private let alerts: Alert
    private var held: [Printed] = []
    /// What is released, and waits until nothing more changes.
    private var ready: [Printed] = []
    private var heldAlerts = ""
    private var state: EditorState?
    private var seen: SeenScreen?

    package init(_ editor: LineEditor, alerts: Alert) {
        self.editor = editor
        self.alerts = alerts
    }

    var isInteractive: Bool { true }
    var showsState: Bool { true }

    var size: ScreenSize? { editor.size }
    var isCovered: Bool { editor.isCovered }
    var isAbsent: Bool { editor.isAbsent }

    func print(_ printed: Printed) { held.append(printed) }

    func see(_ seen: SeenScreen) { self.seen = seen }

    func show(_ entries: [Entry]) { editor.post(.show(entries)) }

    func alert(who: String, text: String) {
        // One alert at a time is enough.
        if heldAlerts.isEmpty { heldAlerts = alerts.bytes(who: who, text: text) }
    }

    func discard() {
        held = []
        heldAlerts = ""
        postReady()
    }

    /// How much may wait until nothing more changes, so that the screen is painted once.
    private static let mostReady = 100

    func release(_ state: EditorState?) {
        ready += held
        held = []
        if state == nil, ready.count < Self.mostReady { return }
        var orders: [LineEditor.Order] = []
        if let state, state != self.state {
            self.state = state
            orders.append(.update(state))
        }
        seen = state?.seen ?? seen
        if !heldAlerts.isEmpty { orders.append(.alert(heldAlerts)) }
        heldAlerts = ""
        postReady(after: orders)
    }

    private func postReady(after orders: [LineEditor.Order] = []) {
        editor.post(orders + (ready.isEmpty ? [] : [.print(ready, seen)]))
        ready = []
    }

    func echo(_ line: String) {
        editor.post(.print([.entry(Entry(lines: EchoText.lines(prompt: state?.prompt ?? "> ", line: line)))], nil))
    }

    func edit(_ text: String) -> Bool {
        editor.post(.edit(text))
        return true
    }

    func takeBack(_ text: String, in chat: ChatID) { editor.post(.takeBack(text, chat)) }

    func copy(_ text: String) -> Bool {
        editor.post(.copy(text))
        return true
    }

    func note(_ line: StyledText) { editor.post(.note(line)) }

    var canRead: Bool { true }

    func read(_ change: Change<MessagesViewModel>, _ key: ReaderKey?) { editor.post(.read(change, key)) }

    func find(_ found: FoundViewModel) { editor.post(.find(found)) }

    func page(_ text: String) -> Bool {
        editor.post(.page(text))
        return true
    }
}

/// Writes JSON lines to a line editor's screen.
package struct EditorBytes: ByteSink {
    private let editor: LineEditor

    package init(_ editor: LineEditor) { self.editor = editor }

    /// - Parameter bytes: whole lines. JSON that Telex writes contains no character that controls a terminal.
    package func write(_ bytes: [UInt8]) { editor.post(.raw(bytes)) }
}
