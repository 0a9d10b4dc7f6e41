import TelexCore

/// Looks for the first answer to a message of ours: one that stands after it in the chat, whenever it has come.
struct AnswerSearch: Sendable {
    /// Who may answer: the id, or the whole name.
    let person: String
    let question: MessageID
    /// Whether the server has the question, as far as the parts looked at show.
    private(set) var isSent = false
    /// The last message that was looked at. The next one to look at comes after it.
    private var last: MessageID
    /// How many errors the chat had shown when another part of it was asked for; `nil` if none was.
    private var errors: Int?

    init(to question: MessageID, from person: String) {
        self.question = question
        self.person = person
        last = question
    }

    /// What to do next.
    enum Step: Equatable {
        case found(MessagesViewModel.Row)
        /// Wait for another model.
        case wait
        /// Show another part of the chat.
        case press(Action)
        /// The question was not sent, for this reason.
        case failed(String?)
        /// The question is not stored any more.
        case lost
        /// Another part of the chat cannot be shown, for this reason.
        case unreadable(String)
    }

    /// Looks at the part of the chat that a model shows.
    mutating func step(_ model: MessagesViewModel) -> Step {
        if model.status.shouldShowBusy { return .wait }
        if let errors, model.status.errorRevision ?? 0 > errors, let reason = model.status.errorText {
            return .unreadable(reason)
        }
        if let asked = model.messages.first(where: { $0.message == question }) {
            isSent = asked.isPlaced
            if !isSent { return asked.state == .failed ? .failed(asked.reason) : .wait }
        }
        guard let index = model.messages.lastIndex(where: { $0.message == last }) else {
            // It is further up, perhaps before messages that the server still has.
            return press(model.older, in: model) ?? .lost
        }
        for shown in model.messages[(index + 1)...] where shown.row.isPlaced {
            if isAnswer(shown.row) { return .found(shown.row) }
            last = shown.row.message
        }
        return press(model.newer, in: model) ?? .wait
    }

    private mutating func press(_ action: Action?, in model: MessagesViewModel) -> Step? {
        if action != nil { errors = model.status.errorRevision ?? 0 }
        return action.map { .press($0) }
    }

    private func isAnswer(_ row: MessagesViewModel.Row) -> Bool {
        !row.isOwn && !row.isIgnored && row.kind != .system && row.kind != .deleted && row.isFrom(person)
    }
}

/// A message with its sender.
protocol SentBySomebody {
    var sender: UserID? { get }
    var senderName: String { get }
}

extension MessagesViewModel.Row: SentBySomebody {}
extension InboxViewModel.Row: SentBySomebody {}

/// A member, as the sender of what they write.
extension MembersViewModel.Row: SentBySomebody {
    var sender: UserID? { user }
    var senderName: String {
        guard let name, !name.isEmpty else { return user.text }
        return isMisleading ? "\(name) (\(user))" : name
    }
}

extension SentBySomebody {
    /// Whether the person with this id, or with this whole name, sent it.
    func isFrom(_ person: String) -> Bool {
        sender?.text == person || senderName.lowercased() == person.lowercased()
    }
}

extension MembersViewModel {
    /// What to say if none of the members has the name; `nil` if one has, or if none is known.
    ///
    /// - Parameter person: the id, or the whole name.
    func notice(ifUnknown person: String) -> String? {
        let others = members.map { $0.row }.filter { !$0.isOwn && $0.standing != .left }
        if others.isEmpty || others.contains(where: { $0.isFrom(person) }) { return nil }
        let names = others.prefix(3).map { $0.senderName }.joined(separator: ", ")
        return "Nobody in \(title) is known as \"\(person)\", so there may never be an answer. Members: \(names)"
            + (others.count > 3 ? ", …" : ".")
    }
}
