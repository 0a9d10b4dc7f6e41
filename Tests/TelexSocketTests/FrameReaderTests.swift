import NIOCore
import NIOWebSocket
import Testing

@testable import TelexSocket

@Suite struct FrameReaderTests {
    private let key: WebSocketMaskingKey = [1, 2, 3, 4]

    private func frame(
        _ opcode: WebSocketOpcode, _ text: String = "", fin: Bool = true, masked: Bool = true, rsv1: Bool = false
    ) -> WebSocketFrame {
        var data = ByteBuffer(string: text)
        if masked { data.webSocketMask(key) }
        return WebSocketFrame(fin: fin, rsv1: rsv1, opcode: opcode, maskKey: masked ? key : nil, data: data)
    }

    private func close(_ bytes: [UInt8]) -> WebSocketFrame {
        var data = ByteBuffer(bytes: bytes)
        data.webSocketMask(key)
        return WebSocketFrame(fin: true, opcode: .connectionClose, maskKey: key, data: data)
    }

    @Test func assemblesFragmentsAroundPings() {
        var reader = FrameReader(expectsMask: true, longest: 100)
        #expect(reader.handle(frame(.text, "one ", fin: false)) == .none)
        #expect(reader.handle(frame(.ping, "p")) == .pong(ByteBuffer(string: "p")))
        #expect(reader.handle(frame(.continuation, "two ", fin: false)) == .none)
        #expect(reader.handle(frame(.pong)) == .none)
        #expect(reader.handle(frame(.continuation, "three")) == .message(.text("one two three")))
        #expect(reader.handle(frame(.text, "")) == .message(.text("")))
    }

    @Test func assemblesBinaryMessages() {
        var reader = FrameReader(expectsMask: true, longest: 100)
        #expect(reader.handle(frame(.binary, "by", fin: false)) == .none)
        #expect(reader.handle(frame(.continuation, "tes")) == .message(.binary(ByteBuffer(string: "bytes"))))
    }

    @Test func refusesProtocolViolations() {
        func first(_ frames: WebSocketFrame...) -> FrameReader.Action? {
            var reader = FrameReader(expectsMask: true, longest: 8)
            return frames.map { reader.handle($0) }.last
        }
        #expect(first(frame(.text, "x", masked: false)) == .close(.protocolError))
        #expect(first(frame(.text, "x", rsv1: true)) == .close(.protocolError))
        #expect(first(frame(.continuation, "x")) == .close(.protocolError))
        #expect(first(frame(.text, "x", fin: false), frame(.text, "y")) == .close(.protocolError))
        #expect(first(frame(.binary, "x", fin: false), frame(.text, "y")) == .close(.protocolError))
        #expect(first(frame(.binary, "123456789")) == .close(.messageTooLarge))
        #expect(first(frame(.text, "12345", fin: false), frame(.continuation, "6789")) == .close(.messageTooLarge))
        #expect(first(frame(.text, "12345678")) == .message(.text("12345678")))
        var half = ByteBuffer(bytes: [0xC3])
        half.webSocketMask(key)
        let cut = WebSocketFrame(fin: true, opcode: .text, maskKey: key, data: half)
        #expect(first(cut) == .close(.dataInconsistentWithMessage))
    }

    @Test(
        arguments: [
            ([], nil), ([0x03, 0xE8], .normalClosure), ([0x03], .protocolError), ([0x03, 0xED], .protocolError),
            ([0x03, 0xE8, 0xFF], .dataInconsistentWithMessage), ([0x0B, 0xB8], .unknown(3000)),
            ([0, 1], .protocolError),
        ] as [([UInt8], WebSocketErrorCode?)])
    func answersACloseFrame(bytes: [UInt8], code: WebSocketErrorCode?) {
        var reader = FrameReader(expectsMask: true, longest: 8)
        #expect(reader.handle(close(bytes)) == .close(code))
    }
}
