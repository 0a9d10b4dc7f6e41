/// Words that a column has as numbers: each has that of its place. The order is that of every store, so it never changes.
struct NumberedWords<Word: Equatable & Sendable>: Sendable {
    private let words: [Word]

    init(_ words: [Word]) { self.words = words }

    func word(_ number: Int) -> Word? { words.indices.contains(number) ? words[number] : nil }

    func number(_ word: Word) -> Int {
        guard let number = words.firstIndex(of: word) else { preconditionFailure("\(word) has no number") }
        return number
    }
}
