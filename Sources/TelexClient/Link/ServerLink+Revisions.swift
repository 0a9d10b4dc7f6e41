import TelexAPI
import TelexCore
import TelexNetwork

/// Handles edits and deletions of messages.
extension ServerLink {
    func key(_ message: MessageInfo) -> MessageKey {
        MessageKey(chat: ChatID(message.chat), message: local(message.id))
    }

    // MARK: Our revisions

    mutating func revised(_ info: MessageInfo, _ effect: Int) {
        // Skip a revision that was already reported on another channel.
        let new = logs[ChatID(info.chat), default: ChatLog()].apply(revision: info, isInOrder: false)
        let events = new.map(revisions) ?? []
        for event in events { answer(effect, event) }
        finish(effect, nil)
    }

    // MARK: All revisions

    mutating func apply(revision message: MessageInfo, isPushed: Bool) {
        let chat = ChatID(message.chat)
        if let new = logs[chat, default: ChatLog()].apply(revision: message, isInOrder: isPushed) {
            tell(revision: new)
        }
        if isPushed, let number = message.revised { keep(revised: number) }
    }

    /// Reports a revision. For a message of ours that is still being sent, holds it until the server has the message.
    private mutating func tell(revision message: MessageInfo) {
        if connection.poster.holds(local(message.id), in: ChatID(message.chat)) {
            revisions.hold(message, as: key(message))
        } else {
            for event in revisions(of: message) { tell(event) }
        }
    }

    /// The events that report a revision; none for a message of an unknown kind.
    func revisions(of message: MessageInfo) -> [Event] {
        let (key, (kind, text)) = (key(message), Self.content(of: message))
        switch kind {
        case .text, .emote, .notice, .file:
            return [
                .revision(
                    .edited(
                        EditedMessage(
                            chat: key.chat, message: key.message, text: text, spans: Self.spans(of: message),
                            isEdited: message.edited == true))),
                .reaction(
                    .listed(MessageReactions(chat: key.chat, message: key.message, reactions: reactions(to: message)))),
            ]
        case .deleted: return [.revision(.deleted(MessageKey(chat: key.chat, message: key.message)))]
        case .unshowable, .system: return []
        }
    }

    func reactions(to message: MessageInfo) -> [Reaction] {
        (message.reactions ?? []).map {
            Reaction(key: $0.key, sender: UserID($0.user), isOwn: $0.user == account.user)
        }
    }

    // MARK: Catching up

    mutating func keep(revised event: Int64) {
        revisions.reported = event
        keep(Revisions.name, "\(event)")
    }

    mutating func askForRevisions(after event: Int64) {
        request(Request(.revisions(since: event, limit: 200)), .revisions)
    }

    mutating func took(_ page: RevisionPage) {
        for message in page.messages { apply(revision: message, isPushed: true) }
        keep(revised: page.cursor)
        if page.more, !page.messages.isEmpty { return askForRevisions(after: page.cursor) }
        revisions.last = nil
        fetchNext()
    }
}
