@testable import TelexTerminal

/// Text from other people, as it reaches the screen.
enum ScreenTarget {
    static func check(_ bytes: [UInt8]) throws {
        guard let first = bytes.first else { return }
        let width = 16 + Int(first) % 100
        let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
        let harmless = HarmlessText.of(text)
        try promise(HarmlessText.of(harmless) == harmless, "not harmless at once")
        try promise(
            !harmless.unicodeScalars.contains { $0.properties.generalCategory == .control }, "a control character")
        let rows = WordWrap.rows(StyledText(text), width: width, indent: 4, paint: .none)
        for row in rows + [StyledText(text).row(width: width, paint: .none)] {
            try promise(row.width <= width, "a row of \(row.width) columns where \(width) fit")
            try promise(
                TextWidth.of(row.text) == row.width, "a row of \(TextWidth.of(row.text)) columns said \(row.width)")
        }
        let linked = WordWrap.rows(
            Link.text(text, .plain), width: width, indent: 4, paint: Paint(hasColour: true, hasLinks: true))
        for (rows, most) in [(rows, 10), (linked, 20)] {
            let count = rows.reduce(0) { $0 + $1.text.utf8.count }
            try promise(count <= most * bytes.count + 100, "\(bytes.count) bytes make rows of \(count) bytes")
        }
        try promise(TextWidth.of(TextWidth.cut(text, to: width)) <= width, "cut off too late")
    }
}
