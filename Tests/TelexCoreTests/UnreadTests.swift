import Foundation
import Testing

@testable import TelexCore

/// What counts as unread: here, on the server, and after reading, deleting or loading.
@Suite struct UnreadTests {
    /// The counts of a chat, as last saved.
    private struct Counts: Hashable {
        var unread = 0
        var mentions = 0
        var onServer = 0
        var mentionsOnServer = 0

        init(_ unread: Int, _ mentions: Int, _ onServer: Int = 0, _ mentionsOnServer: Int = 0) {
            (self.unread, self.mentions) = (unread, mentions)
            (self.onServer, self.mentionsOnServer) = (onServer, mentionsOnServer)
        }

        init(_ chat: Chat) {
            self.init(chat.unread, chat.mentions, chat.unloaded.messages, chat.unloaded.mentions)
        }
    }

    /// The chat as last saved; discards all other output.
    private func saved(_ flow: Flow) -> Chat? {
        defer { flow.forget() }
        return flow.saves.reversed().lazy.compactMap { if case .chat(let chat) = $0 { chat } else { nil } }.first
    }

    private func message(
        _ id: MessageID?, _ attention: Attention = .normal, _ kind: MessageKind = .text, isOwn: Bool = false
    ) -> IncomingMessage {
        IncomingMessage(
            chat: "ada", message: id, content: MessageContent(kind: kind, text: "hello", attention: attention),
            isOwn: isOwn)
    }

    @Test(arguments: [
        (Attention.normal, MessageKind.text, 1, 0), (.normal, .notice, 1, 0), (.mention, .text, 1, 1),
        (.silent, .text, 0, 0), (.mention, .deleted, 0, 0), (.normal, .deleted, 0, 0),
    ])
    func countsByKindAndAttention(attention: Attention, kind: MessageKind, unread: Int, mentions: Int) throws {
        let flow = Flow(isStrict: false)
        flow.send(.message(.received(message("a1", attention, kind))))
        let chat = try #require(saved(flow))
        #expect(Counts(chat) == Counts(unread, mentions) && chat.total == 1 && chat.received == "a1")
        #expect(flow.badge.model == BadgeViewModel(unreadCount: unread, mentionCount: mentions))
    }

    @Test func doesNotCountOurMessages() throws {
        let flow = Flow(isStrict: false)
        flow.send(.message(.received(message("a1", isOwn: true))))
        let chat = try #require(saved(flow))
        #expect(Counts(chat) == Counts(0, 0) && chat.total == 1 && chat.received == nil && chat.receivedUpTo == 0)
    }

    // MARK: Messages that are not loaded

