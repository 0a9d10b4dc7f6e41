import TelexCore
import TelexNetwork

/// Searches for messages on the server (client-server API, "Server Side Search").
extension MatrixLink {
    /// How many messages to ask for.
    private static let pageSize = 20
    /// The most senders to ask for.
    private static let mostSenders = 50
    /// The longest token that is sent back, in bytes.
    private static let longestToken = 4096

    mutating func searchMessages(_ query: ServerQuery, _ effect: Int) {
        guard let body = criteria(query.query) else { return finish(effect, nil) }
        let wish = MessageSearches.Wish(query: query, effect: effect)
        if searches.add(wish) { ask(wish, body) }
    }

    private mutating func ask(_ wish: MessageSearches.Wish, _ body: JSON) {
        var request = MatrixRequest(
            .post, ["search"], query: wish.query.token.map { [("next_batch", $0)] } ?? [], body: body)
        // A person waits for it.
        request.isRepeatable = false
        self.request(request, .searchMessages(wish))
    }

    /// Sends the next of the searches that wait.
    mutating func endSearch() {
        while let next = searches.end() {
            if let body = criteria(next.query.query) { return ask(next, body) }
            finish(next.effect, nil)
        }
    }

    /// The body of a request; `nil` if the server cannot search for that. It knows no days, and nothing of encrypted rooms.
    private func criteria(_ query: MessageQuery) -> JSON? {
        let term = query.parts.map(Self.term).filter { !$0.isEmpty }.joined(separator: " ")
        guard !term.isEmpty, query.after == nil, query.before == nil, query.features.isEmpty else { return nil }
        var filter: [String: JSON] = ["limit": .number(Double(Self.pageSize)), "types": ["m.room.message"]]
        if let chat = query.chat {
            if isEncrypted(chat) || !Room.isID(chat.text) { return nil }
            filter["rooms"] = .array([.string(chat.text)])
        }
        switch query.author {
        case nil: break
        case .own?: filter["senders"] = .array([.string(account.user)])
        case .others(let people, in: _)?:
            guard (1...Self.mostSenders).contains(people.count) else { return nil }
            filter["senders"] = .array(people.map(\.text).sorted().map(JSON.string))
        }
        let events: JSON = [
            "search_term": .string(term), "keys": ["content.body"], "order_by": "recent", "filter": .object(filter),
        ]
        return ["search_categories": ["room_events": events]]
    }

    /// The words of a part. Words that follow each other are in quotation marks, which servers may ignore.
    private static func term(_ part: SearchPart) -> String {
        let words = part.text.split { $0.isWhitespace || $0 == "\"" }.joined(separator: " ")
        return part.isWhole && !words.isEmpty ? "\"\(words)\"" : words
    }

    mutating func found(_ wish: MessageSearches.Wish, _ answer: JSON) {
        let events = answer["search_categories"]["room_events"]
        guard case .object = events, events["results"].isNull(or: { if case .array = $0 { true } else { nil } }) else {
            return fail(wish.effect, "\(MatrixReason.invalidAnswer(account.url)).")
        }
        let messages = events["results"].array.prefix(Self.pageSize).compactMap { message($0["result"]) }
        let next = events["next_batch"].string.flatMap { token in
            token.isEmpty || token == wish.query.token || token.utf8.count > Self.longestToken ? nil : token
        }
        let page = ServerPage(text: wish.query.text, messages: messages.map { ServerMessage($0) }, next: next)
        finish(wish.effect, .messageSearch(.serverFound(page)))
    }

    /// The message of an event, or the one that the event edits; `nil` if it has no text.
    private mutating func message(_ json: JSON) -> IncomingMessage? {
        guard let event = RoomEvent(json), !event.id.isEmpty, let id = json["room_id"].string, Room.isID(id) else {
            return nil
        }
        let room = rooms[id] ?? Room(id: id)
        let title = rooms[id]?.title
        switch reader(of: room, title: title ?? id).read(event) {
        case .message(var message) where message.kind.isSearched:
            message.title = title
            return message
        case .edit(let target, let sender, var content) where content.kind.isSearched:
            let isOwn = sender == account.user
            content.sender = UserID(sender)
            content.senderName = isOwn ? nil : room.displayName(sender)
            content.isEdited = true
            return IncomingMessage(
                chat: ChatID(id), message: isOwn ? sent.message(of: target) : MessageID(target), title: title,
                content: content, date: event.date, isOwn: isOwn)
        default: return nil
        }
    }
}

extension MessageKind {
    /// Whether what somebody wrote is the text of the message.
    fileprivate var isSearched: Bool { [.text, .notice, .emote].contains(self) }
}
