import Foundation
import TelexCore
import Testing

@testable import TelexRuntime

@Suite struct SessionLoopTests {
    private func loop(_ stage: Stage, drain: TimeInterval = 0, patience: TimeInterval = 0.5) -> SessionLoop<String> {
        SessionLoop(stage.session, stage.mailbox, drain: drain, patience: patience)
    }

    @Test func handlesLinesInOrderUntilTheEndOrUntilToldToStop() throws {
        for (last, ending) in [("c", ["a", "b", "c"]), ("b", ["a", "b"])] {
            let stage = try Stage()
            stage.mailbox.deliver(["a", "b"])
            stage.mailbox.deliver(["c"])
            stage.mailbox.deliver([], then: .end)
            var prepared: [[String]] = []
            var taken: [String] = []
            let end = try loop(stage).run(prepare: { prepared.append($0) }) {
                taken.append($0)
                return $0 != last
            }
            #expect(end == .ended(isDone: true) && prepared == [["a", "b", "c"]] && taken == ending)
        }
    }

    @Test func holdsALineAndTheNextOnesUntilThereIsAnAnswer() throws {
        let stage = try Stage()
        stage.mailbox.deliver(["a", "b", "c"])
        stage.mailbox.deliver(["d"])
        stage.mailbox.deliver([], then: .end)
        var held: [String] = []
        var taken: [String] = []
        let ending = try loop(stage).run(holds: { line in
            if line == "b", held.count < 2 {
                held.append(line)
                stage.mailbox.wake()
                return true
            }
            return false
        }) {
            taken.append($0)
            return true
        }
        #expect(ending == .ended(isDone: true) && held == ["b", "b"] && taken == ["a", "b", "c", "d"])
    }

    /// A loop that sleeps although nothing else comes is interrupted after a minute.
    @Test(arguments: [false, true])
    func takesALineAsSoonAsItNeedNotWait(byTimer: Bool) throws {
        let stage = try Stage(clock: .wall())
        stage.mailbox.deliver(["a"], then: .end)
        try stage.session.receive(.connection(.retrying))
        let answer = try #require(stage.backend.requests.first?.answer)
        let clock = stage.session.clock
        clock.schedule(at: Date().addingTimeInterval(60)) { stage.mailbox.interrupt(15) }
        func happen() {
            answer(Stage.titled("b"))
            answer.end()
        }
        var isFirst = true
        let ending = try loop(stage).run(holds: { _ in
            defer { isFirst = false }
            let isHeld = stage.store.titles.isEmpty
            // What the line waits for happens right after the first question.
            if isFirst, byTimer { clock.schedule(at: Date(), happen) }
            if isFirst, !byTimer { happen() }
            return isHeld
        }) { _ in true }
        #expect(ending == .ended(isDone: true) && stage.store.titles == [["b"]])
    }

    @Test func commitsTheChangesOfLinesBeforeItWaits() throws {
        let stage = try Stage()
        stage.mailbox.deliver(["a", "b"])
        stage.mailbox.deliver([], then: .end)
        _ = try loop(stage).run {
            try stage.session.receive(Stage.titled($0))
            return true
        }
        #expect(stage.store.titles == [["b"]])
    }

    @Test func endsAtASignal() throws {
        let stage = try Stage()
        stage.mailbox.deliver(["a"])
        stage.mailbox.interrupt(15)
        let ending = try loop(stage).run { _ in
            Issue.record("a signal goes first")
            return true
        }
        #expect(ending == .signal(15))
    }

    @Test(arguments: [false, true])
    func reportsThatTheInputCannotBeRead(isVirtual: Bool) throws {
        let stage = try Stage(clock: isVirtual ? .virtual() : .wall())
        stage.backend.isBusy = true
        let clock = stage.session.clock
        _ = clock.schedule(at: clock.now) { stage.backend.isBusy = false }
        stage.mailbox.deliver([], then: .failed("Is a directory"))
        let ending = try loop(stage).run { _ in true }
        // Work in progress was finished first.
        #expect(ending == .failed(InputFailure(reason: "Is a directory")) && !stage.backend.isBusy)
    }

    @Test(arguments: [false, true])
    func reportsUnfinishedWorkWhenTheDrainTimeIsOver(isVirtual: Bool) throws {
        let stage = try Stage(clock: isVirtual ? .virtual() : .wall())
        stage.backend.isBusy = true
        stage.mailbox.deliver([], then: .end)
        #expect(try loop(stage).run { _ in true } == .ended(isDone: false))
    }

