/// A pattern that splits a sentence: words, `*` for any number of words, `@family` for one word of a family.
struct ElizaPattern {
    private enum Part {
        case word(String)
        case oneOf([String])
        case any
    }

    private let parts: [Part]

    init(_ text: String, families: [String: [String]]) {
        parts = text.split(separator: " ").map { part in
            if part == "*" { return .any }
            if part.hasPrefix("@") { return .oneOf(families[String(part.dropFirst())] ?? []) }
            return .word(String(part))
        }
    }

    /// Returns the words that each part of the pattern matches; `nil` if the sentence does not match.
    func match(_ words: [String]) -> [[String]]? { match(words[...], parts[...]) }

    private func match(_ words: ArraySlice<String>, _ parts: ArraySlice<Part>) -> [[String]]? {
        guard let part = parts.first else { return words.isEmpty ? [] : nil }
        let rest = parts.dropFirst()
        switch part {
        case .any:
            // A final `*` matches all remaining words; any other matches as few as possible.
            for count in (rest.isEmpty ? words.count : 0)...max(words.count, 0) {
                if let others = match(words.dropFirst(count), rest) { return [Array(words.prefix(count))] + others }
            }
            return nil
        case .word(let word): return matchOne(words, rest) { $0 == word }
        case .oneOf(let family): return matchOne(words, rest) { family.contains($0) }
        }
    }

    private func matchOne(
        _ words: ArraySlice<String>, _ rest: ArraySlice<Part>, _ isRight: (String) -> Bool
    ) -> [[String]]? {
        guard let first = words.first, isRight(first), let others = match(words.dropFirst(), rest) else { return nil }
        return [[first]] + others
    }
}
