import TelexCore
import TelexNetwork

/// Sends the core's requests, and handles the replies.
extension MatrixLink {
    /// The prefix of the transaction ids of edits and deletions, which the core does not name.
    static let editPrefix = "telex-revision-"

    mutating func perform(_ request: BackendRequest, _ effect: Int) {
        switch request {
        case .sync, .post: break
        case .typing(let chat):
            finish(effect, nil)
            tellTyping(in: chat)
        case .markRead(let chat, let message, let isPrivate):
            guard let event = receipt(for: message, in: chat) else {
                readSilently(chat)
                return finish(effect, .message(.read(MessageKey(chat: chat, message: message))))
            }
            let body: JSON = [
                "m.fully_read": .string(event), isPrivate ? "m.read.private" : "m.read": .string(event),
            ]
            self.request(
                MatrixRequest(.post, ["rooms", chat.text, "read_markers"], body: body),
                .markRead(effect: effect, chat, message))
        case .search(""): finish(effect, .search(.found(FoundPeople(query: ""))))
        case .search(let query): self.request(Self.directory(query), .search(effect: effect, query: query))
        case .searchMessages(let query): searchMessages(query, effect)
        case .edit(let chat, let message, let text, let spans):
            if isEncrypted(chat) { return fail(effect, MatrixReason.encrypted) }
            self.request(
                .event(sent.event(of: message, in: chat), in: chat.text),
                .original(effect: effect, chat, message, text: text, spans))
        case .delete(let chat, let message):
            let path = ["rooms", chat.text, "redact", sent.event(of: message, in: chat), transaction(message)]
            self.request(
                MatrixRequest(.put, path, body: [:]),
                .revise(effect: effect, .deleted(MessageKey(chat: chat, message: message))))
        case .react(let chat, let message, let key, let isAdding):
            react(effect, chat, message, key: key, isAdding: isAdding)
        case .configure(let chat, let settings, let changes):
            let wish = SettingsRequests.Wish(chat: chat, settings: settings, changes: changes, effect: effect)
            if self.settings.add(wish) { configure(wish) }
        case .ignore(let user, let isIgnored):
            let wish = IgnoreRequests.Wish(user: user, isIgnored: isIgnored, effect: effect)
            if ignoring.add(wish) { ignore(wish) }
        case .fetch: fail(effect, LinkReason.noFiles)
        case .report(let chat, let message, let reason):
            let path = ["rooms", chat.text, "report", sent.event(of: message, in: chat)]
            self.request(
                MatrixRequest(.post, path, body: ["reason": .string(reason)]), .report(effect: effect, chat, message))
        case .older(let chat, let token): askForOlder(effect, chat, token: token, from: token, tries: 0)
        case .join(let chat):
            joining[chat] = Joining(effect: effect)
            self.request(MatrixRequest(.post, ["join", chat.text], body: [:]), .join(effect: effect, chat))
        case .leave(let chat): decline(effect, chat)
        case .change(let chat, let change): self.change(chat.text, change, effect)
        case .create(let recipient, nil): create(recipient, effect)
        case .create(let recipient, let title?): createGroup(recipient, title, effect)
        case .knock(let address): knock(address, effect)
        }
    }

    mutating func answered(_ purpose: Purpose, _ answer: JSON) {
        guard purpose.fits(answer) else {
            return failed(
                purpose,
                .foreign(outage: MatrixReason.invalidAnswer(account.url), refusal: NetworkReason.foreign(.ok)))
        }
        switch purpose {
        case .sync, .joinedRooms, .beginning, .messages, .fill: synced(purpose, answer)
        case .sender(let edit): verify(edit, answer)
        case .text(let room): restore(answer, in: room)
        case .older(let effect, let chat, let token, let tries): gotOlder(effect, chat, token, tries, answer)
        case .encryption(let chat, let number):
            // A proxy may answer anything with an empty object, which is not to bar the room for ever.
            if answer["algorithm"].exists { noteEncryption(of: chat.text) }
            refuse(number, MatrixReason.encrypted)
        case .answered(let event, let number): note(author: answer["sender"].string ?? "", of: event, number: number)
        case .post(let number): posted(number, answer)
        case .markRead(let effect, let chat, let message):
            finish(effect, .message(.read(MessageKey(chat: chat, message: message))))
        case .original(let effect, let chat, let message, let text, let spans):
            edit(effect, message, in: chat, text, spans, answer)
        case .revise(let effect, let event): finish(effect, .revision(event))
        case .react(let wish): reacted(wish, answer)
        case .unreact(let wish, let events): redacted(events, wish)
        case .reactions(let wish): found(wish, answer)
        case .join(_, let chat): joined(chat)
        case .standing(let effect, let chat): decline(effect, chat, membership: answer["membership"].string)
        case .leave(let effect, let chat): declined(effect, chat)
        case .report(let effect, let chat, let message):
            finish(effect, .message(.reported(MessageKey(chat: chat, message: message))))
        case .search(let effect, let query):
            finish(effect, .search(.found(FoundPeople(query: query, recipients: people(answer).map(\.label)))))
        case .searchMessages(let wish):
            found(wish, answer)
            endSearch()
        case .create(let effect, let creation): created(effect, creation, answer)
        case .levels(let effect, let room, let user, let role):
            let levels = PowerLevels.content(answer, giving: user.text, role)
            request(
                MatrixRequest(.put, ["rooms", room, "state", "m.room.power_levels", ""], body: levels),
                .change(effect: effect))
        case .change(let effect): finish(effect, nil)
        case .configure(let wish, let rest): configure(wish, rest)
        case .ignoredList(let wish): ignore(wish, answer)
        case .ignore(let wish, let content):
            finish(wish.effect, note(ignored: content))
            if let next = ignoring.end() { ignore(next) }
        case .probe: probed()
        case .typing, .noteDirect: break
        }
    }

