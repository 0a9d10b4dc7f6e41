import Testing

@testable import TelexCore

@Suite struct OutcomeTests {
    /// What a line sets off for others is not what it made.
    @Test func aConnectionDidNotMakeTheMessagesThatItLetsGo() {
        let recorder = Recorder()
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.telex.bind(requests: recorder)
        flow.send(.message(.sending(chat: "ada", text: "hi", message: "m")))
        let m = Message.own("m", at: flow.order)
        flow.answer(.ask(.post(m)), .outbox(.queued(chat: "ada", message: "m")))
        flow.send(.connection(.connected), id: "a")
        #expect(recorder.outcomes == [Outcome()])
    }

    @Test func aSyncThatBringsWhatIsKnownIsDone() {
        let recorder = Recorder()
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.telex.bind(requests: recorder)
        let messages = [IncomingMessage.new("a1"), .new("a2")]
        flow.send(.history(.synced(chat: "ada", messages: messages, before: nil)), id: "a", known: .known("a1", at: 1))
        #expect(recorder.outcomes == [Outcome()])
    }

    @Test(arguments: [
        (Outcome(.sent), Outcome(.failed, reason: "No."), Outcome(.failed, reason: "No.")),
        (Outcome(.refused, reason: "No."), Outcome(.done, chat: "ada"), Outcome(.refused, reason: "No.", chat: "ada")),
    ])
    func theWorstCounts(first: Outcome, second: Outcome, both: Outcome) {
        var outcome = first
        outcome.add(second)
        #expect(outcome == both)
    }

    /// What names something that is not there makes nothing, and says so.
    @Test(arguments: [
        (Event.message(.sending(chat: "nobody", text: "hi", message: "m")), Outcome.Kind.refused),
        (.message(.reading(chat: "nobody")), .ignored),
        (.message(.reading(chat: "ada")), .ignored),
        (.notification(.opening(chat: "ada")), .ignored),
        (.notification(.dismissing(chat: "ada")), .ignored),
        (.notification(.openingReminder(reminder: "r")), .ignored),
        (.notification(.dismissingReminder(reminder: "r")), .ignored),
        (.reminder(.adding(name: "tea", due: "tomorrow", chat: "nobody")), .refused),
        (.screen(.opening(.chatList)), .ignored),
        (.screen(.closing(.chatList)), .ignored),
        (.screen(.closing(.messages)), .ignored),
        (.presence(.typing(chat: "ada")), .ignored),
    ])
    func whatIsNotThereMakesNothing(event: Event, kind: Outcome.Kind) {
        let recorder = Recorder()
        let flow = Flow(chats: [.ada])
        flow.telex.bind(requests: recorder)
        flow.send(event, id: "a")
        flow.expect(settled: ["a \(kind.rawValue)"])
        #expect(recorder.outcomes.map { $0.reason == nil } == [false])
    }

    /// Before the first connection nobody knows which chats the server has: the message waits for it.
    @Test func aMessageToAChatThatMayBeThereWaits() {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.message(.sending(chat: "ada", text: "hi", message: "m")), id: "a")
        let m = Message.own("m", at: flow.order)
        flow.answer(.ask(.post(m)), .outbox(.queued(chat: "ada", message: "m")))
        #expect(flow.settled.take() == ["a waiting"])
    }

    /// Who has a message sent again hears what becomes of it.
    @Test func aRetriedMessageIsToldToWhoeverRetriedIt() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.send(.message(.sending(chat: "ada", text: "hi", message: "m")), id: "a")
        let m = Message.own("m", at: flow.order)
        flow.answer(.ask(.post(m)), .message(.sendFailed(chat: "ada", message: "m", reason: "No.")))
        flow.send(.outbox(.retrying(chat: "ada", message: "m")), id: "b")
        flow.answer(.ask(.post(m)), .outbox(.queued(chat: "ada", message: "m")))
        flow.forget()
        flow.send(.connection(.connected))
        flow.answer(.resend(.post(m)), .message(.sent(chat: "ada", message: "m")))
        #expect(flow.settled.take() == ["b in the end sent"])
    }

    /// The server's own news of a message that waits is told to whoever sent it.
    @Test(arguments: [
        (Event.message(.sent(chat: "ada", message: "m")), "a in the end sent"),
        (.message(.sendFailed(chat: "ada", message: "m", reason: "No.")), "a in the end failed"),
        (.message(.received(.new("m", text: "hi", isOwn: true))), "a in the end sent"),
        (
            .history(.synced(chat: "ada", messages: [.new("m", text: "hi", isOwn: true)], before: nil)),
            "a in the end sent"
        ),
    ])
    func whatWaitedIsToldByWhomeverItIsKnown(event: Event, told: String) {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.send(.message(.sending(chat: "ada", text: "hi", message: "m")), id: "a")
        let m = Message.own("m", at: flow.order)
        flow.answer(.ask(.post(m)), .outbox(.queued(chat: "ada", message: "m")))
        flow.forget()
        flow.send(event)
        #expect(flow.settled.take() == [told])
    }

    /// What waits to be sent stands behind what comes, so nothing is missing between.
    @Test func whatWaitsIsNoReasonForAHole() {
        let recorder = Recorder()
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.telex.bind(requests: recorder)
        flow.send(.message(.sending(chat: "ada", text: "hi", message: "m")))
        flow.send(.history(.synced(chat: "ada", messages: [.new("a1")], before: "token")))
        #expect(recorder.holes == [])
    }

    /// What had to wait for the contacts is answered as if it had not.
    @Test func theFirstRequestAboutAContactIsToldThatThereIsNone() {
        let flow = Flow(isStrict: false)
        flow.send(.contact(.deleting(person: "p")), id: "a")
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        #expect(flow.settled.take() == ["a ignored"])
    }

    /// What was refused while there was no such chat is not shown once there is.
    @Test func aChatDoesNotShowThatItWasMissing() {
        let flow = Flow(isStrict: false)
        flow.send(.message(.sending(chat: "ada", text: "hi", message: "m")), id: "a")
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada")])))
        flow.send(.screen(.opening(.messages("ada"))))
        #expect(flow.messages.model?.errorText == nil)
        flow.forget()
    }

    /// Where nothing is here before what is missing, nothing is missing between.
    @Test(arguments: [(0, [ChatID]()), (3, ["ada"])])
    func aHoleIsTold(total: Int, holes: [ChatID]) {
        let recorder = Recorder()
        var ada = Chat.ada
        ada.total = total
        let flow = Flow(chats: [ada], isStrict: false)
        flow.telex.bind(requests: recorder)
        flow.send(.history(.synced(chat: "ada", messages: [.new("a1")], before: "token")))
        #expect(recorder.holes == holes)
        flow.send(.history(.synced(chat: "ada", messages: [.new("a2")], before: nil)))
        #expect(recorder.holes == holes)
        // What is still missing after a page was missing before.
        flow.open("ada", title: "ada")
        flow.send(.history(.loading(chat: "ada", .older)))
        flow.send(.history(.fetched(chat: "ada", before: "token", messages: [], next: "more")))
        #expect(recorder.holes == holes)
    }

    private final class Recorder: RequestListening {
        private(set) var outcomes: [Outcome] = []
        private(set) var holes: [ChatID] = []
        func settled(_ cause: Cause, _ outcome: Outcome) { outcomes.append(outcome) }
        func missed(_ gap: Gap) { if case .chat(let chat) = gap { holes.append(chat) } }
    }
}
