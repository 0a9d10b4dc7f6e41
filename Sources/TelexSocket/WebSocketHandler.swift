import NIOCore
import NIOWebSocket

/// Speaks the protocol of a WebSocket (RFC 6455) above single frames: messages, masks, pings, the closing handshake.
///
/// It is a handler rather than a task, because an idle connection should cost little: each task has a stack of its own.
final class WebSocketHandler: ChannelDuplexHandler {
    typealias InboundIn = WebSocketFrame
    typealias InboundOut = WebSocketMessage
    typealias OutboundIn = WebSocketConnection.Outgoing
    typealias OutboundOut = WebSocketFrame

    /// The interval between pings. A peer that sends nothing for a whole interval counts as gone.
    private static let heartbeat = TimeAmount.seconds(20)
    /// How long the peer may take to answer a close frame.
    private static let closeTimeout = TimeAmount.seconds(2)

    private let masks: Bool
    private var reader: FrameReader
    private var context: ChannelHandlerContext?
    /// When to ping the peer, or to give up waiting for its close frame.
    private var timer: NIOScheduledCallback?
    /// Whether the peer has sent anything since the last ping.
    private var isHeard = true
    /// Whether the close frame has been sent.
    private var isClosed = false
    /// What the last ping said that is still to be answered, because the peer does not read. Earlier ones need no answer
    /// (section 5.5.3).
    private var unanswered: ByteBuffer?

    /// - Parameter longest: the most bytes of a message from the peer.
    init(_ role: WebSocketConnection.Role, longest: Int) {
        masks = role == .client
        reader = FrameReader(expectsMask: role == .server, longest: longest)
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        wait(Self.heartbeat, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timer?.cancel()
        self.context = nil
    }

    private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = try? context.eventLoop.assumeIsolated().scheduleCallback(in: time, handler: self)
    }

    // MARK: From the peer

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        isHeard = true
        switch reader.handle(unwrapInboundIn(data)) {
        case .none: break
        case .message(let message): if !isClosed { context.fireChannelRead(wrapInboundOut(message)) }
        case .pong(let data):
            unanswered = data
            answer(context)
        case .close(let code):
            if isClosed { return context.close(promise: nil) }
            let sent = context.eventLoop.makePromise(of: Void.self)
            let channel = context.channel
            sent.futureResult.whenComplete { _ in channel.close(promise: nil) }
            close(code, context, sent)
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        answer(context)
        context.fireChannelWritabilityChanged()
    }

    /// Answers the last ping once the peer reads.
    private func answer(_ context: ChannelHandlerContext) {
        guard let data = unanswered, context.channel.isWritable, !isClosed else { return }
        unanswered = nil
        send(.pong, data, context)
    }

    // MARK: To the peer

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case _ where isClosed: promise?.succeed()
        case .text(let data): write(.text, data, context, promise)
        case .binary(let data): write(.binary, data, context, promise)
        case .close(let code): close(code, context, promise)
        }
    }

    private func close(
        _ code: WebSocketErrorCode?, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        isClosed = true
        var data = ByteBuffer()
        if let code { data.write(webSocketErrorCode: code) }
        send(.connectionClose, data, context, promise)
        wait(Self.closeTimeout, context)
    }

    private func send(
        _ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext,
        _ promise: EventLoopPromise<Void>? = nil
    ) {
        write(opcode, data, context, promise)
        context.flush()
    }

    private func write(
        _ opcode: WebSocketOpcode, _ data: ByteBuffer, _ context: ChannelHandlerContext,
        _ promise: EventLoopPromise<Void>?
    ) {
        let key: WebSocketMaskingKey? = masks ? .random() : nil
        let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: key, data: data)
        context.write(wrapOutboundOut(frame), promise: promise)
    }
}

extension WebSocketHandler: NIOScheduledCallbackHandler {
    func handleScheduledCallback(eventLoop: some EventLoop) {
        guard let context else { return }
        guard isHeard, !isClosed else { return context.close(promise: nil) }
        isHeard = false
        send(.ping, ByteBuffer(), context)
        wait(Self.heartbeat, context)
    }
}
