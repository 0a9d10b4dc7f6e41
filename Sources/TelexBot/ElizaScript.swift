import Foundation

/// Eliza's script: the contents of `eliza.json`.
struct ElizaScript: Decodable {
    /// Sentences used in turn: when a chat begins, when no rule matches, and when the chat ends.
    let greetings: [String]
    let fallbacks: [String]
    let farewells: [String]
    /// A message that consists of one of these words ends the chat.
    let quits: [String]
    /// Words that are replaced by others before any matching.
    let spellings: [String: String]
    /// Maps first-person words to second-person words, and the reverse.
    let reflections: [String: String]
    /// The words that `@name` matches in a pattern.
    let families: [String: [String]]
    let keywords: [Keyword]

    /// A keyword. Of those in a message, the one with the highest rank is tried first.
    struct Keyword: Decodable {
        let word: String
        let rank: Int
        let rules: [Rule]
    }

    /// How to split a sentence and assemble an answer.
    struct Rule: Decodable {
        /// The pattern: words, `*` for any number of them, `@family` for one of a family.
        let match: String
        /// Answers used in turn. `(2)` is the match of the pattern's second part, with first and second person swapped.
        let say: [String]
        /// An answer to return to later, when no rule matches.
        let remember: String?
    }

    /// The script that comes with Telex.
    static let standard: ElizaScript = {
        do {
            return try JSONDecoder().decode(ElizaScript.self, from: Data(PackageResources.eliza_json))
        } catch {
            fatalError("eliza.json does not hold a script: \(error)")
        }
    }()
}
