import TelexAPI
import Testing

@testable import TelexServer

/// Tests repeated posts, marks, typing and channels in a direct chat.
@Suite struct ChatServiceTests {
    private let house: House
    private let ada: Caller
    private let bob: Caller

    init() async throws {
        house = try House()
        (ada, bob) = try await house.couple()
    }

    private static let bold = SpanInfo(start: 0, length: 1, style: "bold")

    @Test func anIDIsForOneMessage() async throws {
        for id in ["0", "other"] { _ = try await house.post("zero", as: id, from: ada.user, to: "ada+bob") }
        let post = PostRequest(id: "1", text: "one", kind: "emote", replyTo: "ada/0", spans: [Self.bold])
        #expect(try await house.service.post(post, to: "ada+bob", from: ada.user).isNew)
        let again = try await house.service.post(post, to: "ada+bob", from: ada.user)
        #expect(again.0.id == "ada/1" && !again.1)
        for other in [
            PostRequest(id: "1", text: "two", kind: "emote", replyTo: "ada/0", spans: [Self.bold]),
            PostRequest(id: "1", text: "one", kind: "notice", replyTo: "ada/0", spans: [Self.bold]),
            PostRequest(id: "1", text: "one", replyTo: "ada/0", spans: [Self.bold]),
            PostRequest(id: "1", text: "one", kind: "emote", replyTo: "ada/other", spans: [Self.bold]),
            PostRequest(id: "1", text: "one", kind: "emote", spans: [Self.bold]),
            PostRequest(id: "1", text: "one", kind: "emote", replyTo: "ada/0"),
        ] {
            await #expect(throws: ServerError.otherText(id: "1"), "\(other)") {
                try await house.service.post(other, to: "ada+bob", from: ada.user)
            }
        }
        #expect(try await house.messages("ada+bob", bob.user).count == 3)
    }

    @Test func sendsEachChangeOfAMarkOnce() async throws {
        for id in ["1", "2"] { _ = try await house.post("text", as: id, from: ada.user, to: "ada+bob") }
        let push = try await house.service.openPush(for: ada, after: nil)
        for (request, read, delivered) in [
            (MarkRequest(delivered: "ada/1"), nil, "ada/1"), (MarkRequest(read: "ada/1"), "ada/1", "ada/1"),
            (MarkRequest(read: "ada/1"), "ada/1", "ada/1"), (MarkRequest(read: "ada/2"), "ada/2", "ada/2"),
            (MarkRequest(read: "ada/1", delivered: "ada/1"), "ada/2", "ada/2"),
        ] as [(MarkRequest, String?, String?)] {
            let mark = try await house.service.mark(request, in: "ada+bob", of: bob.user)
            #expect(mark.read == read && mark.delivered == delivered)
        }
        #expect(await push.sentKinds() == [.ready, .mark, .mark, .mark])
    }

    @Test func sendsEachChangeOfTypingOnce() async throws {
        let live = try await house.service.openLive("ada+bob", for: bob)
        for isTyping in [true, true, false, false] {
            await house.service.typing(isTyping, of: ada.user, in: live.chat!)
            #expect(await house.service.isTyping(ada.user, in: live.chat!) == isTyping)
        }
        #expect(await live.sentKinds() == [.ready, .presence, .typing, .typing])
    }

    @Test(.timeLimit(.minutes(1))) func typingExpires() async throws {
        let live = try await house.service.openLive("ada+bob", for: bob)
        await house.service.typing(true, of: ada.user, in: live.chat!, lasts: .zero)
        var count = 0
        for await item in live.items {
            if case .frame(_, .typing, _) = item { count += 1 }
            if count == 2 { break }
        }
        #expect(await !house.service.isTyping(ada.user, in: live.chat!))
    }

    @Test func aClosedChannelCountsNoMore() async throws {
        let (service, bob) = (house.service, bob)
        for _ in 0..<11 {
            await service.close(try await service.openPush(for: bob, after: nil))
            await service.close(try await service.openLive("ada+bob", for: bob))
        }
        var channels: [Subscription] = []
        for _ in 0..<5 {
            channels.append(try await service.openPush(for: bob, after: nil))
            channels.append(try await service.openLive("ada+bob", for: bob))
        }
        await #expect(throws: ServerError.tooManyChannels(10)) { try await service.openPush(for: bob, after: nil) }
        // Closing twice makes room for one.
        for channel in channels.prefix(2) { for _ in 0..<2 { await service.close(channel) } }
        for _ in 0..<2 { _ = try await service.openPush(for: bob, after: nil) }
        await #expect(throws: ServerError.tooManyChannels(10)) { try await service.openPush(for: bob, after: nil) }
    }
}
