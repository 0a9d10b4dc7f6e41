import NIOCore
import Testing

@testable import TelexServer

@Suite struct SubscriptionTests {
    private let caller = Caller(user: User(key: 1, name: "ada", display: "Ada"), token: 1)

    private func frame(_ bytes: Int) -> Subscription.Item {
        .frame(event: nil, .message, ByteBuffer(repeating: 0x78, count: bytes))
    }

    /// The number of items sent.
    private func told(_ subscription: Subscription) async -> Int {
        var count = 0
        for await _ in subscription.items { count += 1 }
        return count
    }

    @Test func endsAChannelWithTooManyUnreadBytes() async {
        let subscription = Subscription(caller, closeTimeout: .seconds(1))
        for _ in 0..<50 { subscription.send(frame(100_000)) }
        #expect(await told(subscription) == 36)
    }

    @Test func endsAChannelWithTooManyUnreadFrames() async {
        let subscription = Subscription(caller, closeTimeout: .seconds(1))
        for _ in 0..<2000 { subscription.send(frame(1)) }
        #expect(await told(subscription) == 1024)
    }

    @Test func sendsAnyAmountToAClientThatKeepsUp() async {
        let subscription = Subscription(caller, closeTimeout: .seconds(1))
        var told = subscription.items.makeAsyncIterator()
        for _ in 0..<100 {
            subscription.send(frame(100_000))
            let item = await told.next(isolation: nil)
            #expect(item != nil)
        }
    }

    @Test func sendsASingleOversizedFrame() async {
        let subscription = Subscription(caller, closeTimeout: .seconds(1))
        subscription.send(frame(8 << 20))
        subscription.end(.stopping)
        #expect(await told(subscription) == 2)
    }
}
