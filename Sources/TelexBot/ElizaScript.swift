import Foundation

/// What Eliza goes by: the contents of `eliza.json`.
struct ElizaScript: Decodable {
    /// Said in turn as a chat begins, when nothing else fits, and at the end.
    let greetings: [String]
    let fallbacks: [String]
    let farewells: [String]
    /// A message of one of these words alone ends the talk.
    let quits: [String]
    /// Words that are taken for others before anything else.
    let spellings: [String: String]
    /// First person for second, and back.
    let reflections: [String: String]
    /// Words that `@name` in a pattern stands for.
    let families: [String: [String]]
    let keywords: [Keyword]

    /// A word to go by; of those in a sentence, the one with the highest rank is tried first.
    struct Keyword: Decodable {
        let word: String
        let rank: Int
        let rules: [Rule]
    }

    /// How a sentence is taken apart and another put together.
    struct Rule: Decodable {
        /// Words, `*` for any number of them, `@family` for one of a family.
        let match: String
        /// Said in turn; `(2)` is what the second part of the pattern matched, with the persons exchanged.
        let say: [String]
        /// What to come back to later, when nothing else fits.
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
