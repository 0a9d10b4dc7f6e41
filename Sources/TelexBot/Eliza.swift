/// A bot modelled on Joseph Weizenbaum's ELIZA (Communications of the ACM 9:1, 1966).
///
/// It finds the keyword with the highest rank, splits its sentence by a pattern, and assembles an answer from the
/// parts. If no keyword matches, it returns to something said earlier.
package struct Eliza: Bot {
    package let name = "Eliza"
    private let script: ElizaScript
    /// How often each list of sentences was used. The sentences of a list are used in turn.
    private var turns: [String: Int] = [:]
    /// Answers to return to later, earliest first.
    private var memory: [String] = []

    package init() { self.init(script: .standard) }

    init(script: ElizaScript) { self.script = script }

    package mutating func greeting() -> String { next(of: script.greetings, "greetings") }

    package mutating func reply(to speech: Speech) -> Speech { Speech(answer(to: speech.text)) }

    private mutating func answer(to text: String) -> String {
        let sentences = ElizaText.sentences(of: text, spellings: script.spellings)
        if let only = sentences.first, sentences.count == 1, only.count == 1, script.quits.contains(only[0]) {
            return next(of: script.farewells, "farewells")
        }
        for keyword in keywords(in: sentences) {
            for words in sentences where words.contains(keyword.word) {
                if let answer = answer(to: words, by: keyword) { return answer }
            }
        }
        if !memory.isEmpty { return memory.removeFirst() }
        return next(of: script.fallbacks, "fallbacks")
    }

    /// The keywords that occur, highest rank first. Those of equal rank are in the order in which they occur.
    private func keywords(in sentences: [[String]]) -> [ElizaScript.Keyword] {
        let words = sentences.flatMap { $0 }
        let places = Dictionary(words.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
        return script.keywords
            .filter { places[$0.word] != nil }
            .sorted { ($1.rank, places[$0.word] ?? 0) < ($0.rank, places[$1.word] ?? 0) }
    }

    private mutating func answer(to words: [String], by keyword: ElizaScript.Keyword) -> String? {
        for rule in keyword.rules {
            guard let parts = ElizaPattern(rule.match, families: script.families).match(words) else { continue }
            let reflected = parts.map { ElizaText.reflect($0, script.reflections) }
            if let remember = rule.remember { memory.append(ElizaText.assemble(remember, reflected)) }
            return ElizaText.assemble(next(of: rule.say, "\(keyword.word) \(rule.match)"), reflected)
        }
        return nil
    }

    private mutating func next(of sentences: [String], _ list: String) -> String {
        let turn = turns[list, default: 0]
        turns[list] = turn + 1
        return sentences[turn % sentences.count]
    }
}
