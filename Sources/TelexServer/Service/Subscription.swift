import Foundation
import NIOConcurrencyHelpers
import NIOCore
import TelexAPI

/// An open channel: a push channel of a user, or the live channel of a chat.
final class Subscription: Sendable {
    /// An item to send to the client.
    enum Item: Sendable {
        /// A frame as JSON, and on the push channel the number of its event.
        case frame(event: Int64?, Frame.Kind, ByteBuffer)
        /// Missed events for the push channel, as Server-Sent Events.
        case missed(ByteBuffer)
        /// Shows that an idle channel is still open.
        case keepAlive
        /// The token is no longer valid, the user is no longer in the chat, or the server is stopping.
        case end(Ending)

        init(frame: Frame, event: Int64?) {
            self = .frame(event: event, frame.kind, ByteBuffer(bytes: frame.body))
        }

        /// The size in bytes; 0 for everything but frames.
        var size: Int {
            switch self {
            case .frame(_, _, let data), .missed(let data): data.readableBytes
            case .keepAlive, .end: 0
            }
        }
    }

    enum Ending: Sendable { case revoked, removed, stopping }

    /// The most frames and bytes to buffer for a slow client. Beyond that the channel ends, and the client catches up.
    ///
    /// Replayed events fit, though escaping may make them six times as long.
    private static let capacity = (frames: 1024, bytes: 7 * Limits.pageSize)

    /// The sustained frames per second that the client may send. A burst may have ten times as many.
    private static let talk = 10.0

    let caller: Caller
    /// The chat that is open; `nil` on the push channel.
    let chat: Int64?
    private let closeTimeout: Duration
    private let buffered: AsyncStream<Item>
    /// The number of buffered bytes.
    private let waiting = NIOLockedValueBox(0)
    private let continuation: AsyncStream<Item>.Continuation
    private let patience = NIOLockedValueBox(TokenBucket(rate: talk, burst: 10 * talk, now: .now))
    private let ending = NIOLockedValueBox<(hasEnded: Bool, action: (@Sendable () -> Void)?)>((false, nil))

    /// - Parameter closeTimeout: how long the client has to read the remaining items when the channel ends.
    init(_ caller: Caller, chat: Int64? = nil, closeTimeout: Duration) {
        self.caller = caller
        self.closeTimeout = closeTimeout
        self.chat = chat
        (buffered, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity.frames))
    }

    /// The items to send. Each is delivered once, so there can be only one reader.
    var items: some AsyncSequence<Item, Never> & Sendable {
        buffered.map { [waiting] item in
            waiting.withLockedValue { $0 -= item.size }
            return item
        }
    }

    func send(_ item: Item) {
        let bytes = waiting.withLockedValue { waiting in
            waiting += item.size
            return waiting
        }
        // A single oversized frame is still sent, and so is the end.
        guard bytes <= Self.capacity.bytes || bytes == item.size || item.size == 0 else { return finish() }
        if case .dropped = continuation.yield(item) { finish() }
    }

    /// Whether the client may send another frame now.
    func mayTalk() -> Bool { patience.withLockedValue { $0.take(.now) == 0 } }

    private func finish() {
        continuation.finish()
        let (isFirst, action) = ending.withLockedValue { ending in
            defer { ending.hasEnded = true }
            return (!ending.hasEnded, ending.action)
        }
        if isFirst, let action { schedule(action) }
    }

    /// Calls `action` once the client has had its time after the channel has ended. Items that are still unread then are discarded.
    func afterEnd(_ action: @escaping @Sendable () -> Void) {
        let hasEnded = ending.withLockedValue { ending in
            ending.action = action
            return ending.hasEnded
        }
        if hasEnded { schedule(action) }
    }

    private func schedule(_ action: @escaping @Sendable () -> Void) {
        Task { [closeTimeout] in
            try await Task.sleep(for: closeTimeout)
            action()
        }
    }

    func send(_ frame: Frame, event: Int64? = nil) { send(Item(frame: frame, event: event)) }

    func end(_ ending: Ending) {
        send(.end(ending))
        finish()
    }
}
