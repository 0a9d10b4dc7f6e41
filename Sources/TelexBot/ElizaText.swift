import Foundation

/// Converts text to words, and words to text.
enum ElizaText {
    /// The number of words of a message that are used. The limit bounds the time of pattern matching.
    static let longestMessage = 60

    /// The words of each sentence, in lower case, without punctuation.
    static func sentences(of text: String, spellings: [String: String]) -> [[String]] {
        let plain = text.lowercased().replacingOccurrences(of: "’", with: "'")
        var left = longestMessage
        return plain.split(whereSeparator: { ".,;:!?\n".contains($0) }).compactMap { sentence in
            let words = sentence.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "'") }).prefix(left)
            left -= words.count
            let spelt = words.flatMap { (spellings[String($0)] ?? String($0)).split(separator: " ").map(String.init) }
            return spelt.isEmpty ? nil : spelt
        }
    }

    /// Swaps the first and the second person.
    static func reflect(_ words: [String], _ reflections: [String: String]) -> String {
        words.map { reflections[$0] ?? $0 }.joined(separator: " ")
    }

    /// Replaces the placeholders of the sentence with the parts; `(2)` is the second part.
    static func assemble(_ sentence: String, _ parts: [String]) -> String {
        var text = sentence
        for (index, part) in parts.enumerated() {
            text = text.replacingOccurrences(of: "(\(index + 1))", with: part)
        }
        // An empty part leaves a space before the punctuation mark that follows it.
        for mark in [" ?", " .", " ,"] { text = text.replacingOccurrences(of: mark, with: String(mark.dropFirst())) }
        return text.replacingOccurrences(of: "  ", with: " ")
    }
}
