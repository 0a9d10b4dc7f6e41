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
    static let longest = 32_768
    private static let lineEnd: Int32 = 0x2028

    private let editor: OpaquePointer
    let isVi: Bool
    /// Whether the line was given up, whatever libedit makes of that.
    var isGivenUp = false
    /// What libedit says against `~/.editrc`.
    let complaint: String?

    /// - Parameter context: whoever reads the keys.
    init?(terminal: CInt, context: UnsafeMutableRawPointer, readKey: cel_read_key) {
        guard let editor = cel_open(terminal, context, readKey) else { return nil }
        self.editor = editor
        EditorKeys.define(editor)
        // What the person may bind otherwise comes first, and what all depends on last: a change of the key map, in the
        // file, undoes all that was bound.
        EditorKeys.bindMotions(editor)
        complaint = cel_read_editrc(editor).map { String(cString: $0) }
        isVi = cel_is_vi(editor)
        EditorKeys.bind(editor, isVi: isVi)
    }

    deinit { cel_close(editor) }

    func read() -> Outcome {
        var line: UnsafePointer<wchar_t>?
        isGivenUp = false
        let count = cel_read_line(editor, &line)
        if isGivenUp { return .givenUp }
        if count == -2 { return .endOfInput }
        guard count >= 0, let line else { return .givenUp }
        return .line(Self.text(UnsafeBufferPointer(start: line, count: Int(count))))
    }

    /// To be called before anything is asked about the line.
    func mend() { cel_mend(editor) }

    /// The line as it is now, and how many of its characters stand before the cursor.
    var current: (line: [Unicode.Scalar], cursor: Int) {
        let info = cel_line(editor).pointee
        let count = info.lastchar - info.buffer
        return (Self.scalars(UnsafeBufferPointer(start: info.buffer, count: count)), info.cursor - info.buffer)
    }

    /// The same, to be compared with what it was before a key.
    var state: ClusterRepair.State {
        let (line, cursor) = current
        return ClusterRepair.State(line: line, cursor: cursor)
    }

    /// Deletes a range of the line. What can be yanked stays as it is.
    func remove(_ range: Range<Int>) { cel_remove(editor, CInt(range.lowerBound), CInt(range.upperBound)) }

    /// Deletes whole characters where libedit has cut parts of them from `line`. libedit then undoes, or yanks, all of them.
    func redo(_ deletion: ClusterRepair.Deletion, of line: [Unicode.Scalar]) {
        move(deletion.cut.lowerBound - current.cursor)
        _ = insert(String(String.UnicodeScalarView(line[deletion.cut])))
        move(deletion.whole.upperBound - current.cursor)
        delete(deletion.whole.count)
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

    /// Takes off what is too much; returns whether there was any.
    func cut() -> Bool {
        let over = count - Self.longest
        guard over > 0 else { return false }
        move(count)
        delete(over)
        return true
    }

    /// Deletes characters before the cursor.
    func delete(_ count: Int) { cel_delete(editor, CInt(clamping: count)) }

    func move(_ by: Int) { cel_move(editor, CInt(clamping: by)) }

    /// Puts the text in the place of the line, with the cursor after `cursor` characters.
    func replace(with text: String, cursor: Int) {
        cel_erase(editor)
        _ = insert(text)
        if cursor < count { move(cursor - count) }
    }

    private static func scalars(_ wide: UnsafeBufferPointer<wchar_t>) -> [Unicode.Scalar] {
        wide.map { $0 == lineEnd ? "\n" : Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}" }
    }

    /// C1 controls are codes of ours, which some of libedit's functions take for text.
    private static func text(_ wide: UnsafeBufferPointer<wchar_t>) -> String {
        String(String.UnicodeScalarView(scalars(wide).filter { !(0x80..<0xA0).contains($0.value) }))
    }
}
