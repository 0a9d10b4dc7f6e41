import TelexCore

/// The people of a chat, as they were when a line got its first `@`, or named a command for a member. Equal only to itself: there may be many.
final class ChatPeople: Sendable {
    let chat: ChatID
    let composition: Composition
    private let people: [Composition.Person]

    /// - Parameter members: all known members; `nil` if they could not be read.
    init(_ chat: MessagesViewModel, _ members: MembersViewModel?) {
        self.chat = chat.chat
        people = Composition.people(chat, members)
        composition = Composition(people: people)
    }

    /// Returns whom a text after an `@` can become: each by a name that mentions them alone, or else by the id. Everybody
    /// comes last.
    ///
    /// - Parameter recent: those who come first.
    func candidates(_ typed: String, recent: [UserID]) -> [CompletionWorld.Candidate] {
        let ranks = Dictionary(zip(recent, 0...)) { first, _ in first }
        let others = people.filter { person in
            !person.isOwn && [person.name, person.id].contains { Self.begins($0, with: typed) }
        }
        let sorted = others.map { (rank: (ranks[$0.user] ?? .max, $0.name.lowercased(), $0.user), person: $0) }
            .sorted { $0.rank < $1.rank }
        var candidates = sorted.map { _, person in
            let isClear = composition.mentions(person.name) == person.user
            return CompletionWorld.Candidate(
                text: isClear ? person.name : person.id, what: isClear ? person.user.text : person.name)
        }
        if Self.begins(Composition.everybody, with: typed) {
            candidates.append(CompletionWorld.Candidate(text: Composition.everybody, what: "everybody in the chat"))
        }
        return candidates
    }

    /// The people, each by a name that nobody else here has, or else by the id.
    var all: [CompletionWorld.Candidate] {
        let names = Dictionary(people.map { ($0.name.lowercased(), 1) }, uniquingKeysWith: +)
        return people.map { person in
            let isClear = !person.name.isEmpty && names[person.name.lowercased()] == 1
            return CompletionWorld.Candidate(
                text: isClear ? person.name : person.user.text, what: isClear ? person.user.text : person.name)
        }
    }

    private static func begins(_ name: String, with typed: String) -> Bool {
        typed.isEmpty
            ? !name.isEmpty
            : name.range(of: typed, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
    }
}

extension ChatPeople: Hashable {
    static func == (one: ChatPeople, other: ChatPeople) -> Bool { one === other }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The hint below a message that is being typed: a name after an `@` that mentions nobody.
enum MentionHint {
    /// The longest line that is looked at for each key, in bytes.
    private static let longest = 10_000

    static func of(_ line: String, _ seen: SeenScreen?) -> StyledText? {
        guard line.contains("@"), line.utf8.count <= longest, let people = seen?.people,
            people.chat == seen?.messages?.chat
        else { return nil }
        let text: String
        switch Typed.parse(line) {
        case .text(let typed): text = typed
        case .command(let command, let argument) where command.takesMessage: text = argument
        default: return nil
        }
        return people.composition.complete(misses: text).first.map { StyledText($0.hint, .news) }
    }
}