    @Test func asksHowLongToDrainOnceTheInputHasEnded() throws {
        let stage = try Stage()
        stage.backend.isBusy = true
        stage.session.clock.schedule(at: stage.session.clock.now + 5) { stage.backend.isBusy = false }
        stage.mailbox.deliver(["a"], then: .end)
        var drain = 10.0
        let loop = SessionLoop(stage.session, stage.mailbox, drain: drain)
        let ending = try loop.run { _ in
            drain = 0
            return true
        }
        #expect(ending == .ended(isDone: false))
    }

    @Test func handlesAnswersThatArriveWhileItDrains() throws {
        let stage = try Stage(clock: .wall())
        stage.mailbox.deliver([], then: .end)
        try stage.session.receive(.connection(.retrying))
        let answer = try #require(stage.backend.requests.first?.answer)
        Thread {
            answer(Stage.titled("a"))
            answer.end()
        }.start()
        #expect(try loop(stage, drain: 60).run { _ in true } == .ended(isDone: true))
        #expect(stage.store.titles == [["a"]])
    }

    /// Work delivers its answer before it ends.
    @Test func handlesTheAnswersOfWorkThatHasJustEnded() throws {
        let stage = try Stage(clock: .wall())
        stage.mailbox.deliver([], then: .end)
        stage.backend.onAskedWhetherBusy = { [mailbox = stage.mailbox, backend = stage.backend] in
            backend.onAskedWhetherBusy = {}
            mailbox.deliver(.event(Stage.titled("a"), effect: 1))
        }
        try stage.session.receive(.connection(.connecting))
        stage.backend.requests.last?.answer.end()
        #expect(try loop(stage, drain: 60).run { _ in true } == .ended(isDone: true))
        #expect(stage.store.titles.last == ["a"])
    }

    @Test func firesCallbacksWhileItDrains() throws {
        let clock = SessionClock.wall()
        let stage = try Stage(clock: clock)
        stage.backend.isBusy = true
        stage.mailbox.deliver([], then: .end)
        _ = clock.schedule(at: Date().addingTimeInterval(0.002)) { stage.backend.isBusy = false }
        #expect(try loop(stage, drain: 60).run { _ in true } == .ended(isDone: true))
    }

    @Test func reportsASlowDrainOnce() throws {
        let clock = SessionClock.wall()
        let stage = try Stage(clock: clock)
        stage.backend.isBusy = true
        stage.mailbox.deliver([], then: .end)
        var told = 0
        // The work goes on after the report.
        func work(_ rounds: Int) {
            stage.backend.isBusy = rounds > 0
            if rounds > 0 { _ = clock.schedule(at: Date().addingTimeInterval(0.001)) { work(rounds - 1) } }
        }
        let ending = try loop(stage, drain: 60, patience: 0).run(
            { _ in true },
            draining: {
                told += 1
                work(3)
            })
        #expect(ending == .ended(isDone: true) && told == 1)
    }

    @Test func doesNotReportAFastDrain() throws {
        let clock = SessionClock.wall()
        let stage = try Stage(clock: clock)
        stage.backend.isBusy = true
        stage.mailbox.deliver([], then: .end)
        _ = clock.schedule(at: Date().addingTimeInterval(0.002)) { stage.backend.isBusy = false }
        let ending = try loop(stage, drain: 3600, patience: 3600).run(
            { _ in true }, draining: { Issue.record("It was reported.") })
        #expect(ending == .ended(isDone: true))
    }

    @Test func quitsImmediatelyIfAskedAgain() throws {
        let stage = try Stage(clock: .wall())
        stage.backend.isBusy = true
        stage.mailbox.leave()
        let ending = try loop(stage, drain: 60, patience: 0).run(
            { _ in true }, interrupts: { $0 == "/quit" },
            draining: { for line in ["hello", "/quit"] { stage.mailbox.type(line) } })
        #expect(ending == .ended(isDone: true))
    }

    /// A file on a slow disk is read as long as it gets on.
    @Test func waitsAsLongAsAFileIsRead() {
        let start = Date(timeIntervalSinceReferenceDate: 0)
        func date(_ seconds: TimeInterval) -> Date { start.addingTimeInterval(seconds) }
        var deadline = DrainDeadline(10, at: start, readCount: 1)
        deadline.renew(at: date(5), readCount: 1)
        #expect(deadline.date == date(10))
        deadline.renew(at: date(9), readCount: 2)
        #expect(deadline.date == date(19))
        deadline.renew(at: date(18), readCount: nil)
        #expect(deadline.date == date(19))
    }
}
