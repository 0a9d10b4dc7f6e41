import Foundation
import Testing

@testable import TelexCore

/// Reading of iCalendar files.
@Suite struct ICalendarTests {
    private let rome = Region(timeZone: TimeZone(identifier: "Europe/Rome")!, locale: "en_GB")

    private func read(_ lines: String...) -> ICalendarReader {
        ICalendarReader((["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR"]).joined(separator: "\r\n"), rome)
    }

    @Test(arguments: [
        ("DUE:20260106T180000Z", "2026-01-06T18:00:00Z"), ("DUE:20260106T180000", "2026-01-06T17:00:00Z"),
        ("DUE;TZID=America/New_York:20260106T180000", "2026-01-06T23:00:00Z"),
        ("DUE;TZID=\"/Asia/Tokyo\":20260106T180000", "2026-01-06T09:00:00Z"),
        ("DUE;TZID=Mine:20260106T180000", "2026-01-06T12:30:00Z"), ("DUE;VALUE=DATE:20260706", "2026-07-06T07:00:00Z"),
        ("DTSTART:20260106T180030Z", "2026-01-06T18:00:30Z"), ("DUE:2026-01-06T18:00:00Z", "2026-01-06T18:00:00Z"),
        ("DTSTART:20260101T000000Z\r\nDUE:20260106T180000Z", "2026-01-06T18:00:00Z"),
        ("DUE:20260106T180000Z\r\nDTSTART:20260101T000000Z", "2026-01-06T18:00:00Z"),
    ])
    func readsDates(line: String, due: String) throws {
        let calendar = read(
            "BEGIN:VTIMEZONE", "TZID:Mine", "X-LIC-LOCATION:Asia/Kolkata", "END:VTIMEZONE", "BEGIN:VTODO", "UID:1",
            "SUMMARY:Call\\, Ada", line, "BEGIN:VALARM", "SUMMARY:no", "DUE:x", "END:VALARM", "END:VTODO")
        let date = try Date(due, strategy: .iso8601)
        let item = try #require(calendar.items.first)
        #expect(calendar.items.count == 1 && calendar.problems.isEmpty)
        #expect((item.line, item.uid, item.name, item.due) == (6, "1", "Call, Ada", date))
    }

    /// Zones that only the file defines, as Outlook writes them.
    @Test(arguments: [
        ("20260706T180000", "2026-07-06T16:00:00Z"), ("20260106T180000", "2026-01-06T17:00:00Z"),
        ("20261025T010000", "2026-10-24T23:00:00Z"), ("20261025T040000", "2026-10-25T03:00:00Z"),
    ])
    func readsDefinedZones(time: String, due: String) throws {
        let calendar = read(
            "BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time", "BEGIN:STANDARD", "DTSTART:16010101T030000",
            "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
            "END:STANDARD",
            "BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200",
            "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE",
            "BEGIN:VTIMEZONE", "TZID:Nepal", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETTO:+0545",
            "END:STANDARD",
            "END:VTIMEZONE", "BEGIN:VTODO", "SUMMARY:x", "DUE;TZID=W. Europe Standard Time:\(time)", "END:VTODO",
            "BEGIN:VTODO", "SUMMARY:y", "DUE;TZID=Nepal:20260106T054500", "END:VTODO")
        #expect(calendar.items.first?.due == (try Date(due, strategy: .iso8601)))
        #expect(calendar.items.last?.due == (try Date("2026-01-06T00:00:00Z", strategy: .iso8601)))
        #expect(calendar.problems.isEmpty)
    }

