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
}
