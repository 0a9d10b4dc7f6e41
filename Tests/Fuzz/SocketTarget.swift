import NIOCore
import NIOWebSocket

@testable import TelexSocket

/// WebSocket frames: each has a byte of flags and opcode, a byte of length, and that much data.
enum SocketTarget {
    private static let longest = 100

    static func check(_ bytes: [UInt8]) throws {
        var reader = FrameReader(expectsMask: false, longest: longest)
        var rest = bytes[...]
        while rest.count >= 2 {
            let head = rest.removeFirst()
            let data = rest.dropFirst().prefix(Int(rest.removeFirst()))
            rest = rest.dropFirst(data.count)
            guard let opcode = WebSocketOpcode(encodedWebSocketOpcode: head & 0x0F) else { continue }
            let frame = WebSocketFrame(
                fin: head & 0x80 != 0, rsv1: head & 0x40 != 0, rsv2: head & 0x20 != 0, rsv3: false,
                opcode: opcode, maskKey: head & 0x10 != 0 ? [1, 2, 3, 4] : nil, data: ByteBuffer(bytes: data))
            switch reader.handle(frame) {
            case .none: break
            case .message(.text(let text)): try promise(text.utf8.count <= longest, "too long a text was taken")
            case .message(.binary(let data)): try promise(data.readableBytes <= longest, "too much data was taken")
            case .pong(let answer): try promise(answer.readableBytes == data.count, "a pong unlike its ping")
            case .close(let code):
                let number = code.map { UInt16(webSocketErrorCode: $0) } ?? 1000
                try promise(
                    (1000..<5000).contains(number) && ![1004, 1005, 1006, 1015].contains(number), "code \(number)")
                return
            }
        }
    }
}
