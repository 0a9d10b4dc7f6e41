import HTTPTypes
import HummingbirdCore
import NIOCore
import TelexAPI

/// The push channel: Server-Sent Events (HTML Living Standard, section 9.2).
enum PushResponse {
    /// How often a channel on which nothing happens says that it is still there.
    private static let silence = Duration.seconds(15)

    static func make(_ subscription: Subscription, _ service: ChatService, _ request: Request) -> Response {
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                do {
                    try await request.body.consumeWithCancellationOnInboundClose { _ in
                        try await run(subscription, &writer)
                    }
                } catch {
                    await service.close(subscription)
                    throw error
                }
                await service.close(subscription)
                try await writer.finish(nil)
            })
    }

    private static func run(_ subscription: Subscription, _ writer: inout any ResponseBodyWriter) async throws {
        let keepAlive = Task {
            while true {
                try await Task.sleep(for: silence)
                subscription.send(.keepAlive)
            }
        }
        defer { keepAlive.cancel() }
        for await item in subscription.items {
            switch item {
            case .frame(let event, let kind, let data): try await writer.write(text(event, kind, data))
            case .keepAlive: try await writer.write(ByteBuffer(string: ": \n\n"))
            case .end: return
            }
        }
    }

    private static func text(_ event: Int64?, _ kind: Frame.Kind, _ data: ByteBuffer) -> ByteBuffer {
        var text = ByteBuffer()
        if let event { text.writeString("id: \(event)\n") }
        text.writeString("event: \(kind.rawValue)\ndata: ")
        text.writeImmutableBuffer(data)
        text.writeString("\n\n")
        return text
    }
}