    /// Changes a room: https://spec.matrix.org/v1.11/client-server-api/#mroomname, `#mroomtopic` and `#room-membership`.
    private mutating func change(_ room: String, _ change: GroupChange, _ effect: Int) {
        let changed: MatrixRequest
        switch change {
        case .title(let title):
            changed = MatrixRequest(.put, ["rooms", room, "state", "m.room.name", ""], body: ["name": .string(title)])
        case .topic(let topic):
            changed = MatrixRequest(
                .put, ["rooms", room, "state", "m.room.topic", ""], body: ["topic": .string(topic)])
        case .leave: changed = MatrixRequest(.post, ["rooms", room, "leave"], body: [:])
        case .invite(let user):
            guard user.hasPrefix("@"), user.contains(":") else { return fail(effect, MatrixReason.noAddress(user)) }
            changed = MatrixRequest(.post, ["rooms", room, "invite"], body: ["user_id": .string(user)])
        case .remove(let user):
            changed = MatrixRequest(.post, ["rooms", room, "kick"], body: ["user_id": .string(user.text)])
        case .role(let user, let role):
            return request(
                MatrixRequest(.get, ["rooms", room, "state", "m.room.power_levels", ""]),
                .levels(effect: effect, room: room, user, ChatMember.Role(rawValue: role) ?? .member))
        }
        request(changed, .change(effect: effect))
    }

    mutating func recover(_ purpose: Purpose, from failure: RequestFailure) -> Bool {
        switch (purpose, failure) {
        case (.probe, _): return probeFailed(failure)
        // A tag or rule that is not there need not be removed.
        case (.configure(let wish, let rest), .refused(_, isMissing: true)): configure(wish, rest)
        // The settings are sent again after the next connection.
        case (.configure(let wish, _), _):
            configured(wish.chat)
            if let room = rooms[wish.chat.text] { tellSettings(of: room) }
            return false
        // There is no list yet.
        case (.ignoredList(let wish), .refused(_, isMissing: true)): ignore(wish, [:])
        case (.ignoredList, _), (.ignore, _):
            if let next = ignoring.end() { ignore(next) }
            return false
        case (.searchMessages, _):
            endSearch()
            return false
        // If we may no longer read the room, use only what the sync itself contained.
        case (.messages, .refused): applyMessages([:])
        case (.fill, .refused): skipFill()
        // The event does not exist, or we may not see it.
        case (.sender, .refused), (.text, .refused): endLookup()
        case (.sender, .busy), (.text, .busy):
            if lookups.retries() { return false }
            endLookup()
        case (.encryption(let chat, let number), .refused(_, isMissing: true)):
            plain.insert(chat.text)
            repost(number)
        // The server knows the message by its transaction, so it did not have it before either.
        case (.post(let number), .refused) where isLeft(connection.poster.entry(number)),
            (.encryption(_, let number), .refused) where isLeft(connection.poster.entry(number)):
            refuse(number, MatrixReason.left)
        case (.answered(let event, let number), .refused): note(author: "", of: event, number: number)
        case (.join(let effect, let chat), _):
            guard joining.removeValue(forKey: chat) != nil else { break }
            fail(effect, connection.explanation(failure))
            pump()
        case (.standing(let effect, let chat), .refused): decline(effect, chat, membership: nil)
        // There is no `m.direct` yet.
        case (.create(_, .looking), .refused(_, isMissing: true)): answered(purpose, [:])
        case (.create(_, .joined), _): answered(purpose, [:])
        case (.create(let effect, .meeting(let user)), .refused(_, isMissing: true)):
            fail(effect, MatrixReason.nobody(user))
        case (.create(let effect, .joining(let address)), .refused(let reason, isMissing: false)):
            lookAt(address, effect, reason: reason)
        case (.create(let effect, .knockable(let reason)), _): fail(effect, reason)
        default: return false
        }
        return true
    }

