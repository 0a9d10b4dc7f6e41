import Foundation
import Testing

@testable import TelexCore

/// Messages of ours that wait although there is a connection.
@Suite struct HoldTests {
    private let hold = Hold(reason: "The server answered 502 Bad Gateway.", until: .start + 60)

    /// A flow in which the first of two messages to Ada waits.
    private func flow() -> (Flow, first: Message, second: Message) {
        let flow = Flow(chats: [.ada, Chat(id: "bob", title: "Bob")], isStrict: false)
        flow.open("ada", title: "Ada")
        var messages: [Message] = []
        for id in ["m1", "m2"] as [MessageID] {
            flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: id))), id: id.text)
            messages.append(.own(id, at: flow.order))
        }
        let queued = QueuedMessage(chat: "ada", message: "m1", hold: hold)
        flow.answer(.ask(.post(messages[0])), .outbox(.queued(queued)))
        flow.answer(.ask(.post(messages[1])), .outbox(.queued(QueuedMessage(chat: "ada", message: "m2"))))
        return (flow, messages[0], messages[1])
    }

    private func resend(_ message: Message, _ hold: Hold?) -> Effect.Work {
        var message = message
        message.hold = hold
        return .resend(.post(message))
    }

    private func row(_ id: MessageID, _ flow: Flow) -> Shown<MessagesViewModel.Row>? {
        flow.messages.model?.messages.first { $0.message == id }
    }

    @Test func saysWhatHoldsOthersUp() {
        let (flow, _, _) = flow()
        #expect(row("m1", flow)?.state == .waiting && row("m1", flow)?.retryDate == .start + 60)
        #expect(row("m1", flow)?.statusText == "Waiting. The server answered 502 Bad Gateway.")
        #expect(row("m2", flow)?.statusText == "Waiting. The message before it waits.")
        let held = "A message to Ada waits. The server answered 502 Bad Gateway."
        #expect(flow.connection.model?.heldText == held && flow.connection.model?.statusText == "Online")
        #expect(flow.settled.take() == ["m1 waiting", "m2 waiting"])
    }

    @Test func waitsInItsChatAlone() {
        let (flow, _, _) = flow()
        _ = flow.takeWorks()
        flow.send(.message(.sending(OutgoingMessage(chat: "bob", text: "hi", message: "b"))))
        #expect(flow.takeWorks() == [.ask(.post(.own("b", in: "bob", at: flow.order)))])
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m3"))))
        #expect(flow.takeWorks() == [] && row("m3", flow)?.statusText == "Waiting. The message before it waits.")
    }

    @Test func wakesForAMessageThatWaitsAlone() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))))
        let queued = QueuedMessage(chat: "ada", message: "m", hold: hold)
        flow.answer(.ask(.post(.own("m", at: flow.order))), .outbox(.queued(queued)))
        #expect(flow.takeWorks().contains(.wake(at: .start + 60, .outbox(.cameDue))))
    }

    @Test func sendsThemInOrderOnceTheWaitIsOver() {
        let (flow, first, second) = flow()
        #expect(flow.takeWorks().last == .wake(at: .start + 60, .outbox(.cameDue)))
        // A new connection does not end the wait.
        flow.send(.connection(.connected))
        #expect(!flow.takeWorks().contains { if case .resend = $0 { true } else { false } })
        flow.now = .start + 60
        flow.send(.outbox(.cameDue))
        #expect(flow.takeWorks() == [resend(first, hold), resend(second, hold.following)])
        // It is said until the message is sent.
        #expect(flow.connection.model?.heldText != nil && row("m1", flow)?.reason == hold.reason)
        flow.answer(resend(first, hold), .message(.sent(first.key)))
        #expect(flow.connection.model?.heldText == nil && flow.settled.take().last == "m1 in the end sent")
    }

    /// What was typed after a file that cannot be sent is sent once that is gone.
    @Test func sendsTheRestOnceTheFirstIsDeleted() {
        let (flow, _, second) = flow()
        _ = flow.takeWorks()
        let known: [MessageID: KnownMessage] = .known(
            "m1", at: MessagePosition.waiting(1), isOwn: true, MessageContent(text: "hi"))
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "m1", delay: 0))), known: known)
        #expect(flow.takeWorks().contains(resend(second, nil)) && flow.connection.model?.heldText == nil)
    }

    @Test func forgetsTheWaitWhenTheConnectionIsLost() {
        let (flow, first, _) = flow()
        flow.now = .start + 60
        flow.send(.outbox(.cameDue))
        flow.answer(resend(first, hold), .outbox(.queued(QueuedMessage(chat: "ada", message: "m1"))))
        #expect(row("m1", flow)?.statusText == "Waiting for the connection" && row("m1", flow)?.retryDate == nil)
        #expect(flow.connection.model?.heldText == nil)
    }
}
