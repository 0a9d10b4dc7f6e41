import GRDB
import NIOCore
import TelexAPI

/// Push and live channels.
extension ChatService {
    /// The most missed events to replay on a push channel. If there are more, it gets a `gap` frame.
    private static let longestBacklog = 1000

    /// Throws if the user was refused a channel within the last second.
    ///
    /// A refused upgrade is answered as a plain request. By then, a channel may be free again.
    ///
    /// - Throws: `ServerError.tooManyChannels`.
    func checkRefusal(of user: User) throws(ServerError) {
        guard let refused = refusals[user.key], .now - refused < .seconds(1) else { return }
        throw .tooManyChannels(settings.userChannels)
    }

    private func checkChannels(of user: User) throws(ServerError) {
        guard hub.count(of: user) + openings[user.key, default: 0] >= settings.userChannels else { return }
        refusals[user.key] = .now
        throw .tooManyChannels(settings.userChannels)
    }

    /// Opens a push channel and replays the events after `event`; `nil` replays none.
    func openPush(for caller: Caller, after event: Int64?) async throws -> Subscription {
        let user = caller.user.key
        try checkChannels(of: caller.user)
        openings[user, default: 0] += 1
        defer { openings[user] = openings[user].flatMap { $0 > 1 ? $0 - 1 : nil } }
        let (database, limit) = (database, Self.longestBacklog)
        // Most of the work is done elsewhere, so that others need not wait for it.
        let missed = try await Self.missed(by: caller, after: event, limit: limit, database)
        // Events that came meanwhile.
        let (recent, last) = try database.look { database in
            try Self.check(caller, database)
            let recent = try missed.flatMap {
                try EventLog.after($0.last, for: caller.user, limit: limit - $0.count, database)
            }
            return (recent, try EventLog.last(database))
        }
        let subscription = Subscription(caller, closeTimeout: settings.closeTimeout)
        if let missed, let recent {
            for part in missed.parts { subscription.send(.missed(part)) }
            for (id, frame) in recent { subscription.send(frame, event: id) }
        } else {
            subscription.send(.gap)
        }
        subscription.send(.ready(Frame.Ready(event: last)), event: last)
        hub.add(subscription)
        return subscription
    }

    /// Reads and encodes the events that a user has missed; `nil` if they cannot be replayed.
    ///
    /// - Returns: their text in parts, their number, and the number of the last event in the log.
    private nonisolated static func missed(
        by caller: Caller, after event: Int64?, limit: Int, _ database: ServerDatabase
    ) async throws -> (parts: [ByteBuffer], count: Int, last: Int64)? {
        try await database.replay { database in
            try check(caller, database)
            let last = try EventLog.last(database)
            let events = try event.map { try EventLog.after($0, for: caller.user, limit: limit, database) } ?? []
            return events.map { (EventText.parts($0), $0.count, last) }
        }
    }

    /// Opens the live channel of a chat.
    func openLive(_ address: String, for caller: Caller) throws -> Subscription {
        try checkChannels(of: caller.user)
        let chat = try database.look { database in
            try Self.check(caller, database)
            return try ChatTable.find(address, for: caller.user, database)
        }
        let subscription = Subscription(caller, chat: chat.key, closeTimeout: settings.closeTimeout)
        subscription.send(.ready(Frame.Ready(last: chat.last)))
        for other in chat.others(than: caller.user) {
            let isThere = hub.isLive(other, in: chat.key) || bots.isBot(other)
            subscription.send(.presence(Frame.Presence(chat: address, user: other.name, online: isThere)))
            if isTyping(other, in: chat.key) {
                subscription.send(.typing(Self.typing(other, in: chat, true)))
            }
        }
        if !hub.isLive(caller.user, in: chat.key) {
            let presence = Frame.Presence(chat: address, user: caller.user.name, online: true)
            channels.tellLive(.presence(presence), in: chat.key, except: caller.user)
        }
        hub.add(subscription)
        return subscription
    }

    func close(_ subscription: Subscription) {
        guard hub.remove(subscription) else { return }
        let user = subscription.caller.user
        guard let key = subscription.chat, !hub.isLive(user, in: key) else { return }
        typing(false, of: user, in: key)
        guard let chat = try? database.look({ try ChatTable.get(key, $0) }) else { return }
        let presence = Frame.Presence(chat: chat.address, user: user.name, online: false)
        channels.tellLive(.presence(presence), in: key, except: user)
    }
}
