import Foundation
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
    }

    enum Ending: Sendable { case revoked, stopping }

    /// How long a reader has, at the end, to read what is left.
    private static let farewell = Duration.seconds(1)
    /// How many frames wait for a slow reader before it is cut off; it then asks for what it has missed.
    private static let capacity = 1024

    let caller: Caller
    /// The chat that is open; `nil` on the push channel.
    let chat: Int64?
    let items: AsyncStream<Item>
    private let continuation: AsyncStream<Item>.Continuation
    private let ending = AsyncStream<Never>.makeStream()

    init(_ caller: Caller, chat: Int64? = nil) {
        self.caller = caller
        self.chat = chat
        (items, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.capacity))
    }

    func send(_ item: Item) {
        if case .dropped = continuation.yield(item) { finish() }
    }

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
