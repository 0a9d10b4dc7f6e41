import Testing

@testable import TelexCore

@Suite struct OutcomeTests {
    /// What a line sets off for others is not what it made.
    @Test func aConnectionDidNotMakeTheMessagesThatItLetsGo() {
        let recorder = Recorder()
        let flow = Flow(isStrict: false)
        flow.telex.bind(requests: recorder)
        flow.send(.message(.sending(chat: "ada", text: "hi", message: "m")))
        let m = Message.own("m", at: flow.order)
        flow.answer(.ask(.post(m)), .outbox(.queued(chat: "ada", message: "m")))
        flow.send(.connection(.connected), id: "a")
        #expect(recorder.outcomes == [Outcome()])
    }

    @Test func aSyncThatBringsWhatIsKnownIsDone() {
        let recorder = Recorder()
        let flow = Flow(isStrict: false)
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

    private final class Recorder: RequestListening {
        private(set) var outcomes: [Outcome] = []
        func settled(_ cause: Cause, _ outcome: Outcome) { outcomes.append(outcome) }
    }
}
