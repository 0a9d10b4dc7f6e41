import CEditLine

/// Wraps libedit's line: keys in, text and cursor out. Must be used from one thread.
///
/// A line break within the line is stored as U+2028, because libedit's own functions stop at line feeds.
final class EditLine {
    /// How the editing of a line ended.
    enum Outcome {
        case line(String)
        case endOfInput
        case givenUp
    }

    /// The maximum length of a line, in scalars.
    static let longest = 32_768
    private static let lineEnd: Int32 = 0x2028

    private let editor: OpaquePointer
    let isVi: Bool
    /// Whether the line was abandoned, regardless of what libedit returns.
    var isGivenUp = false
    /// The line before the last key; `nil` if a Telex function has changed it since.
    var settled: ClusterRepair.State?
    /// The last two characters that libedit was given.
    private var recentKeys: [Unicode.Scalar] = []
    /// The error that libedit reports in `~/.editrc`; `nil` if there is none.
    let complaint: String?

    /// - Parameters:
    ///   - editrc: the path of the user's key bindings; `nil` for none.
    ///   - context: the pointer that `cel_context` returns to `readKey`.
    init?(terminal: CInt, editrc: String?, context: UnsafeMutableRawPointer, readKey: cel_read_key) {
        guard let editor = cel_open(terminal, context, readKey) else { return nil }
        self.editor = editor
        EditorKeys.define(editor)
        // Bindings that the user may override come before the file, and those that Telex depends on come after it. A
        // key map that the file selects undoes all earlier bindings.
        EditorKeys.bindMotions(editor)
        complaint = editrc.flatMap { cel_read_editrc(editor, $0) }.map { String(cString: $0) }
        isVi = cel_is_vi(editor)
        EditorKeys.bind(editor, isVi: isVi)
    }

    deinit { cel_close(editor) }

    func read() -> Outcome {
        var line: UnsafePointer<wchar_t>?
        isGivenUp = false
        (settled, recentKeys) = (nil, [])
        let count = cel_read_line(editor, &line)
        if isGivenUp { return .givenUp }
        if count == -2 { return .endOfInput }
        guard count >= 0, let line else { return .givenUp }
        return .line(Self.text(UnsafeBufferPointer(start: line, count: Int(count))))
    }

    /// Must be called before the line is read or changed.
    func mend() { cel_mend(editor) }

    /// Notes a character that libedit is given.
    func note(_ key: Unicode.Scalar) { recentKeys = recentKeys.suffix(1) + [key] }

    /// The line, and the number of its scalars before the cursor.
    var current: (line: [Unicode.Scalar], cursor: Int) {
        let info = cel_line(editor).pointee
        let count = info.lastchar - info.buffer
        return (Self.scalars(UnsafeBufferPointer(start: info.buffer, count: count)), info.cursor - info.buffer)
    }

    /// The line and its cursor, to compare with the state before a key.
    var state: ClusterRepair.State {
        let (line, cursor) = current
        return ClusterRepair.State(line: line, cursor: cursor)
    }

    var count: Int {
        let info = cel_line(editor).pointee
        return info.lastchar - info.buffer
    }

    var text: String { String(String.UnicodeScalarView(current.line)) }

    /// The part of the line before the cursor.
    var head: String {
        let (line, cursor) = current
        return String(String.UnicodeScalarView(line[..<cursor]))
    }

    /// Inserts as much of the text as fits at the cursor. Returns whether all of it fits.
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

    /// Truncates the line to `longest`. Returns whether it was longer.
    func cut() -> Bool {
        let over = count - Self.longest
        guard over > 0 else { return false }
        move(count)
        delete(over)
        return true
    }

    /// Deletes scalars before the cursor.
    func delete(_ count: Int) { cel_delete(editor, CInt(clamping: count)) }

    func move(_ by: Int) { cel_move(editor, CInt(clamping: by)) }

    /// Replaces the line, with the cursor after `cursor` scalars.
    func replace(with text: String, cursor: Int) {
        cel_erase(editor)
        _ = insert(text)
        if cursor < count { move(cursor - count) }
    }

    // MARK: Characters

    /// Extends libedit's last deletion to whole characters, and moves the cursor between characters.
    func repairCharacters() {
        defer { settled = state }
        guard let settled else { return skipMarks() }
        let now = state
        let isChange = recentKeys.last == "s" || recentKeys.first == "c"
        guard let repair = ClusterRepair.of(settled, now, staysOnCharacter: isVi && !isChange) else {
            return now.line.count > settled.line.count ? skipMarks() : ()
        }
        if let deletion = repair.deletion {
            // In Emacs mode, a key that deletes one scalar before the cursor leaves the yank buffer unchanged.
            if !isVi, deletion.cut.count == 1, deletion.cut.upperBound == settled.cursor {
                cel_remove(editor, CInt(deletion.whole.lowerBound), CInt(deletion.cut.lowerBound))
            } else {
                redo(deletion, of: settled.line)
            }
        }
        move(repair.cursor - current.cursor)
    }

    /// Deletes whole characters where libedit has cut parts of them from `line`. Undo and yank then restore all of
    /// them.
    private func redo(_ deletion: ClusterRepair.Deletion, of line: [Unicode.Scalar]) {
        move(deletion.cut.lowerBound - current.cursor)
        _ = insert(String(String.UnicodeScalarView(line[deletion.cut])))
        move(deletion.whole.upperBound - current.cursor)
        delete(deletion.whole.count)
    }

    /// Moves the cursor past combining marks that follow the inserted text.
    private func skipMarks() {
        let (line, cursor) = current
        guard cursor > 0 else { return }
        move(line[cursor...].prefix { $0.value >= 0x20 && TextWidth.of($0) == 0 }.count)
    }

    private static func scalars(_ wide: UnsafeBufferPointer<wchar_t>) -> [Unicode.Scalar] {
        wide.map { $0 == lineEnd ? "\n" : Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}" }
    }

    /// Drops C1 controls: they are private key codes, which some of libedit's functions insert as text.
    private static func text(_ wide: UnsafeBufferPointer<wchar_t>) -> String {
        String(String.UnicodeScalarView(scalars(wide).filter { !(0x80..<0xA0).contains($0.value) }))
    }
}
