import Foundation
import Testing

@testable import TelexCore

/// The address book, the reminders and their forms: their states, and the events that wait for the store.
@Suite struct FormTests {
    // MARK: Contacts

    private func states(_ flow: Flow) -> [Bool]? {
        flow.contactList.model.map { [$0.shouldShowBusy, $0.shouldShowEmpty, $0.shouldShowError] }
    }

    private func flow(_ contacts: [Contact] = []) -> Flow {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.contactList)))
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: contacts)))
        flow.forget()
        return flow
    }

    private static let ada = Contact(id: "1", first: "Ada", last: "Lovelace")

    @Test func theAddressBookIsBusyThenEmptyOrFailed() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.contactList)))
        #expect(states(flow) == [true, false, false])
        flow.answer(.load(.allContacts), .contact(.loadFailed(reason: "no disk")))
        #expect(states(flow) == [false, false, true] && flow.contactList.model?.errorText == "no disk")
        flow.forget()
        flow.send(.screen(.closing(.contactList)))
        flow.send(.screen(.opening(.contactList)))
        #expect(states(flow) == [true, false, false] && flow.takeWorks() == [.load(.allContacts)])
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        #expect(states(flow) == [false, true, false] && flow.contactList.model?.retry == nil)
        #expect(states(self.flow([Self.ada])) == [false, false, false] && flow.takeSaves() == [])
        // The contacts are loaded only once.
        flow.send(.screen(.closing(.contactList)))
        flow.send(.screen(.opening(.contactList)))
        #expect(flow.takeWorks() == [])
    }

    @Test(arguments: [(50, 50, nil), (51, 50, 100)])
    func theAddressBookShowsOnePage(count: Int, shown: Int, next: Int?) {
        let flow = flow((0..<count).map { Contact(id: ContactID("\($0)"), first: "A\($0)", last: "L") })
        #expect(flow.contactList.model?.contacts.count == shown && flow.contactList.model?.totalCount == count)
        #expect(flow.contactList.model?.loadMore?.event == next.map { .contact(.listing(rows: $0)) })
        for (rows, shown) in [(-1, 1), (0, 1), (2, 2)] {
            flow.send(.contact(.listing(rows: rows)))
            #expect(flow.contactList.model?.contacts.count == shown)
        }
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    @Test func keepsARefusedNameAsTyped() {
        let flow = flow([Self.ada])
        #expect(flow.contactForm.model == nil)
        flow.send(.contact(.adding(ContactName(first: "", last: "L"))))
        #expect(flow.contactForm.model?.errorRevision == 1 && flow.contactForm.model?.last == "L")
        flow.send(.contact(.adding(ContactName(first: "", last: "M"))))
        #expect(flow.contactForm.model?.errorRevision == 2 && flow.contactForm.model?.last == "M")
        // The form of another contact has no error.
        flow.send(.screen(.opening(.contactForm("1"))))
        #expect(flow.contactForm.model?.errorRevision == nil && flow.contactForm.model?.first == "Ada")
        #expect(flow.contactForm.model?.save != nil)
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    @Test func refusesToRenameToAnInvalidName() {
        let flow = flow([Self.ada])
        flow.send(.contact(.renaming(RenamedContact(person: "1", name: ContactName(first: "", last: "L")))))
        #expect(flow.takeSaves() == [] && flow.contactList.model == nil)
        #expect(flow.contactForm.model?.contact == "1" && flow.contactForm.model?.last == "L")
        #expect(flow.contactForm.model?.errorRevision == 1)
        flow.send(.contact(.renaming(RenamedContact(person: "1", name: ContactName(first: " A ", last: "L")))))
        #expect(flow.takeSaves() == [.contact(Contact(id: "1", first: "A", last: "L"))])
        #expect(flow.contactForm.model == nil && flow.takeWorks() == [])
        flow.send(.contact(.renaming(RenamedContact(person: "none", name: ContactName(first: "A", last: "L")))))
        #expect(flow.takeSaves() == [])
    }

    @Test func runsPostponedContactEventsAfterLoading() {
        let flow = Flow(isStrict: false)
        flow.send(.contact(.adding(ContactName(first: "Bo", last: "B"))))
        flow.send(.contact(.renaming(RenamedContact(person: "1", name: ContactName(first: "A", last: "L")))))
        flow.send(.contact(.deleting(person: "2")))
        #expect(flow.takeWorks() == [.load(.allContacts)] && flow.takeSaves() == [])
        flow.answer(
            .load(.allContacts),
            .contact(.loaded(contacts: [Self.ada, Contact(id: "2", first: "C", last: "C")])))
        #expect(
            flow.takeSaves() == [
                .contact(Contact(id: ContactID("fresh-\(flow.order)"), first: "Bo", last: "B")),
                .contact(Contact(id: "1", first: "A", last: "L")), .contactRemoved("2"),
            ])
        #expect(flow.takeWorks() == [])
    }

    @Test(arguments: [false, true])
    func showsALoadingFailureOnlyIfARequestWaits(waits: Bool) {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.contactForm("1"))))
        #expect(flow.contactForm.model?.shouldShowBusy == true && flow.contactForm.model?.save == nil)
        if waits {
            flow.send(.contact(.renaming(RenamedContact(person: "1", name: ContactName(first: "A", last: "L")))))
        }
        flow.answer(.load(.allContacts), .contact(.loadFailed(reason: "no disk")))
        #expect(flow.contactForm.model?.errorText == (waits ? "no disk" : nil))
        #expect(flow.contactForm.model?.shouldShowBusy == false && flow.contactForm.model?.save != nil)
        // Events that waited are dropped after the failure.
        flow.forget()
        flow.send(.contact(.loaded(contacts: [Self.ada])))
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    @Test func fillsAFormOpenedBeforeTheContactsAreLoaded() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.contactForm("1"))))
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [Self.ada])))
        #expect(flow.contactForm.model?.first == "Ada" && flow.contactForm.model?.last == "Lovelace")
        #expect(flow.contactForm.model?.shouldShowBusy == false && flow.takeSaves() == [])
        flow.forget()
    }

    @Test func tracksTheIndexOfTheNewestRow() {
        let flow = flow([Self.ada, Contact(id: "2", first: "Cy", last: "C")])
        #expect(flow.contactList.model?.newestIndex == nil)
        flow.send(.contact(.adding(ContactName(first: "Bo", last: "B"))))
        #expect(flow.contactList.model?.newestIndex == 1)
        flow.send(.contact(.deleting(person: "none")))
        #expect(flow.contactList.model?.newestIndex == 1)
        flow.send(.contact(.deleting(person: "1")))
        #expect(flow.contactList.model?.newestIndex == nil && flow.contactList.model?.totalCount == 2)
        func cards(_ names: String...) -> String {
            names.map { "BEGIN:VCARD\nN:\($0);\($0)\nEND:VCARD\n" }.joined()
        }
        flow.send(.contact(.importing(vcard: cards("Zed"))))
        #expect(flow.contactList.model?.newestIndex == 2 && flow.contactList.model?.noticeRevision == 1)
        flow.send(.contact(.importing(vcard: cards("Abe", "Ace"))))
        #expect(flow.contactList.model?.newestIndex == nil && flow.contactList.model?.noticeRevision == 2)
        #expect(flow.contactList.model?.noticeText == "Imported 2 contacts." && flow.contactList.model?.totalCount == 5)
        flow.send(.screen(.closing(.contactList)))
        flow.send(.screen(.opening(.contactList)))
        #expect(flow.contactList.model?.noticeText == nil)
        flow.send(.contact(.importing(vcard: cards("Bea"))))
        flow.send(.contact(.reverting))
        #expect(flow.contactList.model?.noticeText == nil && flow.contactList.model?.noticeRevision == 3)
        flow.forget()
    }

    @Test func importsCardsUnderFreshIDs() {
        let flow = flow([Contact(id: "fresh-\(flow().order + 1)-1", first: "Ada", last: "L")])
        flow.send(.contact(.importing(vcard: "BEGIN:VCARD\nN:M;B\nEND:VCARD\nBEGIN:VCARD\nN:N;C\nEND:VCARD\n")))
        let ids = flow.takeSaves().map { if case .contact(let contact) = $0 { contact.id.text } else { "" } }
        #expect(ids == ["fresh-\(flow.order)-1-", "fresh-\(flow.order)-2"] && flow.contactList.model?.totalCount == 3)
        #expect(flow.takeWorks() == [])
    }

    @Test func linksATappedContactToItsChat() throws {
        let flow = flow([Self.ada, Contact(id: "10", first: "Ada", last: "Lovelace")])
        #expect(flow.contactList.model?.contacts.map(\.detailText.isEmpty) == [false, false])
        flow.send(.contact(.opening(person: "10")))
        #expect(flow.takeWorks() == [.ask(.create(recipient: "Ada Lovelace (2)"))])
        // A chat with another title does not belong to the contact.
        flow.send(.chat(.created(TitledChat(chat: "bo", title: "Bo"))))
        #expect(!flow.takeSaves().contains { if case .contact = $0 { true } else { false } })
        flow.send(.chat(.created(TitledChat(chat: "ada2", title: "Ada Lovelace (2)"))))
        let contact = Contact(id: "10", first: "Ada", last: "Lovelace", chat: "ada2")
        #expect(flow.takeSaves().contains(.contact(contact)))
        flow.forget()
        flow.send(.chat(.created(TitledChat(chat: "ada2", title: "Ada Lovelace (2)"))))
        #expect(flow.takeSaves() == [])
        flow.forget()
        flow.send(.screen(.opening(.contactList)))
        flow.forget()
        flow.send(.contact(.opening(person: "10")))
        #expect(flow.messages.model?.chat == "ada2" && flow.takeSaves() == [])
        flow.forget()
    }

    @Test func exportsAllContactsAfterLoading() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.contactExport)))
        #expect(flow.contactExport.model?.shouldShowBusy == true)
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [Self.ada])))
        #expect(flow.contactExport.model?.shouldShowBusy == false && flow.contactExport.model?.totalCount == 1)
        #expect(flow.takeSaves() == [])
        flow.forget()
    }

    // MARK: Reminders

    private func upcoming(_ count: Int, isLoaded: Bool = true) -> Flow {
        let flow = Flow(isStrict: false)
        for number in 0..<count {
            flow.send(
                .reminder(
                    .adding(NewReminder(text: ReminderText(name: "n\(number)", due: "in \(number + 1) min"), chat: nil))
                ))
        }
        flow.send(.screen(.opening(.upcoming)))
        flow.forget()
        return flow
    }

    @Test func upcomingRemindersAreBusyThenEmptyOrFailed() {
        let flow = Flow(isStarted: false, isStrict: false)
        func states() -> [Bool]? {
            flow.upcoming.model.map { [$0.shouldShowBusy, $0.shouldShowEmpty, $0.shouldShowError] }
        }
        flow.send(.screen(.opening(.upcoming)))
        #expect(states() == [true, false, false] && flow.upcoming.model?.noticeText == nil)
        flow.answer(.load(.reminders), .reminder(.loadFailed(reason: "no disk")))
        #expect(states() == [false, false, true])
        flow.send(.screen(.closing(.upcoming)))
        flow.send(.screen(.opening(.upcoming)))
        #expect(states() == [true, false, false])
        flow.answer(.load(.reminders), .reminder(.loaded(reminders: [])))
        #expect(states() == [false, true, false] && flow.upcoming.model?.noticeText != nil)
        flow.forget()
        flow.send(.screen(.closing(.upcoming)))
        flow.send(.screen(.opening(.upcoming)))
        #expect(flow.takeWorks() == [] && flow.takeSaves() == [])
    }

    @Test(arguments: [(50, 50, nil), (51, 50, 100)])
    func upcomingRemindersShowOnePage(count: Int, shown: Int, next: Int?) {
        let flow = upcoming(count)
        #expect(flow.upcoming.model?.rows.count == shown && flow.upcoming.model?.totalCount == count)
        #expect(flow.upcoming.model?.loadMore?.event == next.map { .reminder(.listing(rows: $0)) })
        for (rows, shown) in [(-1, 1), (0, 1), (2, 2)] {
            flow.send(.reminder(.listing(rows: rows)))
            #expect(flow.upcoming.model?.rows.count == shown && flow.upcoming.model?.sections.count == 1)
        }
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    @Test func completesAndReopensAReminderOnlyOnce() throws {
        let flow = upcoming(2)
        let row = try #require(flow.upcoming.model?.rows.first)
        #expect(row.open == nil)
        flow.send(row.complete.event)
        #expect(flow.takeSaves().count == 1 && flow.upcoming.model?.rows.map(\.summary) == ["n1"])
        flow.forget()
        flow.send(row.complete.event)
        flow.send(.reminder(.completing(reminder: "none")))
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
        let undo = try #require(flow.upcoming.model?.undo).event
        flow.send(undo)
        #expect(flow.upcoming.model?.rows.map(\.summary) == ["n0", "n1"] && flow.upcoming.model?.undo == nil)
        #expect(flow.takeSaves().count == 1)
        flow.forget()
        flow.send(undo)
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    @Test func opensOnlyRemindersWithAChat() {
        let flow = Flow(chats: [.ada], isStrict: false)
        for (name, chat) in [("a", "ada"), ("b", nil)] as [(String, ChatID?)] {
            flow.send(.reminder(.adding(NewReminder(text: ReminderText(name: name, due: "in 1 min"), chat: chat))))
        }
        flow.send(.screen(.opening(.upcoming)))
        #expect(flow.upcoming.model?.rows.map { $0.open != nil } == [true, false])
        flow.forget()
    }

    @Test(
        arguments: [
            ("", "", nil, false), ("n", "", nil, false), ("n", "never", nil, true), ("", "tomorrow", nil, false),
            ("n", "tomorrow", "Tuesday, 6 January 2026, 09:00 UTC: n", false),
            ("", "tomorrow call", "Tuesday, 6 January 2026, 09:00 UTC: call", false),
        ])
    func showsHowADateIsUnderstood(name: String, due: String, understood: String?, isRefused: Bool) {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.reminderForm(nil))))
        flow.send(.reminder(.typing(ReminderText(name: name, due: due))))
        let model = flow.reminderForm.model
        #expect(model?.shouldShowError == isRefused && model?.errorRevision == (isRefused ? 1 : nil))
        #expect(model?.understoodText?.hasPrefix("Tuesday") == (due.hasPrefix("tomorrow") ? true : nil))
        #expect(understood == nil || model?.understoodText == understood)
        #expect(model?.save != nil && flow.takeSaves() == [])
        #expect(flow.takeWorks() == [])
    }

    @Test(arguments: [(500, true), (501, false)])
    func limitsTheLengthOfANameOfAReminder(count: Int, isSaved: Bool) {
        let flow = Flow(isStrict: false)
        flow.send(
            .reminder(
                .adding(
                    NewReminder(
                        text: ReminderText(name: String(repeating: "n", count: count), due: "tomorrow"), chat: nil))))
        #expect(flow.takeSaves().isEmpty != isSaved && (flow.reminderForm.model == nil) == isSaved)
        flow.forget()
    }

    @Test(arguments: [(59.0, true), (60.0, false), (61.0, false)])
    func refusesAReminderInThePast(wait: TimeInterval, isSaved: Bool) {
        let flow = Flow(isStrict: false)
        flow.now += wait
        // Due 60 seconds after the start.
        flow.send(.reminder(.adding(NewReminder(text: ReminderText(name: "n", due: "today 09:01"), chat: nil))))
        #expect(flow.takeSaves().isEmpty != isSaved)
        flow.forget()
    }

    @Test func notifiesOnceWhenAReminderIsDue() {
        let flow = Flow(isStrict: false)
        for minute in [2, 1] {
            flow.send(
                .reminder(
                    .adding(NewReminder(text: ReminderText(name: "n\(minute)", due: "in \(minute) min"), chat: nil))))
        }
        let (first, second) = (flow.now + 60, flow.now + 120)
        let wake = { (date: Date) in Effect.Work.wake(at: date, .reminder(.cameDue)) }
        #expect(flow.takeWorks().last == wake(first))
        func told() -> [String]? { flow.notification.model?.notifications.map(\.previewText) }
        flow.forget()
        flow.now = first - 1
        flow.send(.reminder(.cameDue))
        #expect(told() == [] && flow.takeSaves() == [] && flow.takeWorks() == [.cancel, wake(first)])
        flow.now = first
        flow.send(.reminder(.cameDue))
        #expect(told() == ["n1"] && flow.takeSaves().count == 1 && flow.takeWorks() == [.cancel, wake(second)])
        flow.send(.reminder(.cameDue))
        #expect(told() == ["n1"] && flow.takeSaves() == [])
        flow.now = second + 1
        flow.send(.reminder(.cameDue))
        #expect(told() == ["n2", "n1"] && flow.takeSaves().count == 1)
        flow.forget()
        flow.send(.reminder(.cameDue))
        #expect(flow.takeWorks() == [] && flow.takeSaves() == [])
    }

    @Test func runsPostponedReminderEventsAfterLoading() {
        let flow = Flow(isStarted: false, isStrict: false)
        let due = flow.now + 60
        flow.send(.reminder(.adding(NewReminder(text: ReminderText(name: "n", due: "tomorrow"), chat: nil))))
        flow.send(.reminder(.completing(reminder: "1")))
        flow.send(.reminder(.opening(reminder: "2")))
        #expect(flow.takeSaves() == [] && flow.takeWorks().contains(.load(.reminders)))
        flow.answer(
            .load(.reminders),
            .reminder(
                .loaded(reminders: [
                    Reminder(id: "1", name: "a", due: due), Reminder(id: "2", name: "b", due: due, chat: "ada"),
                ])))
        let saved = flow.takeSaves().map { if case .reminder(let reminder) = $0 { reminder.name } else { "" } }
        #expect(saved == ["n", "a"] && flow.messages.model?.chat == "ada")
        flow.forget()
    }

    @Test func refusesAReminderWhoseTimePassedDuringLoading() {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.screen(.opening(.reminderForm(nil))))
        flow.send(.reminder(.adding(NewReminder(text: ReminderText(name: "n", due: "2026-01-05 09:01"), chat: nil))))
        flow.now += 120
        flow.answer(.load(.reminders), .reminder(.loaded(reminders: [])))
        #expect(flow.reminderForm.model?.errorText == "That time is in the past" && flow.takeSaves() == [])
        #expect(flow.reminderForm.model?.shouldShowBusy == false && flow.reminderForm.model?.summary == "n")
        flow.forget()
    }

    @Test func showsALoadingFailureInTheReminderForm() {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.screen(.opening(.reminderForm(nil))))
        flow.send(.reminder(.adding(NewReminder(text: ReminderText(name: "n", due: "tomorrow"), chat: nil))))
        #expect(flow.reminderForm.model?.shouldShowBusy == true && flow.reminderForm.model?.save == nil)
        flow.answer(.load(.reminders), .reminder(.loadFailed(reason: "no disk")))
        #expect(flow.reminderForm.model?.errorText == "no disk" && flow.reminderForm.model?.shouldShowBusy == false)
        flow.forget()
        flow.send(.reminder(.loaded(reminders: [])))
        #expect(flow.takeSaves() == [])
        flow.forget()
    }

    @Test func exportsAllRemindersAfterLoading() {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.screen(.opening(.reminderExport)))
        #expect(flow.reminderExport.model?.shouldShowBusy == true)
        let due = flow.now + 60
        flow.answer(
            .load(.reminders),
            .reminder(.loaded(reminders: ["b", "a"].map { Reminder(id: ReminderID($0), name: $0, due: due) })))
        let model = flow.reminderExport.model
        let names = model?.icalendar.components(separatedBy: "\r\n").filter { $0.hasPrefix("SUMMARY:") }
        #expect(model?.shouldShowBusy == false && model?.totalCount == 2 && names == ["SUMMARY:a", "SUMMARY:b"])
        flow.forget()
    }
}
