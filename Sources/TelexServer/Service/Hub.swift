import NIOCore
import TelexAPI

/// The open channels.
struct Hub {
    private var push: [Int64: [ObjectIdentifier: Subscription]] = [:]
    private var live: [Int64: [ObjectIdentifier: Subscription]] = [:]
    /// How many channels each user has open.
    private var counts: [Int64: Int] = [:]

    func count(of user: User) -> Int { counts[user.key] ?? 0 }

    mutating func add(_ subscription: Subscription) {
        let id = ObjectIdentifier(subscription)
        counts[subscription.caller.user.key, default: 0] += 1
        if let chat = subscription.chat {
            live[chat, default: [:]][id] = subscription
        } else {
            push[subscription.caller.user.key, default: [:]][id] = subscription
        }
    }

    func has(_ subscription: Subscription) -> Bool {
        let id = ObjectIdentifier(subscription)
        guard let chat = subscription.chat else { return push[subscription.caller.user.key]?[id] != nil }
        return live[chat]?[id] != nil
    }

    /// - Returns: whether the subscription was open.
    mutating func remove(_ subscription: Subscription) -> Bool {
        guard add(subscription) else { return false }
        let user = subscription.caller.user.key
        counts[user] = counts[user].flatMap { $0 > 1 ? $0 - 1 : nil }
        return true
    }

    private mutating func add(_ subscription: Subscription) -> Bool {
        let id = ObjectIdentifier(subscription)
        guard let chat = subscription.chat else {
            let user = subscription.caller.user.key
            defer { if push[user]?.isEmpty == true { push[user] = nil } }
            return push[user]?.removeValue(forKey: id) != nil
        }
        defer { if live[chat]?.isEmpty == true { live[chat] = nil } }
        return live[chat]?.removeValue(forKey: id) != nil
    }

    /// All open channels.
    var all: [Subscription] { push.values.flatMap(\.values) + live.values.flatMap(\.values) }

    /// Ends the channels of revoked tokens.
    func end(_ tokens: Set<Int64>) {
        if tokens.isEmpty { return }
        for subscription in all where tokens.contains(subscription.caller.token) { subscription.end(.revoked) }
    }

    /// The live channels of a chat.
    func live(in chat: Int64) -> some Collection<Subscription> { (live[chat] ?? [:]).values }

    /// Whether the user has the chat open.
    func isLive(_ user: User, in chat: Int64) -> Bool { live(in: chat).contains { $0.caller.user == user } }

    /// Sends a frame to the push channels of all members, and to the live channels of the chat.
    func tell(_ frame: Frame, event: Int64, in chat: ChatRow) {
        let data = ByteBuffer(bytes: frame.body)
        for member in chat.members {
            for subscription in (push[member.user.key] ?? [:]).values {
                subscription.send(.frame(event: event, frame.kind, data))
            }
        }
        for subscription in live(in: chat.key) { subscription.send(.frame(event: nil, frame.kind, data)) }
    }

    /// Sends a frame to the push channels of one user.
    func tell(_ user: User, _ frame: Frame, event: Int64? = nil) {
        for subscription in (push[user.key] ?? [:]).values { subscription.send(frame, event: event) }
    }

    /// Sends a frame to the live channels of a chat, except those of one user.
    func tellLive(_ frame: Frame, in chat: Int64, except user: User) {
        for subscription in live(in: chat) where subscription.caller.user != user { subscription.send(frame) }
    }
}
