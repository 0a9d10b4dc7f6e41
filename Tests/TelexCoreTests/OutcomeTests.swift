import Testing

@testable import TelexCore

@Suite struct OutcomeTests {
    /// Effects on other requests are not part of a request's outcome.
    @Test func aReconnectDoesNotReportTheMessagesItResends() {
        let recorder = Recorder()
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.telex.bind(requests: recorder)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))))
        let m = Message.own("m", at: flow.order)
        flow.answer(.ask(.post(m)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m"))))
        flow.send(.connection(.connected), id: "a")
        #expect(recorder.outcomes == [Outcome()])
    }

    @Test func aSyncWithKnownMessagesIsDone() {
        let recorder = Recorder()
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.telex.bind(requests: recorder)
        let messages = [IncomingMessage.new("a1"), .new("a2")]
        flow.send(
            .history(.synced(SyncedHistory(chat: "ada", messages: messages, before: nil))), id: "a",
            known: .known("a1", at: 1))
        #expect(recorder.outcomes == [Outcome()])
    }

    @Test(arguments: [
        (Outcome(.sent), Outcome(.failed, reason: "No."), Outcome(.failed, reason: "No.")),
        (Outcome(.refused, reason: "No."), Outcome(.done, chat: "ada"), Outcome(.refused, reason: "No.", chat: "ada")),
        (
            Outcome(.refused, reason: "No.", fileProblem: .stopped), Outcome(.failed, reason: "Full."),
            Outcome(.failed, reason: "Full.")
        ),
    ])
    func theWorseOutcomeWins(first: Outcome, second: Outcome, both: Outcome) {
        var outcome = first
        outcome.add(second)
        #expect(outcome == both)
    }

    /// A request that needs records from the store fails when they cannot be loaded.
    @Test(arguments: [
        (
            Event.contact(.deleting(person: "c")), Effect.Work.load(.allContacts),
            Event.contact(.loadFailed(reason: "No."))
        ),
        (.reminder(.completing(reminder: "r")), .load(.reminders), .reminder(.loadFailed(reason: "No."))),
        (.chat(.loading), .load(.chats(first: 50)), .chat(.loadFailed(reason: "No."))),
    ])
    func failsWhenLoadingFails(request: Event, work: Effect.Work, answer: Event) {
        let recorder = Recorder()
        let flow = Flow(isStarted: false, isStrict: false)
        flow.telex.bind(requests: recorder)
        flow.send(request, id: "a")
        for order in flow.takeWorks() where order != work { flow.answer(order) }
        flow.answer(work, answer)
        #expect(recorder.outcomes == [Outcome(.failed, reason: "No.")])
    }

    /// Each request that waits for the same records has its own outcome, after they are loaded.
    @Test func requestsThatWaitForTheSameRecordsEndOneByOne() {
        let recorder = Recorder()
        let flow = Flow(isStarted: false, isStrict: false)
        flow.telex.bind(requests: recorder)
        flow.send(.contact(.deleting(person: "nobody")), id: "a")
        flow.send(.contact(.adding(ContactName(first: "Ada", last: "King"))), id: "b")
        flow.send(.contact(.listing(rows: 9)), id: "c")
        #expect(recorder.settled == ["c"])
        #expect(flow.takeWorks().filter { $0 == .load(.allContacts) }.count == 1)
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        #expect(recorder.settled == ["c", "a", "b"])
        #expect(recorder.outcomes.map(\.kind) == [.done, .ignored, .done])
        #expect(recorder.outcomes.map { $0.contact == nil } == [true, true, false])
    }

    /// An event whose subject does not exist does nothing, and says so.
    @Test(arguments: [
        (Event.message(.sending(OutgoingMessage(chat: "nobody", text: "hi", message: "m"))), Outcome.Kind.refused),
        (.message(.reading(chat: "nobody")), .ignored),
        (.message(.reading(chat: "ada")), .ignored),
        (.notification(.opening(chat: "ada")), .ignored),
        (.notification(.dismissing(chat: "ada")), .ignored),
        (.notification(.openingReminder(reminder: "r")), .ignored),
        (.notification(.dismissingReminder(reminder: "r")), .ignored),
        (.reminder(.adding(NewReminder(text: ReminderText(name: "tea", due: "tomorrow"), chat: "nobody"))), .refused),
        (.screen(.opening(.chatList)), .ignored),
        (.screen(.closing(.chatList)), .ignored),
        (.screen(.closing(.messages)), .ignored),
        (.presence(.typing(chat: "ada")), .ignored),
    ])
    func reportsEventsThatHaveNothingToDo(event: Event, kind: Outcome.Kind) {
        let recorder = Recorder()
        let flow = Flow(chats: [.ada])
        flow.telex.bind(requests: recorder)
        flow.send(event, id: "a")
        flow.expect(settled: ["a \(kind.rawValue)"])
        #expect(recorder.outcomes.map { $0.reason == nil } == [false])
    }

    /// Before the first connection nobody knows which chats the server has, so the message waits.
    @Test func aMessageToAnUnknownChatWaitsForTheFirstConnection() {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))), id: "a")
        let m = Message.own("m", at: flow.order)
        flow.answer(.ask(.post(m)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m"))))
        #expect(flow.settled.take() == ["a waiting"])
    }

    /// The outcome goes to the request that retried the message.
    @Test func reportsARetriedMessageToTheRetryRequest() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))), id: "a")
        let m = Message.own("m", at: flow.order)
        flow.answer(.ask(.post(m)), .message(.sendFailed(MessageFailure(chat: "ada", message: "m", reason: "No."))))
        flow.send(.outbox(.retrying(MessageKey(chat: "ada", message: "m"))), id: "b")
        flow.answer(.ask(.post(m)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m"))))
        flow.forget()
        flow.send(.connection(.connected))
        flow.answer(.resend(.post(m)), .message(.sent(MessageKey(chat: "ada", message: "m"))))
        #expect(flow.settled.take() == ["b in the end sent"])
    }

    /// The outcome is reported to the request that sent the message, however it becomes known.
    @Test(arguments: [
        (Event.message(.sent(MessageKey(chat: "ada", message: "m"))), "a in the end sent"),
        (.message(.sendFailed(MessageFailure(chat: "ada", message: "m", reason: "No."))), "a in the end failed"),
        (.message(.received(.new("m", text: "hi", isOwn: true))), "a in the end sent"),
        (
            .history(.synced(SyncedHistory(chat: "ada", messages: [.new("m", text: "hi", isOwn: true)], before: nil))),
            "a in the end sent"
        ),
    ])
    func reportsAWaitingMessageFromAnySource(event: Event, told: String) {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))), id: "a")
        let m = Message.own("m", at: flow.order)
        flow.answer(.ask(.post(m)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m"))))
        flow.forget()
        flow.send(event)
        #expect(flow.settled.take() == [told])
    }

    /// Waiting messages come after received ones, so nothing is missing in between.
    @Test func waitingMessagesDoNotMakeAHole() {
        let recorder = Recorder()
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.telex.bind(requests: recorder)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))))
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [.new("a1")], before: "token"))))
        #expect(recorder.holes == [])
    }

    /// A request that waits for the contacts gets the same answer as one that does not.
    @Test func aPostponedRequestReportsAMissingContact() {
        let flow = Flow(isStrict: false)
        flow.send(.contact(.deleting(person: "p")), id: "a")
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        #expect(flow.settled.take() == ["a ignored"])
    }

    /// A refusal for a missing chat is not shown once the chat exists.
    @Test func aNewChatDoesNotShowAnEarlierRefusal() {
        let flow = Flow(isStrict: false)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))), id: "a")
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada")])))
        flow.send(.screen(.opening(.messages("ada"))))
        #expect(flow.messages.model?.errorText == nil)
        flow.forget()
    }

    /// If nothing is stored before the gap, there is no hole.
    @Test(arguments: [(0, [ChatID]()), (3, ["ada"])])
    func reportsAHoleOnce(total: Int, holes: [ChatID]) {
        let recorder = Recorder()
        var ada = Chat.ada
        ada.total = total
        let flow = Flow(chats: [ada], isStrict: false)
        flow.telex.bind(requests: recorder)
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [.new("a1")], before: "token"))))
        #expect(recorder.holes == holes)
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [.new("a2")], before: nil))))
        #expect(recorder.holes == holes)
        // A gap that remains after a page was reported before.
        flow.open("ada", title: "ada")
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        flow.send(.history(.fetched(FetchedHistory(chat: "ada", before: "token", messages: [], next: "more"))))
        #expect(recorder.holes == holes)
    }
}
