import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import TelexSocket

@Suite struct WebSocketHandlerTests {
    private let channel: EmbeddedChannel

    init() throws { channel = try Self.channel(.server) }

    private static func channel(_ role: WebSocketConnection.Role) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: WebSocketHandler(role, longest: 10))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// Passes a frame of a client to the server.
    private func receive(_ opcode: WebSocketOpcode, _ text: String = "") throws {
        let mask: WebSocketMaskingKey = [1, 2, 3, 4]
        var data = ByteBuffer(string: text)
        data.webSocketMask(mask)
        try channel.writeInbound(WebSocketFrame(fin: true, opcode: opcode, maskKey: mask, data: data))
    }

    /// Returns the next frame that was sent, as its opcode and its text or code.
    private func sent() throws -> String? {
        guard let frame = try channel.readOutbound(as: WebSocketFrame.self) else { return nil }
        var data = frame.data
        if frame.opcode == .connectionClose {
            return "close \(data.readInteger(as: UInt16.self).map { "\($0)" } ?? "")"
        }
        return "\(frame.opcode) \(String(buffer: data))"
    }

    private func advance(_ seconds: Int64) { channel.embeddedEventLoop.advanceTime(by: .seconds(seconds)) }

    @Test func passesMessagesOnBothWays() throws {
        try receive(.text, "hi")
        #expect(try channel.readInbound(as: WebSocketMessage.self) == .text("hi"))
        try channel.writeOutbound(WebSocketConnection.Outgoing.text(ByteBuffer(string: "you")))
        try channel.writeOutbound(WebSocketConnection.Outgoing.binary(ByteBuffer(string: "two")))
        #expect(try sent() == "WebSocketOpcode.text you" && sent() == "WebSocketOpcode.binary two" && sent() == nil)
    }

    @Test func masksWhatAClientSends() throws {
        let client = try Self.channel(.client)
        try client.writeOutbound(WebSocketConnection.Outgoing.text(ByteBuffer(string: "hi")))
        let frame = try #require(try client.readOutbound(as: WebSocketFrame.self))
        #expect(frame.maskKey != nil)
    }

    @Test func pingsAndClosesASilentConnection() throws {
        advance(19)
        #expect(try sent() == nil)
        advance(1)
        #expect(try sent() == "WebSocketOpcode.ping ")
        try receive(.pong)
        advance(20)
        #expect(try sent() == "WebSocketOpcode.ping ")
        advance(19)
        #expect(channel.isActive)
        advance(1)
        #expect(try sent() == nil && !channel.isActive)
    }

    @Test func answersOnlyTheLastPingOfAPeerThatDoesNotRead() throws {
        channel.isWritable = false
        try receive(.ping, "a")
        try receive(.ping, "b")
        #expect(try sent() == nil)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(try sent() == "WebSocketOpcode.pong b" && sent() == nil)
    }

    @Test func answersACloseFrameAndCloses() throws {
        try receive(.connectionClose)
        #expect(try sent() == "close " && sent() == nil && !channel.isActive)
    }

    @Test func closesOnAnError() throws {
        try receive(.text, "more than ten bytes")
        #expect(try channel.readInbound(as: WebSocketMessage.self) == nil)
        #expect(try sent() == "close 1009" && !channel.isActive)
    }

    @Test func sendsAndReceivesNothingAfterItsCloseFrame() throws {
        try channel.writeOutbound(WebSocketConnection.Outgoing.close(.goingAway))
        try channel.writeOutbound(WebSocketConnection.Outgoing.text(ByteBuffer(string: "late")))
        try receive(.text, "hi")
        try receive(.ping)
        #expect(try sent() == "close 1001" && sent() == nil)
        #expect(try channel.readInbound(as: WebSocketMessage.self) == nil)
        // The peer has two seconds to answer.
        advance(1)
        #expect(channel.isActive)
        advance(1)
        #expect(!channel.isActive)
    }

    @Test func closesAtOnceWhenThePeerAnswersItsCloseFrame() throws {
        try channel.writeOutbound(WebSocketConnection.Outgoing.close(.goingAway))
        try receive(.connectionClose)
        #expect(try sent() == "close 1001" && sent() == nil && !channel.isActive)
    }
}
