import Foundation
import Testing

@testable import TelexCore

/// What we do in a chat takes effect in order, whether or not the server has answered what came before.
@Suite struct OrderTests {
    private let ours: [MessageID: KnownMessage] = .known("m", at: 1, isOwn: true, MessageContent(text: "hi"))
    private let deletion = BackendRequest.delete("ada", "m")

    private func flow() -> Flow {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada", messages: [.own("m", at: 1, .sent)])
        return flow
    }

    private func edit(_ flow: Flow, to text: String) {
        flow.send(
            .revision(.editing(MessageEdit(chat: "ada", message: "m", text: text))), id: text, known: ours)
    }

    private func request(_ text: String) -> Effect.Work { .ask(.edit("ada", "m", text: text)) }

    private func done(_ text: String) -> Event {
        .revision(.edited(EditedMessage(chat: "ada", message: "m", text: text)))
    }

    @Test func asksForEachEditAndReportsEachAnswer() {
        let flow = flow()
        for text in ["one", "two", "three"] { edit(flow, to: text) }
        #expect(flow.takeWorks() == ["one", "two", "three"].map(request) && flow.settled.take() == [])
        flow.answer(request("one"), done("one"), known: ours)
        let failure = MessageFailure(chat: "ada", message: "m", reason: "No.")
        flow.answer(request("two"), .revision(.failed(failure)), known: ours)
        #expect(flow.settled.take() == ["one", "two failed"])
        flow.answer(request("three"), done("three"), known: ours)
        #expect(flow.settled.take() == ["three"] && flow.messages.model?.messages.first?.text == "three")
    }

    @Test func asksForTheSameChangeTwice() {
        let flow = flow()
        for (id, title) in ["A", "B", "A"].enumerated() {
            flow.send(.chat(.retitling(TitledChat(chat: "ada", title: title))), id: "\(id)")
        }
        #expect(flow.takeWorks() == ["A", "B", "A"].map { .ask(.change("ada", .title($0))) })
        #expect(flow.settled.take() == [])
    }

    /// A failure of an edit that nobody waits for any more says nothing about the deletion.
    @Test func aDeletionEndsAllEditsBeforeIt() throws {
        let flow = flow()
        for text in ["one", "two"] { edit(flow, to: text) }
        let numbers = try ["one", "two"].map { try #require(flow.number(of: request($0))) }
        flow.forget()
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "m"))), id: "d", known: ours)
        #expect(flow.takeWorks() == [.cancel, .cancel, .ask(deletion)])
        #expect(flow.settled.take().sorted() == ["one ignored", "two ignored"])
        let failure = MessageFailure(chat: "ada", message: "m", reason: "No.")
        for number in numbers { flow.answer(number, [.revision(.failed(failure))], known: ours) }
        #expect(flow.messages.model?.messages.first?.state == .deleting)
        flow.answer(.ask(deletion), .revision(.deleted(MessageKey(chat: "ada", message: "m"))), known: ours)
        #expect(flow.settled.take() == ["d"])
    }

    // MARK: Leaving

    private let leave = Effect.Work.ask(.change("ada", .leave))

    @Test func deletesWhatIsToBeDeletedBeforeItLeaves() {
        let flow = flow()
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "m", delay: 10))), id: "d", known: ours)
        flow.forget()
        flow.send(.chat(.leaving(chat: "ada")), id: "l")
        #expect(flow.takeWorks().filter { $0 != .cancel } == [.resend(deletion), leave])
    }

    @Test(arguments: [false, true]) func doesNotLeaveMessagesBehind(isEdited: Bool) {
        let flow = flow()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "n"))), id: "s")
        let message = Message.own("n", at: flow.order)
        if isEdited {
            let known: [MessageID: KnownMessage] = .known(
                "n", at: message.position, isOwn: true, MessageContent(text: "hi"))
            flow.send(
                .revision(.editing(MessageEdit(chat: "ada", message: "n", text: "hey"))), id: "e", known: known)
        } else {
            flow.answer(
                .ask(.post(message)), .outbox(.queued(QueuedMessage(chat: "ada", message: "n", isAttempted: true))))
        }
        flow.forget()
        flow.send(.chat(.leaving(chat: "ada")), id: "l")
        #expect(flow.takeWorks() == [] && flow.settled.take() == ["l refused"])
        #expect(
            flow.messages.model?.status.errorText
                == "A message to this chat waits to be sent, edited or deleted. Leave after that.")
    }

    /// The backend keeps the order of what it was asked for.
    @Test func leavesAfterAMessageThatIsBeingSent() {
        let flow = flow()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "n"))), id: "s")
        flow.forget()
        flow.send(.chat(.leaving(chat: "ada")), id: "l")
        #expect(flow.takeWorks() == [leave])
    }

    @Test func leavesAfterTheFileThatIsBeingRead() {
        let flow = flow()
        let file = OutgoingMessage(chat: "ada", text: "", message: "n", path: "/tmp/photo.png")
        flow.send(.message(.sending(file)), id: "s")
        flow.forget()
        flow.send(.chat(.leaving(chat: "ada")), id: "l")
        #expect(flow.takeWorks() == [.file(.wait(.chat(.leaving(chat: "ada"))))])
    }
}
