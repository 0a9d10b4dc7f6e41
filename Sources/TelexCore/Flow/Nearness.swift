/// Suggests the name that a mistyped one may stand for.
public enum Nearness {
    /// The name that is the fewest edits away, if at most a third of the length of `typed`, or one; `nil` for texts
    /// over 64 bytes.
    public static func nearest(to typed: String, in names: [String]) -> String? {
        guard typed.utf8.count <= 64 else { return nil }
        let limit = max(1, typed.count / 3)
        let measured = names.map { (name: $0, edits: edits(Array(typed.lowercased()), Array($0.lowercased()))) }
        return measured.filter { $0.edits <= limit }.min { $0.edits < $1.edits }?.name
    }

    /// The Levenshtein distance, where swapping adjacent characters is one edit.
    private static func edits(_ first: [Character], _ second: [Character]) -> Int {
        var rows = [Array(0...second.count)]
        for (i, a) in first.enumerated() {
            var row = [i + 1]
            for (j, b) in second.enumerated() {
                var best = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a == b ? 0 : 1))
                if i > 0, j > 0, a == second[j - 1], first[i - 1] == b { best = min(best, rows[i - 1][j - 1] + 1) }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[first.count][second.count]
    }
}
