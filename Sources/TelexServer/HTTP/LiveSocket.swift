import NIOCore
import NIOWebSocket
import TelexAPI
import TelexSocket

/// The live channel of a chat: a WebSocket.
enum LiveSocket {
    static func run(
        _ channel: WebSocketConnection.Channel, _ subscription: Subscription, _ service: ChatService
    ) async {
        let outgoing = subscription.told.compactMap { (item) -> WebSocketConnection.Outgoing? in
            switch item {
            case .frame(_, _, let data): .text(data)
            case .keepAlive, .missed: nil
            case .end(.revoked): .close(.policyViolation)
            case .end(.stopping): .close(.goingAway)
            }
        }
        subscription.afterEnd { channel.channel.close(promise: nil) }
        // An error means that the connection is gone, so there is nobody to tell.
        try? await WebSocketConnection.run(channel, outgoing: outgoing) {
            message throws(WebSocketConnection.Refusal) in
            guard case .text(let text) = message else { throw WebSocketConnection.Refusal(.unacceptableData) }
            guard subscription.mayTalk() else { return }
            do {
                await service.handle(try APICoder.decodeStrictly(ClientFrame.self, text.utf8), from: subscription)
            } catch is JSONFault {
                throw WebSocketConnection.Refusal(.dataInconsistentWithMessage)
            } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
                throw WebSocketConnection.Refusal(.dataInconsistentWithMessage)
            } catch {
                // Ignore unknown kinds of frames, which newer clients may send.
            }
        }
        await service.close(subscription)
    }
}
