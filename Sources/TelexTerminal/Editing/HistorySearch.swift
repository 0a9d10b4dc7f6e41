import Foundation

/// An incremental search through the history.
struct HistorySearch {
    private let lines: [String]
    private(set) var pattern = ""
    /// The index of the match; `lines.count` if there is none yet.
    private var index: Int
    /// Whether the last search found nothing.
    private(set) var hasFailed = false

    /// - Parameter lines: the history, oldest first.
    init(_ lines: [String]) {
        self.lines = lines
        index = lines.count
    }

    /// The line that matches.
    var match: String? { index < lines.count && !pattern.isEmpty ? lines[index] : nil }

    /// Where the pattern begins in the match, in scalars.
    var offset: Int {
        guard let match, let range = match.range(of: pattern, options: .caseInsensitive) else { return 0 }
        return match[..<range.lowerBound].unicodeScalars.count
    }

    mutating func type(_ scalar: Unicode.Scalar) {
        pattern.unicodeScalars.append(scalar)
        look(from: min(index, lines.count - 1), by: -1)
    }

    /// Deletes the last character of the pattern, and searches again from the newest line.
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
