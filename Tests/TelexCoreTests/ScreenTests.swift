import Foundation
import Testing

@testable import TelexCore

@Suite struct ScreenTests {
    /// The views shown in addition to the chat list, which is below all others.
    private func shown(_ flow: Flow) -> String {
        var shown: [String] = []
        if let chat = flow.messages.model?.chat { shown.append("messages \(chat)") }
        if flow.chatForm.model != nil { shown.append("chatForm") }
        if flow.contactList.model != nil { shown.append("contactList") }
        if let form = flow.contactForm.model { shown.append("contactForm \(form.contact?.text ?? "-")") }
        if flow.contactExport.model != nil { shown.append("contactExport") }
        if flow.upcoming.model != nil { shown.append("upcoming") }
        if let form = flow.reminderForm.model { shown.append("reminderForm \(form.chat?.text ?? "-")") }
        if flow.reminderExport.model != nil { shown.append("reminderExport") }
        return shown.joined(separator: ", ")
    }

    /// What is shown after each step: `+` opens, `-` closes.
    private func shown(after steps: [(Character, Screen)]) -> [String] {
        let flow = Flow(isStrict: false)
        return steps.map { step, screen in
            flow.send(.screen(step == "+" ? .opening(screen) : .closing(screen.name)))
            flow.forget()
            return shown(flow)
        }
    }

