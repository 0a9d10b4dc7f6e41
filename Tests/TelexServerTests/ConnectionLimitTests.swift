import NIOCore
import NIOEmbedded
import Testing

@testable import TelexServer

@Suite struct ConnectionLimitTests {
    private let limit = ConnectionLimit(3, patience: 1)
    private let user = User(key: 1, name: "ada", display: "Ada")

    private func enter(
        _ address: String, _ verdict: ConnectionLimit.Verdict = .welcome, _ limit: ConnectionLimit? = nil
    ) -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        channel.connect(to: try! SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        #expect((limit ?? self.limit).enter(channel, from: address) == verdict)
        return channel
    }

    /// Whether the channels are open, after what was scheduled for them.
    private func areOpen(_ channels: EmbeddedChannel...) -> [Bool] {
        channels.map {
            $0.embeddedEventLoop.run()
            return $0.isActive
        }
    }

    @Test func strangersOfOneAddressKeepNobodyOut() {
        let channels = [enter("eve"), enter("eve"), enter("eve")]
        #expect(!limit.noteRequest(on: channels[0]))
        let ada = enter("ada")
        #expect(areOpen(channels[0], channels[1], channels[2], ada) == [true, false, true, true])
        limit.trust(ada, as: user)
        #expect(limit.noteRequest(on: ada))
        let more = [enter("eve"), enter("eve"), enter("eve")]
        #expect(areOpen(ada, more[0], more[1], more[2]) == [true, false, true, true])
    }

    @Test func closesTheStrangersOfWhoeverHasMost() {
        let ada = enter("ada")
        let eve = [enter("eve"), enter("eve")]
        let bob = enter("bob")
        #expect(areOpen(ada, eve[0], eve[1], bob) == [true, false, true, true])
    }

    @Test func refusesConnectionsWhenAllHaveTokens() throws {
        let channels = ["ada", "ada", "bob"].map { address in
            let channel = enter(address)
            limit.trust(channel, as: user)
            return channel
        }
        let refused = [enter("cy", .turnedAway), enter("cy", .closed)]
        #expect(areOpen(channels[0], channels[1], channels[2]) == [true, true, true])
        for channel in refused + [channels[0]] { _ = try channel.finish() }
        let next = enter("cy")
        _ = enter("eve")
        #expect(areOpen(next) == [false])
    }

    @Test func aUserKeepsNobodyOut() {
        let limit = ConnectionLimit(3, patience: 1, share: 2)
        let channels = (0..<3).map { _ in
            let channel = enter("ada", .welcome, limit)
            limit.trust(channel, as: user)
            return channel
        }
        limit.noteRequest(on: channels[0])
        limit.trust(enter("bob", .welcome, limit), as: User(key: 2, name: "bob", display: "Bob"))
        #expect(areOpen(channels[0], channels[1], channels[2]) == [true, false, true])
        _ = enter("cy", .turnedAway, limit)
    }

    @Test func countsAClosedStrangerOnce() throws {
        for _ in 0..<10 { _ = enter("eve") }
        for _ in 0..<3 {
            let channel = enter("ada")
            limit.trust(channel, as: user)
        }
        _ = enter("bob", .turnedAway)
    }

    @Test func identifiesAClientByItsAddressOrNetwork() throws {
        func client(_ address: String) throws -> String? { try SocketAddress(ipAddress: address, port: 1).client }
        #expect(try client("192.0.2.1") == "192.0.2.1")
        #expect(try client("::ffff:192.0.2.1") == "192.0.2.1")
        #expect(try client("2001:db8:1:2::1") == client("2001:db8:1:2:ffff::"))
        #expect(try client("2001:db8:1:2::1") != client("2001:db8:1:3::1"))
    }
}
