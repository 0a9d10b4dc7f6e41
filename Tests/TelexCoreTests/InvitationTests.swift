import Foundation
import Testing

@testable import TelexCore

@Suite struct InvitationTests {
    private func invited(_ inviter: String = "Bo") -> Flow {
        let flow = Flow(isStrict: false)
        flow.send(.invitation(.received(ReceivedInvitation(chat: "ada", title: "Ada", inviter: inviter))))
        return flow
    }

    private func row(_ flow: Flow) -> ChatListViewModel.Row? { flow.chatList.model?.chats.first?.row }

    /// The invitation text of the row, and whether it can be accepted or declined.
    private func says(_ flow: Flow) -> String? {
        row(flow).map { "\($0.invitationText ?? "-") \($0.accept != nil) \($0.decline != nil)" }
    }

    @Test(arguments: [
        ("Bo", "Bo invites you", "* Bo invites you to chat"), ("", "You are invited", "You are invited to this chat."),
    ])
    func notifiesOncePerInvitation(inviter: String, sentence: String, notice: String) {
        let flow = invited(inviter)
        #expect(says(flow) == "\(sentence) true true" && flow.takeWorks() == [])
        #expect(flow.takeSaves().count == 1 && flow.notification.model?.notifications.map(\.previewText) == [notice])
        flow.send(.invitation(.received(ReceivedInvitation(chat: "ada", title: "Ada", inviter: inviter))))
        #expect(flow.takeSaves() == [] && flow.notification.model?.notifications.map(\.unreadCount) == [1])
    }

    // MARK: Requests

    private func requested() -> Flow {
        let flow = Flow(isStrict: false)
        flow.send(.invitation(.requested(TitledChat(chat: "ada", title: "Ada"))))
        return flow
    }

    @Test func listsARequestAndRefusesMessagesToIt() throws {
        let flow = requested()
        #expect(says(flow) == "You asked to join false true" && flow.notification.model?.totalCount == 0)
        flow.send(.invitation(.requested(TitledChat(chat: "ada", title: "Ada"))))
        #expect(flow.takeSaves().count == 1)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: nil))), id: "s")
        #expect(flow.settled.take() == ["s refused"] && flow.takeSaves() == [])
        flow.send(try #require(row(flow)?.decline).event)
        #expect(says(flow) == "Withdrawing… false false" && flow.takeWorks() == [.ask(.leave("ada"))])
    }

    @Test func aRequestBecomesAnInvitationOrEnds() {
        let (answered, turnedDown, joined) = (requested(), requested(), requested())
        answered.send(.invitation(.received(ReceivedInvitation(chat: "ada", title: "Ada's", inviter: "Bo"))))
        #expect(says(answered) == "Bo invites you true true" && answered.notification.model?.totalCount == 1)
        answered.send(.invitation(.requested(TitledChat(chat: "ada", title: "Ada"))))
        #expect(says(answered) == "Bo invites you true true")
        turnedDown.send(.invitation(.declined(chat: "ada")))
        #expect(row(turnedDown) == nil)
        joined.send(.invitation(.accepted(chat: "ada")))
        #expect(row(joined)?.invitationText == nil && row(joined) != nil)
    }

    @Test(arguments: [true, false])
    func allowsOneAnswerAtATime(accepts: Bool) throws {
        let flow = invited()
        flow.forget()
        let answer = try #require(accepts ? row(flow)?.accept : row(flow)?.decline)
        let request = Effect.Work.ask(accepts ? .join("ada") : .leave("ada"))
        flow.send(answer.event)
        #expect(flow.takeWorks() == [request] && says(flow) == "\(accepts ? "Accepting…" : "Declining…") false false")
        for event in [InvitationEvent.accepting(chat: "ada"), .declining(chat: "ada")] { flow.send(.invitation(event)) }
        #expect(flow.takeWorks() == [])
        flow.answer(request, .invitation(.failed(ChatFailure(chat: "ada", reason: "no"))))
        #expect(says(flow) == "Could not send your answer: no true true")
        flow.send(answer.event)
        #expect(flow.takeWorks() == [request] && flow.takeSaves() == [])
    }

    @Test(arguments: [true, false])
    func opensTheChatOnlyIfAcceptedHere(isHere: Bool) {
        let flow = invited()
        if isHere { flow.send(.invitation(.accepting(chat: "ada"))) }
        flow.forget()
        flow.send(.invitation(.accepted(chat: "ada")))
        #expect(
            flow.takeSaves() == [.chat(Chat(id: "ada", title: "Ada"))]
                && says(flow) == "- false false")
        #expect((flow.messages.model != nil) == isHere && flow.takeWorks().isEmpty == !isHere)
        #expect(flow.notification.model?.totalCount == 0)
        flow.send(.invitation(.accepted(chat: "ada")))
        #expect(flow.takeSaves() == [])
    }

    @Test func removesADeclinedChat() {
        let flow = invited()
        flow.forget()
        flow.send(.invitation(.declined(chat: "ada")))
        #expect(flow.takeSaves() == [.chatRemoved("ada")] && flow.chatList.model?.totalCount == 0)
        #expect(flow.notification.model?.totalCount == 0 && flow.takeWorks() == [])
        flow.send(.invitation(.declined(chat: "ada")))
        flow.send(.invitation(.failed(ChatFailure(chat: "ada", reason: "no"))))
        #expect(flow.takeSaves() == [] && flow.chatList.model?.totalCount == 0)
    }

    @Test func keepsADeclinedChatThatHasMessages() throws {
        let flow = Flow(isStrict: false)
        flow.receive("ada", "a1")
        flow.send(.invitation(.received(ReceivedInvitation(chat: "ada", title: "Ada", inviter: "Bo"))))
        flow.forget()
        flow.send(.invitation(.declined(chat: "ada")))
        guard case .chat(let chat) = try #require(flow.takeSaves().first) else { return #expect(Bool(false)) }
        #expect(
            chat.invitation == nil && chat.total == 1 && flow.badge.model?.unreadCount == 1 && flow.takeWorks() == [])
    }

    @Test func removesTheUnreadCountsOfADeclinedChat() {
        let flow = invited()
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 3, mentions: 2)))))
        #expect(flow.badge.model == BadgeViewModel(unreadCount: 3, mentionCount: 2))
        flow.send(.invitation(.declined(chat: "ada")))
        #expect(flow.badge.model == BadgeViewModel(unreadCount: 0, mentionCount: 0))
        flow.forget()
    }

    @Test func ignoresAnswersWithoutAnInvitation() {
        let flow = Flow(isStrict: false)
        flow.receive("ada", "a1")
        let before = flow.chatList.model
        flow.forget()
        for event in [
            InvitationEvent.accepting(chat: "ada"), .declining(chat: "ada"), .accepted(chat: "ada"),
            .declined(chat: "ada"), .failed(ChatFailure(chat: "ada", reason: "no")),
        ] { flow.send(.invitation(event)) }
        #expect(flow.chatList.model == before && flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    @Test func refusesMessagesBeforeTheInvitationIsAccepted() {
        let flow = invited()
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hello", message: nil))))
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [] && flow.messages.model?.errorRevision == 1)
        #expect(flow.messages.model?.errorText?.hasPrefix("You are invited to this chat. Accept or decline") == true)
    }
}
