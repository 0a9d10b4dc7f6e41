import Foundation
import NIOConcurrencyHelpers
import NIOCore
import TelexAPI

/// Somebody who is told what happens: on the push channel, or in one open chat.
final class Subscription: Sendable {
    /// What it is told.
    enum Item: Sendable {
        /// A frame as JSON, and on the push channel the number of its event.
        case frame(event: Int64?, Frame.Kind, ByteBuffer)
        /// Nothing has happened for a while.
        case keepAlive
        /// The token is no longer valid, or the server stops.
        case end(Ending)

        /// In bytes.
        var size: Int { if case .frame(_, _, let data) = self { data.readableBytes } else { 0 } }
    }

    enum Ending: Sendable { case revoked, stopping }

    /// How long a reader has, at the end, to read what is left.
    private static let farewell = Duration.seconds(1)
    /// How much waits for a slow reader, in frames and in bytes, before it is cut off; it then asks for what it has missed.
    ///
    /// What is told of what happened before fits, though escaped it may be six times as long.
    private static let capacity = (frames: 1024, bytes: 7 * Limits.pageSize)

    /// How many frames a second are taken from it for long, and ten times as many for a moment.
    private static let talk = 10.0

    let caller: Caller
    /// The chat that is open; `nil` on the push channel.
    let chat: Int64?
    private let items: AsyncStream<Item>
    /// How many bytes wait.
    private let waiting = NIOLockedValueBox(0)
    private let continuation: AsyncStream<Item>.Continuation
    private let patience = NIOLockedValueBox(TokenBucket(rate: talk, burst: 10 * talk, now: .now))
    private let ending = AsyncStream<Never>.makeStream()

    init(_ caller: Caller, chat: Int64? = nil) {
        self.caller = caller
        self.chat = chat
        (items, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity.frames))
    }

    /// What it is told, each item once and to one reader.
    var told: some AsyncSequence<Item, Never> & Sendable {
        items.map { [waiting] item in
            waiting.withLockedValue { $0 -= item.size }
            return item
        }
    }

    func send(_ item: Item) {
        let bytes = waiting.withLockedValue { waiting in
            waiting += item.size
            return waiting
        }
        // A frame that is longer than that by itself is told, too, and so is the end.
        guard bytes <= Self.capacity.bytes || bytes == item.size || item.size == 0 else { return finish() }
        if case .dropped = continuation.yield(item) { finish() }
    }

    /// Whether another frame of it is to be looked at.
    func mayTalk() -> Bool { patience.withLockedValue { $0.take(.now) == 0 } }

    private func finish() {
        continuation.finish()
        ending.continuation.finish()
    }

    /// Returns a moment after nothing more is told: what has not been read by then is not waited for.
    func hasEnded() async throws {
        for await _ in ending.stream {}
        try await Task.sleep(for: Self.farewell)
    }

    func send(_ frame: Frame, event: Int64? = nil) {
        send(.frame(event: event, frame.kind, ByteBuffer(bytes: APICoder.encode(frame))))
    }

    func end(_ ending: Ending) {
        send(.end(ending))
        finish()
    }
}
