import TelexRuntime

/// Prints to a line editor's screen.
package final class EditorOutput: TextOutput {
    private let editor: LineEditor
    private let alerts: Alert
    private var held: [Printed] = []
    private var heldAlerts = ""
    private var standing: Standing?

    package init(_ editor: LineEditor, alerts: Alert) {
        self.editor = editor
        self.alerts = alerts
    }

    var isInteractive: Bool { true }
    var showsStanding: Bool { true }

    func print(_ printed: Printed) { held.append(printed) }

    func alert(who: String, text: String) {
        // One is enough at a time.
        if heldAlerts.isEmpty { heldAlerts = alerts.bytes(who: who, text: text) }
    }

    func discard() {
        held = []
        heldAlerts = ""
    }

    func release() {
        if !held.isEmpty { editor.post(.print(held)) }
        if !heldAlerts.isEmpty { editor.post(.alert(heldAlerts)) }
        discard()
    }

    func stand(_ standing: Standing) {
        guard standing != self.standing else { return }
        self.standing = standing
        editor.post(.stand(standing))
    }

    func took(_ line: String, isMessage: Bool) {
        if isMessage { return }
        editor.post(.print([.entry(Entry(lines: EchoText.lines(prompt: standing?.prompt ?? "> ", line: line)))]))
    }

    func edit(_ text: String) -> Bool {
        editor.post(.edit(text))
        return true
    }
}

/// Takes JSON lines to a line editor's screen.
package struct EditorBytes: ByteSink {
    private let editor: LineEditor

    package init(_ editor: LineEditor) { self.editor = editor }

    /// What steers terminals, DEL and C1 controls, is written by its number: the same to those who read JSON (RFC 8259, 7).
    package func write(_ bytes: [UInt8]) {
        var harmless: [UInt8] = []
        harmless.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let isC1 = bytes[index] == 0xC2 && index + 1 < bytes.count && bytes[index + 1] < 0xA0
            if isC1 || bytes[index] == 0x7F {
                harmless += Array("\\u00\(String(isC1 ? bytes[index + 1] : 0x7F, radix: 16))".utf8)
            } else {
                harmless.append(bytes[index])
            }
            index += isC1 ? 2 : 1
        }
        editor.post(.raw(harmless))
    }
}
