import Foundation
import Testing

@testable import TelexCore

/// The flow's clock stands at Monday, 5 January 2026, 09:00 UTC.
@Suite struct ReminderTests {
    private func flow(_ reminders: [Reminder] = []) -> Flow {
        let flow = Flow()
        for reminder in reminders { flow.send(.reminder(.loaded(reminders: [reminder]))) }
        flow.send(.screen(.opened(.upcoming)))
        flow.forget()
        return flow
    }

    private func due(_ hours: Double) -> Date { Date(timeIntervalSince1970: 1_767_603_600 + hours * 3600) }

    @Test func isLoadedAtTheStart() {
        let flow = Flow(isStarted: false)
        flow.send(.chat(.started))
        #expect(flow.takeWorks().contains(.load(.reminders)))
        flow.send(.screen(.opened(.upcoming)))
        #expect(flow.upcoming.model?.shouldShowBusy == true)
        flow.answer(.load(.reminders), .reminder(.loaded(reminders: [])))
        #expect(flow.upcoming.model?.message == "Nothing is due up to the end of next week.")
    }

    @Test func showsHowADateIsUnderstoodBeforeItIsSaved() throws {
        let flow = flow()
        flow.send(try #require(flow.upcoming.model?.add).event)
        #expect(flow.addReminder.model?.saveEnabled == false)
        flow.send(try #require(flow.addReminder.model?.typing).filled("", "tomorrow 9:00 call Ada"))
        #expect(flow.addReminder.model?.understood == "Tuesday, 6 January 2026, 09:00: call Ada")
        #expect(flow.addReminder.model?.saveEnabled == true && flow.takeSaves() == [])
        flow.send(try #require(flow.addReminder.model?.save).filled("", "tomorrow 9:00 call Ada"), id: "a")
        let reminder = Reminder(id: "fresh-\(flow.order)", name: "call Ada", due: due(24))
        #expect(flow.takeSaves() == [.reminder(reminder)] && flow.settled.ids == ["a"])
        #expect(flow.takeWorks() == [.wake(at: due(24), .reminder(.cameDue))])
        #expect(flow.addReminder.model == nil)
        #expect(flow.upcoming.model?.sections.map(\.title) == ["Tomorrow"])
        #expect(flow.upcoming.model?.rows.map(\.weekday) == ["Tuesday"] && flow.upcoming.model?.rows[0].time == "09:00")
    }

    @Test(arguments: [
        ("", "soon", "\"soon\" does not begin with a date. These are understood: \(DueDateUseCase.forms)"),
        ("", "tomorrow", "A reminder needs a name: say what is to be done"),
        ("x", "2020-01-01", "That time has passed already"),
        (String(repeating: "x", count: 501), "tomorrow", "A name may have at most 500 characters"),
    ])
    func keepsWhatWasTypedThroughAnError(name: String, due: String, error: String) {
        let flow = flow()
        flow.send(.reminder(.adding(name: name, due: due, chat: "ada")))
        let form = flow.addReminder.model
        #expect(form?.error == error && form?.name == name && form?.due == due && form?.chat == "ada")
        #expect(flow.takeSaves() == [])
        flow.send(.screen(.closed(.addReminder)))
        flow.send(.screen(.opened(.addReminder(nil))))
        #expect(flow.addReminder.model?.error == nil && flow.addReminder.model?.due == "")
    }

    @Test func tellsOnceOfWhatFallsDue() throws {
        let reminder = Reminder(id: "r", name: "tea", due: due(1), chat: "ada")
        let flow = flow([reminder])
        flow.now = due(1)
        flow.answer(.wake(at: due(1), .reminder(.cameDue)), .reminder(.cameDue))
        var told = reminder
        told.isTold = true
        #expect(flow.takeSaves() == [.reminder(told)] && flow.takeWorks() == [.cancel])
        let row = try #require(flow.notification.model?.notifications.first)
        #expect(row.who == "Reminder" && row.text == "tea" && row.reminder == "r" && row.chat == "ada")
        flow.send(.reminder(.cameDue))
        #expect(flow.takeSaves() == [])
        flow.send(row.tapped.event)
        #expect(flow.notification.model?.total == 0 && flow.messages.model?.chat == "ada")
    }

    @Test func tellsAtTheStartOfWhatFellDueMeanwhile() {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(-5))])
        #expect(flow.notification.model?.notifications.map(\.text) == ["tea"])
        #expect(flow.upcoming.model?.sections.map(\.title) == ["Overdue"])
    }

