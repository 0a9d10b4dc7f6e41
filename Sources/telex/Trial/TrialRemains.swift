import TelexCore
import TelexJSON

/// What a program has left behind, whatever the order: its messages, reactions, contacts and reminders.
struct TrialRemains: Equatable {
    /// How often there is each thing.
    private var counts: [String: Int] = [:]

    init(_ items: [StoredItem]) {
        var texts: [MessageKey: String] = [:]
        for case .message(let message) in items { texts[message.key] = Self.quoted(message.text) }
        for item in items {
            switch item {
            case .chat(let stored): add("the chat \(Self.quoted(stored.chat.id.text))")
            case .gap: break
            case .message(let message): add(message, texts)
            case .contact(let contact): add("the contact \(Self.quoted(contact.fullName))")
            case .reminder(let reminder): add("the reminder \(Self.quoted(reminder.name))")
            case .ignored(let person): add("whether \(Self.quoted(person.user.text)) is ignored")
            }
        }
    }

    private mutating func add(_ message: Message, _ texts: [MessageKey: String]) {
        let text = "\(Self.quoted(message.text)) in the chat \(Self.quoted(message.chat.text))"
        for reaction in message.reactions where reaction.isOwn { add("the reaction \(reaction.key) to \(text)") }
        guard message.isOwn else { return }
        let answered = message.replyTo.flatMap { texts[MessageKey(chat: message.chat, message: $0)] }
        add("the \(message.kind.rawValue) \(text)\(answered.map { ", an answer to \($0)" } ?? "")")
    }

    private mutating func add(_ thing: String) { counts[thing, default: 0] += 1 }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).text }

    /// Says how this differs from what there is without a kill; `nil` if it does not.
    func difference(from usual: TrialRemains) -> String? {
        for thing in Set(counts.keys).union(usual.counts.keys).sorted() {
            let (count, other) = (counts[thing, default: 0], usual.counts[thing, default: 0])
            if count != other { return "\(times(count)): \(thing). Without the kill: \(times(other))." }
        }
        return nil
    }

    private func times(_ count: Int) -> String { count == 0 ? "Missing" : count == 1 ? "Once" : "\(count) times" }
}
