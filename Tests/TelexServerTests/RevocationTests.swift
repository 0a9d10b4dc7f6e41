import Foundation
import GRDB
import TelexAPI
import Testing

@testable import TelexServer

/// Tests revoked tokens. The sweep that looks for them every second does not run here.
@Suite struct RevocationTests {
    private let house: House
    private let ada: Caller
    private let bob: Caller

    init() async throws {
        house = try House()
        (ada, bob) = try await house.couple()
    }

    /// Revokes the tokens of a user as another process, `telex-server user revoke`, does.
    private func revoke(_ name: String) throws {
        let other = try ServerStore(path: house.path)
        try Accounts(other).revoke(name)
    }

    @Test func sendsNothingAfterAnotherProcessRevokesTheToken() async throws {
        let (push, live) = (
            try await house.service.openPush(for: bob, after: nil),
            try await house.service.openLive("ada+bob", for: bob)
        )
        _ = try await house.post("before", as: "1", from: ada.user, to: "ada+bob")
        try revoke("bob")
        _ = try await house.post("after", as: "2", from: ada.user, to: "ada+bob")
        #expect(await push.sentKinds() == [.ready, .message])
        #expect(await live.sentKinds() == [.ready, .presence, .message])
    }

    @Test func sendsNoTypingToRevokedTokens() async throws {
        let live = try await house.service.openLive("ada+bob", for: bob)
        try revoke("bob")
        await house.service.typing(true, of: ada.user, in: live.chat!)
        #expect(await live.sentKinds() == [.ready, .presence])
    }

    @Test func refusesChannelsForRevokedTokens() async throws {
        try revoke("bob")
        await #expect(throws: Problem.invalidToken) { try await house.service.openPush(for: bob, after: nil) }
        await #expect(throws: Problem.invalidToken) { try await house.service.openLive("ada+bob", for: bob) }
    }

    // MARK: Removed users

    @Test func tellsThoseWhoAreOnlineThatAUserWasRemoved() async throws {
        let cleo = try await house.user("cleo")
        let group = try await house.service.createGroup(CreateGroupRequest(people: ["ada", "cleo"]), for: bob.user)
        _ = try await house.service.join(group.chat, ada.user)
        let push = try await house.service.openPush(for: ada, after: nil)
        try Removal("bob", try ServerStore(path: house.path)).carryOut()
        try await house.service.sweep()
        try await house.service.sweep()
        var infos: [ChatInfo] = []
        push.end(.stopping)
        for await item in push.items {
            if case .frame(_, .chat, let data) = item { infos.append(try ChatInfo(body: data.readableBytesView)) }
        }
        #expect(infos.map(\.chat) == ["ada+bob", group.chat])
        #expect(infos.first?.standing == ChatInfo.left)
        let told = try #require(infos.last?.group)
        #expect(told.people.map(\.user) == ["ada"] && told.admins == ["ada"] && told.invited.map(\.user) == ["cleo"])
        #expect(infos.last?.title == "Ada, Cleo")
        #expect(try await house.chats(cleo).map(\.title) == ["Ada, Cleo"])
    }

    @Test(arguments: [
        ("Ada, Bob", ["Ada", "Bob"]), ("Bob, Ada (2)", ["Bob", "Ada"]), ("Ann, Jr., Bob", ["Ann, Jr.", "Bob"]),
        ("Ada, Bo…", ["Ada", "Bob"]), ("Ada… (3)", ["Ada"]), ("Bob's friends", nil), ("Ada,Bob", nil), ("", nil),
        ("Bob", ["Bob"]), ("Ada, ", nil), ("Ada, Zoe", nil),
    ])
    func knowsATitleThatIsMadeOfNames(title: String, names: [String]?) {
        #expect(Removal.names(in: title, of: ["Ada", "Bob", "Ann", "Ann, Jr.", ""]) == names)
    }
}
