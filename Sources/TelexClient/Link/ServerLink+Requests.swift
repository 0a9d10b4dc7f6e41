import TelexAPI
import TelexCore
import TelexNetwork

/// What the core asks for, and what becomes of it.
extension ServerLink {
    mutating func perform(_ request: BackendRequest, _ effect: Int) {
        switch request {
        case .sync: break
        case .post(let message):
            switch state {
            case .idle, .offline: wait(message, effect)
            case .connecting, .online:
                poster.add(message, effect)
                pump()
            }
        case .edit(let chat, let message, let text):
            let route = Route.edit(chat: chat.text, message: remote(message))
            revise(Request(route, EditRequest(text: text)), MessageKey(chat: chat, message: message), effect)
        case .delete(let chat, let message):
            let route = Route.delete(chat: chat.text, message: remote(message))
            revise(Request(route), MessageKey(chat: chat, message: message), effect)
        case .older(let chat, _):
            finish(effect, .history(.failed(chat: chat, reason: LinkReason.noGap)))
        case .join(let chat): join(chat, effect)
        case .leave(let chat): leave(chat, effect)
        case .markRead(let chat, let message):
            guard state == .online else { return finish(effect, nil) }
            let body = MarkRequest(read: remote(message), delivered: nil)
            actions.append(.request(Request(.mark(chat: chat.text), body), .mark(effect: effect, chat, message)))
        case .typing(let chat):
            if live.isOpen(chat) { actions.append(.tellTyping) }
            finish(effect, nil)
        case .create(let contact): create(contact, effect)
        case .search(let query):
            guard state == .online else { return finish(effect, .search(.found(query: query, contacts: []))) }
            actions.append(.request(Request(.people(query: query)), .search(effect: effect, query: query)))
        }
    }

    /// Why nothing can be asked for just now, if so.
    var offline: String? { if case .offline(let reason) = state { LinkReason.offline(reason) } else { nil } }

    /// Why something that was asked for was not done.
    func reason(_ failure: RequestFailure) -> String {
        switch failure {
        case .refused(let reason), .missing(let reason): reason
        case .offline(let reason), .untrusted(let reason), .busy(let reason): LinkReason.offline(reason)
        case .loggedOut: LinkReason.loggedOut(account)
        }
    }

    mutating func wait(_ message: Message, _ effect: Int) {
        finish(effect, .outbox(.waiting(chat: message.chat, message: message.id)))
    }

    mutating func pump() {
        if state == .online, let entry = poster.begin() { post(entry) }
    }

    mutating func post(_ entry: Poster.Entry) {
        let message = entry.message
        let body = PostRequest(id: message.id.text, text: message.text, kind: Self.name(of: message.kind))
        actions.append(.request(Request(.post(chat: message.chat.text), body), .post(number: poster.number)))
    }

    mutating func answered(_ purpose: Purpose, _ result: Result<Reply, RequestFailure>) {
        switch purpose {
        case .chats(let number), .messages(_, let number), .revisions(let number):
            if number == connection { fetched(purpose, result) }
        case .post(let number): posted(number, result)
        case .mark(let effect, let chat, let message):
            if case .success = result {
                actions.append(.answer(effect: effect, .message(.userRead(chat: chat, message: message))))
            }
            finish(effect, nil)
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

    mutating func fetched(_ purpose: Purpose, _ result: Result<Reply, RequestFailure>) {
        switch (purpose, result, state) {
        case (_, .failure(let failure), _): lose(failure)
        case (.chats, .success(.chats(let page)), .connecting(let effect)): took(page, effect)
        case (.revisions, .success(.revisions(let page)), .connecting(let effect)): took(page, effect)
        case (.messages(let chat, _), .success(.messages(let page)), _):
            logs[chat, default: ChatLog()].isFetching = false
            guard case .connecting(let effect) = state else {
                let brings = page.messages.contains { $0.seq > logs[chat]?.known ?? 0 }
                guard brings || logs[chat]?.hasGap == false else {
                    // What is missing is not to be had: after a while all begins anew.
                    return lose(.offline("The server at \(account.url) leaves out messages"))
                }
                take(page, in: chat)
                if page.more, logs[chat]?.isFetching == false { fetch(chat) }
                return
            }
            let log = logs[chat, default: ChatLog()]
            if let first = page.messages.first, first.seq <= log.known, first.id != log.knownID {
                logs[chat] = ChatLog()
                return fetch(chat)
            }
            take(page, in: chat)
            // A chat that has nothing new to show for it is not asked for again and again.
            if logs[chat]?.known == log.known, backlog.first.map({ ChatID($0.chat) }) == chat { backlog.removeFirst() }
            fetchNext(effect)
        default: break
        }
    }

    mutating func posted(_ number: Int, _ result: Result<Reply, RequestFailure>) {
        switch result {
        case .success(let reply):
            guard let entry = poster.finish(number) else { return }
            backoff.reset()
            finish(entry.effect, .message(.sent(chat: entry.message.chat, message: entry.message.id)))
            if case .message(let info) = reply {
                tellLate(entry.message.key, info)
            } else {
                tellLate(entry.message.key, nil)
            }
        case .failure(.refused(let reason)), .failure(.missing(let reason)):
            guard let entry = poster.finish(number) else { return }
            let (chat, message) = (entry.message.chat, entry.message.id)
            late[entry.message.key] = nil
            finish(entry.effect, .message(.failedSending(chat: chat, message: message, reason: reason)))
        case .failure(.busy):
            if let seconds = poster.postpone(number, chance()) {
                actions.append(.wake(.repost(number: number), after: seconds))
            }
            return
        case .failure(let failure):
            if number == poster.number, state == .online { lose(failure) }
            return
        }
        pump()
    }

    /// The display names; of namesakes the user names.
    static func names(_ people: [Person]) -> [String] {
        let counts = Dictionary(people.map { ($0.name, 1) }, uniquingKeysWith: +)
        return people.map { counts[$0.name] == 1 ? $0.name : $0.user }
    }
}
