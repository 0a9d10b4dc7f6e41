import Foundation
import TelexCore
import Testing

@testable import TelexRuntime

@Suite struct SessionTests {
    // MARK: Stamps

    private static let lastPlace: Int64 = 1 << 52

    @Test(arguments: [(0, 1), (5, 6), (lastPlace, lastPlace + 1), (lastPlace + 9, lastPlace + 1)])
    func continuesFromTheStoredPosition(stored: Int64, first: Int64) throws {
        let stage = try Stage(lastPosition: stored)
        try stage.session.receive(Stage.received("m"))
        try stage.session.receive(Stage.received("n"))
        try stage.session.flush()
        #expect(stage.store.placed == ["m": first, "n": first + 1])
    }

    @Test func givesConsecutivePositionsToMessagesThatArriveTogether() throws {
        let stage = try Stage(lastPosition: 5)
        let messages = ["a", "b", "c"].map {
            IncomingMessage(chat: "ada", message: MessageID($0), content: .text("hello"))
        }
        try stage.session.receive(.history(.synced(SyncedHistory(chat: "ada", messages: messages, before: nil))))
        try stage.session.receive(Stage.received("d"))
        try stage.session.flush()
        #expect(stage.store.placed == ["a": 6, "b": 7, "c": 8, "d": 9])
    }

    @Test(arguments: [(3, 7), (40, 42), (lastPlace + 9, 11), (lastPlace + 3, 7)] as [(Int64, Int64)])
    func continuesFromThePositionsOfLoadedMessages(brought: Int64, next: Int64) throws {
        let stage = try Stage(lastPosition: 5)
        let message = Message(
            id: "waiting", chat: "ada", position: brought, isOwn: true, content: .text("hello"),
            date: SessionClock.start,
            delivery: .waiting)
        try stage.session.receive(.outbox(.loaded(messages: [message])))
        try stage.session.receive(Stage.received("m"))
        try stage.session.flush()
        #expect(stage.store.placed == ["m": next])
    }

    @Test func givesAMessageAnIDThatIsNewInItsChat() throws {
        let taken = MessageKey(chat: "ada", message: "telex-6")
        let stage = try Stage(lastPosition: 5, stored: [taken: KnownMessage(position: 3)])
        try stage.session.receive(Stage.received(nil))
        try stage.session.flush()
        #expect(stage.store.placed == ["telex-6-": 6])
    }

    @Test func doesNotLookUpUniqueIDs() throws {
        let stage = try Stage(ids: RandomIDs())
        try stage.session.receive(Stage.received(nil))
        try stage.session.flush()
        #expect(stage.store.placed.count == 1 && stage.store.asked.isEmpty)
    }

    @Test func makesIDsThatSortInOrderOfCreation() {
        let ids = RandomIDs()
        let made = [1, 2, 15, 16, 255, 4096, 1 << 52].map { ids.next(order: $0) }
        #expect(made == made.sorted() && made.allSatisfy { $0.count == 32 && $0.allSatisfy(\.isHexDigit) })
        #expect(made[5].hasPrefix("00000000001000") && ids.next(order: 1) != made[0])
    }

    // MARK: Looking ahead

    @Test func looksUpComingMessagesOnlyOnce() throws {
        let stored = MessageKey(chat: "ada", message: "old")
        let stage = try Stage(lastPosition: 5, stored: [stored: KnownMessage(position: 3)])
        let events = [Stage.received("new"), Stage.received("old"), Stage.received("new")]
        try stage.session.lookAhead(events)
        for event in events { try stage.session.receive(event) }
        try stage.session.flush()
        try stage.session.receive(Stage.received("new"))
        #expect(stage.store.asked == ["old", "new"] && stage.store.placed == ["new": 6])
        // This store does not know the message even after the commit.
        #expect(stage.store.reacted == ["new", "new"])
    }

    @Test func knowsMessagesStoredSinceItLookedAhead() throws {
        let stage = try Stage()
        try stage.session.receive(Stage.received("waiting"))
        try stage.session.lookAhead([Stage.received("waiting"), Stage.received(nil)])
        try stage.session.flush()
        stage.store.messages[MessageKey(chat: "ada", message: "waiting")] = KnownMessage(position: 1)
        try stage.session.receive(Stage.received("waiting"))
        try stage.session.flush()
        #expect(stage.store.placed == ["waiting": 1])
    }

    // MARK: Committing

