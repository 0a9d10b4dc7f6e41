import TelexAPI
import TelexCore
import TelexNetwork

/// How messages that are there already change.
extension ServerLink {
    func key(_ message: MessageInfo) -> MessageKey {
        MessageKey(chat: ChatID(message.chat), message: local(message.id))
    }

    // MARK: By us

    mutating func revised(_ info: MessageInfo, _ effect: Int) {
        // What has been told by push meanwhile is not told again.
        let new = logs[ChatID(info.chat), default: ChatLog()].take(revision: info, isInOrder: false)
        finish(effect, new.flatMap(revision))
    }

    // MARK: By anybody

    mutating func take(revision message: MessageInfo, isPushed: Bool) {
        let chat = ChatID(message.chat)
        if let new = logs[chat, default: ChatLog()].take(revision: message, isInOrder: isPushed) { tell(revision: new) }
        if isPushed, let number = message.revised { keep(revised: number) }
    }

    /// Tells it, but not before the core knows that a message of ours has come.
    private mutating func tell(revision message: MessageInfo) {
        if connection.poster.holds(local(message.id), in: ChatID(message.chat)) {
            revisions.hold(message, as: key(message))
        } else if let event = revision(of: message) {
            tell(event)
        }
    }

    /// What is told of a message that was changed; nothing of one whose kind is not known here.
    func revision(of message: MessageInfo) -> Event? {
        let (key, (kind, text)) = (key(message), Self.content(of: message))
        return switch kind {
        case .text, .emote, .notice: .revision(.edited(chat: key.chat, message: key.message, text: text))
        case .deleted: .revision(.deleted(chat: key.chat, message: key.message))
        case .unshowable, .system: nil
        }
    }

    // MARK: While the link connects

    mutating func keep(revised event: Int64) {
        revisions.told = event
        keep(Revisions.bookmark, "\(event)")
    }

    mutating func askForRevisions(after event: Int64) {
        request(Request(.revisions(since: event, limit: 200)), .revisions)
    }

    mutating func took(_ page: RevisionPage) {
        for message in page.messages { take(revision: message, isPushed: true) }
        keep(revised: page.cursor)
        if page.more, !page.messages.isEmpty { return askForRevisions(after: page.cursor) }
        revisions.last = nil
        fetchNext()
    }
}
