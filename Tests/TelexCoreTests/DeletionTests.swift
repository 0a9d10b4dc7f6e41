import Foundation
import Testing

@testable import TelexCore

/// Deletions of our messages, from the wish until the server has made them.
struct DeletionTests {
    private let ours: [MessageID: KnownMessage] = .known("m", at: 1, isOwn: true, MessageContent(text: "hi"))
    private let deletion = BackendRequest.delete("ada", "m")

    private func flow(isStrict: Bool = false) -> Flow {
        let flow = Flow(chats: [.ada], isStrict: isStrict)
        flow.open("ada", title: "Ada", messages: [.own("m", at: 1, .sent)])
        return flow
    }

    /// Starts a flow whose store has a message that is to be deleted at this time.
    private func restarted(deletingAt due: Date) -> Flow {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.chat(.loading))
        flow.answer(.load(.chats(first: 50)), .chat(.loaded(LoadedChats(chats: [.ada]))))
        flow.answer(
            .load(.outbox), .outbox(.loaded(messages: [.own("m", at: 1, .deleting(at: due))])))
        flow.forget()
        return flow
    }

    private func row(_ flow: Flow) -> Shown<MessagesViewModel.Row>? { flow.messages.model?.messages.first }

    private func wish(_ flow: Flow, after delay: Int = 10, id: String = "a") {
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "m", delay: delay))), id: id, known: ours)
    }

    @Test func waitsAndIsShownAsWaiting() {
        let flow = flow(isStrict: true)
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "m", delay: 10))), id: "a", known: ours)
        flow.expect(
            saves: [.marked("ada", "m", .deleting(at: .start + 10))],
            works: [.wake(at: .start + 10, .revision(.cameDue))], settled: ["a waiting"],
            changes: "messages[m]: state = deleting, edit = nil, delete = nil, keep = revision.keeping(ada, m)")
    }

    @Test func isAskedForWhenDueAndDone() {
        let recorder = Recorder()
        let flow = flow()
        flow.telex.bind(requests: recorder)
        wish(flow)
        flow.forget()
        flow.now = .start + 10
        flow.answer(.wake(at: .start + 10, .revision(.cameDue)), .revision(.cameDue))
        #expect(flow.takeWorks() == [.resend(deletion)] && row(flow)?.state == .deleting && row(flow)?.keep == nil)
        flow.answer(.resend(deletion), .revision(.deleted(MessageKey(chat: "ada", message: "m"))), known: ours)
        #expect(
            flow.takeSaves().prefix(2) == [
                .marked("ada", "m", .sent), .revised("ada", "m", MessageContent(text: "hi").deleted),
            ])
        #expect(row(flow)?.kind == .deleted && row(flow)?.keep == nil && !flow.telex.hasDeletions)
        #expect(recorder.settled == ["a"] && recorder.concluded == [Outcome(chat: "ada", message: "m")])
    }

    @Test func canBeUndone() {
        let recorder = Recorder()
        let flow = flow()
        flow.telex.bind(requests: recorder)
        wish(flow)
        flow.forget()
        flow.send(.revision(.keeping(MessageKey(chat: "ada", message: "m"))), id: "b")
        #expect(flow.takeSaves() == [.marked("ada", "m", .sent)] && flow.takeWorks() == [.cancel])
        #expect(row(flow)?.state == .sent && row(flow)?.delete != nil && !flow.telex.hasDeletions)
        #expect(recorder.concluded.map(\.kind) == [.ignored])
        // The time of the deletion passes.
        flow.send(.revision(.cameDue))
        #expect(flow.takeWorks() == [])
        flow.send(.revision(.keeping(MessageKey(chat: "ada", message: "m"))), id: "c")
        #expect(recorder.outcomes.map(\.kind) == [.waiting, .done, .ignored])
    }

    /// The program ends while the message is still being sent.
    @Test func isMadeAtTheEndOnceTheServerHasTheMessage() throws {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))))
        wish(flow)
        flow.send(.revision(.flushing))
        let posted = flow.takeWorks().filter { if case .ask(.post) = $0 { true } else { false } }
        flow.answer(try #require(posted.first), .message(.sent(MessageKey(chat: "ada", message: "m"))))
        // The program waits for the answer.
        #expect(flow.takeWorks().contains(.ask(deletion)) && !flow.telex.isIdle)
    }

    @Test func cannotBeUndoneOnceTheServerIsAsked() {
        let recorder = Recorder()
        let flow = flow()
        flow.telex.bind(requests: recorder)
        wish(flow, after: 0)
        flow.send(.revision(.keeping(MessageKey(chat: "ada", message: "m"))), id: "b")
        #expect(recorder.outcomes.map(\.kind) == [.refused] && flow.telex.hasDeletions)
    }

    @Test func wishedTwiceIsOneDeletion() {
        let recorder = Recorder()
        let flow = flow()
        flow.telex.bind(requests: recorder)
        wish(flow)
        wish(flow, id: "b")
        #expect(recorder.outcomes.map(\.kind) == [.waiting, .ignored])
        flow.forget()
        // Without a delay it does not wait any longer.
        wish(flow, after: 0, id: "c")
        #expect(flow.takeWorks() == [.ask(deletion), .cancel])
        wish(flow, after: 0, id: "d")
        #expect(flow.takeWorks() == [] && recorder.outcomes.map(\.kind) == [.waiting, .ignored, .ignored])
    }

    /// Each request that wished it hears how it ends.
    @Test func twoWishesEndTogether() {
        let recorder = Recorder()
        let flow = flow()
        flow.telex.bind(requests: recorder)
        wish(flow, after: 60)
        wish(flow, after: 5, id: "b")
        flow.now = .start + 5
        flow.answer(.wake(at: .start + 5, .revision(.cameDue)), .revision(.cameDue))
        // The request that set the time causes it.
        #expect(flow.number(of: .resend(deletion)).flatMap(flow.telex.cause)?.id == "b")
        flow.answer(.resend(deletion), .revision(.deleted(MessageKey(chat: "ada", message: "m"))), known: ours)
        #expect(recorder.outcomes.map(\.kind) == [.waiting, .waiting])
        #expect(recorder.concluded.map(\.kind) == [.done, .done])
    }

    /// What a clock that was ahead has stored does not wait for years.
    @Test func waitsADayAtMost() {
        let flow = restarted(deletingAt: .distantFuture)
        #expect(flow.number(of: .wake(at: .start + 86_400, .revision(.cameDue))) != nil)
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "m"))), known: ours)
        #expect(flow.takeWorks().contains(.ask(deletion)))
    }

    @Test func theOneWishedLastIsUndoneFirst() {
        let flow = flow()
        wish(flow)
        let other: [MessageID: KnownMessage] = .known("n", at: 2, isOwn: true, MessageContent(text: "hey"))
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "n", delay: 5))), known: other)
        #expect(flow.telex.undoableDeletions.map(\.message) == ["m", "n"])
        flow.send(.revision(.keeping(MessageKey(chat: "ada", message: "n"))))
        #expect(flow.telex.undoableDeletions.map(\.message) == ["m"])
        wish(flow, after: 0)
        #expect(flow.telex.undoableDeletions == [] && flow.telex.hasDeletions)
    }

    @Test(arguments: [-1, 86_401])
    func refusesAnInvalidDelay(delay: Int) {
        let flow = flow()
        wish(flow, after: delay)
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [] && !flow.telex.hasDeletions)
        #expect(flow.messages.model?.errorText == "A deletion can wait for 0 to 86400 seconds.")
    }

    @Test func refusesToEditWhatIsBeingDeleted() {
        let flow = flow()
        wish(flow)
        flow.forget()
        flow.send(.revision(.editing(MessageEdit(chat: "ada", message: "m", text: "x"))), known: ours)
        #expect(flow.takeWorks() == [] && flow.messages.model?.errorText == "The message is being deleted.")
    }

    /// The failure of an earlier edit does not end a deletion that still waits.
    @Test func survivesTheFailureOfAnEdit() {
        let flow = flow()
        flow.send(.revision(.editing(MessageEdit(chat: "ada", message: "m", text: "x"))), known: ours)
        wish(flow)
        flow.answer(
            .ask(.edit("ada", "m", text: "x")),
            .revision(.failed(MessageFailure(chat: "ada", message: "m", reason: "No."))),
            known: ours)
        #expect(flow.telex.hasDeletions && row(flow)?.state == .deleting)
    }

    @Test func waitsForAConnection() {
        let recorder = Recorder()
        let flow = flow()
        flow.telex.bind(requests: recorder)
        wish(flow, after: 0)
        flow.answer(.ask(deletion), .revision(.postponed(MessageKey(chat: "ada", message: "m"))))
        #expect(recorder.outcomes.map(\.kind) == [.waiting] && row(flow)?.keep != nil)
        flow.forget()
        flow.send(.connection(.connected))
        #expect(flow.takeWorks() == [.resend(deletion)])
        // It is asked for once.
        flow.send(.connection(.connected))
        #expect(flow.takeWorks() == [])
    }

    @Test func aRefusalLeavesTheMessageAndIsShown() {
        let recorder = Recorder()
        let flow = flow()
        flow.telex.bind(requests: recorder)
        wish(flow, after: 0)
        flow.answer(
            .ask(deletion), .revision(.failed(MessageFailure(chat: "ada", message: "m", reason: "No."))), known: ours)
        #expect(row(flow)?.state == .sent && flow.messages.model?.errorText == "No.")
        #expect(flow.takeSaves().last == .marked("ada", "m", .sent) && recorder.outcomes.map(\.kind) == [.failed])
        #expect(flow.notification.model?.notifications.isEmpty ?? true)
    }

    @Test func aRefusalNotifiesWhenTheChatIsNotOpen() {
        let flow = flow()
        wish(flow)
        flow.send(.screen(.closing(.messages)))
        flow.now = .start + 10
        flow.answer(.wake(at: .start + 10, .revision(.cameDue)), .revision(.cameDue))
        flow.answer(
            .resend(deletion), .revision(.failed(MessageFailure(chat: "ada", message: "m", reason: "No."))), known: ours
        )
        #expect(flow.notification.model?.notifications.map(\.heading) == ["Ada"])
        #expect(flow.notification.model?.notifications.map(\.previewText) == ["Your message was not deleted. No."])
    }

    @Test func outlivesTheProgram() {
        let flow = restarted(deletingAt: .start + 7)
        #expect(flow.telex.hasDeletions && flow.number(of: .wake(at: .start + 7, .revision(.cameDue))) != nil)
        flow.forget()
        flow.send(.connection(.connected))
        #expect(flow.takeWorks() == [])
        flow.now = .start + 7
        flow.answer(.wake(at: .start + 7, .revision(.cameDue)), .revision(.cameDue))
        #expect(flow.takeWorks() == [.resend(deletion)])
    }

    @Test func isAskedForOnceConnectedIfItBecameDueMeanwhile() {
        let flow = restarted(deletingAt: .start - 7)
        #expect(flow.takeWorks() == [])
        flow.send(.connection(.connected))
        #expect(flow.takeWorks() == [.resend(deletion)])
    }

    @Test func isMadeNowWhenTheProgramEnds() {
        let flow = flow()
        wish(flow)
        flow.forget()
        flow.send(.revision(.flushing))
        #expect(flow.takeWorks() == [.ask(deletion), .cancel] && !flow.telex.isIdle)
    }

    @Test func aDeletionElsewhereEndsIt() {
        let flow = flow()
        wish(flow)
        flow.forget()
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "m"))), known: ours)
        #expect(flow.takeWorks() == [.cancel] && !flow.telex.hasDeletions && row(flow)?.kind == .deleted)
    }

    @Test func theNextOneDueIsAwaited() {
        let flow = flow()
        wish(flow)
        flow.forget()
        let other: [MessageID: KnownMessage] = .known("n", at: 2, isOwn: true, MessageContent(text: "hey"))
        flow.send(.revision(.deleting(MessageDeletion(chat: "ada", message: "n", delay: 5))), known: other)
        #expect(flow.takeWorks() == [.cancel, .wake(at: .start + 5, .revision(.cameDue))])
        flow.now = .start + 5
        flow.answer(.wake(at: .start + 5, .revision(.cameDue)), .revision(.cameDue))
        #expect(
            flow.takeWorks() == [.resend(.delete("ada", "n")), .cancel, .wake(at: .start + 10, .revision(.cameDue))])
    }
}
