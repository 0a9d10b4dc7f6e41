import CEditLine

/// libedit's line: keys in, text and cursor out. It belongs to one thread.
///
/// A line end within the line is U+2028 there, since libedit's own functions stop at line ends.
final class EditLine {
    /// What ended the editing of a line.
    enum Outcome {
        case line(String)
        case endOfInput
        case givenUp
    }

    /// How many characters a line may have.
    static let longest = 65_536
    private static let lineEnd: Int32 = 0x2028

    private let editor: OpaquePointer
    let isVi: Bool
    /// What libedit says against `~/.editrc`.
    let complaint: String?

    /// - Parameter context: whoever reads the keys.
    init?(terminal: CInt, context: UnsafeMutableRawPointer, readKey: cel_read_key) {
        guard let editor = cel_open(terminal, context, readKey) else { return nil }
        self.editor = editor
        // The person's own bindings come first, for a change of the key map undoes all others.
        complaint = cel_read_editrc(editor).map { String(cString: $0) }
        isVi = cel_is_vi(editor)
    }

    deinit { cel_close(editor) }

    func read() -> Outcome {
        var line: UnsafePointer<wchar_t>?
        let count = cel_read_line(editor, &line)
        if count == -2 { return .endOfInput }
        guard count >= 0, let line else { return .givenUp }
        return .line(Self.text(UnsafeBufferPointer(start: line, count: Int(count))))
    }

    /// The line as it is now, and how many of its characters stand before the cursor.
    var current: (line: [Unicode.Scalar], cursor: Int) {
        let info = cel_line(editor).pointee
        let count = info.lastchar - info.buffer
        return (Self.scalars(UnsafeBufferPointer(start: info.buffer, count: count)), info.cursor - info.buffer)
    }

    var count: Int {
        let info = cel_line(editor).pointee
        return info.lastchar - info.buffer
    }

    var text: String { String(String.UnicodeScalarView(current.line)) }

    /// The part of the line that stands before the cursor.
    var head: String {
        let (line, cursor) = current
        return String(String.UnicodeScalarView(line[..<cursor]))
    }

    /// Inserts text at the cursor, as much of it as fits; returns whether that was all.
    func insert(_ text: String) -> Bool {
        let room = max(0, Self.longest - count)
        let scalars = text.unicodeScalars.prefix(room)
        var wide = scalars.map { $0 == "\n" ? Self.lineEnd : Int32(bitPattern: $0.value) }
        if !wide.isEmpty {
            wide.append(0)
            cel_insert(editor, wide)
        }
        return scalars.endIndex == text.unicodeScalars.endIndex
    }

    /// Deletes characters before the cursor.
    func delete(_ count: Int) { cel_delete(editor, CInt(clamping: count)) }

    func move(_ by: Int) { cel_move(editor, CInt(clamping: by)) }

    /// Puts the text in the place of the line, with the cursor after `cursor` characters.
    func replace(with text: String, cursor: Int) {
        cel_erase(editor)
        _ = insert(text)
        move(cursor - count)
    }

    func add(_ name: String, _ help: String, _ function: cel_function) { cel_add(editor, name, help, function) }

    func bind(_ keys: String, _ name: String, inCommandMode: Bool = false) {
        cel_bind(editor, inCommandMode, keys, name)
    }

    func setHistory(_ lines: [String]) {
        cel_clear_history(editor)
        for line in lines { addToHistory(line) }
    }

    func addToHistory(_ line: String) {
        let wide = line.unicodeScalars.map { $0 == "\n" ? Self.lineEnd : Int32(bitPattern: $0.value) } + [0]
        if wide.count <= Self.longest { cel_enter_history(editor, wide) }
    }

    private static func scalars(_ wide: UnsafeBufferPointer<wchar_t>) -> [Unicode.Scalar] {
        wide.map { $0 == lineEnd ? "\n" : Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}" }
    }

    private static func text(_ wide: UnsafeBufferPointer<wchar_t>) -> String {
        String(String.UnicodeScalarView(scalars(wide)))
    }
}
