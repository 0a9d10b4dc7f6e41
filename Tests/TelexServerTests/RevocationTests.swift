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
        ada = try await Self.logIn("ada", house)
        bob = try await Self.logIn("bob", house)
        _ = try await house.service.create("bob", for: ada)
    }

    private static func logIn(_ name: String, _ house: House) async throws -> Caller {
        let invitation = try house.accounts.add(name, display: nil)
        let (token, _) = try await house.accounts.logIn(invitation)
        return try #require(try await house.accounts.caller(token))
    }

    /// Revokes the tokens of a user as another process, `telex-server user revoke`, does.
    private func revoke(_ name: String) throws {
        let other = try ServerStore(path: house.path)
        try Accounts(other).revoke(name)
    }

    /// The kinds of the frames that a channel has sent.
    private func told(_ subscription: Subscription) async -> [Frame.Kind] {
        subscription.end(.stopping)
        var kinds: [Frame.Kind] = []
        for await item in subscription.told { if case .frame(_, let kind, _) = item { kinds.append(kind) } }
        return kinds
    }

    @Test func sendsNothingAfterAnotherProcessRevokesTheToken() async throws {
        let (push, live) = (
            try await house.service.openPush(for: bob, after: nil),
            try await house.service.openLive("ada+bob", for: bob)
        )
        _ = try await house.post("before", as: "1", from: ada.user, to: "ada+bob")
        try revoke("bob")
        _ = try await house.post("after", as: "2", from: ada.user, to: "ada+bob")
        #expect(await told(push) == [.ready, .message])
        #expect(await told(live) == [.ready, .presence, .message])
    }

    @Test func sendsNoTypingToRevokedTokens() async throws {
        let live = try await house.service.openLive("ada+bob", for: bob)
        try revoke("bob")
        await house.service.typing(true, of: ada.user, in: live.chat!)
        #expect(await told(live) == [.ready, .presence])
    }

    @Test func keepsChannelsOfTheUsersOtherTokens() async throws {
        let second = try await house.accounts.logIn(house.accounts.invite("bob")).0
        let other = try #require(try await house.accounts.caller(second))
        let (first, rest) = (
            try await house.service.openPush(for: bob, after: nil),
            try await house.service.openPush(for: other, after: nil)
        )
        try await house.service.logOut(bob)
        _ = try await house.post("after", as: "1", from: ada.user, to: "ada+bob")
        #expect(await told(first) == [.ready])
        #expect(await told(rest) == [.ready, .message])
    }

    @Test func refusesChannelsForRevokedTokens() async throws {
        try revoke("bob")
        await #expect(throws: Problem.invalidToken) { try await house.service.openPush(for: bob, after: nil) }
        await #expect(throws: Problem.invalidToken) { try await house.service.openLive("ada+bob", for: bob) }
    }
}