    @Test func coversThePreviousScreen() {
        #expect(
            shown(after: [
                ("+", .contactList), ("+", .contactForm("c")), ("+", .messages("ada")), ("-", .messages("")),
                ("-", .contactForm(nil)), ("-", .contactList), ("-", .contactList),
            ]) == ["contactList", "contactForm c", "messages ada", "contactForm c", "contactList", "", ""])
    }

    @Test func closesAllScreensAboveIt() {
        #expect(
            shown(after: [
                ("+", .contactList), ("+", .messages("ada")), ("+", .reminderForm("ada")), ("-", .contactList),
            ]) == ["contactList", "messages ada", "reminderForm ada", ""])
        #expect(
            shown(after: [
                ("+", .contactList), ("+", .messages("ada")), ("+", .upcoming), ("+", .messages("bo")),
                ("-", .messages("")), ("-", .upcoming),
            ]) == ["contactList", "messages ada", "upcoming", "messages bo", "contactList", "contactList"])
    }

    @Test func theChatListIsBelowAllScreens() {
        #expect(
            shown(after: [
                ("+", .upcoming), ("+", .reminderExport), ("-", .chatList), ("+", .chatList), ("-", .chatList),
                ("+", .contactExport),
            ]) == ["upcoming", "reminderExport", "reminderExport", "", "", "contactExport"])
    }

    @Test func doesNotReopenTheTopScreen() {
        let flow = Flow(isStrict: false)
        flow.open("ada", title: "Ada")
        flow.send(.screen(.opening(.messages("ada"))))
        #expect(flow.takeWorks() == [] && flow.messages.count == 0)
        flow.send(.screen(.opening(.messages("bo"))))
        #expect(
            flow.takeWorks() == [
                .cancel, .load(.history("bo", before: nil, limit: 50)), .hold(.socket("bo")),
            ])
        #expect(flow.takeSaves() == [])
    }

    @Test func clearsAFormWhenClosed() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.send(.screen(.opening(.contactList)))
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        flow.send(.contact(.adding(ContactName(first: "A", last: ""))))
        flow.send(.reminder(.adding(NewReminder(text: ReminderText(name: "n", due: "never"), chat: "ada"))))
        flow.send(.chat(.creating(recipient: "")))
        // The screens below are still open.
        flow.send(.screen(.closing(.chatForm)))
        #expect(flow.reminderForm.model?.dueText == "never" && flow.reminderForm.model?.chat == "ada")
        flow.send(.screen(.closing(.reminderForm)))
        #expect(flow.contactForm.model?.first == "A")
        flow.send(.screen(.closing(.contactForm)))
        #expect(shown(flow) == "contactList")
        for screen in [Screen.contactForm(nil), .reminderForm(nil), .chatForm] { flow.send(.screen(.opening(screen))) }
        #expect(flow.chatForm.model?.shouldShowError == false)
        flow.send(.screen(.closing(.chatForm)))
        #expect(flow.reminderForm.model?.dueText == "" && flow.reminderForm.model?.chat == nil)
        flow.send(.screen(.closing(.reminderForm)))
        #expect(flow.contactForm.model?.first == "" && flow.contactForm.model?.shouldShowError == false)
        flow.forget()
    }

    @Test func closesACoveredChat() {
        let flow = Flow(isStrict: false)
        flow.open("ada", title: "Ada")
        flow.send(.screen(.opening(.upcoming)))
        #expect(flow.takeWorks() == [.cancel] && flow.messages.model == nil)
        flow.send(.screen(.closing(.upcoming)))
        #expect(flow.takeWorks() == [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))])
        #expect(flow.takeSaves() == [])
    }

    // MARK: The connection

    @Test func showsProgressOnlyWhileConnecting() {
        let flow = Flow(isStrict: false)
        flow.send(.connection(.progressed(SyncProgress(done: 1, total: 1))))
        #expect(flow.connection.model?.progressText == nil && flow.connection.model?.retry == nil)
        flow.send(.connection(.retrying))
        flow.send(.connection(.progressed(SyncProgress(done: 1, total: 1))))
        #expect(flow.connection.model?.progressText == "1 of 1 chat")
        flow.send(.connection(.progressed(SyncProgress(done: 1, total: 3))))
        #expect(flow.connection.model?.progressText == "1 of 3 chats" && flow.connection.model?.retry == nil)
        flow.send(.connection(.disconnected(Disconnection("no"))))
        #expect(
            flow.connection.model?.progressText == nil && flow.connection.model?.retry?.event == .connection(.retrying))
        #expect(flow.connection.model?.state == .offline && flow.connection.model?.statusText == "Offline: no")
        flow.forget()
    }

    /// `since` is the first time that the connection was lost.
    @Test func showsSinceWhenItIsOffline() {
        let flow = Flow(isStrict: false)
        func since(_ event: ConnectionEvent, after minutes: Double) -> String? {
            flow.now += minutes * 60
            flow.send(.connection(event))
            return flow.connection.model?.sinceText
        }
        #expect(since(.disconnected(Disconnection("a")), after: 1) == "09:01")
        #expect(since(.disconnected(Disconnection("a")), after: 1) == "09:01")
        #expect(since(.retrying, after: 1) == "09:03" && since(.retrying, after: 1) == "09:03")
        #expect(since(.disconnected(Disconnection("b")), after: 1) == "09:01")
        #expect(since(.connected, after: 1) == "09:06" && since(.connected, after: 1) == "09:06")
        #expect(since(.disconnected(Disconnection("b")), after: 1) == "09:08")
        flow.forget()
    }

    @Test func tracksTheOpenSocket() {
        let flow = Flow(isStrict: false)
        flow.send(.connection(.socketOpened(chat: "ada")))
        #expect(flow.connection.model?.liveChat == "ada")
        flow.send(.connection(.socketClosed(chat: "bo")))
        #expect(flow.connection.model?.liveChat == "ada")
        flow.send(.connection(.socketClosed(chat: "ada")))
        #expect(flow.connection.model?.liveChat == nil && flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    // MARK: Notifications

    @Test func updatesANotificationWithItsMessage() {
        let flow = Flow(isStrict: false)
        flow.receive("ada", "a1", "one", title: "Ada")
        flow.receive("bo", "b1", "two")
        flow.receive("ada", "a2", "three")
        func texts() -> [String]? {
            flow.notification.model?.notifications.map { "\($0.heading) \($0.previewText) \($0.unreadCount)" }
        }
        #expect(texts() == ["Ada ada: three 2", "bo two 1"] && flow.notification.model?.shouldShow == true)
        let known: (MessageID) -> [MessageID: KnownMessage] = {
            [$0: KnownMessage(position: 0, isOwn: true, content: MessageContent(sender: "ada"))]
        }
        // Only an edit of the message shown changes the notification.
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "a1", text: "x", kind: nil, isEdited: true))),
            known: known("a1"))
        #expect(texts() == ["Ada ada: three 2", "bo two 1"])
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "a2", text: "y", kind: nil, isEdited: true))),
            known: known("a2"))
        flow.send(.revision(.deleted(MessageKey(chat: "bo", message: "b1"))), known: known("b1"))
        #expect(texts() == ["Ada ada: y 2", "bo [deleted] 1"])
        flow.send(.notification(.dismissing(chat: "ada")))
        flow.send(.notification(.dismissing(chat: "bo")))
        #expect(texts() == [] && flow.notification.model?.shouldShow == false)
        flow.forget()
    }

    @Test(arguments: [(50, nil), (51, 100)])
    func showsOnePageOfNotifications(count: Int, next: Int?) {
        let flow = Flow(isStrict: false)
        for number in 0..<count { flow.receive("chat\(number)", "m") }
        #expect(flow.notification.model?.notifications.count == 50 && flow.notification.model?.totalCount == count)
        #expect(flow.notification.model?.loadMore?.event == next.map { .notification(.listing(rows: $0)) })
        flow.forget()
    }
}
