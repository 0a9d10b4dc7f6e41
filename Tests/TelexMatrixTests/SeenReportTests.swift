import TelexCore
import Testing

/// Plays back what Synapse answers to reports of messages.
@Suite struct SeenReportTests {
    @Test func reportsAMessageWithAReasonAndWithout() {
        let seen = Seen("reports")
        _ = seen.step("start")
        #expect(seen.step("a reason", .report("!club:x", "$spam", reason: "It is spam.")) == ["$spam is reported"])
        #expect(seen.step("no reason", .report("!club:x", "$spam", reason: "")) == ["$spam is reported"])
        #expect(
            seen.step("no such message", .report("!club:x", "$nothing", reason: "")) == [
                "$nothing failed: Unable to report event: it does not exist or you aren't able to see it."
            ])
        #expect(seen.isOver)
    }
}
