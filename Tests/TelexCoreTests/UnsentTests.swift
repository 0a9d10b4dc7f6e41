import Foundation
import Testing

@testable import TelexCore

/// Edits and deletions of our messages that the server does not have, or of which nobody knows whether it has them.
@Suite struct UnsentTests {
    private let key = MessageKey(chat: "ada", message: "m")
    private let before: Message = .stored("a", at: 1, text: "hello")

    /// A flow in which we have sent a message.
    private func flow() -> (Flow, Message) {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada", messages: [before])
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))), id: "s")
        let message = Message.own("m", at: flow.order)
        _ = flow.settled.take()
        return (flow, message)
    }

    /// The same, once the backend has said that there is no connection.
    private func waiting(isAttempted: Bool = false) -> (Flow, Message) {
        var (flow, message) = flow()
        let queued = QueuedMessage(chat: "ada", message: "m", isAttempted: isAttempted)
        flow.answer(.ask(.post(message)), .outbox(.queued(queued)))
        message.delivery = .waiting
        flow.forget()
        return (flow, message)
    }

    private func edit(_ flow: Flow, to text: String = "hey") {
        flow.send(
            .revision(.editing(MessageEdit(chat: "ada", message: "m", text: text))), id: "e", known: known(flow))
    }

    private func delete(_ flow: Flow, after delay: Int = 10) {
        flow.send(
            .revision(.deleting(MessageDeletion(chat: "ada", message: "m", delay: delay))), id: "d", known: known(flow))
    }

    private func known(_ flow: Flow) -> [MessageID: KnownMessage] {
        .known("m", at: MessagePosition.waiting(9), isOwn: true, MessageContent(text: "hi"))
    }

    private func row(_ flow: Flow) -> Shown<MessagesViewModel.Row>? {
        flow.messages.model?.messages.first { $0.message == "m" }
    }

    // MARK: The server does not have it

    @Test func editsAWaitingMessageHere() {
        var (flow, message) = waiting()
        edit(flow)
        message.text = "hey"
        #expect(flow.takeSaves().first == .rewritten(message) && flow.takeWorks() == [])
        #expect(flow.settled.take() == ["e"] && row(flow)?.text == "hey" && row(flow)?.isEdited == false)
        #expect(flow.chatList.model?.chats.first?.previewText == "You: hey")
        flow.send(.connection(.connected))
        message.delivery = .sending
        #expect(flow.takeWorks() == [.resend(.post(message))])
    }

    @Test(arguments: [0, 10])
    func removesAWaitingMessage(delay: Int) {
        let (flow, _) = waiting()
        delete(flow, after: delay)
        #expect(flow.takeSaves() == [.removed("ada", "m")] && flow.takeWorks() == [.load(.end("ada"))])
        flow.answer(
            .load(.end("ada")),
            .activity(.shortened(ShortenedChat(chat: "ada", last: Chat.LastMessage(before)))))
        #expect(flow.settled.take() == ["s in the end ignored", "d"])
        #expect(row(flow) == nil && flow.messages.model?.totalCount == 1 && flow.connection.model?.queuedCount == 0)
        #expect(flow.chatList.model?.chats.first?.previewText == "ada: hello")
        flow.forget()
        flow.send(.connection(.connected))
        #expect(flow.takeWorks() == [])
    }

    @Test func editsAndRemovesARefusedMessage() {
        let (flow, message) = flow()
        flow.answer(
            .ask(.post(message)), .message(.sendFailed(MessageFailure(chat: "ada", message: "m", reason: "No."))))
        edit(flow)
        #expect(row(flow)?.text == "hey" && row(flow)?.state == .failed)
        flow.forget()
        flow.send(.outbox(.retrying(key)))
        var again = message
        again.text = "hey"
        #expect(flow.takeWorks() == [.ask(.post(again))])
        flow.answer(.ask(.post(again)), .message(.sendFailed(MessageFailure(chat: "ada", message: "m", reason: "No."))))
        delete(flow)
        #expect(flow.takeSaves().last == .removed("ada", "m") && row(flow) == nil)
    }

    // MARK: The server may have it

    @Test func anEditWaitsUntilAMessageIsSent() {
        var (flow, message) = flow()
        flow.forget()
        edit(flow)
        message.pendingText = "hey"
        #expect(flow.takeSaves() == [.rewritten(message)] && flow.takeWorks() == [])
        #expect(flow.settled.take() == ["e waiting"] && row(flow)?.text == "hey" && row(flow)?.state == .sending)
        flow.answer(.ask(.post(message.asPosted)), .message(.sent(key)))
        let asked = BackendRequest.edit("ada", "m", text: "hey")
        #expect(flow.takeWorks() == [.ask(asked)] && row(flow)?.state == .sending)
        flow.forget()
        flow.answer(
            .ask(asked), .revision(.edited(EditedMessage(chat: "ada", message: "m", text: "hey"))), known: known(flow))
        (message.pendingText, message.delivery, message.position) = (nil, .sent, flow.order - 1)
        let edited = MessageContent(text: "hey", isEdited: true)
        #expect(flow.takeSaves().prefix(2) == [.rewritten(message), .revised("ada", "m", edited)])
        #expect(row(flow)?.state == .sent && row(flow)?.isEdited == true)
        #expect(flow.settled.take() == ["e in the end done", "s sent"])
    }

    @Test func anEditThatTheServerRefusesIsTakenBack() {
        let (flow, message) = flow()
        edit(flow)
        flow.answer(.ask(.post(message)), .message(.sent(key)))
        let asked = BackendRequest.edit("ada", "m", text: "hey")
        flow.answer(
            .ask(asked), .revision(.failed(MessageFailure(chat: "ada", message: "m", reason: "No."))),
            known: known(flow))
        #expect(row(flow)?.text == "hi" && row(flow)?.state == .sent && row(flow)?.isEdited == false)
        #expect(flow.messages.model?.errorText == "No." && flow.connection.model?.queuedCount == 0)
    }

    @Test func anEditThatFailsBringsNoDeletedMessageBack() {
        let (flow, message) = flow()
        edit(flow, to: "ho")
        edit(flow)
        flow.answer(.ask(.post(message)), .message(.sent(key)))
        flow.send(.revision(.deleted(key)), known: known(flow))
        #expect(row(flow)?.kind == .deleted && row(flow)?.text != "hey")
        flow.forget()
        flow.answer(
            .ask(.edit("ada", "m", text: "hey")),
            .revision(.failed(MessageFailure(chat: "ada", message: "m", reason: "No."))), known: known(flow))
        #expect(row(flow)?.kind == .deleted && flow.takeSaves() == [])
        #expect(flow.settled.take() == ["s failed"])
    }

    @Test func anEditIsMadeHereOnceTheServerHasRefusedTheMessage() {
        let (flow, message) = flow()
        edit(flow)
        flow.forget()
        flow.answer(
            .ask(.post(message)), .message(.sendFailed(MessageFailure(chat: "ada", message: "m", reason: "No."))))
        var failed = message
        (failed.text, failed.delivery) = ("hey", .failed(reason: "No."))
        #expect(flow.takeSaves().contains(.rewritten(failed)) && flow.takeWorks() == [])
        #expect(row(flow)?.text == "hey" && row(flow)?.reason == "No.")
    }

    @Test func aDeletionWaitsUntilAMessageIsSent() {
        let (flow, message) = flow()
        flow.forget()
        delete(flow)
        #expect(flow.takeSaves() == [.marked("ada", "m", .deleting(at: .start + 10))] && row(flow)?.keep != nil)
        flow.now = .start + 10
        flow.answer(.wake(at: .start + 10, .revision(.cameDue)), .revision(.cameDue))
        flow.forget()
        flow.answer(.ask(.post(message)), .message(.sent(key)))
        #expect(flow.takeWorks() == [.resend(.delete("ada", "m"))])
        #expect(flow.settled.take().contains("s sent") && row(flow)?.state == .deleting && row(flow)?.keep == nil)
    }

    /// The edit would be shown instead of the deleted message, and its request would wait for ever.
    @Test func aDeletionEndsAnEditOnceTheMessageIsSent() {
        let (flow, message) = flow()
        edit(flow)
        delete(flow, after: 0)
        #expect(flow.settled.take() == ["e waiting", "d waiting"])
        flow.forget()
        flow.answer(.ask(.post(message)), .message(.sent(key)))
        #expect(flow.takeWorks() == [.resend(.delete("ada", "m"))] && row(flow)?.state == .deleting)
        var stored = message
        (stored.delivery, stored.position) = (.deleting(at: .start), flow.order)
        #expect(flow.takeSaves().contains(.rewritten(stored)))
        #expect(flow.settled.take() == ["e in the end ignored", "s sent"])
        flow.answer(.resend(.delete("ada", "m")), .revision(.deleted(key)), known: known(flow))
        #expect(row(flow)?.kind == .deleted && row(flow)?.text != "hey" && row(flow)?.state == .sent)
    }

    @Test func aDeletionThatCanBeUndoneKeepsTheEdit() {
        let (flow, message) = flow()
        edit(flow)
        delete(flow)
        flow.forget()
        flow.answer(.ask(.post(message)), .message(.sent(key)))
        let asked = BackendRequest.edit("ada", "m", text: "hey")
        #expect(flow.takeWorks() == [.ask(asked)] && row(flow)?.keep != nil)
        flow.send(.revision(.keeping(key)))
        flow.answer(
            .ask(asked), .revision(.edited(EditedMessage(chat: "ada", message: "m", text: "hey"))), known: known(flow))
        #expect(row(flow)?.text == "hey" && row(flow)?.state == .sent && !flow.telex.hasDeletions)
    }

    @Test func aMessageThatIsRemovedEndsItsEdits() {
        let (flow, message) = flow()
        edit(flow)
        delete(flow)
        _ = flow.settled.take()
        flow.answer(.ask(.post(message)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m"))))
        #expect(flow.settled.take().contains("e in the end ignored") && row(flow) == nil)
    }

    @Test func aDeletionThatWaitsCanBeUndone() {
        let (flow, message) = flow()
        delete(flow)
        flow.send(.revision(.keeping(key)))
        #expect(row(flow)?.state == .sending)
        flow.forget()
        flow.answer(.ask(.post(message)), .message(.sent(key)))
        #expect(flow.takeWorks() == [] && row(flow)?.state == .sent)
    }

    @Test func aMessageThatWasRefusedOrNeverLeftIsDeletedHere() {
        let answers: [Event] = [
            .message(.sendFailed(MessageFailure(chat: "ada", message: "m", reason: "No."))),
            .outbox(.queued(QueuedMessage(chat: "ada", message: "m"))),
        ]
        for answer in answers {
            let (flow, message) = flow()
            delete(flow)
            flow.answer(.ask(.post(message)), answer)
            #expect(flow.takeSaves().contains(.removed("ada", "m")) && row(flow) == nil && !flow.telex.hasDeletions)
        }
    }

    /// What the store says of a message must tell the next run whether the server may have it.
    @Test func aMessageThatTheServerMayHaveIsStoredAsBeingSent() {
        let (flow, message) = flow()
        let queued = QueuedMessage(chat: "ada", message: "m", isAttempted: true)
        flow.forget()
        flow.answer(.ask(.post(message)), .outbox(.queued(queued)))
        #expect(flow.takeSaves() == [.marked("ada", "m", .sending)] && row(flow)?.state == .waiting)
        // It may have it for good, whatever becomes of later attempts.
        flow.send(.connection(.connected))
        flow.forget()
        flow.answer(.resend(.post(message)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m"))))
        #expect(flow.takeSaves() == [.marked("ada", "m", .sending)])
        delete(flow)
        #expect(row(flow)?.state == .deleting)
    }

    // MARK: The next run

    /// Starts a flow whose store has this message.
    private func restarted(_ message: Message) -> Flow {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.chat(.loading))
        flow.answer(.load(.chats(first: 50)), .chat(.loaded(LoadedChats(chats: [.ada]))))
        flow.answer(.load(.outbox), .outbox(.loaded(messages: [message])))
        flow.forget()
        flow.send(.connection(.connected))
        return flow
    }

    @Test func anEditOutlivesTheProgram() {
        var message = Message.own("m", at: 9)
        message.pendingText = "hey"
        let flow = restarted(message)
        #expect(flow.takeWorks() == [.resend(.post(message))])
        flow.answer(.resend(.post(message)), .message(.sent(key)))
        #expect(flow.takeWorks() == [.ask(.edit("ada", "m", text: "hey"))])
    }

    /// The program ended after the message was sent and before the edit was made.
    @Test func aMessageThatHasItsPlaceKeepsItWhileItIsEdited() {
        var message = Message.own("m", at: 9)
        (message.pendingText, message.position) = ("hey", 9)
        let flow = restarted(message)
        flow.forget()
        flow.answer(.resend(.post(message)), .message(.sent(key)))
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [.ask(.edit("ada", "m", text: "hey"))])
    }

    @Test func aDeletionOfAnUnsentMessageOutlivesTheProgram() {
        var message = Message.own("m", at: 9)
        message.delivery = .deleting(at: .start - 1)
        let flow = restarted(message)
        #expect(flow.takeWorks() == [.resend(.post(message))])
        flow.answer(.resend(.post(message)), .message(.sent(key)))
        #expect(flow.takeWorks() == [.resend(.delete("ada", "m"))])
    }

    @Test func aPageShowsAnUnsentMessageAsItIs() {
        let (flow, message) = waiting(isAttempted: true)
        flow.send(.screen(.closing(.messages)))
        flow.send(.screen(.opening(.messages("ada"))))
        var stored = message
        stored.delivery = .sending
        flow.answer(
            .load(.history("ada", before: nil, limit: 50)),
            .history(.loaded(HistoryPage(chat: "ada", messages: [stored], total: 1, hasOlder: false))))
        #expect(row(flow)?.state == .waiting)
    }
}

extension Message {
    /// As it was first given to the backend.
    fileprivate var asPosted: Message {
        var posted = self
        posted.pendingText = nil
        return posted
    }
}
