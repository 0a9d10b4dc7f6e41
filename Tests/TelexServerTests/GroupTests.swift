import Foundation
import TelexAPI
import Testing

@testable import TelexServer

@Suite struct GroupTests {
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
        // Those of one person lock nobody else out.
        _ = try await house.service.createGroup(request, for: try await house.user("cleo"))
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
