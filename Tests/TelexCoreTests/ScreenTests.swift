import Foundation
import Testing

@testable import TelexCore

@Suite struct ScreenTests {
    /// Which view is to be seen beside the list of chats, which lies below all.
    private func shown(_ flow: Flow) -> String {
        var shown: [String] = []
        if let chat = flow.messages.model?.chat { shown.append("messages \(chat)") }
        if flow.createChat.model != nil { shown.append("createChat") }
        if flow.contactList.model != nil { shown.append("contactList") }
        if let form = flow.addContact.model { shown.append("addContact \(form.person?.text ?? "-")") }
        if flow.contactExport.model != nil { shown.append("contactExport") }
        if flow.upcoming.model != nil { shown.append("upcoming") }
        if let form = flow.addReminder.model { shown.append("addReminder \(form.chat?.text ?? "-")") }
        if flow.reminderExport.model != nil { shown.append("reminderExport") }
        return shown.joined(separator: ", ")
    }

    /// What is shown after each step: `+` opens, `-` closes.
    private func shown(after steps: [(Character, Screen)]) -> [String] {
        let flow = Flow(isStrict: false)
        return steps.map { step, screen in
            flow.send(.screen(step == "+" ? .opened(screen) : .closed(screen.name)))
            flow.forget()
            return shown(flow)
        }
    }

