import Foundation
import TelexAPI
import Testing

@testable import TelexServer

@Suite struct GroupTests {
    @Test func hidesMessagesFromInvitedPeopleUntilTheyJoin() async throws {
        let house = try House()
        let (ada, bob, cleo) = (try await house.user("ada"), try await house.user("bob"), try await house.user("cleo"))
        let request = CreateGroupRequest(people: ["Bob", "cleo", "bob"])
        let group = try await house.service.createGroup(request, for: ada)
        #expect(group.title == "Ada, Bob, Cleo" && group.group?.people.map(\.user) == ["ada"])
        _ = try await house.post("secret", as: "1", from: ada, to: group.chat)
        let invitation = try await house.chats(bob)[0]
        #expect(invitation.standing == "invited" && invitation.inviter == Person(user: "ada", name: "Ada"))
        #expect(invitation.last == 0 && invitation.lastID == nil && invitation.marks == [])
        // A new message does not list the chat as changed for an invited person.
        #expect(try await house.chats(bob, since: invitation.event) == [])
        for act in [
            { _ = try await house.messages(group.chat, bob) },
            { _ = try await house.post("hello", as: "1", from: bob, to: group.chat) },
            { _ = try await house.service.edit("ada/1", in: group.chat, to: EditRequest(text: "x"), by: bob) },
        ] as [() async throws -> Void] {
            await #expect(throws: ServerError.noChat(group.chat)) { try await act() }
        }
        let joined = try await house.service.join(group.chat, bob)
        #expect(joined.standing == nil && joined.last == 2 && joined.group?.joined == 1)
        #expect(try await house.service.join(group.chat, bob) == joined)
        #expect(try await house.messages(group.chat, bob).map(\.text) == ["secret", ""])
        let arrival = try await house.messages(group.chat, bob)[1]
        #expect(arrival.kind == MessageInfo.joined && arrival.sender == "bob" && arrival.id == "bob//joined/2")
        // Nobody can edit or delete a message that the server added.
        await #expect(throws: ServerError.noMessage(arrival.id)) {
            try await house.service.delete(arrival.id, in: group.chat, by: bob)
        }
        try await house.service.decline(group.chat, cleo)
        try await house.service.decline(group.chat, cleo)
        #expect(try await house.chats(cleo, since: invitation.event).map(\.standing) == ["declined"])
        await #expect(throws: ServerError.noInvitation(group.chat)) { try await house.service.join(group.chat, cleo) }
        await #expect(throws: ServerError.isMember(group.chat)) { try await house.service.decline(group.chat, bob) }
        let people = try await house.chats(ada)[0].group
        #expect(people?.people.map(\.user) == ["ada", "bob"] && people?.invited == [])
    }

    @Test func refusesInvalidGroups() async throws {
        let house = try House()
        let ada = try await house.user("ada")
        _ = try await house.user("bob")
        for (request, error) in [
            (CreateGroupRequest(people: []), ServerError.noPeople),
            (CreateGroupRequest(people: Array(repeating: "bob", count: 100)), .tooManyPeople(100)),
            (CreateGroupRequest(people: ["bob", "ada"]), .yourself),
            (CreateGroupRequest(people: ["bob", "Eliza"]), .botName("eliza")),
            (CreateGroupRequest(people: ["bob", "zoe"]), .nobody("zoe")),
        ] {
            await #expect(throws: error) { try await house.service.createGroup(request, for: ada) }
        }
        for name in [" \u{7} ", String(repeating: "x", count: 201)] {
            await #expect(throws: ServerError.self) {
                try await house.service.createGroup(CreateGroupRequest(people: ["bob"], name: name), for: ada)
            }
        }
        let request = CreateGroupRequest(people: ["bob"], name: " Book \u{7}club")
        #expect(try await house.service.createGroup(request, for: ada).title == "Book club")
    }

    @Test func limitsUnansweredInvitations() async throws {
        let house = try House()
        let (ada, bob) = (try await house.user("ada"), try await house.user("bob"))
        let request = CreateGroupRequest(people: ["bob"])
        let first = try await house.service.createGroup(request, for: ada)
        for _ in 2...Limits.openInvitations { _ = try await house.service.createGroup(request, for: ada) }
        await #expect(throws: ServerError.tooManyInvitations("Bob")) {
            try await house.service.createGroup(request, for: ada)
        }
        try await house.service.decline(first.chat, bob)
        _ = try await house.service.createGroup(request, for: ada)
    }

    @Test func keepsGroupMessagesOfARemovedUser() async throws {
        let house = try House()
        let (ada, bob, cleo) = (try await house.user("ada"), try await house.user("bob"), try await house.user("cleo"))
        let group = try await house.service.createGroup(CreateGroupRequest(people: ["bob", "cleo"]), for: ada)
        _ = try await house.service.join(group.chat, bob)
        _ = try await house.post("from ada", as: "1", from: ada, to: group.chat)
        _ = try await house.service.create("bob", for: Caller(user: ada, token: 1))
        _ = try await house.post("to bob", as: "1", from: ada, to: "ada+bob")
        let removal = try Removal("ada", house.store)
        #expect(removal.chats == 1 && removal.messages == 1 && removal.groups == 1)
        try removal.carryOut()
        let messages = try await house.messages(group.chat, bob)
        #expect(messages.map(\.kind) == [MessageInfo.joined, nil, MessageInfo.left])
        #expect(messages[2].sender == "ada")
        let message = messages[1]
        #expect(message.text == "from ada" && message.id == "ada/1" && message.name == "ada")
        let mark = try await house.service.mark(MarkRequest(read: "ada/1"), in: group.chat, of: bob)
        #expect(mark.readSeq == 2)
        #expect(try await house.chats(bob).map { $0.group?.people.map(\.user) } == [["bob"]])
        #expect(try await house.chats(cleo)[0].inviter == Person(user: "ada", name: "ada"))
        // Once the group is abandoned, its messages are deleted.
        try Removal("bob", house.store).carryOut()
        #expect(try house.count("message") == 4)
        try await house.service.decline(group.chat, cleo)
        #expect(try house.count("message") == 0)
        #expect(throws: ServerError.noUser("ada")) { try Removal("ada", house.store) }
        let findings = Checkup(path: house.path).findings().map(\.text)
        #expect(
            findings.contains("All references are intact.") && findings.contains("No chat is missing messages."))
        #expect(findings.contains { $0.hasPrefix("Chats: 0;") })
    }
}
