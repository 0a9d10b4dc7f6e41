import NIOCore
import NIOWebSocket

/// Runs a WebSocket, for either side.
package enum WebSocketConnection {
    package typealias Channel = NIOAsyncChannel<WebSocketMessage, Outgoing>

    package enum Role: Sendable { case client, server }

    /// Something to send.
    package enum Outgoing: Sendable {
        case text(ByteBuffer)
        case binary(ByteBuffer)
        /// Closes the connection. Nothing after it is sent.
        case close(WebSocketErrorCode)
    }

    /// Refuses a message and closes the connection.
    package struct Refusal: Error {
        let code: WebSocketErrorCode
        package init(_ code: WebSocketErrorCode) { self.code = code }
    }

    /// Makes a channel of messages from one of frames, on whose event loop it must be called.
    ///
    /// - Parameter longest: the most bytes of a message from the peer.
    package static func channel(
        _ channel: any NIOCore.Channel, _ role: Role, longest: Int
    ) throws -> Channel {
        try channel.pipeline.syncOperations.addHandler(WebSocketHandler(role, longest: longest))
        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
    }

    /// Runs until either side closes, or `outgoing` ends.
    ///
    /// - Parameter take: handles a message. If it throws, the connection closes with the code of the error.
    package static func run(
        _ channel: Channel, outgoing: some AsyncSequence<Outgoing, Never> & Sendable,
        take: (WebSocketMessage) async throws(Refusal) -> Void
    ) async throws {
        try await channel.executeThenClose { inbound, outbound in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    for await message in outgoing { try await outbound.write(message) }
                    try await outbound.write(.close(.normalClosure))
                }
                defer { group.cancelAll() }
                var isRefused = false
                for try await message in inbound where !isRefused {
                    do throws(Refusal) { try await take(message) } catch {
                        isRefused = true
                        try await outbound.write(.close(error.code))
                    }
                }
            }
        }
    }
}
