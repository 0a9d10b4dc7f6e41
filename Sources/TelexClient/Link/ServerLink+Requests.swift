import Foundation
import TelexAPI
import TelexCore
import TelexNetwork

/// Sends the core's requests, and handles the replies.
extension ServerLink {
    mutating func perform(_ request: BackendRequest, _ effect: Int) {
        switch request {
        case .sync, .post: break
        case .edit(let chat, let message, let text, let spans):
            let route = Route.edit(chat: chat.text, message: remote(message))
            self.request(Request(route, EditRequest(text: text, spans: Self.infos(spans))), .revise(effect: effect))
        case .delete(let chat, let message):
            let route = Route.delete(chat: chat.text, message: remote(message))
            self.request(Request(route), .revise(effect: effect))
        case .react(let chat, let message, let key, let isAdding):
            let (chat, message) = (chat.text, remote(message))
            let route =
                isAdding
                ? Route.react(chat: chat, message: message, key: key)
                : .unreact(chat: chat, message: message, key: key)
            self.request(Request(route), .revise(effect: effect))
        case .older: fail(effect, "There are no older messages on a telex-server.")
        case .join(let chat): self.request(Request(.join(chat: chat.text)), .join(effect: effect))
        case .leave(let chat): self.request(Request(.decline(chat: chat.text)), .leave(effect: effect, chat))
        case .change(let chat, let change): self.change(chat.text, change, effect)
        case .configure(let chat, let settings, let changes):
            let wish = SettingsRequests.Wish(chat: chat, settings: settings, changes: changes, effect: effect)
            if self.settings.add(wish) { configure(wish) }
        case .ignore(let user, let isIgnored):
            let wish = IgnoreRequests.Wish(user: user, isIgnored: isIgnored, effect: effect)
            if ignoring.add(wish) { ignore(wish) }
        case .fetch: fail(effect, LinkReason.noFiles)
        case .report: fail(effect, BackendRequest.noReports)
        case .markRead(let chat, let message, let isPrivate):
            let body = MarkRequest(read: remote(message), isPrivate: isPrivate ? true : nil)
            self.request(Request(.mark(chat: chat.text), body), .mark(effect: effect, chat, message))
        case .typing(let chat):
            if live.isOpen(chat) { connection.work(.tellTyping) }
            finish(effect, nil)
        case .create(let recipient, nil): create(recipient, effect)
        case .create(let recipient, let title?): createGroup(recipient, Self.names(in: recipient), title, effect)
        case .knock: fail(effect, "telex-server does not support requests to join.")
        case .searchMessages: finish(effect, nil)
        case .search(let query): self.request(Request(.people(query: query)), .search(effect: effect, query: query))
        }
    }

    mutating func post(_ message: Message, number: Int) {
        if uploads(message, number: number) { return }
        let body = PostRequest(
            id: message.id.text, text: message.text, kind: Self.name(of: message.kind),
            replyTo: message.replyTo.map(remote), spans: Self.infos(message.spans),
            file: message.file.map(Self.posted))
        request(Request(.post(chat: message.chat.text), body), .post(number: number))
    }

    private static func posted(_ file: MessageFile) -> PostedFile {
        PostedFile(
            file: file.source ?? "", name: file.name, mediaType: file.mediaType, width: file.width,
            height: file.height, durationMs: file.durationMs)
    }

    private static func infos(_ spans: [TextSpan]) -> [SpanInfo]? {
        if spans.isEmpty { return nil }
        return spans.map {
            SpanInfo(
                start: $0.start, length: $0.length, style: $0.style.rawValue, url: $0.url, user: $0.user?.text,
                language: $0.language, reason: $0.reason)
        }
    }

    mutating func sent(_ entry: Poster.Entry, _ reply: Reply) {
        let key = entry.message.key
        guard case .message(let info) = reply else { return placeAll(in: key.chat) }
        add([info], in: key.chat)
        // A message that was passed on before does not come again.
        if info.seq <= logs[key.chat]?.known ?? 0 { settle(info, in: key.chat) }
    }

