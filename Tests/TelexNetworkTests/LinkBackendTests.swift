import Foundation
import TelexCore
import Testing

@testable import TelexNetwork

/// Tests how the backend performs a link's actions.
@Suite struct LinkBackendTests {
    /// Sends the replies that it has, and holds one back until it is released. All other requests run until cancelled.
    private final class Transport: LinkTransport, FileTransport {
        typealias Link = PlainLink

        let replies: [String: String]
        let heldBack: String?
        let (asked, asking) = AsyncStream<String>.makeStream()
        let (ended, ending) = AsyncStream<String>.makeStream()
        let (released, releasing) = AsyncStream<Void>.makeStream()

        init(_ replies: [String: String], heldBack: String?) {
            self.replies = replies
            self.heldBack = heldBack
        }

        func send(
            _ request: String, for purpose: PlainLink.Purpose, _ take: @escaping @Sendable (String) -> Void
        ) async throws(RequestFailure) {
            asking.yield(request)
            defer { ending.yield(request) }
            if request == heldBack { await released.first { true } }
            if let reply = replies[request] { return take(reply) }
            while !Task.isCancelled { try? await Task.sleep(for: .seconds(60)) }
            throw .offline("Cancelled")
        }

        func upload(
            _ file: MessageFile, of key: MessageKey, from path: String, _ progress: @escaping @Sendable (Int64) -> Void
        ) async throws(RequestFailure) -> String { "" }

        func download(
            _ file: MessageFile, into path: String, limit: Int64, _ progress: @escaping @Sendable (Int64) -> Void
        ) async throws(RequestFailure) {}
    }

    /// A backend and its deliveries.
    private struct Driven {
        let transport: Transport
        var backend: LinkBackend<PlainLink>?
        private let deliveries: AsyncStream<Delivery>
        private let delivering: AsyncStream<Delivery>.Continuation

        init(_ replies: [String: String] = [:], heldBack: String? = nil) {
            (deliveries, delivering) = AsyncStream.makeStream()
            transport = Transport(replies, heldBack: heldBack)
            backend = LinkBackend(PlainLink(), transport)
            backend?.open(.push, answer(to: 1))
        }

        func answer(to effect: Int) -> Answer {
            Answer(effect: effect) { [delivering] in delivering.yield($0) }
        }

        func perform(_ request: BackendRequest, _ effect: Int) { backend?.perform(request, answer(to: effect)) }

        /// The events delivered up to and including `last`.
        func events(to last: Event) async -> [Event] {
            var events: [Event] = []
            for await delivery in deliveries {
                guard case .event(let event, _) = delivery else { continue }
                events.append(event)
                if event == last { break }
            }
            return events
        }

        /// Waits until the owner of Telex is woken without an answer.
        func isWoken() async -> Bool {
            await deliveries.first { if case .work = $0 { true } else { false } } != nil
        }
    }

    private func first(_ stream: AsyncStream<String>) async -> String? { await stream.first { _ in true } }

    @Test func deliversAnswers() async {
        let driven = Driven(["news": "", "create bob": "bob"])
        driven.perform(.sync, 2)
        #expect(await driven.events(to: .connection(.connected)) == [.connection(.connected)])
        driven.perform(.create(recipient: "bob"), 3)
        let created = Event.chat(.created(TitledChat(chat: "bob", title: "bob")))
        #expect(await driven.events(to: created) == [created])
    }

    @Test func dropsTheAnswerToACancelledEffect() async {
        let driven = Driven(["create bob": "bob", "create cyd": "cyd"], heldBack: "create bob")
        driven.perform(.create(recipient: "bob"), 2)
        #expect(await first(driven.transport.asked) == "create bob")
        driven.backend?.cancel(2)
        driven.transport.releasing.yield()
        #expect(await first(driven.transport.ended) == "create bob")
        driven.perform(.create(recipient: "cyd"), 3)
        let created = Event.chat(.created(TitledChat(chat: "cyd", title: "cyd")))
        #expect(await driven.events(to: created) == [created])
    }

    @Test func wakesTheOwnerWhenNothingIsBeingSentAnyMore() async {
        let driven = Driven(["news": "", "post m": ""], heldBack: "post m")
        driven.perform(.sync, 2)
        _ = await driven.events(to: .connection(.connected))
        driven.perform(.post(own("m")), 3)
        while await first(driven.transport.asked) != "post m" {}
        // The message comes back before the reply to its post.
        driven.perform(.edit("bob", "m", text: "", spans: []), 4)
        _ = await driven.events(to: .message(.sent(MessageKey(chat: "bob", message: "m"))))
        #expect(driven.backend?.isBusy == true)
        driven.transport.releasing.yield()
        #expect(await driven.isWoken() && driven.backend?.isBusy == false)
    }

    @Test func wakesTheLink() async {
        let driven = Driven(["news": ""])
        driven.perform(.sync, 2)
        _ = await driven.events(to: .connection(.connected))
        driven.perform(.typing("bob"), 3)
        let ticked = Event.outbox(.resuming)
        #expect(await driven.events(to: ticked) == [ticked])
    }

    @Test func cancelsTheRequestsOfAnEarlierConnection() async {
        let driven = Driven()
        driven.perform(.sync, 2)
        #expect(await first(driven.transport.asked) == "news")
        driven.perform(.sync, 3)
        #expect(await first(driven.transport.ended) == "news")
    }

    @Test func cancelsEverythingWhenReleased() async {
        var driven = Driven()
        driven.perform(.create(recipient: "bob"), 2)
        #expect(await first(driven.transport.asked) == "create bob")
        driven.backend = nil
        #expect(await first(driven.transport.ended) == "create bob")
    }
}
