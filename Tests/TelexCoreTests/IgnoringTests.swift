import Foundation
import Testing

@testable import TelexCore

/// People whom we ignore.
@Suite struct IgnoringTests {
    private let flow = Flow(isStrict: false)

    /// Two chats; Eve writes in the older one, too.
    init() {
        for chat in ["club", "bo"] as [ChatID] { flow.receive(chat, "\(chat)1", title: "\(chat)") }
        flow.forget()
    }

    private func ignore(_ user: UserID, _ isIgnored: Bool = true, id: String? = nil) {
        flow.send(.member(isIgnored ? .ignoring(user: user) : .unignoring(user: user)), id: id)
    }

    private func write(_ id: MessageID, from sender: UserID = "eve", in chat: ChatID = "club") {
        let content = MessageContent(text: "\(id)", sender: sender, attention: .mention)
        flow.send(.message(.received(IncomingMessage(chat: chat, message: id, content: content))))
    }

    private func list(_ ids: [String], isComplete: Bool = true) {
        let people = ids.map { IgnoredPerson(user: UserID($0)) }
        flow.send(.member(.ignoredSynced(SyncedIgnoring(ignored: people, isComplete: isComplete))))
    }

    private var chats: [String] { flow.chatList.model?.chats.map { "\($0.chat) \($0.unreadCount)" } ?? [] }
    private var rows: [String] {
        flow.messages.model?.messages.map { "\($0.message)\($0.isIgnored ? " ignored" : "")" } ?? []
    }
    private var notified: [String] { flow.notification.model?.notifications.map(\.id) ?? [] }

    /// Whom we ignore, as the list of members of a chat says it.
    private var ignored: [UserID] {
        flow.send(.screen(.opening(.members("club"))))
        return flow.members.model?.ignored ?? []
    }

    /// What the server is asked to keep, since the last call.
    private func asked() -> [String] {
        flow.takeWorks().compactMap { work in
            switch work {
            case .ask(.ignore(let user, let isIgnored)), .resend(.ignore(let user, let isIgnored)):
                "\(isIgnored ? "+" : "-")\(user)"
            default: nil
            }
        }
    }

    @Test func whatTheyWriteIsStoredAndDisturbsNobody() {
        flow.send(.chat(.archiving(chat: "bo")))
        ignore("eve")
        let before = (chats, notified)
        write("e1")
        write("e2", in: "bo")
        #expect(chats == before.0)
        #expect(notified == before.1)
        #expect(flow.chatList.model?.chats.map(\.section) == [.chats, .archived])
        write("d1", from: "dee", in: "bo")
        #expect(chats == ["bo 2", "club 1"])
        ignore("eve", false)
        write("e3")
        #expect(chats == ["club 2", "bo 2"])
    }

    @Test func theRowsOfTheChatSayIt() {
        flow.open("club", title: "Club")
        write("d1", from: "dee")
        write("e1")
        #expect(rows == ["d1", "e1"])
        ignore("eve")
        #expect(rows == ["d1", "e1 ignored"])
        ignore("eve", false)
        #expect(rows == ["d1", "e1"])
    }

    /// The order of the list holds after a restart, and positions go on after those that did not move a chat.
    @Test func theirMessagesKeepTheNumberThatTheyHad() {
        ignore("eve")
        write("e1")
        func saved() -> [Chat] { flow.takeSaves().compactMap { if case .chat(let chat) = $0 { chat } else { nil } } }
        #expect(saved().map { ($0.heldOrder ?? .max) < $0.lastOrder } == [true])
        write("d1", from: "dee")
        #expect(saved().map(\.heldOrder) == [nil])
    }

    @Test func theirReactionsAndTypingDoNotShow() {
        flow.open("club", title: "Club")
        write("d1", from: "dee")
        flow.send(.presence(.typingStarted(Typist(chat: "club", sender: "eve"))))
        let reaction = Reaction(key: "👍", sender: "eve")
        flow.send(
            .reaction(.added(MessageReaction(chat: "club", message: "d1", reaction: reaction))),
            known: ["d1": KnownMessage(position: 9, content: MessageContent(text: "d1", sender: "dee"))])
        #expect(flow.messages.model?.typingText == "eve is typing…")
        #expect(flow.messages.model?.messages.last?.reactions?.count == 1)
        ignore("eve")
        #expect(flow.messages.model?.typingText == nil)
        #expect(flow.messages.model?.messages.last?.reactions == nil)
    }

    @Test func theirInvitationIsNotListed() {
        let invitation = ReceivedInvitation(chat: "spam", title: "Spam", inviter: "Eve", inviterID: "eve")
        ignore("eve")
        let before = (chats, notified)
        flow.send(.invitation(.received(invitation)))
        #expect(chats == before.0 && notified == before.1)
        ignore("eve", false)
        flow.send(.invitation(.received(invitation)))
        #expect(flow.chatList.model?.chats.first?.ignore == Action(.member(.ignoring(user: "eve"))))
        #expect(notified.contains { $0.contains("spam") })
    }

    @Test func theirAnswerToOurRequestIsListedAndDoesNotNotify() {
        ignore("eve")
        let before = notified
        flow.send(.invitation(.requested(TitledChat(chat: "guild", title: "Guild"))))
        let invitation = ReceivedInvitation(chat: "guild", title: "Guild", inviter: "Eve", inviterID: "eve")
        flow.send(.invitation(.received(invitation)))
        #expect(flow.chatList.model?.chats.first?.invitationText == "Eve invites you" && notified == before)
    }

