import Foundation
import Testing

@testable import TelexCore

/// The flow's clock starts on Monday, 5 January 2026, at 09:00 UTC.
@Suite struct ReminderTests {
    private func flow(_ reminders: [Reminder] = [], _ location: SourceLocation = #_sourceLocation) -> Flow {
        let flow = Flow(chats: [.ada], location)
        flow.send(.reminder(.loaded(reminders: reminders)))
        flow.send(.screen(.opening(.upcoming)))
        flow.forget()
        return flow
    }

    private func due(_ hours: Double) -> Date { .start + hours * 3600 }

    @Test func loadsAtStartup() {
        let flow = Flow(isStarted: false)
        flow.send(.chat(.loading))
        flow.send(.screen(.opening(.upcoming)))
        flow.forget()
        #expect(flow.upcoming.model?.shouldShowBusy == true)
        flow.answer(.load(.reminders), .reminder(.loaded(reminders: [])))
        flow.expect(
            changes: """
                upcoming: shouldShowBusy = false, shouldShowEmpty = true, \
                noticeText = Nothing is due by the end of next week.
                """)
    }

    @Test func showsHowADateIsUnderstoodBeforeSaving() throws {
        let flow = flow()
        flow.send(try #require(flow.upcoming.model?.add).event)
        flow.expect(
            changes: """
                upcoming closes
                reminderForm opens: typing = reminder.typing(<summary>, <dueText>), save = reminder.adding(<summary>, <dueText>), \
                close = screen.closing.reminderForm
                """)
        flow.send(try #require(flow.reminderForm.model?.typing).filled("", "tomorrow 9:00 call Ada"))
        flow.expect(
            changes: """
                reminderForm: dueText = tomorrow 9:00 call Ada, due = 2026-01-06T09:00:00Z, understoodText = Tuesday, 6 January 2026, 09:00 UTC: call Ada
                """)
    }

    @Test func savesAndShowsAReminder() throws {
        let flow = flow()
        flow.send(try #require(flow.upcoming.model?.add).event)
        flow.forget()
        flow.send(try #require(flow.reminderForm.model?.save).filled("", "tomorrow 9:00 call Ada"), id: "a")
        flow.expect(
            saves: [.reminder(Reminder(id: "fresh-\(flow.order)", name: "call Ada", due: due(24)))],
            works: [.wake(at: due(24), .reminder(.cameDue))],
            settled: ["a"],
            changes: """
                upcoming opens: totalCount = 1, undo = reminder.removing(fresh-\(flow.order)), \
                add = screen.opening.reminderForm(nil), importReminders = reminder.importing(<icalendar>), \
                exportReminders = screen.opening.reminderExport, close = screen.closing.upcoming
                upcoming[Tomorrow] comes
                upcoming[Tomorrow][fresh-\(flow.order)] comes: summary = call Ada, due = 2026-01-06T09:00:00Z, \
                timeText = 09:00, weekdayText = Tuesday, \
                complete = reminder.completing(fresh-\(flow.order))
                reminderForm closes
                """)
        let id = ReminderID("fresh-\(flow.order)")
        flow.send(try #require(flow.upcoming.model?.undo).event)
        flow.expect(
            saves: [.reminderRemoved(id)], works: [.cancel],
            changes: """
                upcoming: shouldShowEmpty = true, noticeText = Nothing is due by the end of next week., totalCount = 0, undo = nil
                upcoming[Tomorrow] goes
                upcoming[Tomorrow][\(id)] goes
                """)
        flow.send(.reminder(.removing(reminder: id)), id: "b")
        flow.expect(settled: ["b ignored"])
    }

    /// Now is Monday, 5 January 2026.
    @Test(
        arguments: [
            ("today", 5), ("Yesterday", 4), ("sunday", 4), ("tue", -1), ("mon", -2), ("2026-01-02", 2),
            ("2026-02-30", nil),
            ("soon", nil), ("", nil),
        ] as [(String, Int?)])
    func readsPastDays(_ text: String, _ day: Int?) {
        let midnight = day.map { Date.midnight.addingTimeInterval(Double($0 - 6) * 86_400) }
        #expect(DueDateUseCase.pastDay(text, now: .midnight.addingTimeInterval(-3600), .fixed) == midnight)
    }

    @Test(arguments: [
        ("31 feb tea", "February 2026 has only 28 days"), ("2028-02-30 tea", "February 2028 has only 29 days"),
        ("on june 31 tea", "June has only 30 days"), ("32 dec tea", "December has only 31 days"),
        ("yesterday tea", "That is in the past"), ("last friday tea", "That is in the past"),
    ])
    func saysWhatIsWrongWithADate(_ typed: String, _ answer: String) throws {
        let flow = Flow(isStrict: false)
        flow.send(.reminder(.adding(NewReminder(text: ReminderText(name: "", due: typed), chat: nil))))
        #expect(flow.reminderForm.model?.errorText == answer)
    }

    private static let longName = String(repeating: "x", count: 501)

    @Test(arguments: [
        ("", "soon", "\"soon\" does not start with a date. Examples: \(DueDateUseCase.forms)", nil),
        (
            "", "tomorrow", "A reminder needs a text after the date",
            "due = 2026-01-06T09:00:00Z, understoodText = Tuesday, 6 January 2026, 09:00 UTC"
        ),
        (
            "x", "2020-01-01", "That time is in the past",
            "due = 2020-01-01T09:00:00Z, understoodText = Wednesday, 1 January 2020, 09:00 UTC: x"
        ),
        (
            longName, "tomorrow", "A name can have at most 500 characters",
            "due = 2026-01-06T09:00:00Z, understoodText = Tuesday, 6 January 2026, 09:00 UTC: \(PreviewText.line(of: longName))"
        ),
    ])
    func keepsTypedTextAfterAnError(name: String, due: String, error: String, understood: String?) {
        let flow = flow()
        flow.send(.reminder(.adding(NewReminder(text: ReminderText(name: name, due: due), chat: "ada"))))
        let typed = [
            name.isEmpty ? nil : "summary = \(name)", "dueText = \(due)", understood,
        ]
        flow.expect(
            changes: """
                upcoming closes
                reminderForm opens: shouldShowError = true, errorText = \(error), errorRevision = 1, \
                \(typed.compactMap { $0 }.joined(separator: ", ")), chat = ada, \
                typing = reminder.typing(<summary>, <dueText>), save = reminder.adding(<summary>, <dueText>, ada), \
                close = screen.closing.reminderForm
                """)
    }

    @Test func clearsTheFormWhenClosed() throws {
        let flow = flow()
        flow.send(.reminder(.adding(NewReminder(text: ReminderText(name: "", due: "soon"), chat: nil))))
        flow.forget()
        flow.send(try #require(flow.reminderForm.model?.close).event)
        flow.expect(
            changes: """
                upcoming opens: shouldShowEmpty = true, noticeText = Nothing is due by the end of next week., \
                add = screen.opening.reminderForm(nil), importReminders = reminder.importing(<icalendar>), exportReminders = screen.opening.reminderExport, \
                close = screen.closing.upcoming
                reminderForm closes
                """)
        flow.send(.screen(.opening(.reminderForm(nil))))
        flow.expect(
            changes: """
                upcoming closes
                reminderForm opens: typing = reminder.typing(<summary>, <dueText>), save = reminder.adding(<summary>, <dueText>), \
                close = screen.closing.reminderForm
                """)
    }

    @Test func notifiesOnceWhenDue() {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(1), chat: "ada")])
        flow.now = due(1)
        flow.answer(.wake(at: due(1), .reminder(.cameDue)), .reminder(.cameDue))
        flow.expect(
            saves: [.reminder(Reminder(id: "r", name: "tea", due: due(1), isNotified: true, chat: "ada"))],
            works: [.cancel],
            changes: """
                upcoming[Overdue] comes
                upcoming[Overdue][r] comes: summary = tea, \
                due = 2026-01-05T10:00:00Z, timeText = 10:00, weekdayText = Today, chat = ada, title = ada, complete = reminder.completing(r), open = reminder.opening(r)
                upcoming[Today] goes
                upcoming[Today][r] goes
                notification: shouldShow = true, totalCount = 1
                notification[reminder:r] comes: chat = ada, reminder = r, heading = Reminder, previewText = tea, dateText = 10:00, unreadCount = 1, \
                open = notification.openingReminder(r), dismiss = notification.dismissingReminder(r), snooze = notification.snoozing(reminder:r, <dueText>)
                """)
        flow.send(.reminder(.cameDue))
        flow.expect()
    }

    @Test func notifiesAtStartupOfRemindersDueMeanwhile() {
        let flow = flow()
        flow.send(.reminder(.loaded(reminders: [Reminder(id: "r", name: "tea", due: due(-5))])))
        flow.expect(
            saves: [.reminder(Reminder(id: "r", name: "tea", due: due(-5), isNotified: true))],
            changes: """
                upcoming: shouldShowEmpty = false, noticeText = nil, totalCount = 1
                upcoming[Overdue] comes
                upcoming[Overdue][r] comes: summary = tea, due = 2026-01-05T04:00:00Z, timeText = 04:00, weekdayText = Today, complete = reminder.completing(r)
                notification: shouldShow = true, totalCount = 1
                notification[reminder:r] comes: reminder = r, heading = Reminder, previewText = tea, dateText = 09:00, unreadCount = 1, \
                open = notification.openingReminder(r), dismiss = notification.dismissingReminder(r), snooze = notification.snoozing(reminder:r, <dueText>)
                """)
    }

    @Test func aNotificationOpensTheChatOfItsReminder() throws {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(0), chat: "ada")])
        flow.send(try #require(flow.notification.model?.notifications.first?.open).event)
        flow.expect(
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                upcoming closes
                messages opens: chat = ada, title = ada, shouldShowBusy = true, \
                send = message.sending(ada, <text>), reply = message.sending(ada, <text>, <replyTo>), sendFile = message.sending(ada, <text>, <path>), react = reaction.adding(ada, <messageID>, <key>), draft = chat.drafting(ada, <text>), typing = presence.typing(ada), \
                openMembers = screen.opening.members(ada), addReminder = screen.opening.reminderForm(ada), close = screen.closing.messages
                notification: shouldShow = false, totalCount = 0
                notification[reminder:r] goes
                """)
    }

    @Test func completesAndReopensAReminder() throws {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(-5), isNotified: true)])
        flow.send(try #require(flow.upcoming.model?.rows[0].complete).event)
        flow.expect(
            saves: [.reminder(Reminder(id: "r", name: "tea", due: due(-5), isDone: true, isNotified: true))],
            changes: """
                upcoming: shouldShowEmpty = true, noticeText = Nothing is due by the end of next week., totalCount = 0, \
                undo = reminder.reopening(r)
                upcoming[Overdue] goes
                upcoming[Overdue][r] goes
                """)
        flow.send(try #require(flow.upcoming.model?.undo).event)
        flow.expect(
            saves: [.reminder(Reminder(id: "r", name: "tea", due: due(-5), isNotified: true))],
            changes: """
                upcoming: shouldShowEmpty = false, noticeText = nil, totalCount = 1, undo = nil
                upcoming[Overdue] comes
                upcoming[Overdue][r] comes: summary = tea, due = 2026-01-05T04:00:00Z, timeText = 04:00, weekdayText = Today, complete = reminder.completing(r)
                """)
    }

    @Test func regroupsWhenTheDayChanges() {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(24))])
        flow.now = due(15)
        flow.send(.clock(.dayChanged))
        flow.expect(
            works: [.cancel, .wake(at: .midnight + 86_400, .clock(.dayChanged))],
            changes: """
                upcoming[Today] comes
                upcoming[Today][r] comes: summary = tea, due = 2026-01-06T09:00:00Z, timeText = 09:00, complete = reminder.completing(r)
                upcoming[Tomorrow] goes
                upcoming[Tomorrow][r] goes
                connection: sinceText = Yesterday
                """)
    }

    @Test func belongsToTheChatInWhichItWasCreated() throws {
        let flow = flow()
        flow.open("ada", title: "Ada")
        flow.send(try #require(flow.messages.model?.addReminder).event)
        flow.expect(
            works: [.cancel],
            changes: """
                reminderForm opens: chat = ada, typing = reminder.typing(<summary>, <dueText>), \
                save = reminder.adding(<summary>, <dueText>, ada), close = screen.closing.reminderForm
                messages closes
                """)
        flow.send(try #require(flow.reminderForm.model?.save).filled("tea", "tomorrow"))
        flow.expect(
            saves: [.reminder(Reminder(id: "fresh-\(flow.order)", name: "tea", due: due(24), chat: "ada"))],
            works: [
                .wake(at: due(24), .reminder(.cameDue)), .load(.history("ada", before: nil, limit: 50)),
                .hold(.socket("ada")),
            ],
            changes: """
                reminderForm closes
                messages opens: chat = ada, title = Ada, shouldShowBusy = true, \
                send = message.sending(ada, <text>), reply = message.sending(ada, <text>, <replyTo>), sendFile = message.sending(ada, <text>, <path>), react = reaction.adding(ada, <messageID>, <key>), draft = chat.drafting(ada, <text>), typing = presence.typing(ada), \
                openMembers = screen.opening.members(ada), addReminder = screen.opening.reminderForm(ada), close = screen.closing.messages
                """)
    }

    @Test func showsAndOpensItsChat() throws {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(24), chat: "ada")])
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada Lovelace")])))
        flow.expect(
            saves: [.chat(Chat(id: "ada", title: "Ada Lovelace"))],
            changes: """
                chatList[ada]: title = Ada Lovelace
                upcoming[Tomorrow][r]: title = Ada Lovelace
                """)
        flow.send(try #require(flow.upcoming.model?.rows[0].open).event)
        flow.expect(
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                upcoming closes
                messages opens: chat = ada, title = Ada Lovelace, shouldShowBusy = true, \
                send = message.sending(ada, <text>), reply = message.sending(ada, <text>, <replyTo>), sendFile = message.sending(ada, <text>, <path>), react = reaction.adding(ada, <messageID>, <key>), draft = chat.drafting(ada, <text>), typing = presence.typing(ada), \
                openMembers = screen.opening.members(ada), addReminder = screen.opening.reminderForm(ada), close = screen.closing.messages
                """)
    }

    @Test func showsMoreRowsOnRequest() throws {
        let flow = flow((1...3).map { Reminder(id: "r\($0)", name: "tea", due: due(1)) })
        flow.send(.reminder(.listing(rows: 2)))
        flow.expect(
            changes: """
                upcoming: loadMore = reminder.listing(52)
                upcoming[Today][r3] goes
                """)
        flow.send(try #require(flow.upcoming.model?.loadMore).event)
        flow.expect(
            changes: """
                upcoming: loadMore = nil
                upcoming[Today][r3] comes: summary = tea, due = 2026-01-05T10:00:00Z, timeText = 10:00, complete = reminder.completing(r3)
                """)
    }

    @Test func exportsAllRemindersAsTasks() throws {
        let flow = flow([
            Reminder(id: "r;1", name: "tea, \"two\"\nlines; " + String(repeating: "x", count: 80), due: due(1)),
            Reminder(id: "s", name: "done", due: due(2), isDone: true),
        ])
        flow.send(try #require(flow.upcoming.model?.exportReminders).event)
        let text = try #require(flow.reminderExport.model?.icalendar)
        let line = text.replacing("\r\n", with: "\\r\\n")
        flow.expect(
            changes: """
                upcoming closes
                reminderExport opens: totalCount = 2, icalendar = \(line), close = screen.closing.reminderExport
                """)
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:") && text.hasSuffix("END:VCALENDAR\r\n"))
        #expect(text.contains("UID:r\\;1\r\n") && text.contains("DUE:20260105T100000Z\r\n"))
        #expect(text.contains("SUMMARY:tea\\, \"two\"\\nlines\\; xxx") && text.contains("STATUS:COMPLETED\r\n"))
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        flow.send(try #require(flow.reminderExport.model?.close).event)
        flow.expect(
            changes: """
                upcoming opens: totalCount = 1, add = screen.opening.reminderForm(nil), importReminders = reminder.importing(<icalendar>), \
                exportReminders = screen.opening.reminderExport, close = screen.closing.upcoming
                upcoming[Today] comes
                upcoming[Today][r;1] comes: summary = tea, \
                "two" lines; xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, \
                due = 2026-01-05T10:00:00Z, timeText = 10:00, complete = reminder.completing(r;1)
                reminderExport closes
                """)
    }
}