    @Test func isDoneAndUndone() throws {
        let reminder = Reminder(id: "r", name: "tea", due: due(-5), isTold: true)
        let flow = flow([reminder])
        flow.send(try #require(flow.upcoming.model?.rows[0].done).event)
        var done = reminder
        done.isDone = true
        #expect(flow.takeSaves() == [.reminder(done)] && flow.upcoming.model?.shouldShowEmpty == true)
        flow.send(try #require(flow.upcoming.model?.undo).event)
        #expect(flow.takeSaves() == [.reminder(reminder)] && flow.upcoming.model?.total == 1)
        #expect(flow.upcoming.model?.undo == nil)
    }

    @Test func regroupsWhenTheDayChanges() {
        let flow = flow([Reminder(id: "r", name: "tea", due: due(24))])
        #expect(flow.upcoming.model?.sections.map(\.title) == ["Tomorrow"])
        flow.now = due(15)
        flow.send(.clock(.dayChanged))
        #expect(flow.upcoming.model?.sections.map(\.title) == ["Today"])
        #expect(flow.upcoming.model?.rows.map(\.weekday) == [""])
    }

    @Test func opensTheChatThatItWasMadeIn() throws {
        let flow = flow()
        flow.send(.screen(.opened(.messages("ada"))))
        flow.send(try #require(flow.messages.model?.remind).event)
        #expect(flow.addReminder.model?.chat == "ada")
        flow.send(try #require(flow.addReminder.model?.save).filled("tea", "tomorrow"))
        flow.send(.screen(.opened(.upcoming)))
        #expect(flow.upcoming.model?.rows[0].contact == nil)
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", contact: "Ada Lovelace")])))
        #expect(flow.upcoming.model?.rows[0].contact == "Ada Lovelace")
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", contact: "Ada King")])))
        #expect(flow.upcoming.model?.rows[0].contact == "Ada King")
        flow.send(try #require(flow.upcoming.model?.rows[0].tapped).event)
        #expect(flow.messages.model?.chat == "ada")
    }

    @Test func showsAWindow() throws {
        let flow = flow()
        flow.send(.reminder(.loaded(reminders: (0..<70).map { Reminder(id: "\($0)", name: "n", due: due(1)) })))
        #expect(flow.upcoming.model?.rows.count == 50 && flow.upcoming.model?.total == 70)
        flow.send(try #require(flow.upcoming.model?.loadMore).event)
        #expect(flow.upcoming.model?.rows.count == 70)
    }

    @Test func givesAllAsTasks() throws {
        let flow = flow([
            Reminder(id: "r;1", name: "tea, \"two\"\nlines; " + String(repeating: "x", count: 80), due: due(1)),
            Reminder(id: "s", name: "done", due: due(2), isDone: true),
        ])
        flow.send(try #require(flow.upcoming.model?.exportTasks).event)
        let text = try #require(flow.reminderExport.model?.icalendar)
        #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:") && text.hasSuffix("END:VCALENDAR\r\n"))
        #expect(text.contains("UID:r\\;1\r\n") && text.contains("DUE:20260105T100000Z\r\n"))
        #expect(text.contains("SUMMARY:tea\\, \"two\"\\nlines\\; xxx") && text.contains("STATUS:COMPLETED\r\n"))
        #expect(text.split(separator: "\r\n").allSatisfy { $0.utf8.count <= 75 })
        flow.send(try #require(flow.reminderExport.model?.back).event)
        #expect(flow.upcoming.model != nil)
    }
}
