import NIOConcurrencyHelpers
import NIOCore
import NIOSSL

/// Counts connections and refuses those over the limit.
///
/// Strangers, connections that have not presented a valid token, keep nobody out. If a new connection would be over the
/// limit, one of them is closed: of the client that has the most of them, the one whose last request is the oldest.
final class ConnectionLimit: Sendable {
    enum Verdict: Sendable {
        case welcome
        /// Over the limit: answered with 503, then closed.
        case turnedAway
        /// Too far over the limit: closed without an answer.
        case closed
    }

    private struct Stranger: Sendable {
        let channel: any Channel
        /// The higher, the later was its last request.
        var age: Int
    }

    private struct State: Sendable {
        var served = 0
        var refused = 0
        var age = 0
        /// The strangers of each client address.
        var strangers: [String: [ObjectIdentifier: Stranger]] = [:]
        /// Those that were closed for others, until they are gone.
        var evicted: Set<ObjectIdentifier> = []

        mutating func nextAge() -> Int {
            age += 1
            return age
        }

        /// - Returns: whether it was a stranger.
        @discardableResult
        mutating func removeStranger(_ id: ObjectIdentifier, _ address: String) -> Bool {
            let isKnown = strangers[address]?.removeValue(forKey: id) != nil
            if strangers[address]?.isEmpty == true { strangers[address] = nil }
            return isKnown
        }

        /// Removes and returns the stranger to close.
        mutating func evict() -> (any Channel)? {
            guard let (address, others) = strangers.max(by: { $0.value.count < $1.value.count }),
                let (id, stranger) = others.min(by: { $0.value.age < $1.value.age })
            else { return nil }
            removeStranger(id, address)
            evicted.insert(id)
            served -= 1
            return stranger.channel
        }
    }

    private let limit: Int
    private let patience: Int
    private let state = NIOLockedValueBox(State())

    /// - Parameters:
    ///   - limit: the most connections to serve.
    ///   - patience: the most connections over the limit to answer at a time.
    init(_ limit: Int, patience: Int) {
        self.limit = limit
        self.patience = patience
    }

    /// Counts a connection until it closes.
    ///
    /// - Parameter address: the client's `address`.
    func enter(_ channel: any Channel, from address: String) -> Verdict {
        let id = ObjectIdentifier(channel)
        let (verdict, victim) = state.withLockedValue { state -> (Verdict, (any Channel)?) in
            let victim = state.served >= limit ? state.evict() : nil
            guard state.served < limit else {
                state.refused += 1
                return (state.refused <= patience ? .turnedAway : .closed, nil)
            }
            state.served += 1
            let stranger = Stranger(channel: channel, age: state.nextAge())
            state.strangers[address, default: [:]][id] = stranger
            return (.welcome, victim)
        }
        victim?.abort()
        channel.closeFuture.whenComplete { [state] _ in
            state.withLockedValue { state in
                guard verdict == .welcome else { return state.refused -= 1 }
                guard state.evicted.remove(id) == nil else { return }
                state.removeStranger(id, address)
                state.served -= 1
            }
        }
        return verdict
    }

    /// Notes a request on a connection.
    ///
    /// - Returns: whether the connection is a stranger.
    @discardableResult
    func noteRequest(on channel: any Channel, from address: String) -> Bool {
        state.withLockedValue { state in
            let id = ObjectIdentifier(channel)
            guard state.strangers[address]?[id] != nil else { return false }
            let age = state.nextAge()
            state.strangers[address]?[id]?.age = age
            return true
        }
    }

    /// Notes that a connection has presented a valid token.
    func trust(_ channel: any Channel, from address: String) {
        state.withLockedValue { _ = $0.removeStranger(ObjectIdentifier(channel), address) }
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
