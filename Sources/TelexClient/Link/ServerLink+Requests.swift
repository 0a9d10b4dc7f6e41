import TelexAPI
import TelexCore
import TelexNetwork

/// What the core asks for, and what becomes of it.
extension ServerLink {
    mutating func perform(_ request: BackendRequest, _ effect: Int) {
        switch request {
        case .sync, .post: break
        case .edit(let chat, let message, let text):
            let route = Route.edit(chat: chat.text, message: remote(message))
            self.request(Request(route, EditRequest(text: text)), .revise(effect: effect, chat, message))
        case .delete(let chat, let message):
            let route = Route.delete(chat: chat.text, message: remote(message))
            self.request(Request(route), .revise(effect: effect, chat, message))
        case .older: finish(effect, request.failed("A telex-server leaves out nothing, so there is nothing older."))
        case .join(let chat): self.request(Request(.join(chat: chat.text)), .join(effect: effect, chat))
        case .leave(let chat): self.request(Request(.decline(chat: chat.text)), .leave(effect: effect, chat))
        case .markRead(let chat, let message):
            let body = MarkRequest(read: remote(message), delivered: nil)
            self.request(Request(.mark(chat: chat.text), body), .mark(effect: effect, chat, message))
        case .typing(let chat):
            if live.isOpen(chat) { connection.work(.tellTyping) }
            finish(effect, nil)
        case .create(let contact): create(contact, effect)
        case .search(let query): self.request(Request(.people(query: query)), .search(effect: effect, query: query))
        }
    }

    mutating func post(_ message: Message, number: Int) {
        let body = PostRequest(id: message.id.text, text: message.text, kind: Self.name(of: message.kind))
        request(Request(.post(chat: message.chat.text), body), .post(number: number))
    }

    mutating func sent(_ entry: Poster.Entry, _ reply: Reply) {
        finish(entry.effect, .message(.sent(chat: entry.message.chat, message: entry.message.id)))
        let info: MessageInfo? = if case .message(let info) = reply { info } else { nil }
        if let event = revisions.takeLate(entry.message.key, info).flatMap(revision) { tell(event) }
    }

    mutating func answered(_ purpose: Purpose, _ result: Result<Reply, RequestFailure>) {
        switch purpose {
        case .push, .chats, .messages, .revisions:
            switch result {
            case .success(let reply): took(reply, purpose)
            case .failure(let failure): lose(failure)
            }
        case .live(let number):
            guard number == live.number else { return }
            if case .success(.frame(let frame)) = result { told(frame) } else { socketEnded() }
        case .post(let number): posted(number, result)
        case .mark(let effect, let chat, let message):
            let isDone = if case .success = result { true } else { false }
            finish(effect, isDone ? .message(.userRead(chat: chat, message: message)) : nil)
        case .revise(let effect, let chat, let message):
            revised(MessageKey(chat: chat, message: message), result, effect)
        case .create(let effect, let names): created(result, effect, orGroup: names)
        case .join(let effect, let chat): joined(chat, result, effect)
        case .rejoin: if case .success(.chat(let info)) = result { takeIn(info) }
        case .leave(let effect, let chat): left(chat, result, effect)
        case .search(let effect, let query):
            var names: [String] = []
            if case .success(.people(let found)) = result { names = Self.names(found.people) }
            finish(effect, .search(.found(query: query, contacts: names)))
        }
    }

    private mutating func took(_ reply: Reply, _ purpose: Purpose) {
        switch (purpose, reply, connection.connecting) {
        case (.push, .frame(let frame), _): pushed(frame)
        case (.chats, .chats(let page), let effect?): took(page, effect)
        case (.revisions, .revisions(let page), _?): took(page)
        case (.messages(let chat), .messages(let page), let effect):
            logs[chat, default: ChatLog()].isFetching = false
            if effect == nil { tookGap(page, in: chat) } else { tookMissed(page, in: chat) }
        default: break
        }
    }

    /// The display names; of namesakes the user names.
    static func names(_ people: [Person]) -> [String] {
        let counts = Dictionary(people.map { ($0.name, 1) }, uniquingKeysWith: +)
        return people.map { counts[$0.name] == 1 ? $0.name : $0.user }
    }
}
