/// Extends libedit's deletions and cursor motions to whole characters.
///
/// libedit works on Unicode scalars, users think in grapheme clusters (UAX #29), such as a flag or a letter with its
/// marks.
struct ClusterRepair: Equatable {
    /// A line, and the number of scalars before its cursor.
    struct State: Equatable {
        var line: [Unicode.Scalar]
        var cursor: Int
    }

    /// The ranges of the old line that libedit has deleted and should have deleted; `nil` if only the cursor is wrong.
    var deletion: Deletion?
    /// Where the cursor belongs in the repaired line, in scalars.
    var cursor: Int

    struct Deletion: Equatable {
        var cut: Range<Int>
        var whole: Range<Int>
    }

    /// - Parameter staysOnCharacter: whether the cursor cannot move past the last character, as in vi mode.
    /// - Returns: `nil` if there is nothing to repair.
    static func of(_ old: State, _ new: State, staysOnCharacter: Bool) -> ClusterRepair? {
        if new.line.count == old.line.count { return motion(old, new, staysOnCharacter) }
        if new.line.count > old.line.count {
            // Typed text ends at the cursor and leaves the text after it unchanged. An undo can leave the cursor
            // anywhere.
            let isTyped = new.line[new.cursor...].elementsEqual(old.line[old.cursor...])
            guard !isTyped, let place = around(new) else { return nil }
            return ClusterRepair(cursor: place.before)
        }
        guard let cut = deletion(old, new) else { return nil }
        let whole = extended(cut, in: old)
        guard whole != cut else { return nil }
        var cursor = whole.lowerBound
        // When vi deletes the last character of a line, it moves the cursor to the character before.
        let isLast = whole.upperBound == old.line.count && (old.cursor < old.line.count || new.cursor < cut.lowerBound)
        if staysOnCharacter, isLast, cursor > 0 { cursor = boundaries(old.line[..<cursor]).dropLast().last ?? 0 }
        return ClusterRepair(deletion: Deletion(cut: cut, whole: whole), cursor: cursor)
    }

    private static func motion(_ old: State, _ new: State, _ staysOnCharacter: Bool) -> ClusterRepair? {
        guard new.cursor != old.cursor, new.line == old.line else { return nil }
        guard let (before, after) = around(new) else { return nil }
        // In vi mode, a motion forward within one character moves on to the next. One that ends within a later
        // character stops at the start of that character.
        let staysBack = staysOnCharacter && (before != old.cursor || after == new.line.count)
        return ClusterRepair(cursor: new.cursor < old.cursor || staysBack ? before : after)
    }

    /// Returns the boundaries of the character that the cursor is within; `nil` if the cursor is between characters.
    private static func around(_ state: State) -> (before: Int, after: Int)? {
        let ends = boundaries(state.line[...])
        guard !ends.contains(state.cursor) else { return nil }
        return (ends.last { $0 < state.cursor } ?? 0, ends.first { $0 > state.cursor } ?? state.line.count)
    }

    /// Returns the range that was deleted from `old`; `nil` if the lines differ in any other way.
    private static func deletion(_ old: State, _ new: State) -> Range<Int>? {
        let count = old.line.count - new.line.count
        // The deleted range either ends at the old cursor, or begins there.
        for start in [old.cursor - count, old.cursor] where start >= 0 && start + count <= old.line.count {
            let isAtEnd = start + count == old.line.count && start == new.cursor + 1
            guard start == new.cursor || start == old.cursor || isAtEnd else { continue }
            let rest = old.line[..<start] + old.line[(start + count)...]
            if rest.elementsEqual(new.line) { return start..<start + count }
        }
        return nil
    }

    /// Extends a range to whole characters. The part of a character on the other side of the cursor stays.
    private static func extended(_ range: Range<Int>, in old: State) -> Range<Int> {
        if range.upperBound == old.cursor {
            let start = boundaries(old.line[..<old.cursor]).last { $0 <= range.lowerBound } ?? 0
            return start..<range.upperBound
        }
        let length = range.upperBound - old.cursor
        let end = boundaries(old.line[old.cursor...]).first { $0 >= length } ?? length
        return old.cursor..<old.cursor + end
    }

    /// Returns the offsets at which characters begin and end, in scalars.
    private static func boundaries(_ scalars: ArraySlice<Unicode.Scalar>) -> [Int] {
        var place = 0
        return [0]
            + String(String.UnicodeScalarView(scalars)).map { character in
                place += character.unicodeScalars.count
                return place
            }
    }
}
