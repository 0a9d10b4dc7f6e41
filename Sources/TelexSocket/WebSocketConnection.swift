import NIOCore
import NIOWebSocket

/// Runs a WebSocket, for either side: messages in and out, pings, the closing handshake.
package struct WebSocketConnection: Sendable {
    package typealias Channel = NIOAsyncChannel<WebSocketFrame, WebSocketFrame>

    package enum Role: Sendable { case client, server }

    /// Something to send.
    package enum Outgoing: Sendable {
        case text(ByteBuffer)
        case binary(ByteBuffer)
        /// Closes the connection. Nothing after it is sent.
        case close(WebSocketErrorCode)
    }

    /// The interval between pings. A peer that sends nothing for a whole interval counts as gone.
    package static let heartbeat = Duration.seconds(20)
    /// How long the peer may take to answer a close frame.
    private static let farewell = Duration.seconds(2)

    private let role: Role
    private let longest: Int

    /// - Parameter longest: the most bytes of a message from the peer.
    package init(_ role: Role, longest: Int) {
        self.role = role
        self.longest = longest
    }

    /// Runs until either side closes, or `outgoing` ends.
    ///
    /// - Parameters:
    ///   - ended: returns when the connection is to end, even if the peer does not read.
    ///   - take: handles a message. If it throws, the connection closes with the code of the error.
    package func run(
        _ channel: Channel, outgoing: some AsyncSequence<Outgoing, Never> & Sendable,
        ended: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(Int32.max)) },
        take: @escaping @Sendable (WebSocketMessage) async throws(Refusal) -> Void
    ) async throws {
        try await channel.executeThenClose { inbound, writer in
            let out = Writer(writer, masks: role == .client)
            let life = Life()
            try await withThrowingTaskGroup(of: Ending.self) { group in
                group.addTask { try await read(inbound, out, life, take) }
                group.addTask {
                    for await message in outgoing {
                        switch message {
                        case .text(let data): try await out.send(.text, data)
                        case .binary(let data): try await out.send(.binary, data)
                        case .close(let code): try await out.close(code)
                        }
                    }
                    try await out.close(.normalClosure)
                    return .closing
                }
                group.addTask {
                    try await ended()
                    return .over
                }
                group.addTask {
                    while true {
                        try await Task.sleep(for: Self.heartbeat)
                        guard await life.check() else { return .over }
                        // Do not wait for the ping: a peer that does not read would block it.
                        Task { try await out.send(.ping, ByteBuffer()) }
                    }
                }
                defer { group.cancelAll() }
                while let ending = try await group.next() {
                    switch ending {
                    case .over: return
                    case .closing:
                        group.addTask {
                            try await Task.sleep(for: Self.farewell)
                            return .over
                        }
                    }
                }
            }
        }
    }

    /// Refuses a message and closes the connection.
    package struct Refusal: Error {
        let code: WebSocketErrorCode
        package init(_ code: WebSocketErrorCode) { self.code = code }
    }

    /// What the end of one task means for the connection.
    private enum Ending: Sendable {
        case over
        /// The close frame has been sent.
        case closing
    }

    private func read(
        _ inbound: NIOAsyncChannelInboundStream<WebSocketFrame>, _ out: Writer, _ life: Life,
        _ take: @Sendable (WebSocketMessage) async throws(Refusal) -> Void
    ) async throws -> Ending {
        var reader = FrameReader(expectsMask: role == .server, longest: longest)
        for try await frame in inbound {
            await life.note()
            switch reader.handle(frame) {
            case .none: break
            case .message(let message):
                do { try await take(message) } catch {
                    try await out.close(error.code)
                    return .closing
                }
            case .pong(let data): try await out.send(.pong, data)
            case .close(let code):
                try await out.close(code)
                return .over
            }
        }
        return .over
    }
}

/// Sends frames, and nothing after a close frame.
private actor Writer {
    private let writer: NIOAsyncChannelOutboundWriter<WebSocketFrame>
    private let masks: Bool
    private var isClosed = false

    init(_ writer: NIOAsyncChannelOutboundWriter<WebSocketFrame>, masks: Bool) {
        self.writer = writer
        self.masks = masks
    }

    func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer) async throws {
        if !isClosed { try await write(opcode, data) }
    }

    private func write(_ opcode: WebSocketOpcode, _ data: ByteBuffer) async throws {
        let key: WebSocketMaskingKey? = masks ? .random() : nil
        try await writer.write(WebSocketFrame(fin: true, opcode: opcode, maskKey: key, data: data))
    }

    func close(_ code: WebSocketErrorCode?) async throws {
        guard !isClosed else { return }
        isClosed = true
        var data = ByteBuffer()
        if let code { data.write(webSocketErrorCode: code) }
        try await write(.connectionClose, data)
    }
}

/// Tracks whether the peer has sent anything since the last check.
private actor Life {
    private var isHeard = true

    func note() { isHeard = true }

    func check() -> Bool {
        defer { isHeard = false }
        return isHeard
    }
}
