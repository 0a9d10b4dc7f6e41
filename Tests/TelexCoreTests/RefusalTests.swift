import Foundation
import Testing

@testable import TelexCore

/// A repeated refusal changes the view model, so that it is shown again.
@Suite struct RefusalTests {
    @Test(arguments: [
        (Event.chat(.creating(recipient: "")), Screen.chatForm, "chatForm"),
        (.contact(.adding(ContactName(first: "Zoe", last: ""))), .contactForm(nil), "contactForm"),
        (
            .reminder(.adding(NewReminder(text: ReminderText(name: "", due: "soon"), chat: nil))), .reminderForm(nil),
            "reminderForm"
        ),
        (.reminder(.typing(ReminderText(name: "", due: "soon"))), .reminderForm(nil), "reminderForm"),
        (.message(.sending(OutgoingMessage(chat: "ada", text: "", message: nil))), .messages("ada"), "messages"),
        (.message(.sending(OutgoingMessage(chat: "ada", text: "x", kind: .notice))), .messages("ada"), "messages"),
        (.message(.sending(OutgoingMessage(chat: "team", text: "hello", message: nil))), .messages("team"), "messages"),
        (.revision(.editing(MessageEdit(chat: "ada", message: "m", text: ""))), .messages("ada"), "messages"),
        (.history(.loadFailed(ChatFailure(chat: "ada", reason: "No."))), .messages("ada"), "messages"),
    ])
    func countsRefusals(event: Event, screen: Screen, view: String) {
        let flow = Flow()
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada")])))
        flow.send(.invitation(.received(ReceivedInvitation(chat: "team", title: "Team", inviter: "Ada"))))
        flow.send(.screen(.opening(screen)))
        flow.send(event)
        flow.forget()
        flow.send(event)
        flow.expect(changes: "\(view): errorRevision = 2")
    }

    @Test func countsImports() {
        let flow = Flow()
        flow.send(.screen(.opening(.contactList)))
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        flow.send(.contact(.importing(vcard: "hello")))
        flow.forget()
        flow.send(.contact(.importing(vcard: "hello")))
        flow.expect(changes: "contactList: noticeRevision = 2")
    }
}
