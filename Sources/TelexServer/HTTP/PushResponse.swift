import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import TelexAPI

/// The push channel: Server-Sent Events (HTML Living Standard, section 9.2).
enum PushResponse {
    /// The interval between keep-alive comments.
    private static let silence = Duration.seconds(15)

    static func make(_ subscription: Subscription, _ service: ChatService, _ request: Request) -> Response {
        let headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        let lease = Lease(subscription: subscription, service: service)
        return Response(
            status: .ok, headers: headers,
            body: ResponseBody { writer in
                try await request.body.consumeWithCancellationOnInboundClose { _ in
                    try await run(lease.subscription, Writer(writer: writer))
                }
            })
    }

    /// Closes the subscription when the response has ended or was never started.
    private final class Lease: Sendable {
        let subscription: Subscription
        private let service: ChatService

        init(subscription: Subscription, service: ChatService) {
            self.subscription = subscription
            self.service = service
        }

        deinit { Task { [subscription, service] in await service.close(subscription) } }
    }

    /// Closes the connection of a client that does not read the rest.
    private struct CutOff: Error {}

    /// Writes the subscription's items until it ends, even if the client does not read them.
    private static func run(_ subscription: Subscription, _ writer: Writer) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await tell(subscription, writer) }
            let (ended, end) = AsyncStream<Never>.makeStream()
            subscription.afterEnd { end.finish() }
            group.addTask {
                for await _ in ended {}
                throw CutOff()
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: silence)
                    subscription.send(.keepAlive)
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Makes the writer sendable. Only one task uses it.
    private struct Writer: @unchecked Sendable {
        let writer: any ResponseBodyWriter
    }

    private static func tell(_ subscription: Subscription, _ writer: Writer) async throws {
        var writer = writer.writer
        for await item in subscription.items {
            switch item {
            case .frame(let event, let kind, let data): try await writer.write(EventText.of(kind, data, event))
            case .missed(let text): try await writer.write(text)
            case .keepAlive: try await writer.write(ByteBuffer(string: ": \n\n"))
            case .end: return try await writer.finish(nil)
            }
        }
        try await writer.finish(nil)
    }
}
