import Foundation
import Testing

@testable import TelexCore

/// The flow's clock stands at Monday, 5 January 2026, 09:00 UTC.
@Suite struct ReminderTests {
    private func flow(_ reminders: [Reminder] = [], _ location: SourceLocation = #_sourceLocation) -> Flow {
        let flow = Flow(location)
        flow.send(.reminder(.loaded(reminders: reminders)))
        flow.send(.screen(.opened(.upcoming)))
        flow.forget()
        return flow
    }

    private func due(_ hours: Double) -> Date { .start + hours * 3600 }

    @Test func isLoadedAtTheStart() {
        let flow = Flow(isStarted: false)
        flow.send(.chat(.started))
        flow.send(.screen(.opened(.upcoming)))
        flow.forget()
        #expect(flow.upcoming.model?.shouldShowBusy == true)
        flow.answer(.load(.reminders), .reminder(.loaded(reminders: [])))
        flow.expect(
            changes: """
                upcoming: shouldShowBusy = false, shouldShowEmpty = true, \
                message = Nothing is due up to the end of next week.
                """)
    }

    @Test func showsHowADateIsUnderstoodBeforeItIsSaved() throws {
        let flow = flow()
        flow.send(try #require(flow.upcoming.model?.add).event)
        flow.expect(
            changes: """
                upcoming closes
                addReminder opens: typing = reminder.typing(<name>, <due>), save = reminder.adding(<name>, <due>), \
                cancel = screen.closed.addReminder
                """)
        flow.send(try #require(flow.addReminder.model?.typing).filled("", "tomorrow 9:00 call Ada"))
        flow.expect(
            changes: """
                addReminder: due = tomorrow 9:00 call Ada, understood = Tuesday, 6 January 2026, 09:00: call Ada, \
                saveEnabled = true
                """)
    }

    @Test func isSavedAndShown() throws {
        let flow = flow()
        flow.send(try #require(flow.upcoming.model?.add).event)
        flow.forget()
        flow.send(try #require(flow.addReminder.model?.save).filled("", "tomorrow 9:00 call Ada"), id: "a")
        flow.expect(
            saves: [.reminder(Reminder(id: "fresh-\(flow.order)", name: "call Ada", due: due(24)))],
            works: [.wake(at: due(24), .reminder(.cameDue))],
            settled: ["a"],
            changes: """
                upcoming opens: total = 1, add = screen.opened.addReminder(nil), \
                exportTasks = screen.opened.reminderExport, back = screen.closed.upcoming
                upcoming[Tomorrow] comes
                upcoming[Tomorrow][fresh-\(flow.order)] comes: name = call Ada, time = 09:00, weekday = Tuesday, \
                done = reminder.done(fresh-\(flow.order))
                addReminder closes
                """)
    }

    private static let longName = String(repeating: "x", count: 501)

    @Test(arguments: [
        ("", "soon", "\"soon\" does not begin with a date. These are understood: \(DueDateUseCase.forms)", nil),
        ("", "tomorrow", "A reminder needs a name: say what is to be done", "Tuesday, 6 January 2026, 09:00"),
        ("x", "2020-01-01", "That time has passed already", "Wednesday, 1 January 2020, 09:00: x"),
        (
            longName, "tomorrow", "A name may have at most 500 characters",
            "Tuesday, 6 January 2026, 09:00: \(PreviewText.line(of: longName))"
        ),
    ])
    func keepsWhatWasTypedThroughAnError(name: String, due: String, error: String, understood: String?) {
        let flow = flow()
        flow.send(.reminder(.adding(name: name, due: due, chat: "ada")))
        let typed = [name.isEmpty ? nil : "name = \(name)", "due = \(due)", understood.map { "understood = \($0)" }]
        flow.expect(
            changes: """
                upcoming closes
                addReminder opens: shouldShowError = true, error = \(error), errorRevision = 1, \
                \(typed.compactMap { $0 }.joined(separator: ", ")), chat = ada, \
                typing = reminder.typing(<name>, <due>), save = reminder.adding(<name>, <due>, ada), \
                cancel = screen.closed.addReminder
                """)
    }

    @Test func forgetsTheFormWhenItIsLeft() throws {
        let flow = flow()
        flow.send(.reminder(.adding(name: "", due: "soon", chat: nil)))
        flow.forget()
        flow.send(try #require(flow.addReminder.model?.cancel).event)
        flow.expect(
            changes: """
                upcoming opens: shouldShowEmpty = true, message = Nothing is due up to the end of next week., \
                add = screen.opened.addReminder(nil), exportTasks = screen.opened.reminderExport, \
                back = screen.closed.upcoming
                addReminder closes
                """)
        flow.send(.screen(.opened(.addReminder(nil))))
        flow.expect(
            changes: """
                upcoming closes
                addReminder opens: typing = reminder.typing(<name>, <due>), save = reminder.adding(<name>, <due>), \
                cancel = screen.closed.addReminder
                """)
    }

    @Test func tellsOnceOfWhatFallsDue() {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(1), chat: "ada")])
        flow.now = due(1)
        flow.answer(.wake(at: due(1), .reminder(.cameDue)), .reminder(.cameDue))
        flow.expect(
            saves: [.reminder(Reminder(id: "r", name: "tea", due: due(1), isTold: true, chat: "ada"))],
            works: [.cancel],
            changes: """
                upcoming[Overdue] comes
                upcoming[Overdue][r] comes: name = tea, time = 10:00, weekday = Today, chat = ada, \
                done = reminder.done(r), tapped = reminder.tapped(r)
                upcoming[Today] goes
                upcoming[Today][r] goes
                notification: shouldShow = true, total = 1
                notification[reminder:r] comes: chat = ada, reminder = r, who = Reminder, text = tea, unread = 1, \
                tapped = notification.reminderTapped(r), dismissed = notification.reminderDismissed(r)
                """)
        flow.send(.reminder(.cameDue))
        flow.expect()
    }

    @Test func tellsAtTheStartOfWhatFellDueMeanwhile() {
        let flow = flow()
        flow.send(.reminder(.loaded(reminders: [Reminder(id: "r", name: "tea", due: due(-5))])))
        flow.expect(
            saves: [.reminder(Reminder(id: "r", name: "tea", due: due(-5), isTold: true))],
            changes: """
                upcoming: shouldShowEmpty = false, message = nil, total = 1
                upcoming[Overdue] comes
                upcoming[Overdue][r] comes: name = tea, time = 04:00, weekday = Today, done = reminder.done(r)
                notification: shouldShow = true, total = 1
                notification[reminder:r] comes: reminder = r, who = Reminder, text = tea, unread = 1, \
                tapped = notification.reminderTapped(r), dismissed = notification.reminderDismissed(r)
                """)
    }

    @Test func aNotificationOpensTheChatThatItsReminderBelongsTo() throws {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(0), chat: "ada")])
        flow.send(try #require(flow.notification.model?.notifications.first?.tapped).event)
        flow.expect(
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                upcoming closes
                messages opens: chat = ada, contact = ada, shouldShowBusy = true, \
                send = message.sending(ada, <text>), whileTyping = presence.userTyping(ada), \
                remind = screen.opened.addReminder(ada), back = screen.closed.messages
                notification: shouldShow = false, total = 0
                notification[reminder:r] goes
                """)
    }

    @Test func isDoneAndUndone() throws {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(-5), isTold: true)])
        flow.send(try #require(flow.upcoming.model?.rows[0].done).event)
        flow.expect(
            saves: [.reminder(Reminder(id: "r", name: "tea", due: due(-5), isDone: true, isTold: true))],
            changes: """
                upcoming: shouldShowEmpty = true, message = Nothing is due up to the end of next week., total = 0, \
                undo = reminder.undone(r)
                upcoming[Overdue] goes
                upcoming[Overdue][r] goes
                """)
        flow.send(try #require(flow.upcoming.model?.undo).event)
        flow.expect(
            saves: [.reminder(Reminder(id: "r", name: "tea", due: due(-5), isTold: true))],
            changes: """
                upcoming: shouldShowEmpty = false, message = nil, total = 1, undo = nil
                upcoming[Overdue] comes
                upcoming[Overdue][r] comes: name = tea, time = 04:00, weekday = Today, done = reminder.done(r)
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
                upcoming[Today][r] comes: name = tea, time = 09:00, done = reminder.done(r)
                upcoming[Tomorrow] goes
                upcoming[Tomorrow][r] goes
                connection: since = Yesterday
                """)
    }

    @Test func belongsToTheChatThatItWasMadeIn() throws {
        let flow = flow()
        flow.open("ada", contact: "Ada")
        flow.send(try #require(flow.messages.model?.remind).event)
        flow.expect(
            works: [.cancel],
            changes: """
                addReminder opens: chat = ada, typing = reminder.typing(<name>, <due>), \
                save = reminder.adding(<name>, <due>, ada), cancel = screen.closed.addReminder
                messages closes
                """)
        flow.send(try #require(flow.addReminder.model?.save).filled("tea", "tomorrow"))
        flow.expect(
            saves: [.reminder(Reminder(id: "fresh-\(flow.order)", name: "tea", due: due(24), chat: "ada"))],
            works: [
                .wake(at: due(24), .reminder(.cameDue)), .load(.history("ada", before: nil, limit: 50)),
                .hold(.socket("ada")),
            ],
            changes: """
                addReminder closes
                messages opens: chat = ada, contact = Ada, shouldShowBusy = true, \
                send = message.sending(ada, <text>), whileTyping = presence.userTyping(ada), \
                remind = screen.opened.addReminder(ada), back = screen.closed.messages
                """)
    }

    @Test func namesAndOpensItsChat() throws {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(24), chat: "ada")])
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", contact: "Ada Lovelace")])))
        flow.expect(
            saves: [.chat(Chat(id: "ada", contact: "Ada Lovelace"))],
            changes: """
                chatList: shouldShowEmpty = false, total = 1
                chatList[ada] comes: contact = Ada Lovelace, tapped = screen.opened.messages(ada)
                upcoming[Tomorrow][r]: contact = Ada Lovelace
                """)
        flow.send(try #require(flow.upcoming.model?.rows[0].tapped).event)
        flow.expect(
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                upcoming closes
                messages opens: chat = ada, contact = Ada Lovelace, shouldShowBusy = true, \
                send = message.sending(ada, <text>), whileTyping = presence.userTyping(ada), \
                remind = screen.opened.addReminder(ada), back = screen.closed.messages
                """)
    }

