import Foundation

/// A search through the history while it is typed.
struct HistorySearch {
    private let lines: [String]
    private(set) var pattern = ""
    /// The line that is found, from the oldest; past the last where none is yet.
    private var index: Int
    /// Whether nothing more was found in the direction asked for last.
    private(set) var hasFailed = false

    /// - Parameter lines: from the oldest.
    init(_ lines: [String]) {
        self.lines = lines
        index = lines.count
    }

    /// The line that was found.
    var match: String? { index < lines.count && !pattern.isEmpty ? lines[index] : nil }

    /// Where the pattern stands in it, in characters from its beginning.
    var offset: Int {
        guard let match, let range = match.range(of: pattern, options: .caseInsensitive) else { return 0 }
        return match[..<range.lowerBound].unicodeScalars.count
    }

    mutating func type(_ scalar: Unicode.Scalar) {
        pattern.unicodeScalars.append(scalar)
        look(from: min(index, lines.count - 1), by: -1)
    }

    /// Takes the last character of the pattern back, and looks from the newest line again.
    mutating func erase() {
        guard !pattern.isEmpty else { return }
        pattern.removeLast()
        index = lines.count
        if !pattern.isEmpty { look(from: lines.count - 1, by: -1) } else { hasFailed = false }
    }

    mutating func older() { look(from: index - 1, by: -1) }
    mutating func newer() { look(from: index + 1, by: 1) }

    private mutating func look(from first: Int, by step: Int) {
        var candidate = first
        while lines.indices.contains(candidate) {
            if lines[candidate].range(of: pattern, options: .caseInsensitive) != nil {
                index = candidate
                hasFailed = false
                return
            }
            candidate += step
        }
        hasFailed = true
    }
}