    mutating func answered(_ purpose: Purpose, _ reply: Reply) {
        switch (purpose, reply) {
        case (.probe, .chats): probed()
        case (.push, .frame(let frame)): pushed(frame)
        case (.live(let number), .frame(let frame)): if number == live.number { report(frame) }
        case (.chats, .chats(let page)): took(page)
        case (.messages(let chat), .messages(let page)): took(page, in: chat)
        case (.revisions, .revisions(let page)): took(page)
        case (.post(let number), _): posted(number, reply)
        case (.mark(let effect, let chat, let message), _):
            finish(effect, .message(.read(MessageKey(chat: chat, message: message))))
        case (.revise(let effect), .message(let info)): revised(info, effect)
        case (.create(let effect, _, _), .chat(let info)):
            groups[ChatID(info.chat)] = info.group?.joined
            finish(effect, .chat(.created(TitledChat(chat: ChatID(info.chat), title: info.title))))
        case (.join(let effect), .chat(let info)):
            for event in events(of: [info]) { answer(effect, event) }
            finish(effect, nil)
            fetchIfBehind(info)
        case (.rejoin, .chat(let info)): admit(info)
        // What has changed comes by push.
        case (.change(let effect), _): finish(effect, nil)
        case (.configure(let wish), .chat(let info)):
            // Another device may have changed them since.
            let held = heldSettings.removeValue(forKey: wish.chat)
            let newest = held.map { $0.event > info.event ? $0 : info } ?? info
            answeredSettings[wish.chat] = newest.event
            finish(wish.effect, Self.settings(of: newest, isAnswer: true))
            configured(wish.chat)
        case (.ignore(let wish), .ignored(let info)):
            finish(wish.effect, Self.ignored(info.users))
            if let next = ignoring.end() { ignore(next) }
        case (.leave(let effect, let chat), _): finish(effect, .invitation(.declined(chat: chat)))
        case (.offer(let effect, let reason), .people(let found)):
            finish(effect, .chat(.createFailed(CreationFailure(reason: reason, recipients: Self.names(found.people)))))
        case (.search(let effect, let query), .people(let found)):
            finish(effect, .search(.found(FoundPeople(query: query, recipients: Self.names(found.people)))))
        default: break
        }
    }

    mutating func recover(_ purpose: Purpose, from failure: RequestFailure) -> Bool {
        switch (purpose, failure) {
        case (.probe, _): return probeFailed(failure)
        case (.create(let effect, let recipient, isGroup: false), .refused(let reason, let isMissing)):
            // A person's name may contain a comma.
            let names = Self.names(in: recipient)
            if isMissing, names.count > 1 {
                createGroup(recipient, names, nil, effect)
                break
            }
            // Offer the people whose names begin with this text.
            request(Request(.people(query: recipient)), .offer(effect: effect, reason: reason))
        case (.offer(let effect, let reason), _): fail(effect, reason)
        // The settings are sent again after the next connection.
        case (.configure(let wish), _):
            configured(wish.chat)
            if let held = heldSettings.removeValue(forKey: wish.chat), let event = Self.settings(of: held) {
                tell(event)
            }
            return false
        case (.ignore, _):
            if let next = ignoring.end() { ignore(next) }
            return false
        // A chat that no longer exists counts as left.
        case (.leave, .refused(_, isMissing: true)): answered(purpose, .done)
        case (.live(let number), _): if number == live.number { socketEnded() }
        default: return false
        }
        return true
    }

    /// The display names of people. If the server could take one for somebody else, the user name is added, in a form
    /// that it accepts: if several share the name, if it is somebody's user name, or if it ends as such a form does.
    ///
    /// Like the server, this ignores case and accents.
    static func names(_ people: [Person]) -> [String] {
        func folded(_ name: String) -> String {
            name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        }
        let names = people.flatMap { Set([folded($0.name), folded($0.user)]) }
        let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +)
        return people.map { person in
            let isClear = counts[folded(person.name)] == 1 && !person.name.hasSuffix(")")
            return isClear ? person.name : "\(person.name) (\(person.user))"
        }
    }
}