    // MARK: Typing

    private mutating func tellTyping(in chat: ChatID) {
        // Nothing can be sent there.
        if isEncrypted(chat) { return }
        guard typing.begin(in: chat) else { return }
        connection.wake(.typing(number: typing.number), after: Typing.freshness)
        tellTyping(["typing": true, "timeout": .number(2000 * Typing.freshness)], in: chat)
    }

    /// Tells the server that we have stopped typing, because the message was sent.
    mutating func endTyping(in chat: ChatID) {
        if typing.end(in: chat) { tellTyping(["typing": false], in: chat) }
    }

    private mutating func tellTyping(_ body: JSON, in chat: ChatID) {
        request(MatrixRequest(.put, ["rooms", chat.text, "typing", account.user], body: body), .typing)
    }

    // MARK: Revisions

    /// Edits a message of ours. It keeps its kind: an emote, or the caption of an image.
    private mutating func edit(
        _ effect: Int, _ message: MessageID, in chat: ChatID, _ text: String, _ spans: [TextSpan], _ answer: JSON
    ) {
        // The room may have become encrypted while we waited for the answer.
        guard !isEncrypted(chat), let event = RoomEvent(answer), event.type == "m.room.message" else {
            return fail(effect, MatrixReason.encrypted)
        }
        let body = Self.body(text, spans)
        var mentions = mentions(spans, in: chat)
        let before = Mentions(MessageReader.current(event))
        // Whom an answer mentions because it answers them stays mentioned.
        if event.answers != nil { mentions.users.formUnion(Mentions(event.content).users) }
        var new = MessageReader.edit(of: event, body).object
        new["m.mentions"] = mentions.json
        var content = new
        content["body"] = .string("* \(new["body"]?.string ?? text)")
        if let formatted = body["formatted_body"].string { content["formatted_body"] = .string("* \(formatted)") }
        content["m.new_content"] = .object(new)
        // Only those who are newly mentioned are notified.
        content["m.mentions"] = mentions.new(since: before).json
        content["m.relates_to"] = ["rel_type": "m.replace", "event_id": .string(event.id)]
        request(
            .send(.object(content), to: chat.text, transaction: transaction(message)),
            .revise(effect: effect, MessageReader.content(.object(new)).edited(message, in: chat)))
    }

    // MARK: Older messages

    /// How many pages without messages to skip.
    private static let mostEmptyPages = 20

    private mutating func askForOlder(_ effect: Int, _ chat: ChatID, token: String, from: String, tries: Int) {
        request(
            .messages(chat.text, from: from, limit: RowLimit.page),
            .older(effect: effect, chat, token: token, tries: tries))
    }

    private mutating func gotOlder(_ effect: Int, _ chat: ChatID, _ token: String, _ tries: Int, _ answer: JSON) {
        var room = rooms[chat.text] ?? Room(id: chat.text)
        room.learnNames(answer["state"].array + answer["chunk"].array)
        if room != rooms[chat.text] {
            keep(room)
            tellMembers(of: room)
        }
        let events = answer["chunk"].array.reversed().compactMap(RoomEvent.init)
        for event in events { noteReplacement(of: event) }
        let reader = reader(of: room)
        var messages: [IncomingMessage] = []
        var reactions: [Event] = []
        for event in events {
            switch reader.read(event) {
            case .message(let message): messages.append(message)
            case .reaction(let target, let key):
                if let added = added(event, to: target, key: key, in: room) { reactions.append(added) }
            case .edit, .deletion, .nothing: break
            }
        }
        let isBeginning = events.first?.isCreation == true
        let end = answer["chunk"].array.isEmpty || isBeginning ? nil : answer["end"].string
        if messages.isEmpty, let end, tries < Self.mostEmptyPages {
            for reaction in reactions { tell(reaction) }
            return askForOlder(effect, chat, token: token, from: end, tries: tries + 1)
        }
        self.answer(
            effect, .history(.fetched(FetchedHistory(chat: chat, before: token, messages: messages, next: end))))
        for reaction in reactions { tell(reaction) }
        finish(effect, nil)
    }
}