    @Test func showsAPage() throws {
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
                upcoming[Today][r3] comes: name = tea, time = 10:00, done = reminder.done(r3)
                """)
    }

    @Test func givesAllAsTasks() throws {
        let flow = flow([
            Reminder(id: "r;1", name: "tea, \"two\"\nlines; " + String(repeating: "x", count: 80), due: due(1)),
            Reminder(id: "s", name: "done", due: due(2), isDone: true),
        ])
        flow.send(try #require(flow.upcoming.model?.exportTasks).event)
        let text = try #require(flow.reminderExport.model?.icalendar)
        let line = text.replacing("\r\n", with: "\\r\\n")
        flow.expect(
            changes: """
                upcoming closes
                reminderExport opens: total = 2, icalendar = \(line), back = screen.closed.reminderExport
                """)
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:") && text.hasSuffix("END:VCALENDAR\r\n"))
        #expect(text.contains("UID:r\\;1\r\n") && text.contains("DUE:20260105T100000Z\r\n"))
        #expect(text.contains("SUMMARY:tea\\, \"two\"\\nlines\\; xxx") && text.contains("STATUS:COMPLETED\r\n"))
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        flow.send(try #require(flow.reminderExport.model?.back).event)
        flow.expect(
            changes: """
                upcoming opens: total = 1, add = screen.opened.addReminder(nil), \
                exportTasks = screen.opened.reminderExport, back = screen.closed.upcoming
                upcoming[Today] comes
                upcoming[Today][r;1] comes: name = tea, \
                "two" lines; xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx, \
                time = 10:00, done = reminder.done(r;1)
                reminderExport closes
                """)
    }
}
