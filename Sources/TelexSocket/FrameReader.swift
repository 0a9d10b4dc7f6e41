import NIOCore
import NIOWebSocket

/// A complete message of a WebSocket.
package enum WebSocketMessage: Hashable, Sendable {
    case text(String)
    case binary(ByteBuffer)
}

/// Assembles the frames of a WebSocket into messages, and tells how to react to each frame (RFC 6455).
///
/// NIO decodes single frames. This type checks masking, reserved bits, fragmentation, UTF-8 and close codes.
package struct FrameReader {
    package enum Action: Equatable {
        /// Nothing to do.
        case none
        case message(WebSocketMessage)
        /// Answer a ping.
        case pong(ByteBuffer)
        /// Close the connection, with this code if there is one.
        case close(WebSocketErrorCode?)
    }

    private let expectsMask: Bool
    private let longest: Int
    /// The beginning of an incomplete message.
    private var begun: (isText: Bool, data: ByteBuffer)?

    /// - Parameters:
    ///   - expectsMask: whether the peer is a client. A client masks every frame, a server none.
    ///   - longest: the most bytes of a message.
    package init(expectsMask: Bool, longest: Int) {
        self.expectsMask = expectsMask
        self.longest = longest
    }

    package mutating func handle(_ frame: WebSocketFrame) -> Action {
        guard (frame.maskKey != nil) == expectsMask, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return .close(.protocolError)
        }
        let data = frame.unmaskedData
        switch frame.opcode {
        case .text where begun == nil, .binary where begun == nil:
            begun = (frame.opcode == .text, ByteBuffer())
            return append(data, isLast: frame.fin)
        case .continuation where begun != nil: return append(data, isLast: frame.fin)
        case .ping: return .pong(data)
        case .pong: return .none
        case .connectionClose: return Self.answer(toClose: data)
        default: return .close(.protocolError)
        }
    }

    private mutating func append(_ data: ByteBuffer, isLast: Bool) -> Action {
        var data = data
        begun?.data.writeBuffer(&data)
        guard let begun, begun.data.readableBytes <= longest else { return .close(.messageTooLarge) }
        guard isLast else { return .none }
        self.begun = nil
        if !begun.isText { return .message(.binary(begun.data)) }
        return Self.text(begun.data).map { .message(.text($0)) } ?? .close(.dataInconsistentWithMessage)
    }

    /// Answers a close frame with its own code (section 5.5.1), if that code may be sent (section 7.4).
    private static func answer(toClose data: ByteBuffer) -> Action {
        var data = data
        if data.readableBytes == 1 { return .close(.protocolError) }
        guard let code = data.readWebSocketErrorCode() else { return .close(nil) }
        switch UInt16(webSocketErrorCode: code) {
        case 1000...1003, 1007...1014, 3000...4999:
            return text(data) == nil ? .close(.dataInconsistentWithMessage) : .close(code)
        default: return .close(.protocolError)
        }
    }

    private static func text(_ buffer: ByteBuffer) -> String? {
        String(validating: buffer.readableBytesView, as: UTF8.self)
    }
}
