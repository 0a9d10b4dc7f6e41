import NIOCore
import NIOWebSocket

/// Puts the frames of a WebSocket together to messages, and says what each asks for (RFC 6455).
///
/// NIO decodes single frames; masking, reserved bits, fragmentation, UTF-8 and close codes are looked at here.
package struct FrameReader {
    package enum Deed: Equatable {
        /// Nothing yet, or nothing at all.
        case none
        case take(String)
        /// Answer a ping.
        case pong(ByteBuffer)
        /// End the connection, with this code if there is one.
        case close(WebSocketErrorCode?)
    }

    private let expectsMask: Bool
    private let longest: Int
    /// The beginning of a message that has not come whole.
    private var begun: ByteBuffer?

    /// - Parameters:
    ///   - expectsMask: whether the peer is a client: a client masks every frame, a server none.
    ///   - longest: how many bytes a message may have.
    package init(expectsMask: Bool, longest: Int) {
        self.expectsMask = expectsMask
        self.longest = longest
    }

    package mutating func take(_ frame: WebSocketFrame) -> Deed {
        guard (frame.maskKey != nil) == expectsMask, !frame.rsv1, !frame.rsv2, !frame.rsv3 else {
            return .close(.protocolError)
        }
        let data = frame.unmaskedData
        switch frame.opcode {
        case .text where begun == nil, .continuation where begun != nil: return take(data, isLast: frame.fin)
        case .binary where begun == nil: return .close(.unacceptableData)
        case .ping: return .pong(data)
        case .pong: return .none
        case .connectionClose: return Self.answer(toClose: data)
        default: return .close(.protocolError)
        }
    }

    private mutating func take(_ data: ByteBuffer, isLast: Bool) -> Deed {
        var data = data
        var whole = begun ?? ByteBuffer()
        whole.writeBuffer(&data)
        guard whole.readableBytes <= longest else { return .close(.messageTooLarge) }
        begun = isLast ? nil : whole
        guard isLast else { return .none }
        return Self.text(whole).map { .take($0) } ?? .close(.dataInconsistentWithMessage)
    }

    /// A close frame is answered with its own code (section 5.5.1), if that is one that may be sent (section 7.4).
    private static func answer(toClose data: ByteBuffer) -> Deed {
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
