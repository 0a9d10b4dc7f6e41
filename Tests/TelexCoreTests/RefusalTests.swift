import Foundation
import Testing

@testable import TelexCore

/// The same refusal twice is two view models, so that both are shown.
@Suite struct RefusalTests {
    @Test(arguments: [
        Event.chat(.creating(contact: "")), .contact(.adding(first: "Zoe", last: "")),
        .reminder(.adding(name: "", due: "soon", chat: nil)), .message(.sending(chat: "ada", text: "", message: nil)),
        .revision(.editing(chat: "ada", message: "m", text: "")),
    ])
    func countsRefusals(event: Event) {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        #expect(flow.messages.model?.errorRevision == nil)
        for count in 1...2 {
            flow.send(event)
            #expect(revisions(flow) == [count])
        }
    }

    @Test func countsDatesThatAreNotUnderstood() {
        let flow = Flow()
        flow.send(.screen(.opened(.addReminder(nil))))
        #expect(flow.addReminder.model?.errorRevision == nil)
        for count in 1...2 {
            flow.send(.reminder(.typing(name: "", due: "soon")))
            #expect(flow.addReminder.model?.errorRevision == count)
        }
    }

    @Test func countsTextsForAChatThatTakesNone() throws {
        let flow = Flow()
        flow.send(.invitation(.received(chat: "team", contact: "Team", inviter: "Ada")))
        flow.open("team", contact: "Team")
        let send = try #require(flow.messages.model?.send)
        for count in 1...2 {
            flow.send(send.filled("hello"))
            #expect(flow.messages.model?.errorRevision == count && flow.messages.model?.inputRevision == 0)
        }
    }

    @Test func countsFailuresToGetOlderMessages() {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        for count in 1...2 {
            flow.send(.history(.failed(chat: "ada", reason: "No.")))
            #expect(flow.messages.model?.errorRevision == count)
        }
    }

    @Test func countsImports() {
        let flow = Flow()
        flow.send(.screen(.opened(.contactList)))
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        #expect(flow.contactList.model?.noticeRevision == nil)
        for count in 1...2 {
            flow.send(.contact(.importing(vcard: "hello")))
            #expect(flow.contactList.model?.noticeRevision == count)
        }
    }

    private func revisions(_ flow: Flow) -> [Int] {
        [
            flow.createChat.model?.errorRevision, flow.addContact.model?.errorRevision,
            flow.addReminder.model?.errorRevision, flow.messages.model?.errorRevision,
        ].compactMap(\.self)
    }
}
