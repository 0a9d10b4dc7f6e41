import Foundation
import Testing

@testable import TelexCore

/// The same refusal twice is two view models, so that both are shown.
@Suite struct RefusalTests {
    @Test(arguments: [
        (Event.chat(.creating(contact: "")), Screen.createChat, "createChat"),
        (.contact(.adding(first: "Zoe", last: "")), .editContact(nil), "addContact"),
        (.reminder(.adding(name: "", due: "soon", chat: nil)), .addReminder(nil), "addReminder"),
        (.reminder(.typing(name: "", due: "soon")), .addReminder(nil), "addReminder"),
        (.message(.sending(chat: "ada", text: "", message: nil)), .messages("ada"), "messages"),
        (.message(.sending(chat: "team", text: "hello", message: nil)), .messages("team"), "messages"),
        (.revision(.editing(chat: "ada", message: "m", text: "")), .messages("ada"), "messages"),
        (.history(.failed(chat: "ada", reason: "No.")), .messages("ada"), "messages"),
    ])
    func countsRefusals(event: Event, screen: Screen, view: String) {
        let flow = Flow()
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", contact: "Ada")])))
        flow.send(.invitation(.received(chat: "team", contact: "Team", inviter: "Ada")))
        flow.send(.screen(.opened(screen)))
        flow.send(event)
        flow.forget()
        flow.send(event)
        flow.expect(changes: "\(view): errorRevision = 2")
    }

    @Test func countsImports() {
        let flow = Flow()
        flow.send(.screen(.opened(.contactList)))
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        flow.send(.contact(.importing(vcard: "hello")))
        flow.forget()
        flow.send(.contact(.importing(vcard: "hello")))
        flow.expect(changes: "contactList: noticeRevision = 2")
    }
}
