import TelexAPI
import TelexCore
import TelexNetwork

/// How messages that are there already change.
extension ServerLink {
    /// The name under which the store keeps up to where changes have been told.
    static let revisions = "revisions"

    func key(_ message: MessageInfo) -> MessageKey {
        MessageKey(chat: ChatID(message.chat), message: local(message.id))
    }

    // MARK: By us

    mutating func revise(_ request: Request, _ message: MessageKey, _ effect: Int) {
        if let reason = offline { return finish(effect, failed(message, reason)) }
        actions.append(.request(request, .revise(effect: effect, message.chat, message.message)))
    }

    mutating func revised(_ message: MessageKey, _ result: Result<Reply, RequestFailure>, _ effect: Int) {
        switch result {
        case .success(.message(let info)):
            // What has been told by push meanwhile is not told again.
            let new = logs[message.chat, default: ChatLog()].take(revision: info, isInOrder: false)
            finish(effect, new.flatMap(revision))
        case .failure(let failure): finish(effect, failed(message, reason(failure)))
        case .success: finish(effect, nil)
        }
    }

    private func failed(_ message: MessageKey, _ reason: String) -> Event {
        .revision(.failed(chat: message.chat, message: message.message, reason: reason))
    }

    // MARK: By anybody

    mutating func take(revision message: MessageInfo, isPushed: Bool) {
        let chat = ChatID(message.chat)
        if let new = logs[chat, default: ChatLog()].take(revision: message, isInOrder: isPushed) { tell(revision: new) }
        if isPushed, let number = message.revised { keep(revised: number) }
    }

    /// Tells it, but not before the core knows that a message of ours has come.
    private mutating func tell(revision message: MessageInfo) {
        if poster.holds(local(message.id), in: ChatID(message.chat)) {
            late[key(message)] = message
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
        case .unshowable: nil
        }
    }

    /// Tells what has changed of a message of ours while it was on its way.
    ///
    /// - Parameter info: the server's answer to it.
    mutating func tellLate(_ message: MessageKey, _ info: MessageInfo?) {
        let known = late.removeValue(forKey: message)
        let newest = [known, info].compactMap(\.self).filter { $0.revised != nil }.max { $0.revised! < $1.revised! }
        if let event = newest.flatMap(revision) { tell(event) }
    }

    // MARK: While the link connects

    mutating func keep(revised event: Int64) {
        revised = event
        tell(.connection(.bookmarked(name: Self.revisions, value: "\(event)")))
    }

    mutating func askForRevisions(after event: Int64) {
        actions.append(
            .request(Request(.revisions(since: event, limit: 200)), .revisions(connection: connection)))
    }

    mutating func took(_ page: RevisionPage, _ effect: Int) {
        for message in page.messages { take(revision: message, isPushed: true) }
        keep(revised: page.cursor)
        if page.more, !page.messages.isEmpty { return askForRevisions(after: page.cursor) }
        lastRevision = nil
        fetchNext(effect)
    }
}
