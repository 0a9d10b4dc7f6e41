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
    var state: ClusterRepair.State {
        let info = cel_line(editor).pointee
        let line = Self.scalars(UnsafeBufferPointer(start: info.buffer, count: info.lastchar - info.buffer))
        return ClusterRepair.State(line: line, cursor: info.cursor - info.buffer)
    }

    /// Changes the line. Text that is only inserted leaves vi's yank buffer as it is.
    func change(from old: ClusterRepair.State, to new: ClusterRepair.State) {
        let added = new.line.count - old.line.count
        let (head, tail) = (old.line[..<old.cursor], old.line[old.cursor...])
        if added >= 0, new.line.starts(with: head), new.line[(old.cursor + added)...] == tail {
            insert(new.line[old.cursor..<old.cursor + added])
        } else {
            cel_erase(editor)
            insert(new.line[...])
        }
        move(new.cursor - state.cursor)
    }

    private func insert(_ text: ArraySlice<Unicode.Scalar>) {
        if text.isEmpty { return }
        cel_insert(editor, text.map { $0 == "\n" ? Self.lineEnd : Int32(bitPattern: $0.value) } + [0])
    }

    /// Truncates the line to `longest`. Returns whether it was longer.
    func cut() -> Bool {
        let over = state.line.count - Self.longest
        guard over > 0 else { return false }
        move(.max)
        delete(over)
        return true
    }

    private func delete(_ count: Int) { cel_delete(editor, CInt(clamping: count)) }

    private func move(_ by: Int) { cel_move(editor, CInt(clamping: by)) }

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
        move(repair.cursor - state.cursor)
    }

    /// Deletes whole characters where libedit has cut parts of them from `line`. Undo and yank then restore all of
    /// them.
    private func redo(_ deletion: ClusterRepair.Deletion, of line: [Unicode.Scalar]) {
        move(deletion.cut.lowerBound - state.cursor)
        insert(line[deletion.cut])
        move(deletion.whole.upperBound - state.cursor)
        delete(deletion.whole.count)
    }

    /// Moves the cursor past combining marks that follow the inserted text.
    private func skipMarks() {
        let state = state
        guard state.cursor > 0 else { return }
        move(state.line[state.cursor...].prefix { $0.value >= 0x20 && TextWidth.of($0) == 0 }.count)
    }

    private static func scalars(_ wide: UnsafeBufferPointer<wchar_t>) -> [Unicode.Scalar] {
        wide.map { $0 == lineEnd ? "\n" : Unicode.Scalar(UInt32(bitPattern: $0)) ?? "\u{FFFD}" }
    }

    /// Drops C1 controls: they are private key codes, which some of libedit's functions insert as text.
    private static func text(_ wide: UnsafeBufferPointer<wchar_t>) -> String {
        String(String.UnicodeScalarView(scalars(wide).filter { !(0x80..<0xA0).contains($0.value) }))
    }
}
