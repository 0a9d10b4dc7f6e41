import NIOConcurrencyHelpers
import NIOCore
import NIOSSL

/// Counts connections and refuses those over the limit.
///
/// Nobody can take all places. If a new connection would be over the limit, another one is closed, that of which the
/// last request is the oldest: of the address that has the most connections without a valid token or, if there are
/// none, of the user who has the most, if they are more than a user needs.
final class ConnectionLimit: Sendable {
    enum Verdict: Sendable {
        case welcome
        /// Over the limit: answered with 503, then closed.
        case turnedAway
        /// Too far over the limit: closed without an answer.
        case closed
    }

    /// Whose connection it is.
    private enum Owner: Hashable, Sendable {
        /// The address of a client that has not presented a valid token.
        case address(String)
        case user(Int64)
    }

    private struct Entry: Sendable {
        let channel: any Channel
        var owner: Owner
        /// The higher, the later was its last request.
        var age: Int
    }

    private struct State: Sendable {
        let share: Int
        var refused = 0
        private var age = 0
        private var served: [ObjectIdentifier: Entry] = [:]
        private var counts: [Owner: Int] = [:]

        init(share: Int) { self.share = share }

        var count: Int { served.count }

        mutating func add(_ channel: any Channel, _ owner: Owner) {
            age += 1
            served[ObjectIdentifier(channel)] = Entry(channel: channel, owner: owner, age: age)
            counts[owner, default: 0] += 1
        }

        mutating func remove(_ id: ObjectIdentifier) {
            guard let entry = served.removeValue(forKey: id) else { return }
            counts[entry.owner] = counts[entry.owner].flatMap { $0 > 1 ? $0 - 1 : nil }
        }

        mutating func give(_ id: ObjectIdentifier, to owner: Owner) {
            guard let entry = served[id], entry.owner != owner else { return }
            remove(id)
            add(entry.channel, owner)
        }

        /// - Returns: the owner; `nil` if the connection is not known.
        mutating func noteRequest(_ id: ObjectIdentifier) -> Owner? {
            age += 1
            served[id]?.age = age
            return served[id]?.owner
        }

        /// Removes and returns the connection to close for another one; `nil` if there is none.
        mutating func evict() -> (any Channel)? {
            let strangers = counts.filter { if case .address = $0.key { true } else { false } }
            let groups = strangers.isEmpty ? counts.filter { $0.value > share } : strangers
            guard let owner = groups.max(by: { $0.value < $1.value })?.key,
                let (id, entry) = served.filter({ $0.value.owner == owner }).min(by: { $0.value.age < $1.value.age })
            else { return nil }
            remove(id)
            return entry.channel
        }
    }

    /// The most connections that a user needs, by default.
    private static let userShare = 128

    private let limit: Int
    private let patience: Int
    private let state: NIOLockedValueBox<State>

    /// - Parameters:
    ///   - limit: the most connections to serve.
    ///   - patience: the most connections over the limit to answer at a time.
    ///   - share: the most connections that a user needs.
    init(_ limit: Int, patience: Int, share: Int = userShare) {
        self.limit = limit
        self.patience = patience
        state = NIOLockedValueBox(State(share: share))
    }

    /// Counts a connection until it closes.
    ///
    /// - Parameter address: the client's `address`.
    func enter(_ channel: any Channel, from address: String) -> Verdict {
        let (verdict, victim) = state.withLockedValue { state -> (Verdict, (any Channel)?) in
            let victim = state.count >= limit ? state.evict() : nil
            guard state.count < limit else {
                state.refused += 1
                return (state.refused <= patience ? .turnedAway : .closed, nil)
            }
            state.add(channel, .address(address))
            return (.welcome, victim)
        }
        victim?.abort()
        channel.closeFuture.whenComplete { [state, id = ObjectIdentifier(channel)] _ in
            // One that was closed for another is not counted any more.
            state.withLockedValue { if verdict == .welcome { $0.remove(id) } else { $0.refused -= 1 } }
        }
        return verdict
    }

    /// Notes a request on a connection.
    ///
    /// - Returns: whether the connection has presented a valid token.
    @discardableResult
    func noteRequest(on channel: any Channel) -> Bool {
        if case .user = state.withLockedValue({ $0.noteRequest(ObjectIdentifier(channel)) }) { true } else { false }
    }

    /// Notes that a connection has presented a valid token.
    func trust(_ channel: any Channel, as user: User) {
        state.withLockedValue { $0.give(ObjectIdentifier(channel), to: .user(user.key)) }
    }
}

extension Channel {
    /// Closes the connection without a farewell, for which TLS would wait.
    fileprivate func abort() {
        eventLoop.execute {
            if let context = try? self.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) {
                context.close(promise: nil)
            } else {
                self.close(promise: nil)
            }
        }
    }
}
