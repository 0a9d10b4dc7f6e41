import Testing

@testable import TelexCore

/// Tests changes of chats: titles, and who is in them.
@Suite struct GroupChangeTests {
    /// An open chat with Bob.
    private func chat() -> Flow {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "ada")
        let members = [
            ChatMember(id: "me", name: "Me", standing: .joined, isOwn: true),
            ChatMember(id: "bob", name: "Bob", standing: .joined), ChatMember(id: "eve", standing: .left),
        ]
        flow.send(.member(.synced(SyncedMembers(chat: "ada", members: members, isComplete: true))))
        flow.send(.screen(.opening(.members("ada"))))
        flow.forget()
        return flow
    }

    @Test func asksTheServerForEachChange() throws {
        let flow = chat()
        let members = try #require(flow.members.model)
        let bob = try #require(members.members.first { $0.user == "bob" })
        let changes: [(Action?, String, GroupChange)] = [
            (members.retitle, " The  club ", .title("The  club")), (members.invite, " cy ", .invite("cy")),
            (bob.remove, "", .remove("bob")), (members.leave, "", .leave),
        ]
        for (action, text, change) in changes {
            flow.send(try #require(action).filled(text), id: "c")
            #expect(flow.takeWorks() == [.ask(.change("ada", change))])
        }
        // Neither we ourselves nor who has left can be removed.
        #expect(members.members.filter { $0.remove != nil }.map(\.user) == ["bob"])
    }

    @Test(arguments: [
        (Event.chat(.retitling(TitledChat(chat: "ada", title: " \u{7}"))), "Type a title."),
        (.chat(.retitling(TitledChat(chat: "ada", title: String(repeating: "x", count: 201)))), "too long"),
        (.member(.inviting(Invitee(chat: "ada", recipient: ""))), "Type the name"),
    ])
    func refusesWhatIsInvalid(event: Event, reason: String) {
        let flow = chat()
        flow.send(event, id: "c")
        #expect(flow.takeWorks().isEmpty && flow.settled.take() == ["c refused"])
        #expect(flow.messages.model?.status.errorText?.contains(reason) == true)
    }

    @Test func refusesToChangeAChatThatDoesNotExist() {
        let flow = chat()
        flow.send(.chat(.leaving(chat: "nobody")), id: "c")
        #expect(flow.takeWorks().isEmpty && flow.settled.take() == ["c ignored"])
    }

    @Test func showsWhyTheServerRefusesAChange() throws {
        let flow = chat()
        flow.send(.chat(.leaving(chat: "ada")), id: "c")
        let number = try #require(flow.number(of: .ask(.change("ada", .leave))))
        flow.answer(number, [.chat(.changeFailed(ChatFailure(chat: "ada", reason: "No.")))])
        #expect(flow.settled.take() == ["c failed"] && flow.messages.model?.status.errorText == "No.")
    }

    @Test func nothingCanBeDoneInAChatThatWeHaveLeft() {
        let flow = chat()
        func sync(_ standing: ChatMember.Standing) {
            let own = ChatMember(id: "me", name: "Me", standing: standing, isOwn: true)
            flow.send(.member(.synced(SyncedMembers(chat: "ada", members: [own], isComplete: false))))
        }
        sync(.left)
        #expect(flow.messages.model?.send == nil)
        #expect(flow.messages.model?.status.errorText == "You are no longer in this chat.")
        #expect(flow.members.model?.leave == nil && flow.members.model?.members.allSatisfy { $0.remove == nil } == true)
        for event in [
            Event.chat(.leaving(chat: "ada")),
            .message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: nil))),
        ] {
            flow.send(event, id: "c")
            #expect(flow.settled.take() == ["c refused"])
        }
        sync(.joined)
        #expect(flow.messages.model?.send != nil && flow.members.model?.leave != nil)
    }
}
