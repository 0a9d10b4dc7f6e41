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
            (members.retitle, " The  club ", .title("The  club")),
            (members.setTopic, " On  films ", .topic("On  films")),
            (members.setTopic, " ", .topic("")), (members.invite, " cy ", .invite("cy")),
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
        (.chat(.settingTopic(ChatTopic(chat: "ada", topic: "\u{7}"))), "Type a topic."),
        (.chat(.settingTopic(ChatTopic(chat: "ada", topic: String(repeating: "x", count: 501)))), "too long"),
        (.member(.inviting(Invitee(chat: "ada", recipient: ""))), "Type the name"),
    ])
    func refusesWhatIsInvalid(event: Event, reason: String) {
        let flow = chat()
        flow.send(event, id: "c")
        #expect(flow.takeWorks().isEmpty && flow.settled.take() == ["c refused"])
        #expect(flow.messages.model?.status.errorText?.contains(reason) == true)
    }

    @Test func showsTheTopic() throws {
        let flow = chat()
        func say(_ topic: String?) -> [String?] {
            flow.send(.chat(.synced(chats: [ServerChat(id: "ada", topic: topic)])))
            return [flow.messages.model?.topic, flow.members.model?.topic]
        }
        #expect(say("Films\n of\u{202E} the week") == ["Films of the week", "Films of the week"])
        // A server that says nothing of it changes neither the topic nor the title.
        #expect(say(nil) == ["Films of the week", "Films of the week"])
        #expect(flow.messages.model?.title == "ada")
        #expect(say(String(repeating: "x", count: 501)).allSatisfy { $0?.hasSuffix("x…") == true && $0?.count == 501 })
        #expect(say("") == [nil, nil])
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

    @Test func forgetsARefusalWithTheNextChange() {
        let flow = chat()
        flow.send(.chat(.retitling(TitledChat(chat: "ada", title: " "))))
        #expect(flow.messages.model?.status.errorText == "Type a title.")
        flow.send(.chat(.retitling(TitledChat(chat: "ada", title: "Walkers"))))
        #expect(flow.messages.model?.status.errorText == nil)
    }

    @Test func nothingCanBeDoneInAChatThatWeHaveLeft() {
        let flow = chat()
        func sync(_ standing: ChatMember.Standing) {
            let own = ChatMember(id: "me", name: "Me", standing: standing, isOwn: true)
            flow.send(.member(.synced(SyncedMembers(chat: "ada", members: [own], isComplete: false))))
        }
        sync(.left)
        #expect(flow.messages.model?.send == nil && flow.messages.model?.typing == nil)
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
        #expect(flow.messages.model?.status.errorText == nil)
    }

    /// The server says what we may do in the chat, and with whom.
    private func allow(_ rights: [ChatRight], with bob: [ChatMember.Right], admins: [UserID], _ flow: Flow) {
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "ada", rights: rights)])))
        let members = [("me", "Me"), ("bob", "Bob"), ("cy", "Cy")].map { id, name in
            ChatMember(
                id: UserID(id), name: name, standing: .joined, role: admins.contains(UserID(id)) ? .admin : .member,
                rights: id == "bob" ? bob : [], isOwn: id == "me")
        }
        flow.send(.member(.synced(SyncedMembers(chat: "ada", members: members, isComplete: true))))
    }

    @Test func offersWhatTheRulesOfTheChatLetUsDo() throws {
        let flow = chat()
        func offered() throws -> [Bool] {
            let members = try #require(flow.members.model)
            return [members.retitle, members.setTopic, members.invite, members.leave].map { $0 != nil }
                + [members.members.contains { $0.remove != nil }]
        }
        allow([.retitle, .setTopic, .invite, .leave], with: [.remove], admins: ["me"], flow)
        #expect(try offered() == [true, true, true, true, true])
        #expect(flow.members.model?.members.map(\.role) == [nil, nil, .admin, nil])
        // A right that was taken away is gone at once.
        allow([.invite, .leave], with: [], admins: ["bob", "cy"], flow)
        #expect(try offered() == [false, false, true, true, false])
        // A list of titles alone changes no rights.
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada")])))
        #expect(try offered() == [false, false, true, true, false])
        allow([.setTopic], with: [], admins: [], flow)
        #expect(try offered() == [false, true, false, false, false])
    }

    @Test(arguments: [
        (
            Event.chat(.retitling(TitledChat(chat: "ada", title: "x"))), ["bob", "cy", "me"],
            "Only the admins of this group can change its title: Bob, Cy."
        ),
        (
            .member(.inviting(Invitee(chat: "ada", recipient: "dee"))), ["cy"],
            "Only the admins of this group can invite others: Cy."
        ),
        (
            .member(.removing(MemberKey(chat: "ada", user: "bob"))), ["cy"],
            "Only the admins of this group can remove members: Cy."
        ),
        (
            .chat(.retitling(TitledChat(chat: "ada", title: "x"))), [],
            "The rules of this chat do not let you change its title."
        ),
        (
            .chat(.settingTopic(ChatTopic(chat: "ada", topic: "x"))), ["bob"],
            "Only the admins of this group can change its topic: Bob."
        ),
        (.chat(.leaving(chat: "ada")), [], "A chat of two cannot be left."),
    ])
    func saysWhoMayDoWhatWeMayNot(event: Event, admins: [UserID], reason: String) {
        let flow = chat()
        allow([], with: [], admins: admins, flow)
        flow.forget()
        flow.send(event, id: "c")
        #expect(flow.takeWorks().isEmpty && flow.settled.take() == ["c refused"])
        #expect(flow.messages.model?.status.errorText == reason)
    }

    @Test(arguments: [
        ("dee", ChatMember.Standing.joined, nil), ("bob", .joined, "Bob (bob) is already in this chat."),
        ("BOB", .invited, "Bob (bob) is already invited to this chat."), ("bob", .left, nil), ("bob", .requested, nil),
    ])
    func invitesNobodyWhoIsThere(recipient: String, standing: ChatMember.Standing, reason: String?) {
        let flow = chat()
        allow([.invite], with: [], admins: [], flow)
        let bob = ChatMember(id: "bob", name: "Bob", standing: standing)
        flow.send(.member(.synced(SyncedMembers(chat: "ada", members: [bob], isComplete: false))))
        flow.forget()
        flow.send(.member(.inviting(Invitee(chat: "ada", recipient: recipient))))
        #expect(flow.takeWorks().isEmpty == (reason != nil) && flow.messages.model?.status.errorText == reason)
    }

    @Test func givesRolesWhereTheRulesOfTheChatLetUs() throws {
        let flow = chat()
        allow([.retitle], with: [.setRole], admins: ["me"], flow)
        let rows = try #require(flow.members.model?.members)
        #expect(rows.filter { $0.setRole != nil }.map(\.user) == ["bob"])
        let setRole = try #require(rows.first { $0.user == "bob" }?.setRole)
        flow.forget()
        flow.send(setRole.filled(" moderator "), id: "c")
        #expect(flow.takeWorks() == [.ask(.change("ada", .role("bob", "moderator")))])
        for (event, reason) in [
            (setRole.filled("king"), "Choose a role: admin, moderator, member."),
            (
                .member(.assigning(RoleWish(key: MemberKey(chat: "ada", user: "cy"), role: "admin"))),
                "The rules of this chat do not let you change roles."
            ),
        ] {
            flow.send(event)
            #expect(flow.takeWorks().isEmpty && flow.messages.model?.status.errorText == reason)
        }
        flow.send(.member(.assigning(RoleWish(key: MemberKey(chat: "ada", user: "me"), role: "member"))))
        #expect(flow.messages.model?.status.errorText == "You are the only admin here, so you stay one.")
        let invited = ChatMember(id: "cy", name: "Cy", standing: .invited)
        flow.send(.member(.synced(SyncedMembers(chat: "ada", members: [invited], isComplete: false))))
        flow.send(.member(.assigning(RoleWish(key: MemberKey(chat: "ada", user: "cy"), role: "admin"))))
        let reason = "Cy (cy) has not joined this chat. Only its members have roles."
        #expect(flow.takeWorks().isEmpty && flow.messages.model?.status.errorText == reason)
        allow([.retitle], with: [], admins: ["bob"], flow)
        flow.send(setRole.filled("admin"))
        #expect(flow.takeWorks().isEmpty)
        #expect(flow.messages.model?.status.errorText == "Only the admins of this group can change roles: Bob.")
    }

    @Test func startsAGroupWithATitle() throws {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.chatForm)))
        let create = try #require(flow.chatForm.model?.createGroup)
        flow.forget()
        flow.send(create.filled("bob, cy", "\u{7} "))
        #expect(flow.takeWorks().isEmpty && flow.chatForm.model?.status.errorText == "Type a title.")
        flow.send(create.filled(" bob, cy ", " Walkers "))
        #expect(flow.takeWorks() == [.ask(.create(recipient: "bob, cy", title: "Walkers"))])
        #expect(flow.chatForm.model?.createGroup == nil)
    }

    @Test func namesOnlyAFewAdmins() {
        let flow = chat()
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "ada", rights: [])])))
        let admins = (1...8).map { ChatMember(id: UserID("a\($0)"), standing: .joined, role: .admin) }
        flow.send(.member(.synced(SyncedMembers(chat: "ada", members: admins, isComplete: false))))
        flow.send(.chat(.retitling(TitledChat(chat: "ada", title: "x"))))
        #expect(flow.messages.model?.status.errorText?.hasSuffix("title: a1, a2, a3, a4, a5, 3 more.") == true)
    }
}
