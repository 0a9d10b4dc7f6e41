import Testing

@testable import TelexCore

/// Changes that a message's sender makes to the chat.
@Suite struct ChatChangeTests {
    private static let members = Members(stored: [
        ChatMember(id: "@ada:x", name: "Ada", standing: .joined, isOwn: true),
        ChatMember(id: "@bob:x", name: "Bob", standing: .joined), ChatMember(id: "@eve:y"),
    ])

    @Test(
        arguments: [
            (.joined, "joined the chat."), (.left(reason: nil), "left the chat."),
            (.left(reason: " tired\u{202E}\n"), "left the chat. Reason: tired"),
            (.removed("@ada:x", reason: "spam"), "removed you from the chat. Reason: spam"),
            (.removed("@eve:y", reason: nil), "removed @eve:y from the chat."),
            (.removed(nil, reason: nil), "removed somebody from the chat."),
            (.banned("@bob:x", reason: ""), "banned Bob from the chat."),
            (.renamed(from: "Rob", to: "B\u{200B}ob"), "changed their name from \"Rob\" to \"Bob\"."),
            (.renamed(from: nil, to: "Bob"), "set their name to \"Bob\"."),
            (.renamed(from: "Bob", to: nil), "removed their name."),
            (.retitled("Club"), "changed the title of the chat to \"Club\"."),
            (.retitled(nil), "removed the title of the chat."),
            (.topicChanged("a\nb"), "changed the topic to \"a b\"."), (.topicChanged(nil), "removed the topic."),
            (.replaced, "replaced this chat with a new one."), (.requested(reason: nil), "asked to join the chat."),
        ] as [(ChatChange, String)])
    func formatsAsASentence(change: ChatChange, as sentence: String) {
        #expect(ChatChangeText.sentence(change, by: "@bob:x", Self.members) == sentence)
        let own = sentence.replacingOccurrences(of: "their", with: "your")
        #expect(ChatChangeText.sentence(change, by: "@ada:x", Self.members) == own)
    }

    private func change(_ change: ChatChange, by sender: UserID, isOwn: Bool = false) -> Event {
        var content = MessageContent.system(change, by: sender)
        content.attention = .mention
        return .message(.received(IncomingMessage(chat: "ada", message: "s", content: content, isOwn: isOwn)))
    }

    @Test func isNeitherUnreadNorMovesTheChat() throws {
        let flow = Flow(chats: [.ada])
        flow.receive("ada", "a")
        flow.receive("bo", "b")
        flow.forget()
        flow.send(change(.joined, by: "@bob:x"), id: "j")
        flow.expect(
            saves: [
                .message(
                    Message(
                        id: "s", chat: "ada", position: flow.order, isOwn: false,
                        content: .system(.joined, by: "@bob:x"), date: .start, delivery: .received)),
                .chat(.ending(with: .stored("a", at: flow.order - 2), title: "ada", total: 2, unread: 1)),
            ], settled: ["j"])
        #expect(flow.chatList.model?.chats.map(\.chat) == ["bo", "ada"])
    }