    /// New York, as different programs write it, after its use.
    @Test(arguments: [
        ("BYMONTH=3;BYMONTHDAY=8,9,10,11,12,13,14;BYDAY=SU", true), ("BYDAY=+2SU;BYMONTH=3", true),
        ("BYDAY=2SU;BYMONTH=3", true), ("BYMONTH=3", false), ("BYDAY=SU;BYMONTH=3", false),
        ("BYDAY=SU;BYMONTH=3;BYMONTHDAY=8,9", false), ("BYDAY=2SU;BYMONTH=3;BYSETPOS=1", false),
    ])
    func doesNotGuessAtDefinedZones(rule: String, isUnderstood: Bool) throws {
        let calendar = read(
            "BEGIN:VTODO", "SUMMARY:x", "DUE;TZID=Here:20260715T090000", "END:VTODO", "BEGIN:VTIMEZONE", "TZID:Here",
            "BEGIN:STANDARD", "DTSTART:20071104T020000", "TZOFFSETTO:-0500", "RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU",
            "END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:20070311T020000", "TZOFFSETTO:-0400",
            "RRULE:FREQ=YEARLY;\(rule)",
            "END:DAYLIGHT", "END:VTIMEZONE")
        let due = try Date("2026-07-15T13:00:00Z", strategy: .iso8601)
        #expect(calendar.items.map(\.due) == (isUnderstood ? [due] : []))
        #expect(calendar.problems.isEmpty == isUnderstood)
    }

    @Test func skipsTheItemsOfACancellation() {
        let calendar = read("METHOD:CANCEL", "BEGIN:VEVENT", "SUMMARY:x", "DTSTART:20260106T120000Z", "END:VEVENT")
        #expect(calendar.items.isEmpty && calendar.problems.map(\.reason) == ["it is cancelled"])
    }

    @Test(arguments: [
        (["SUMMARY:x"], "it has no date"), (["DUE:20260106T180000Z"], "it has no summary"),
        (["SUMMARY:x", "DUE:soon"], "\"soon\" is not a date (RFC 5545, 3.3.5)"),
        (["SUMMARY:x", "DUE:20260231T000000Z"], "\"20260231T000000Z\" is not a date (RFC 5545, 3.3.5)"),
        (["SUMMARY:x", "DUE:20260101T250000Z"], "\"20260101T250000Z\" is not a date (RFC 5545, 3.3.5)"),
        (
            ["SUMMARY:x", "DUE;TZID=Nowhere:20260106T180000"],
            "its time zone \"Nowhere\" is unknown: give it a name such as Europe/Rome"
        ),
    ])
    func saysWhatItSkips(lines: [String], reason: String) {
        let calendar = ICalendarReader((["BEGIN:VTODO"] + lines + ["END:VTODO"]).joined(separator: "\n"), rome)
        #expect(calendar.items == [] && calendar.problems.map(\.reason) == [reason] && calendar.problems[0].line == 1)
    }