    @Test func commitsImmediatelyBeforeAnEffectStarts() throws {
        let stage = try Stage()
        try stage.session.receive(Stage.titled("a"))
        #expect(stage.store.titles == [] && stage.backend.requests.isEmpty)
        try stage.session.receive(.connection(.connecting))
        #expect(stage.store.titles == [["a"]] && stage.backend.requests.map(\.request) == [.sync])
    }

    @Test(arguments: [false, true])
    func commitsImmediatelyWhenAnOutletIsFull(isFull: Bool) throws {
        let stage = try Stage()
        let outlet = CountingOutlet()
        outlet.isFull = isFull
        stage.session.add(outlet)
        stage.session.add(PlainOutlet())
        try stage.session.receive(Stage.titled("a"))
        #expect(stage.store.titles == (isFull ? [["a"]] : []) && (outlet.releases > 0) == isFull)
    }

    @Test func commitsGroupedEventsTogether() throws {
        let stage = try Stage()
        try stage.session.together {
            try stage.session.receive(Stage.titled("a"))
            try stage.session.receive(.connection(.retrying))
            try stage.session.receive(Stage.titled("b"))
            #expect(stage.store.titles == [] && stage.backend.requests.isEmpty)
        }
        #expect(stage.store.titles == [["b"]] && stage.backend.requests.map(\.request) == [.sync])
    }

    @Test(arguments: [false, true])
    func marksShownMessagesAsRead(marks: Bool) throws {
        let stage = try Stage()
        if marks { stage.session.markShownAsRead() }
        try stage.session.receive(.screen(.opening(.messages("ada"))))
        try stage.session.receive(
            .history(.loaded(HistoryPage(chat: "ada", messages: [], total: 0, hasOlder: false))))
        try stage.session.flush()
        try stage.session.receive(Stage.received("m"))
        let unread = stage.store.commits.joined().compactMap {
            if case .chat(let chat) = $0 { chat.unread } else { nil }
        }
        #expect(unread == (marks ? [1, 0] : []))
    }

    /// Events that the backend delivers while the store answers are not in the answer.
    @Test func handlesTheStoresAnswerBeforeEventsThatCameMeanwhile() throws {
        let stage = try Stage()
        let listener = MessagesListener()
        stage.session.telex.bind(listener)
        try stage.session.receive(.connection(.connecting))
        let sync = try #require(stage.backend.requests.first?.answer)
        stage.store.onLoad = {
            let messages = (1...60).map {
                IncomingMessage(chat: "ada", message: MessageID("m\($0)"), content: .text("hello"))
            }
            sync(.history(.synced(SyncedHistory(chat: "ada", messages: messages, before: nil))))
        }
        try stage.session.receive(.screen(.opening(.messages("ada"))))
        let shown = try #require(listener.last)
        #expect(shown.messages.count == 50 && shown.totalCount == 60 && shown.older != nil)
    }

    @Test func reportsWhichRequestsCouldNotBeStored() throws {
        let stage = try Stage()
        let causes = (1...12).map { Cause(id: "r", number: $0) }
        for cause in causes.prefix(8).reversed() { stage.session.begin(cause) }
        stage.session.settled(causes[2], Outcome())
        try stage.session.flush()
        for cause in causes.dropFirst(8).reversed() { stage.session.begin(cause) }
        stage.store.fails = true
        do {
            try stage.session.receive(Stage.titled("a"))
            try stage.session.flush()
            Issue.record("that could not be stored")
        } catch let failure as SessionFailure {
            #expect(failure.reason == "full" && failure.causes == Array(causes[8...]))
            #expect(failure.others == Array(causes[..<2] + causes[3..<8]))
        }
    }

    // MARK: Time

    @Test(arguments: [(false, false, true), (true, false, false), (false, true, false), (true, true, false)])
    func isQuietWhenNothingIsPending(asks: Bool, isBusy: Bool, isQuiet: Bool) throws {
        let stage = try Stage()
        if asks { try stage.session.receive(.connection(.retrying)) }
        stage.backend.isBusy = isBusy
        #expect(stage.session.isQuiet == isQuiet)
    }

    @Test func canLeaveTheFilesOfEarlierRunsToTheNext() throws {
        let stage = try Stage()
        stage.backend.movesFiles = true
        #expect(!stage.session.isQuiet && stage.session.isQuiet(for: 1))
        stage.session.waitsForOldFiles = false
        #expect(stage.session.isQuiet)
        stage.backend.isBusy = true
        #expect(!stage.session.isQuiet && !stage.session.isQuiet(for: 1))
    }

