/// The history while the user browses it: its lines, and after them what was being typed.
struct Walk {
    var lines: [String]
    var index: Int
    /// The index of what has been typed.
    let typed: Int
    /// What was on the screen when the command before that was offered, which it means.
    let seen: SeenScreen?
}

/// Moves the cursor between the lines of a draft.
enum LineMotion {
    /// Returns where the cursor goes, in the same column if the line is long enough; `nil` if there is no such line.
    ///
    /// - Parameter step: -1 for the line above, 1 for the one below.
    static func target(_ step: Int, from cursor: Int, in draft: [Unicode.Scalar]) -> Int? {
        let starts = [0] + draft.indices.filter { draft[$0] == "\n" }.map { $0 + 1 }
        let row = starts.lastIndex { $0 <= cursor } ?? 0
        guard starts.indices.contains(row + step) else { return nil }
        let start = starts[row + step]
        let end = row + step + 1 < starts.count ? starts[row + step + 1] - 1 : draft.count
        // Not into the middle of a character.
        var place = start
        for character in String(String.UnicodeScalarView(draft[start..<end])) {
            let next = place + character.unicodeScalars.count
            if next - start > cursor - starts[row] { break }
            place = next
        }
        return place
    }
}