    /// A chat with one message after a gap, for which the server counts more.
    private func gapped(_ counted: UnreadCount, isOwn: Bool = false) throws -> (flow: Flow, chat: Chat) {
        let flow = Flow(isStrict: false)
        flow.send(
            .history(.synced(SyncedHistory(chat: "ada", messages: [message("a9", isOwn: isOwn)], before: "token"))))
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: counted))))
        return (flow, try #require(saved(flow)))
    }

    @Test(
        arguments: [
            (UnreadCount(messages: 4, mentions: 2), (1, 0, 3, 2), 0), (UnreadCount(messages: 2), (1, 0, 1, 0), 0),
            // Only the stored message is unread, so everything before it was read on another device.
            (UnreadCount(messages: 1), (1, 0, 0, 0), -1), (UnreadCount(messages: 1, mentions: 1), (1, 0, 0, 1), -1),
            // Nothing is unread, so the stored message was read too.
            (UnreadCount(), (0, 0, 0, 0), 1),
        ] as [(UnreadCount, (Int, Int, Int, Int), Int)])
    func attributesTheExcessServerCountToMissingMessages(
        counted: UnreadCount, counts: (Int, Int, Int, Int), read: Int
    ) throws {
        let (flow, chat) = try gapped(counted)
        #expect(Counts(chat) == Counts(counts.0, counts.1, counts.2, counts.3))
        let readUpTo = [0: 0, -1: chat.gap - 1, 1: chat.receivedUpTo][read]
        #expect(chat.readUpTo == readUpTo && chat.gap > 0 && chat.receivedUpTo >= chat.gap)
        // Repeating the count changes nothing.
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: counted))))
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    @Test func subtractsStoredMentionsFromTheServerCount() throws {
        let flow = Flow(isStrict: false)
        flow.send(.message(.received(message("a1", .mention))))
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 3, mentions: 2)))))
        #expect(Counts(try #require(saved(flow))) == Counts(1, 1, 2, 1))
        #expect(flow.badge.model == BadgeViewModel(unreadCount: 3, mentionCount: 2))
    }

    @Test func aZeroServerCountReadsUpToTheGapIfNothingWasReceived() throws {
        let (_, chat) = try gapped(UnreadCount(), isOwn: true)
        #expect(chat.readUpTo == chat.gap - 1 && chat.receivedUpTo == 0)
    }

    @Test(
        arguments: [
            ([(Attention.normal, MessageKind.text, false)], (2, 0, 1, 1), (3, 1)),
            ([(.mention, .text, false)], (2, 1, 1, 0), (3, 1)), ([(.silent, .text, false)], (1, 0, 2, 1), (3, 1)),
            ([(.mention, .deleted, false)], (1, 0, 2, 1), (3, 1)), ([(.normal, .text, true)], (1, 0, 2, 1), (3, 1)),
            (Array(repeating: (.mention, .text, false), count: 3), (4, 3, 0, 0), (4, 3)),
        ] as [([(Attention, MessageKind, Bool)], (Int, Int, Int, Int), (Int, Int))])
    func doesNotCountLoadedMessagesTwice(
        older: [(Attention, MessageKind, Bool)], counts: (Int, Int, Int, Int), badge: (Int, Int)
    ) throws {
        let (flow, before) = try gapped(UnreadCount(messages: 3, mentions: 1))
        open(flow, gap: before.gap)
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        let messages = older.enumerated().map { message("o\($0)", $1.0, $1.1, isOwn: $1.2) }
        #expect(flow.takeWorks() == [.ask(.older("ada", before: "token"))])
        flow.answer(
            .ask(.older("ada", before: "token")),
            .history(.fetched(FetchedHistory(chat: "ada", before: "token", messages: messages, next: nil))))
        let chat = try #require(saved(flow))
        #expect(Counts(chat) == Counts(counts.0, counts.1, counts.2, counts.3))
        #expect(flow.badge.model == BadgeViewModel(unreadCount: badge.0, mentionCount: badge.1))
        #expect(chat.gap == 0 && chat.total == 1 + older.count && chat.received == "a9" && chat.last?.message == "a9")
    }

    private func open(_ flow: Flow, gap: Int64) {
        flow.send(.screen(.opening(.messages("ada"))))
        let page = HistoryPage(
            chat: "ada", messages: [.stored("a9", at: gap)], total: 1, hasOlder: false,
            gap: HistoryGap(position: gap, token: "token", isHole: false))
        flow.answer(.load(.history("ada", before: nil, limit: 50)), .history(.loaded(page)))
        flow.forget()
    }

    @Test func usesTheLastLoadedMessageAsTheLastOfAnEmptyChat() throws {
        let flow = Flow(isStrict: false)
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [], before: "token"))))
        let gap = try #require(saved(flow)).gap
        open(flow, gap: gap)
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        flow.answer(
            .ask(.older("ada", before: "token")),
            .history(
                .fetched(
                    FetchedHistory(
                        chat: "ada", before: "token", messages: [message("o1"), message("o2")], next: "more"))))
        let chat = try #require(saved(flow))
        #expect(chat.last?.message == "o2" && chat.last?.position == gap - 1 && chat.gap == gap - 2)
        #expect(chat.received == "o2" && chat.receivedUpTo == gap - 1 && Counts(chat) == Counts(2, 0))
    }

    // MARK: Reading

    @Test(arguments: [(-2, 2), (-1, 2), (0, 0)])
    func clearsTheServerCountOnceReadingPassesTheGap(place: Int64, onServer: Int) throws {
        let (flow, before) = try gapped(UnreadCount(messages: 3))
        flow.send(
            .message(.read(MessageKey(chat: "ada", message: "a"))),
            known: ["a": KnownMessage(position: before.gap + place, unreadAfter: 1)])
        let chat = try #require(saved(flow))
        #expect(Counts(chat) == Counts(1, 0, onServer) && chat.readUpTo == before.gap + place)
    }

    @Test func sendsReadReceiptsOnlyForUnreadMessages() throws {
        let flow = Flow(isStrict: false)
        flow.send(.message(.reading(chat: "ada")))
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
        flow.receive("ada", "a1")
        flow.forget()
        flow.send(.message(.reading(chat: "ada")))
        #expect(flow.takeWorks() == [.ask(.markRead("ada", "a1"))])
        let chat = try #require(saved(flow))
        #expect(chat.unconfirmedRead == "a1" && chat.readUpTo == chat.receivedUpTo && Counts(chat) == Counts(0, 0))
        flow.send(.message(.reading(chat: "ada")))
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    /// An edit that mentions us counts on a server, but it is no message.
    @Test func sendsAReadReceiptForWhatTheServerCountsBesidesMessages() throws {
        let flow = Flow(isStrict: false)
        flow.receive("ada", "a1")
        flow.send(.message(.reading(chat: "ada")))
        let place = try #require(saved(flow)).readUpTo
        flow.send(.message(.read(MessageKey(chat: "ada", message: "a1"))), known: ["a1": KnownMessage(position: place)])
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 1, mentions: 1)))))
        flow.forget()
        flow.send(.message(.reading(chat: "ada")))
        #expect(flow.takeWorks() == [.cancel, .ask(.markRead("ada", "a1"))])
        #expect(Counts(try #require(saved(flow))) == Counts(0, 0))
    }

    @Test func resendsReadReceiptsInOrder() {
        let flow = Flow(isStrict: false)
        for chat in ["c", "a", "d", "b"] as [ChatID] {
            flow.receive(chat, "m")
            flow.send(.message(.reading(chat: chat)))
        }
        flow.forget()
        flow.send(.connection(.connected))
        #expect(flow.takeWorks() == ["c", "a", "d", "b"].flatMap { [.cancel, .resend(.markRead($0, "m"))] })
        #expect(flow.takeSaves() == [])
    }

    @Test func keepsAReadReceiptPendingUntilConfirmed() throws {
        let flow = Flow(isStrict: false)
        flow.receive("ada", "a1")
        flow.send(.message(.reading(chat: "ada")))
        let place = try #require(saved(flow)).readUpTo
        func tell(_ position: Int64) {
            flow.send(
                .message(.read(MessageKey(chat: "ada", message: "a"))), known: ["a": KnownMessage(position: position)])
        }
        tell(place - 1)
        #expect(flow.takeSaves() == [])
        tell(place)
        #expect(saved(flow)?.unconfirmedRead == MessageID?.none)
        tell(place)
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    // MARK: Deletions

    @Test(
        arguments: [
            (1, .normal, false, (2, 1), 4), (2, .mention, false, (2, 0), 4), (3, .normal, false, (2, 1), 4),
            (1, .silent, false, (3, 1), nil), (3, .normal, true, (3, 1), 4), (0, .mention, false, (3, 1), nil),
        ] as [(Int64, Attention, Bool, (Int, Int), Int?)])
    func doesNotCountADeletedMessage(
        place: Int64, attention: Attention, isOwn: Bool, counts: (Int, Int), total: Int?
    ) throws {
        let flow = Flow(isStrict: false)
        flow.receive("ada", "a0")
        flow.send(.message(.reading(chat: "ada")))
        let first = flow.order - 1
        var places: [Int64] = [first]
        for (id, attention) in [("a1", Attention.normal), ("a2", .mention), ("a3", .normal)] {
            flow.send(.message(.received(message(MessageID(id), attention))))
            places.append(flow.order)
        }
        flow.forget()
        let id = MessageID("a\(place)")
        flow.send(
            .revision(.deleted(MessageKey(chat: "ada", message: id))),
            known: [
                id: KnownMessage(
                    position: places[Int(place)], isOwn: isOwn, content: MessageContent(attention: attention))
            ])
        #expect(flow.badge.model == BadgeViewModel(unreadCount: counts.0, mentionCount: counts.1))
        #expect(flow.saves.first == .revised("ada", id, MessageContent(kind: .deleted, attention: attention)))
        let chat = saved(flow)
        #expect(chat?.total == total && (total == nil || chat?.last?.kind == (place == 3 ? .deleted : .text)))
    }

    @Test func dismissesTheNotificationOnceAllUnreadMessagesAreDeleted() throws {
        let flow = Flow(isStrict: false)
        var places: [MessageID: Int64] = [:]
        for id in ["a1", "a2"] as [MessageID] {
            flow.receive("ada", id)
            places[id] = flow.order
        }
        for (id, total) in [("a1", 1), ("a2", 0)] as [(MessageID, Int)] {
            flow.send(
                .revision(.deleted(MessageKey(chat: "ada", message: id))),
                known: [id: KnownMessage(position: try #require(places[id]))])
            #expect(flow.notification.model?.totalCount == total && flow.badge.model?.unreadCount == total)
        }
        flow.forget()
    }
}
