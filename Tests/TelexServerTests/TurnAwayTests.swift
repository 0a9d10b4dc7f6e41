import NIOCore
import NIOEmbedded
import Testing

@testable import TelexServer

/// Tests what a connection over the limit gets.
@Suite struct TurnAwayTests {
    private func answers(_ channel: EmbeddedChannel) throws -> [String] {
        var answers: [String] = []
        while let buffer = try channel.readOutbound(as: ByteBuffer.self) { answers.append(String(buffer: buffer)) }
        return answers
    }

    @Test(arguments: [false, true]) func answersOnceAndCloses(isActiveBefore: Bool) throws {
        let channel = EmbeddedChannel()
        let address = try SocketAddress(ipAddress: "127.0.0.1", port: 1)
        if isActiveBefore { channel.connect(to: address, promise: nil) }
        try channel.pipeline.syncOperations.addHandler(TurnAwayHandler(isSecure: false))
        if !isActiveBefore { channel.connect(to: address, promise: nil) }
        channel.pipeline.fireChannelActive()
        let answers = try answers(channel)
        #expect(answers.count == 1 && answers[0].hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func saysNothingBeforeTheHandshake() throws {
        let channel = EmbeddedChannel(handler: TurnAwayHandler(isSecure: true))
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        #expect(try answers(channel).isEmpty && channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(10))
        #expect(try answers(channel).isEmpty && !channel.isActive)
    }
}