    @Test func isNeverOwnAndCannotBeEdited() {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada")
        flow.send(
            .member(
                .synced(
                    SyncedMembers(
                        chat: "ada", members: [ChatMember(id: "@ada:x", name: "Ada", standing: .joined, isOwn: true)],
                        isComplete: false))))
        flow.forget()
        flow.send(change(.retitled("Club"), by: "@ada:x", isOwn: true))
        let row = flow.messages.model?.messages.first
        #expect(row?.isOwn == false && row?.senderName == "You" && row?.state == .received)
        #expect(row?.text == "changed the title of the chat to \"Club\"." && row?.edit == nil && row?.delete == nil)
        _ = flow.takeSaves()
        flow.expect(
            changes: """
                messages: shouldShowEmpty = false, totalCount = 1
                messages[s] comes: sender = @ada:x, senderName = You, kind = system, \
                text = changed the title of the chat to "Club"., change = retitled(Club), date = 2026-01-05T09:00:00Z, \
                dayText = Today, statusText = 09:00, state = received
                """)
        let content = MessageContent.system(.retitled("Club"), by: "@ada:x")
        let known = [MessageID("s"): KnownMessage(position: 9, unreadAfter: 0, content: content)]
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "s", text: "x", kind: .text, isEdited: true))),
            known: known)
        flow.expect()
        // The network may delete it, to hide an offensive name or topic.
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "s"))), known: known)
        flow.expect(
            saves: [.revised("ada", "s", content.deleted)],
            changes: "messages[s]: text = [deleted], change = nil")
    }

    @Test func showsTheTextOfAnUnknownChange() {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada")
        let content = MessageContent(kind: .system, text: "pinned a message.", sender: "@bob:x")
        flow.send(.message(.received(IncomingMessage(chat: "ada", content: content))))
        #expect(flow.messages.model?.messages.first?.text == "pinned a message.")
        // Only messages of the kind `system` have a change.
        flow.send(
            .message(.received(IncomingMessage(chat: "ada", content: MessageContent(text: "hi", change: .joined)))))
        #expect(flow.messages.model?.messages.last?.change == nil)
        _ = flow.takeSaves()
        flow.expect(
            changes: """
                chatList[ada]: lastMessage = (message: fresh-10, senderName: Unknown sender, kind: text, excerpt: hi, \
                date: 2026-01-05T09:00:00Z), previewText = Unknown sender: hi, dateText = 09:00, unreadCount = 1
                messages: shouldShowEmpty = false, totalCount = 2, markRead = message.reading(ada), seen = message.showing(ada, <firstID>, <lastID>)
                messages[fresh-9] comes: sender = @bob:x, senderName = @bob:x, kind = system, text = pinned a message., \
                date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, state = received
                messages[fresh-10] comes: senderName = Unknown sender, kind = text, text = hi, \
                date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, state = received
                badge: unreadCount = 1
                """)
    }

    // MARK: Replaced chats

    @Test(
        arguments: [
            (.joined, .joined), (.left(reason: "a"), .left(reason: nil)), (.retitled("a"), nil), (.replaced, .replaced),
            (.removed("@bob:x", reason: "a"), .removed("@bob:x", reason: nil)), (.renamed(from: "a", to: "b"), nil),
        ] as [(ChatChange, ChatChange?)])
    func losesOnlyItsTextsWhenDeleted(change: ChatChange, rest: ChatChange?) {
        let deleted = MessageContent.system(change, by: "@bob:x").deleted
        #expect(deleted == .system(rest, by: "@bob:x"))
    }

    private func replaced(by flow: Flow) {
        flow.open("ada", title: "Ada")
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada", successor: "new")])))
    }

    @Test func refusesMessagesToAReplacedChat() throws {
        let flow = Flow(chats: [.ada])
        replaced(by: flow)
        let model = try #require(flow.messages.model)
        #expect(model.errorText == "This chat has been replaced. Continue in the new one.")
        flow.forget()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: nil))), id: "s")
        flow.expect(
            settled: ["s refused"],
            changes: "messages: errorRevision = 1")
        // Messages refused before are not retried either.
        flow.send(.outbox(.retrying(MessageKey(chat: "ada", message: "old"))))
        flow.expect()
        // A chat cannot replace itself.
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada", successor: "ada")])))
        flow.expect()
        // A server list without a successor does not undo the replacement.
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada")])))
        flow.expect()
    }

    @Test func linksToTheReplacement() {
        let flow = Flow(chats: [.ada])
        replaced(by: flow)
        #expect(flow.messages.model?.openSuccessor?.event == .chat(.creating(recipient: "new")))
        flow.send(.invitation(.received(ReceivedInvitation(chat: "new", title: "New", inviter: ""))))
        #expect(flow.messages.model?.openSuccessor?.event == .invitation(.accepting(chat: "new")))
        flow.send(.invitation(.accepted(chat: "new")))
        _ = flow.takeSaves()
        flow.expect(
            changes: """
                chatList: totalCount = 2
                chatList[ada]: successor = new
                chatList[new] comes: title = New, sendsReceipts = true, open = screen.opening.messages(new)
                messages: shouldShowEmpty = false, shouldShowError = true, \
                errorText = This chat has been replaced. Continue in the new one., \
                send = nil, reply = nil, sendFile = nil, react = nil, typing = nil, openSuccessor = screen.opening.messages(new)
                """)
    }
}