    @Test func readsEventsAndSaysHowTheyRepeatThatIsNotSupported() {
        let calendar = read(
            "BEGIN:VEVENT", "SUMMARY:Lunch", "DTSTART:20260106T120000Z", "RRULE:FREQ=HOURLY", "RDATE:20260107T120000Z",
            "END:VEVENT", "no")
        #expect(calendar.items.map(\.name) == ["Lunch"])
        #expect(
            calendar.problems.map(\.reason) == [
                "it repeats with FREQ=HOURLY, which is not supported, so only the first date was read",
                "this is not \"NAME:value\" (RFC 5545, 3.1)",
            ])
        #expect(read("BEGIN:VTODO", "SUMMARY:x").problems.map(\.reason) == ["it does not end"])
    }

    @Test func saysThatTheOtherDatesWereNotRead() throws {
        let event = ["BEGIN:VEVENT", "SUMMARY:x", "DTSTART:20260106T120000Z"]
        for (lines, reason) in [
            (["RDATE:20260107T120000Z"], "RDATE, which is not supported, so only the first date was read"),
            (
                ["RRULE:FREQ=DAILY", "EXRULE:FREQ=WEEKLY"],
                "EXRULE, which is not supported, so those dates were not read"
            ),
        ] {
            let calendar = ICalendarReader((event + lines + ["END:VEVENT"]).joined(separator: "\n"), rome)
            #expect(calendar.problems.map(\.reason) == ["it repeats with \(reason)"] && calendar.items.count == 1)
        }
    }

    /// Nobody knows whether its next date is to come.
    @Test(arguments: ["RRULE:FREQ=MONTHLY;BYDAY=2TU", "RRULE:FREQ=DAILY;BYDAY=MO,TU", "RDATE:20270101T120000Z"])
    func aPastEventThatRepeatsInAnUnsupportedWayIsNotImported(rule: String) throws {
        let text = "BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20260106T120000Z\n\(rule)\nEND:VEVENT\n"
        let start = try Date("2026-01-06T12:00:00Z", strategy: .iso8601)
        #expect(ICalendarReader(text, rome, now: start - 1).items.map(\.due) == [start])
        let calendar = ICalendarReader(text, rome, now: start)
        #expect(calendar.items.isEmpty && calendar.problems.count == 1)
        #expect(calendar.problems[0].reason.hasSuffix(", which is not supported, so it was not imported"))
        let task = ICalendarReader(text.replacing("VEVENT", with: "VTODO"), rome, now: start)
        #expect(task.items.map(\.due) == [start])
        #expect(task.problems[0].reason.hasSuffix(", so only the first date was read"))
    }

    @Test(arguments: [
        ("DTSTART:20260106T120000Z", "2026-01-06T12:00:00Z"),
        ("DTSTART:20260106T120000Z\nDTEND:20260108T083000Z", "2026-01-08T08:30:00Z"),
        ("DTSTART:20260106T120000Z\nDTEND:20260101T000000Z", "2026-01-06T12:00:00Z"),
        ("DTSTART:20260106T120000Z\nDURATION:P1DT30M", "2026-01-07T12:30:00Z"),
        ("DTSTART:20260106T120000Z\nDURATION:PT90S", "2026-01-06T12:01:30Z"),
        ("DURATION:P2W\nDTSTART:20260106T120000Z", "2026-01-20T12:00:00Z"),
        ("DTSTART;TZID=Europe/Rome:20260328T120000\nDURATION:P1D", "2026-03-29T10:00:00Z"),
        ("DTSTART;TZID=Europe/Rome:20260328T120000\nDURATION:PT24H", "2026-03-29T11:00:00Z"),
        ("DTSTART;VALUE=DATE:20260106", "2026-01-06T23:00:00Z"),
        ("DTSTART;VALUE=DATE:20260106\nDTEND;VALUE=DATE:20260106", "2026-01-06T23:00:00Z"),
        ("DTSTART;VALUE=DATE:20260106\nDTEND;VALUE=DATE:20260109", "2026-01-08T23:00:00Z"),
        ("DTSTART;VALUE=DATE:20260106\nDURATION:P3D", "2026-01-08T23:00:00Z"),
    ])
    func anEventHasPassedOnceItIsOver(dates: String, over: String) throws {
        let calendar = ICalendarReader("BEGIN:VEVENT\nSUMMARY:x\n\(dates)\nEND:VEVENT", rome)
        let (item, over) = (try #require(calendar.items.first), try Date(over, strategy: .iso8601))
        #expect(item.due(at: over - 1) == item.due && item.due(at: over) == nil && calendar.problems.isEmpty)
    }

    @Test func whatRepeatsIsDueOnTheFirstDateThatIsNotOver() throws {
        let calendar = read(
            "BEGIN:VEVENT", "SUMMARY:x", "DTSTART:20260105T120000Z", "DTEND:20260105T130000Z",
            "RRULE:FREQ=DAILY;COUNT=2",
            "END:VEVENT", "BEGIN:VTODO", "SUMMARY:y", "DTSTART:20260105T120000Z", "RRULE:FREQ=DAILY", "END:VTODO")
        let first = try Date("2026-01-05T12:00:00Z", strategy: .iso8601)
        let (event, task) = (calendar.items[0], calendar.items[1])
        #expect(event.due(at: first + 3599) == first && event.due(at: first + 3600) == first + 86_400)
        #expect(event.due(at: first + 86_400 + 3600) == nil)
        #expect(task.due(at: first - 1) == first && task.due(at: first) == first + 86_400)
    }

    @Test(arguments: ["DUE:20260105T120000Z", "DTSTART:20260105T100000Z\nDURATION:PT2H"])
    func aTaskThatRepeatsIsOverdueUntilItIsDone(dates: String) throws {
        let text = "BEGIN:VTODO\nUID:1\nSUMMARY:y\n\(dates)\nRRULE:FREQ=DAILY\nEND:VTODO"
        let due = try Date("2026-01-05T12:00:00Z", strategy: .iso8601)
        let item = try #require(ICalendarReader(text, rome).items.first)
        #expect(item.due == due && item.due(at: due + 10 * 86_400) == due)
        #expect(item.recurrence?.next(after: due) == due + 86_400)
    }

    @Test func anExportKeepsWhatIsOverdue() throws {
        let reminder = Reminder(
            id: "1", name: "x", due: Date(timeIntervalSince1970: 1_767_690_000),
            recurrence: "DTSTART;TZID=\"Europe/Rome\":20260105T100000\nRRULE:FREQ=DAILY")
        let item = try #require(ICalendarReader(ICalendar.write([reminder]), rome).items.first)
        #expect(item.due(at: reminder.due + 5 * 86_400) == reminder.due)
    }

    @Test(arguments: ["P", "PT", "1H", "-PT1H", "P1H", "P1DT", ""])
    func saysWhatIsNoDuration(duration: String) {
        let calendar = read(
            "BEGIN:VEVENT", "SUMMARY:x", "DTSTART:20260106T120000Z", "DURATION:\(duration)", "END:VEVENT")
        #expect(calendar.items.count == 1)
        #expect(calendar.problems.map(\.reason) == ["\"\(duration)\" is not a duration (RFC 5545, 3.3.6)"])
    }

    @Test func readsNoDatesAfterTheYear9999() {
        let calendar = read(
            "BEGIN:VTODO", "SUMMARY:x", "DTSTART:99991231T120000Z", "DURATION:P999999WT9999999H", "END:VTODO")
        #expect(calendar.items.map(\.due) == [Date.representable.upperBound])
    }

    @Test func aDayLeavesOutTheDateOnIt() throws {
        let calendar = read(
            "BEGIN:VEVENT", "UID:1", "SUMMARY:x", "DTSTART;TZID=Asia/Tokyo:20260105T080000", "RRULE:FREQ=DAILY",
            "EXDATE;VALUE=DATE:20260106,20260107", "END:VEVENT", "BEGIN:VEVENT", "UID:1", "SUMMARY:x",
            "DTSTART:20260115T150000Z", "RECURRENCE-ID;VALUE=DATE:20260108", "END:VEVENT")
        let first = try Date("2026-01-04T23:00:00Z", strategy: .iso8601)
        #expect(calendar.items[0].recurrence?.next(after: first) == first + 4 * 86_400)
    }

    @Test func namesAChangeOfAllLaterDates() {
        let calendar = read(
            "BEGIN:VEVENT", "UID:1", "SUMMARY:x", "DTSTART:20260106T150000Z",
            "RECURRENCE-ID;RANGE=THISANDFUTURE:20260106T120000Z", "END:VEVENT")
        #expect(calendar.items.count == 1)
        #expect(
            calendar.problems.map(\.reason) == [
                "it changes all later dates, too (RANGE=THISANDFUTURE), which is not supported, so those are unchanged"
            ])
    }

    @Test func skipsWhatIsCancelled() {
        let calendar = read(
            "BEGIN:VTODO", "UID:1", "SUMMARY:x", "DUE:20260106T120000Z", "STATUS:CANCELLED", "END:VTODO")
        #expect(calendar.items.isEmpty && calendar.problems.map(\.reason) == ["it is cancelled"])
    }

    /// One date of a repeating item is moved, and one is cancelled.
    @Test func changedDatesReplaceThoseOfWhatRepeats() throws {
        let calendar = read(
            "BEGIN:VEVENT", "UID:2", "SUMMARY:y", "DTSTART:20260106T150000Z", "RECURRENCE-ID:20260106T120000Z",
            "END:VEVENT",
            "BEGIN:VEVENT", "UID:2", "SUMMARY:y", "DTSTART:20260107T120000Z", "RECURRENCE-ID:20260107T120000Z",
            "STATUS:CANCELLED", "END:VEVENT",
            "BEGIN:VEVENT", "UID:2", "SUMMARY:x", "DTSTART:20260105T120000Z", "RRULE:FREQ=DAILY", "END:VEVENT")
        #expect(
            calendar.items.map(\.uid) == ["2 20260106T120000Z", "2"]
                && calendar.problems.map(\.reason) == ["it is cancelled"])
        let first = try Date("2026-01-05T12:00:00Z", strategy: .iso8601)
        #expect(calendar.items[1].recurrence?.next(after: first) == first + 3 * 86_400)
    }

    private static let past = """
        BEGIN:VEVENT
        UID:a
        SUMMARY:meeting
        DTSTART:20251201T120000Z
        END:VEVENT
        BEGIN:VEVENT
        UID:b
        SUMMARY:holiday
        DTSTART;VALUE=DATE:20260105
        END:VEVENT
        BEGIN:VTODO
        UID:c
        SUMMARY:taxes
        DUE:20251201T120000Z
        END:VTODO
        BEGIN:VEVENT
        UID:d
        SUMMARY:birthday
        DTSTART;VALUE=DATE:19850106
        RRULE:FREQ=YEARLY
        END:VEVENT
        BEGIN:VEVENT
        UID:e
        SUMMARY:course
        DTSTART:20250101T120000Z
        RRULE:FREQ=DAILY;COUNT=3
        END:VEVENT

        """

    @Test func leavesOutEventsThatHavePassedAndTakesAnImportBack() throws {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.upcoming)))
        flow.send(.reminder(.importing(icalendar: Self.past)))
        let model = try #require(flow.upcoming.model)
        #expect(model.noticeText == "Imported 3 reminders. 2 events have passed, and were left out.")
        #expect(model.rows.map(\.summary) == ["taxes", "holiday", "birthday"])
        #expect(model.rows.map(\.nextText) == [nil, nil, "6 January 2027"])
        flow.send(try #require(model.undo).event)
        #expect(flow.upcoming.model?.totalCount == 0 && flow.upcoming.model?.undo == nil)
        #expect(flow.upcoming.model?.noticeText == "Nothing is due by the end of next week.")
        #expect(flow.upcoming.model?.noticeRevision == 1)
    }

    @Test func anEventThatCannotBeReadHasNotPassed() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.upcoming)))
        let file = "BEGIN:VEVENT\nSUMMARY:x\nDTSTART:20251201T120000Z\nRRULE:FREQ=MONTHLY;BYDAY=2TU\nEND:VEVENT\n"
        flow.send(.reminder(.importing(icalendar: file)))
        #expect(
            flow.upcoming.model?.noticeText
                == "Imported 0 reminders. Note: line 1 (x): it repeats with BYDAY=2TU, which is not supported, so it was not imported."
        )
    }

    @Test func takingAnImportBackBringsBackWhatItReplaced() throws {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.upcoming)))
        let file = "BEGIN:VTODO\nUID:1\nSUMMARY:x\nDUE:20260106T120000Z\nEND:VTODO\n"
        flow.send(.reminder(.importing(icalendar: file)))
        flow.send(.reminder(.importing(icalendar: file.replacing("SUMMARY:x", with: "SUMMARY:y"))))
        #expect(flow.upcoming.model?.rows.map(\.summary) == ["y"])
        flow.send(try #require(flow.upcoming.model?.undo).event)
        #expect(flow.upcoming.model?.rows.map(\.summary) == ["x"])
    }

    @Test func aRepeatingReminderComesAgainOnceItIsDone() throws {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.upcoming)))
        let file = "BEGIN:VEVENT\nUID:1\nSUMMARY:x\nDTSTART:20260106T120000Z\nRRULE:FREQ=DAILY;COUNT=2\nEND:VEVENT\n"
        flow.send(.reminder(.importing(icalendar: file)))
        let first = try Date("2026-01-06T12:00:00Z", strategy: .iso8601)
        #expect(flow.upcoming.model?.rows.map(\.due) == [first])
        flow.send(.reminder(.completing(reminder: "1")))
        #expect(flow.upcoming.model?.rows.map(\.due) == [first + 86_400])
        // Another import does not bring back the date that is done.
        flow.send(.reminder(.importing(icalendar: file)))
        #expect(flow.upcoming.model?.rows.map(\.due) == [first + 86_400])
        flow.send(.reminder(.completing(reminder: "1")))
        #expect(flow.upcoming.model?.rows.isEmpty == true)
        flow.send(try #require(flow.upcoming.model?.undo).event)
        #expect(flow.upcoming.model?.rows.map(\.due) == [first + 86_400])
    }

    @Test func doneOnARepeatingReminderIsTakenBack() throws {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.upcoming)))
        let file = "BEGIN:VEVENT\nUID:1\nSUMMARY:x\nDTSTART:20260106T120000Z\nRRULE:FREQ=WEEKLY\nEND:VEVENT\n"
        flow.send(.reminder(.importing(icalendar: file)))
        let before = flow.upcoming.model?.rows
        flow.send(.reminder(.completing(reminder: "1")))
        #expect(flow.upcoming.model?.rows != before)
        // It is that reminder, not the import, wherever it was marked as done.
        #expect(flow.upcoming.model?.undo?.event == .reminder(.reopening(reminder: "1")))
        flow.send(.reminder(.reopening(reminder: "1")))
        #expect(flow.upcoming.model?.rows == before)
    }

    @Test func importsTwoItemsWithOneUID() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.upcoming)))
        let items = ["x", "y"].map { "BEGIN:VTODO\nUID:1\nSUMMARY:\($0)\nDUE:20260106T120000Z\nEND:VTODO\n" }
        flow.send(.reminder(.importing(icalendar: items.joined())))
        #expect(flow.upcoming.model?.totalCount == 2)
        let notice =
            "Imported 2 reminders. Changed: line 6 (y): has the same UID as line 1 and got a new one."
        #expect(flow.upcoming.model?.noticeText == notice)
        // Without ids, a second import makes no doubles.
        for _ in 0..<2 {
            flow.send(.reminder(.importing(icalendar: items.joined().replacing("UID:1\n", with: ""))))
            #expect(flow.upcoming.model?.totalCount == 2)
        }
    }

    @Test func readsBackWhatItWrites() {
        let reminders = [
            Reminder(id: "1", name: "a;b,c\\d", due: Date(timeIntervalSince1970: 1_767_605_400), chat: "ada;bob"),
            Reminder(
                id: "2", name: String(repeating: "é", count: 100), due: Date(timeIntervalSince1970: 0), isDone: true),
            Reminder(
                id: "3", name: "x", due: Date(timeIntervalSince1970: 1_767_690_000),
                recurrence: "DTSTART;TZID=\"Europe/Rome\":20260105T100000\nRRULE:FREQ=DAILY"),
        ]
        let items = ICalendarReader(ICalendar.write(reminders), rome).items
        let read = items.map {
            Reminder(
                id: ReminderID($0.uid!), name: $0.name, due: $0.due!, isDone: $0.isDone, chat: $0.chat,
                recurrence: $0.recurrence?.text)
        }
        #expect(read == reminders)
    }
}