    @Test func aSearchDoesNotCountTheirReactions() {
        ignore("eve")
        func finds(_ query: String, _ reactions: [Reaction], by sender: UserID? = nil) -> Bool? {
            flow.forget()
            flow.send(.messageSearch(.searching(MessageSearching(query: query, isLocal: true))))
            guard case .load(.found(let query, _, _))? = flow.takeWorks().last else { return nil }
            let message = Message(
                id: "m", chat: "club", position: 1, isOwn: sender == nil,
                content: MessageContent(text: "x", sender: sender, reactions: reactions), date: .start, delivery: .sent)
            return query.admits(message)
        }
        let theirs = Reaction(key: "👍", sender: "eve")
        #expect(finds("has:reaction", [theirs]) == false)
        #expect(finds("from:me has:reaction", [theirs]) == false)
        #expect(finds("has:reaction", [theirs, Reaction(key: "👍", sender: "dee")]) == true)
        #expect(finds("from:me has:reaction", [theirs, Reaction(key: "👍", isOwn: true)]) == true)
        #expect(finds("x", [], by: "eve") == false)
    }

    /// Whatever shows messages leaves out what they wrote, or says nothing of it.
    @Test func whatTheyWroteIsNotShown() throws {
        flow.open("club", title: "Club")
        let content = MessageContent(
            kind: .file, text: "rude", sender: "eve", attention: .mention, replyTo: "club1",
            spans: [TextSpan(.bold, start: 0, length: 4)], file: MessageFile(id: "f", name: "rude.png"))
        flow.send(.message(.received(IncomingMessage(chat: "club", message: "e1", content: content))))
        let answer = MessageContent(text: "I answer", sender: "dee", replyTo: "e1")
        flow.send(
            .message(.received(IncomingMessage(chat: "club", message: "d1", content: answer))),
            answered: [AnsweredMessage(chat: "club", message: "e1", isOwn: false, content: content)])
        func last() throws -> MessagesViewModel.Row { try #require(flow.messages.model?.messages.last?.row) }
        func mentions() -> Bool {
            flow.messages.model?.messages.contains { "\($0.row)".contains("rude") } == true
        }
        #expect(try last().replyTo?.place == .here)
        #expect(mentions())
        ignore("eve")
        #expect(!mentions())
        #expect(try last().text == "I answer" && last().replyTo?.place == .ignored && last().replyTo?.senderName == nil)
        ignore("eve", false)
        #expect(try last().replyTo?.place == .here && mentions())
        // The preview of a chat whose last message they wrote before.
        write("e2", in: "bo")
        #expect(flow.chatList.model?.chats.first?.previewText == "eve: e2")
        #expect(notified.contains("chat:bo"))
        ignore("eve")
        #expect(flow.chatList.model?.chats.first?.previewText == "[a message of somebody you ignore]")
        #expect(flow.chatList.model?.chats.first?.lastMessage?.excerpt == "[a message of somebody you ignore]")
        #expect(!notified.contains("chat:bo"))
    }

    @Test func theServerHasTheListAndOursCountsUntilItHas() {
        ignore("eve")
        #expect(asked() == ["+eve"])
        list(["mallory"])
        // Another device has added Mallory, and the server does not have Eve yet.
        #expect(ignored == ["eve", "mallory"])
        flow.send(.connection(.connected))
        #expect(asked() == ["+eve"])
        list(["eve", "mallory"])
        list(["mallory"])
        #expect(ignored == ["mallory"])
        ignore("mallory", false)
        list(["mallory"])
        #expect(ignored == [])
        list([])
        flow.forget()
        flow.send(.connection(.connected))
        #expect(asked() == [])
        // Without a list, one person is told.
        list(["cy"], isComplete: false)
        list(["dee"], isComplete: false)
        #expect(ignored == ["cy", "dee"])
    }

    /// Telex shows the reason in the window that asked, but not when it retries. The lines of a terminal have no id.
    @Test(arguments: [false, true]) func tellsOnceThatTheServerRefusesIt(connects: Bool) throws {
        flow.open("club", title: "club")
        ignore("eve")
        let asked = Effect.Work.ask(.ignore("eve", isIgnored: true))
        let resent = Effect.Work.resend(.ignore("eve", isIgnored: true))
        if connects { flow.send(.connection(.connected)) }
        let refusal = [Event.member(.ignoreFailed(reason: "No."))]
        flow.answer(try #require(flow.number(of: connects ? resent : asked)), refusal)
        let said = "No. The change applies on this device. Telex retries after it reconnects."
        #expect(flow.messages.model?.status.errorText == said)
        flow.open("bo", title: "bo")
        flow.send(.connection(.connected))
        flow.answer(try #require(flow.number(of: resent)), refusal)
        #expect(flow.messages.model?.status.errorText == nil && ignored == ["eve"])
    }

    @Test func refusesOurselvesWhatIsSoAlreadyAndTooMany() {
        let own = ChatMember(id: "me", standing: .joined, isOwn: true)
        flow.send(.member(.synced(SyncedMembers(chat: "club", members: [own], isComplete: false))))
        ignore("me", id: "me")
        ignore("eve", false, id: "not")
        ignore("eve", id: "first")
        ignore("eve", id: "twice")
        list((1..<IgnoredPeople.most + 5).map { "u\($0)" })
        #expect(ignored.count == IgnoredPeople.most)
        ignore("one more", id: "many")
        #expect(flow.settled.take() == ["me refused", "not ignored", "twice ignored", "many refused"])
    }
}