    @Test(arguments: [(4.0, false), (5.0, true), (6.0, true)])
    func drainsUntilQuietOrTheTimeIsOver(seconds: TimeInterval, isDone: Bool) throws {
        let stage = try Stage()
        stage.backend.isBusy = true
        let (clock, start) = (stage.session.clock, stage.session.clock.now)
        _ = clock.schedule(at: start.addingTimeInterval(2)) {}
        _ = clock.schedule(at: start.addingTimeInterval(5)) { stage.backend.isBusy = false }
        _ = clock.schedule(at: start.addingTimeInterval(5)) { Issue.record("all was quiet before") }
        #expect(try stage.session.drain(seconds) == isDone)
        #expect(clock.now == start.addingTimeInterval(isDone ? 5 : 2))
    }

    @Test func drainsNothingWhenQuiet() throws {
        let stage = try Stage()
        _ = stage.session.clock.schedule(at: stage.session.clock.now) { Issue.record("nobody waits for it") }
        #expect(try stage.session.drain(1))
    }

    @Test func movesAVirtualClockFromCallbackToCallback() throws {
        let stage = try Stage()
        let (clock, start) = (stage.session.clock, stage.session.clock.now)
        var times: [TimeInterval] = []
        for seconds in [1.0, 3, 4] {
            _ = clock.schedule(at: start.addingTimeInterval(seconds)) {
                times.append(clock.now.timeIntervalSince(start))
            }
        }
        try stage.session.advance(by: 3)
        #expect(times == [1, 3] && clock.now == start.addingTimeInterval(3) && clock.isVirtual)
    }

    /// As a binary fraction, three times 0.2 is not 0.6. A recording has whole milliseconds.
    @Test func movesAVirtualClockByWholeMilliseconds() throws {
        let stage = try Stage()
        for seconds in [0.2, 0.2, 0.2, 0.0001, -1] { try stage.session.advance(by: seconds) }
        #expect(stage.session.clock.now == Date(timeIntervalSince1970: 1_767_603_600.6))
        var times: [Date] = []
        let clock = stage.session.clock
        _ = clock.schedule(at: clock.now.addingTimeInterval(0.1004)) { times.append(clock.now) }
        try stage.session.advance(by: 0.1)
        #expect(times == [Date(timeIntervalSince1970: 1_767_603_600.7)] && clock.now == times[0])
    }

    @Test func stopsAVirtualClockAtTheEndOfTheYear9999() throws {
        let stage = try Stage(clock: .virtual(from: Date(timeIntervalSince1970: 253_402_300_799)))
        let clock = stage.session.clock
        _ = clock.schedule(at: clock.now.addingTimeInterval(1)) { Issue.record("that time never comes") }
        try stage.session.advance(by: 1e9)
        #expect(clock.now == Date(timeIntervalSince1970: 253_402_300_799.999))
    }

    @Test func firesOnlyDueCallbacksOnARealClock() throws {
        let clock = SessionClock.wall()
        let stage = try Stage(clock: clock)
        var calls = 0
        for _ in 0..<3 { _ = clock.schedule(at: .distantPast) { calls += 1 } }
        _ = clock.schedule(at: .distantFuture) { calls += 1 }
        try stage.session.fireDue()
        #expect(calls == 3 && !clock.isVirtual && clock.nextDue == .distantFuture)
    }

    @Test func noCallbackWaitsLongerBecauseTheClockIsSetBack() throws {
        var time = SessionClock.start
        let clock = SessionClock.wall { time }
        let stage = try Stage(clock: clock)
        var calls = 0
        _ = clock.schedule(at: clock.now.addingTimeInterval(5)) { calls += 1 }
        time -= 3600
        try stage.session.fireDue()
        #expect(calls == 0)
        time += 5
        try stage.session.fireDue()
        #expect(calls == 1)
    }

    @Test(arguments: [(-86_400, true), (-0.5, false), (0, false), (50, false)])
    func changesTheDayWhenTheClockIsSetBack(by seconds: TimeInterval, changes: Bool) throws {
        var time = SessionClock.start
        let clock = SessionClock.wall { time }
        let stage = try Stage(clock: clock)
        try stage.session.receive(.clock(.began))
        try stage.session.flush()
        let midnight = try #require(clock.nextDue)
        time += 30
        try stage.session.fireDue()
        time += seconds
        try stage.session.fireDue()
        #expect(clock.nextDue == (changes ? midnight - 86_400 : midnight))
        // It looks again in a minute.
        #expect(clock.nextLook == time + 60)
    }
}
