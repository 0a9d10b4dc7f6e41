import NIOCore
import NIOWebSocket
import TelexAPI
import TelexSocket

/// The live channel of a chat: a WebSocket.
enum LiveSocket {
    static func run(
        _ channel: WebSocketConnection.Channel, _ subscription: Subscription, _ service: ChatService
    ) async {
        let outgoing = subscription.items.compactMap { (item) -> WebSocketConnection.Outgoing? in
            switch item {
            case .frame(_, _, let data): .text(data)
            case .keepAlive, .missed: nil
            case .end(.revoked), .end(.removed): .close(.policyViolation)
            case .end(.stopping): .close(.goingAway)
            }
        }
        subscription.afterEnd { channel.channel.close(promise: nil) }
        // An error means that the connection is gone, so there is nobody to tell.
        try? await WebSocketConnection.run(channel, outgoing: outgoing) {
            message throws(WebSocketConnection.Refusal) in
            guard case .text(let text) = message else { throw WebSocketConnection.Refusal(.unacceptableData) }
            guard subscription.mayTalk() else { return }
            let frame: ClientFrame
            do throws(BodyError) { frame = try ClientFrame(body: text.utf8) } catch {
                switch error {
                case .notUTF8, .notJSON, .repeatedMember:
                    throw WebSocketConnection.Refusal(.dataInconsistentWithMessage)
                // Ignore unknown kinds of frames, which newer clients may send.
                case .outOfRange, .missing, .mistyped: return
                }
            }
            await service.handle(frame, from: subscription)
        }
        await service.close(subscription)
    }
}
