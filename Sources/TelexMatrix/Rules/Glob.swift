/// Matches patterns with `*` for any text and `?` for any character, ignoring case (client-server API, appendices).
enum Glob {
    private static let longest = 1000

    /// Whether the pattern matches the whole text.
    static func matches(_ pattern: String, _ text: String) -> Bool {
        matches(Array(pattern.lowercased()), Array(text.lowercased()))
    }

    /// Whether the pattern matches in the text, with no letter, digit or `_` on either side.
    ///
    /// A pattern with `*` or `?` is slow, so it is matched only against the beginning of a long text.
    ///
    /// - Parameter isLiteral: whether `*` and `?` match only themselves.
    static func isWord(_ pattern: String, in text: String, isLiteral: Bool = false) -> Bool {
        let pattern = Array(pattern.lowercased())
        let isPlain = isLiteral || !pattern.contains { $0 == "*" || $0 == "?" }
        let text = Array(isPlain ? text.lowercased() : text.prefix(longest).lowercased())
        // How much of the pattern matches the text before this place, from all beginnings of words at once. The time is
        // the product of both lengths.
        var reached = [Bool](repeating: false, count: pattern.count + 1)
        var next = reached
        for place in 0...text.count {
            if place == 0 || !isWordly(text[place - 1]) { reached[0] = true }
            if !isPlain {
                for index in pattern.indices where reached[index] && pattern[index] == "*" { reached[index + 1] = true }
            }
            let isEnd = place == text.count
            if reached[pattern.count], isEnd || !isWordly(text[place]) { return true }
            if isEnd { break }
            for index in next.indices { next[index] = false }
            for index in pattern.indices where reached[index] {
                if !isPlain, pattern[index] == "*" {
                    next[index] = true
                } else if (!isPlain && pattern[index] == "?") || pattern[index] == text[place] {
                    next[index + 1] = true
                }
            }
            swap(&reached, &next)
        }
        return false
    }

    private static func isWordly(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_"
    }

    /// Backtracks to the last `*` only, so that the time is at most the product of both lengths.
    private static func matches(_ pattern: [Character], _ text: [Character]) -> Bool {
        var (place, at) = (0, 0)
        var star: (place: Int, at: Int)?
        while at < text.count {
            if place < pattern.count, pattern[place] == "*" {
                star = (place, at)
                place += 1
            } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[at] {
                place += 1
                at += 1
            } else if let last = star {
                star = (last.place, last.at + 1)
                place = last.place + 1
                at = last.at + 1
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == "*" }
    }
}