    @Test func liesOnWhatWasShownBefore() {
        #expect(
            shown(after: [
                ("+", .contactList), ("+", .editContact("c")), ("+", .messages("ada")), ("-", .messages("")),
                ("-", .editContact(nil)), ("-", .contactList), ("-", .contactList),
            ]) == ["contactList", "addContact c", "messages ada", "addContact c", "contactList", "", ""])
    }

    @Test func takesWhatLiesOnItAlong() {
        #expect(
            shown(after: [
                ("+", .contactList), ("+", .messages("ada")), ("+", .addReminder("ada")), ("-", .contactList),
            ]) == ["contactList", "messages ada", "addReminder ada", ""])
        #expect(
            shown(after: [
                ("+", .contactList), ("+", .messages("ada")), ("+", .upcoming), ("+", .messages("bo")),
                ("-", .messages("")), ("-", .upcoming),
            ]) == ["contactList", "messages ada", "upcoming", "messages bo", "contactList", "contactList"])
    }

    @Test func theListOfChatsLiesBelowAll() {
        #expect(
            shown(after: [
                ("+", .upcoming), ("+", .reminderExport), ("-", .chatList), ("+", .chatList), ("-", .chatList),
                ("+", .contactExport),
            ]) == ["upcoming", "reminderExport", "reminderExport", "", "", "contactExport"])
    }

    @Test func whatIsOnTopIsNotOpenedAgain() {
        let flow = Flow(isStrict: false)
        flow.open("ada", contact: "Ada")
        flow.send(.screen(.opened(.messages("ada"))))
        #expect(flow.takeWorks() == [] && flow.messages.count == 0)
        flow.send(.screen(.opened(.messages("bo"))))
        #expect(
            flow.takeWorks() == [
                .cancel, .load(.history("bo", before: nil, limit: 50)), .hold(.socket("bo")),
            ])
        #expect(flow.takeSaves() == [])
    }

    @Test func aFormThatIsLeftIsEmptyNextTime() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opened(.contactList)))
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        flow.send(.contact(.adding(first: "A", last: "")))
        flow.send(.reminder(.adding(name: "n", due: "never", chat: "ada")))
        flow.send(.chat(.creating(contact: "")))
        // What lies below is still there.
        flow.send(.screen(.closed(.createChat)))
        #expect(flow.addReminder.model?.due == "never" && flow.addReminder.model?.chat == "ada")
        flow.send(.screen(.closed(.addReminder)))
        #expect(flow.addContact.model?.first == "A")
        flow.send(.screen(.closed(.editContact)))
        #expect(shown(flow) == "contactList")
        for screen in [Screen.editContact(nil), .addReminder(nil), .createChat] { flow.send(.screen(.opened(screen))) }
        #expect(flow.createChat.model?.shouldShowError == false)
        flow.send(.screen(.closed(.createChat)))
        #expect(flow.addReminder.model?.due == "" && flow.addReminder.model?.chat == nil)
        flow.send(.screen(.closed(.addReminder)))
        #expect(flow.addContact.model?.first == "" && flow.addContact.model?.shouldShowError == false)
        flow.forget()
    }

    @Test func aChatThatIsCoveredIsClosed() {
        let flow = Flow(isStrict: false)
        flow.open("ada", contact: "Ada")
        flow.send(.screen(.opened(.upcoming)))
        #expect(flow.takeWorks() == [.cancel] && flow.messages.model == nil)
        flow.send(.screen(.closed(.upcoming)))
        #expect(flow.takeWorks() == [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))])
        #expect(flow.takeSaves() == [])
    }

    // MARK: The connection

    @Test func tellsProgressOnlyWhileItConnects() {
        let flow = Flow(isStrict: false)
        flow.send(.connection(.progressed(done: 1, total: 1)))
        #expect(flow.connection.model?.progress == nil && flow.connection.model?.retry == nil)
        flow.send(.connection(.retrying))
        flow.send(.connection(.progressed(done: 1, total: 1)))
        #expect(flow.connection.model?.progress == "1 of 1 chat")
        flow.send(.connection(.progressed(done: 1, total: 3)))
        #expect(flow.connection.model?.progress == "1 of 3 chats" && flow.connection.model?.retry == nil)
        flow.send(.connection(.disconnected(reason: "no")))
        #expect(flow.connection.model?.progress == nil && flow.connection.model?.retry?.event == .connection(.retrying))
        #expect(flow.connection.model?.state == .offline && flow.connection.model?.text == "Offline: no")
        flow.forget()
    }

    /// Since when there is no connection is told from the first time that it was lost.
    @Test func isOfflineSinceItWasLost() {
        let flow = Flow(isStrict: false)
        func since(_ event: ConnectionEvent, after minutes: Double) -> String? {
            flow.now += minutes * 60
            flow.send(.connection(event))
            return flow.connection.model?.since
        }
        #expect(since(.disconnected(reason: "a"), after: 1) == "09:01")
        #expect(since(.disconnected(reason: "a"), after: 1) == "09:01")
        #expect(since(.retrying, after: 1) == "09:03" && since(.retrying, after: 1) == "09:03")
        #expect(since(.disconnected(reason: "b"), after: 1) == "09:01")
        #expect(since(.connected, after: 1) == "09:06" && since(.connected, after: 1) == "09:06")
        #expect(since(.disconnected(reason: "b"), after: 1) == "09:08")
        flow.forget()
    }

    @Test func knowsTheSocketThatIsOpen() {
        let flow = Flow(isStrict: false)
        flow.send(.connection(.socketOpened(chat: "ada")))
        #expect(flow.connection.model?.socket == "ada")
        flow.send(.connection(.socketClosed(chat: "bo")))
        #expect(flow.connection.model?.socket == "ada")
        flow.send(.connection(.socketClosed(chat: "ada")))
        #expect(flow.connection.model?.socket == nil && flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    // MARK: Notifications

    @Test func aNotificationFollowsItsMessage() {
        let flow = Flow(isStrict: false)
        flow.receive("ada", "a1", "one", contact: "Ada")
        flow.receive("bo", "b1", "two")
        flow.receive("ada", "a2", "three")
        func texts() -> [String]? { flow.notification.model?.notifications.map { "\($0.who) \($0.text) \($0.unread)" } }
        #expect(texts() == ["Ada three 2", "bo two 1"] && flow.notification.model?.shouldShow == true)
        let known: (MessageID) -> [MessageID: KnownMessage] = { [$0: KnownMessage(position: 0, isOwn: true)] }
        // Only that of the message that it shows.
        flow.send(
            .revision(.edited(chat: "ada", message: "a1", text: "x", kind: nil, isEdited: true)), known: known("a1"))
        #expect(texts() == ["Ada three 2", "bo two 1"])
        flow.send(
            .revision(.edited(chat: "ada", message: "a2", text: "y", kind: nil, isEdited: true)), known: known("a2"))
        flow.send(.revision(.deleted(chat: "bo", message: "b1")), known: known("b1"))
        #expect(texts() == ["Ada y 2", "bo [deleted] 1"])
        flow.send(.notification(.dismissed(chat: "ada")))
        flow.send(.notification(.dismissed(chat: "bo")))
        #expect(texts() == [] && flow.notification.model?.shouldShow == false)
        flow.forget()
    }

    @Test(arguments: [(50, nil), (51, 100)])
    func showsAWindowOfNotifications(count: Int, next: Int?) {
        let flow = Flow(isStrict: false)
        for number in 0..<count { flow.receive("chat\(number)", "m") }
        #expect(flow.notification.model?.notifications.count == 50 && flow.notification.model?.total == count)
        #expect(flow.notification.model?.loadMore?.event == next.map { .notification(.listing(rows: $0)) })
        flow.forget()
    }
}
