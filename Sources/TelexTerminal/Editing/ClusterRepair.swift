/// Extends what libedit has deleted, or where it has moved the cursor, to whole characters.
///
/// libedit counts Unicode scalars. A reader counts grapheme clusters (UAX #29), such as a flag or a letter with its marks.
struct ClusterRepair: Equatable {
    /// The line and the number of scalars before its cursor.
    struct State: Equatable {
        var line: [Unicode.Scalar]
        var cursor: Int
    }

    /// What libedit has deleted of the old line, and what it should have deleted; `nil` if only the cursor is wrong.
    var deletion: Deletion?
    /// Where the cursor belongs in the line that results.
    var cursor: Int

    struct Deletion: Equatable {
        var cut: Range<Int>
        var whole: Range<Int>
    }

    /// - Parameter staysOnCharacter: whether the cursor cannot move behind the last character, as in vi's modes.
    /// - Returns: `nil` if nothing is to be repaired.
    static func of(_ old: State, _ new: State, staysOnCharacter: Bool) -> ClusterRepair? {
        if new.line.count == old.line.count { return motion(old, new, staysOnCharacter) }
        if new.line.count > old.line.count {
            // An undo can leave the cursor anywhere. Typed text stands before it, and all else behind it as before.
            let isTyped = new.line[new.cursor...].elementsEqual(old.line[old.cursor...])
            guard !isTyped, let place = around(new) else { return nil }
            return ClusterRepair(cursor: place.before)
        }
        guard let cut = deletion(old, new) else { return nil }
        let whole = extended(cut, in: old)
        guard whole != cut else { return nil }
        var cursor = whole.lowerBound
        // vi moves the cursor to the character before the last one that it deletes.
        let isLast = whole.upperBound == old.line.count && (old.cursor < old.line.count || new.cursor < cut.lowerBound)
        if staysOnCharacter, isLast, cursor > 0 { cursor = boundaries(old.line[..<cursor]).dropLast().last ?? 0 }
        return ClusterRepair(deletion: Deletion(cut: cut, whole: whole), cursor: cursor)
    }

    private static func motion(_ old: State, _ new: State, _ staysOnCharacter: Bool) -> ClusterRepair? {
        guard new.cursor != old.cursor, new.line == old.line else { return nil }
        guard let (before, after) = around(new) else { return nil }
        // A cursor that stays on characters leaves the one that it was on, and stops on any other.
        let staysBack = staysOnCharacter && (before != old.cursor || after == new.line.count)
        return ClusterRepair(cursor: new.cursor < old.cursor || staysBack ? before : after)
    }

    /// The boundaries around a cursor within a character; `nil` for a cursor between characters.
    private static func around(_ state: State) -> (before: Int, after: Int)? {
        let ends = boundaries(state.line[...])
        guard !ends.contains(state.cursor) else { return nil }
        return (ends.last { $0 < state.cursor } ?? 0, ends.first { $0 > state.cursor } ?? state.line.count)
    }

    /// The scalars that are missing in the new line, if it is the old one without them.
    private static func deletion(_ old: State, _ new: State) -> Range<Int>? {
        let count = old.line.count - new.line.count
        // What is deleted ends at the cursor, which moves to its start, or begins there.
        for start in [old.cursor - count, old.cursor] where start >= 0 && start + count <= old.line.count {
            let isAtEnd = start + count == old.line.count && start == new.cursor + 1
            guard start == new.cursor || start == old.cursor || isAtEnd else { continue }
            let rest = old.line[..<start] + old.line[(start + count)...]
            if rest.elementsEqual(new.line) { return start..<start + count }
        }
        return nil
    }

    /// The range without parts of characters. The part of a character on the other side of the cursor stays.
    private static func extended(_ range: Range<Int>, in old: State) -> Range<Int> {
        if range.upperBound == old.cursor {
            let start = boundaries(old.line[..<old.cursor]).last { $0 <= range.lowerBound } ?? 0
            return start..<range.upperBound
        }
        let length = range.upperBound - old.cursor
        let end = boundaries(old.line[old.cursor...]).first { $0 >= length } ?? length
        return old.cursor..<old.cursor + end
    }

    /// Where characters begin and end, in scalars from the start of the text.
    private static func boundaries(_ scalars: ArraySlice<Unicode.Scalar>) -> [Int] {
        var place = 0
        return [0]
            + String(String.UnicodeScalarView(scalars)).map { character in
                place += character.unicodeScalars.count
                return place
            }
    }
}
