import Foundation

/// Takes text to words, and words to text.
enum ElizaText {
    /// At most this many words of a message are looked at: patterns are tried from every place of it.
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

    /// Exchanges the first person and the second.
    static func reflect(_ words: [String], _ reflections: [String: String]) -> String {
        words.map { reflections[$0] ?? $0 }.joined(separator: " ")
    }

    /// Puts the parts into the places that the sentence has for them: `(2)` is the second.
    static func assemble(_ sentence: String, _ parts: [String]) -> String {
        var text = sentence
        for (index, part) in parts.enumerated() {
            text = text.replacingOccurrences(of: "(\(index + 1))", with: part)
        }
        // A part may have been empty: no space stays before the mark that follows it.
        for mark in [" ?", " .", " ,"] { text = text.replacingOccurrences(of: mark, with: String(mark.dropFirst())) }
        return text.replacingOccurrences(of: "  ", with: " ")
    }
}
