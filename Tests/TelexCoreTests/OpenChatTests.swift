import Foundation
import Testing

@testable import TelexCore

@Suite struct OpenChatTests {
    private static let start = Date(timeIntervalSince1970: 1_767_603_600)

    private func flow(_ messages: [Message], total: Int? = nil, gap: HistoryGap? = nil, unread: Int = 0) -> Flow {
        let flow = Flow(isStrict: false)
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada")])))
        for number in 0..<unread { flow.receive("ada", MessageID("unread \(number)")) }
        flow.send(.screen(.opening(.messages("ada"))))
        let total = total ?? messages.count
        let page = HistoryPage(
            chat: "ada", messages: messages, total: total, hasOlder: total > messages.count, gap: gap)
        flow.answer(.load(.history("ada", before: nil, limit: 50)), .history(.loaded(page)))
        flow.forget()
        return flow
    }

    private func ids(_ flow: Flow) -> [String]? { flow.messages.model?.messages.map(\.message.text) }

    // MARK: The window

    @Test func isBusyThenEmptyOrInError() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.messages("ada"))))
        func states() -> [Bool]? {
            flow.messages.model.map { [$0.shouldShowBusy, $0.shouldShowEmpty, $0.shouldShowError] }
        }
        #expect(states() == [true, false, false] && flow.messages.model?.errorRevision == nil)
        let load = Effect.Work.load(.history("ada", before: nil, limit: 50))
        flow.answer(load, .history(.loadFailed(chat: "ada", reason: "no disk")))
        #expect(states() == [false, false, true] && flow.messages.model?.errorRevision == 1)
        #expect(states(self.flow([])) == [false, true, false])
        #expect(states(self.flow([.stored("m", at: 1)])) == [false, false, false])
        func states(_ flow: Flow) -> [Bool]? {
            flow.messages.model.map { [$0.shouldShowBusy, $0.shouldShowEmpty, $0.shouldShowError] }
        }
        flow.forget()
    }

    @Test(arguments: [(49, 50, false), (50, 50, true), (51, 50, true)])
    func holdsAPage(count: Int, shown: Int, hasOlder: Bool) {
        let stored = (1...count).map { Message.stored("m\($0)", at: Int64($0) - 1000) }
        let flow = flow(stored.suffix(50), total: count)
        flow.receive("ada", "new")
        #expect(flow.messages.model?.messages.count == shown && flow.messages.model?.totalCount == count + 1)
        #expect((flow.messages.model?.loadMore != nil) == hasOlder && ids(flow)?.last == "new")
        flow.forget()
    }

    @Test func growsByAPageThatIsAskedFor() throws {
        let stored = (1...120).map { Message.stored("m\($0)", at: Int64($0)) }
        let flow = flow(stored.suffix(50), total: 120)
        let older = try #require(flow.messages.model?.loadMore).event
        flow.send(older)
        let load = Effect.Work.load(.history("ada", before: 71, limit: 50))
        #expect(flow.takeWorks() == [load] && flow.messages.model?.loadMore == nil)
        // Not twice at a time.
        flow.send(older)
        #expect(flow.takeWorks() == [] && flow.messages.model?.shouldShowBusy == true)
        let page = HistoryPage(
            chat: "ada", messages: Array(stored[20..<72]), total: 120, hasOlder: true)
        flow.answer(load, .history(.loaded(page)))
        // What the window has already stays, and nothing is there twice.
        #expect(ids(flow) == stored[20...].map(\.id.text) && flow.takeWorks() == [] && flow.takeSaves() == [])
        flow.send(.history(.loading(chat: "bo")))
        #expect(flow.takeWorks() == [])
    }

    @Test func loadsNothingOlderWhereThereIsNothing() {
        let flow = flow([.stored("m", at: 1)])
        flow.send(.history(.loading(chat: "ada")))
        #expect(flow.takeWorks() == [] && flow.messages.model?.shouldShowBusy == false && flow.takeSaves() == [])
    }

    @Test(arguments: [(false, nil), (true, "Messages are missing before these.")])
    func saysWhereMessagesAreMissing(isHole: Bool, text: String?) {
        let flow = flow([.stored("m", at: 9)], gap: HistoryGap(position: 9, token: "t", isHole: isHole))
        #expect(flow.messages.model?.gapText == text && flow.messages.model?.loadMore != nil)
        flow.send(.history(.loading(chat: "ada")))
        #expect(flow.takeWorks() == [.ask(.older("ada", before: "t"))] && flow.takeSaves() == [])
    }

    @Test(arguments: [false, true])
    func saysNothingOfAGapThatStandsFurtherBack(hasOlder: Bool) {
        let flow = flow(
            [.stored("m", at: 9)], total: hasOlder ? 2 : 1, gap: HistoryGap(position: 9, token: "t", isHole: true))
        #expect((flow.messages.model?.gapText == nil) == hasOlder)
        flow.send(.history(.loading(chat: "ada")))
        #expect(
            flow.takeWorks()
                == [hasOlder ? .load(.history("ada", before: 9, limit: 50)) : .ask(.older("ada", before: "t"))])
        #expect(flow.takeSaves() == [])
    }

    /// What was missing is put before the gap; what is here already ends it.
    @Test(
        arguments: [
            (["o1", "o2"], "more", [("o2", -1), ("o1", -2)], -2), (["o1", "o2"], nil, [("o2", -1), ("o1", -2)], nil),
            (["o1", "here", "o2"], "more", [("o2", -1)], nil), (["o1", "behind"], "more", [("o1", -1)], -1),
            (["behind"], "more", [], 0), ([], nil, [], nil),
        ] as [([MessageID], String?, [(MessageID, Int64)], Int64?)])
    func putsWhatWasMissingBeforeTheGap(
        came: [MessageID], next: String?, placed: [(MessageID, Int64)], gap: Int64?
    ) {
        let flow = flow([.stored("m", at: 100)], gap: HistoryGap(position: 100, token: "t", isHole: true))
        flow.send(.history(.loading(chat: "ada")))
        flow.forget()
        let messages = came.map { IncomingMessage(chat: "ada", message: $0, content: .text("hello")) }
        flow.answer(
            .ask(.older("ada", before: "t")),
            .history(.fetched(chat: "ada", before: "t", messages: messages, next: next)),
            known: ["here": KnownMessage(position: 40), "behind": KnownMessage(position: 100)])
        var places: [(MessageID, Int64)] = []
        var gaps: [StoreChange] = []
        for change in flow.takeSaves() {
            switch change {
            case .earlier(let message): places.append((message.id, message.position - 100))
            case .gap: gaps.append(change)
            default: break
            }
        }
        #expect(places.map(\.0) == placed.map(\.0) && places.map(\.1) == placed.map(\.1))
        let closed = StoreChange.gap("ada", at: 100, token: nil)
        #expect(gaps == [closed] + (gap.map { [.gap("ada", at: 100 + $0, token: "more")] } ?? []))
        #expect(flow.takeWorks() == [.cancel, .load(.history("ada", before: 100, limit: 50))])
    }

    @Test func takesNothingForAGapThatIsGone() {
        let flow = flow([.stored("m", at: 100)], gap: HistoryGap(position: 100, token: "t", isHole: true))
        for (chat, token) in [("ada", "other"), ("bo", "t")] as [(ChatID, String)] {
            flow.send(
                .history(
                    .fetched(
                        chat: chat, before: token,
                        messages: [IncomingMessage(chat: chat, message: "o", content: .text("t"))],
                        next: nil)))
        }
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    // MARK: Rows

    @Test(
        arguments: [
            (true, Message.Delivery.sent, MessageKind.text, [false, true, true]),
            (true, .sent, .emote, [false, false, true]), (true, .sent, .deleted, [false, false, false]),
            (true, .sending, .text, [false, false, false]), (true, .waiting, .text, [false, false, false]),
            (true, .failed(reason: "no"), .text, [true, false, false]),
            (false, .received, .text, [false, false, false]),
        ])
    func offersWhatCanBeDoneWithAMessage(
        isOwn: Bool, delivery: Message.Delivery, kind: MessageKind, offers: [Bool]
    ) throws {
        var message = Message.stored("m", at: 1, isOwn: isOwn, delivery: delivery)
        message.kind = kind
        let row = try #require(flow([message]).messages.model?.messages.first)
        #expect([row.retry != nil, row.edit != nil, row.delete != nil] == offers)
    }

    @Test(arguments: [
        (0, 0, "sent"), (6, 0, "sent"), (7, 0, "delivered"), (8, 6, "delivered"), (8, 7, "read"), (0, 8, "read"),
    ])
    func marksHowFarAMessageHasGot(delivered: Int64, read: Int64, state: String) {
        let flow = flow([.stored("m", at: 7, isOwn: true, delivery: .sent)])
        flow.send(.message(.delivered(chat: "ada", message: "d")), known: ["d": KnownMessage(position: delivered)])
        flow.send(.message(.readByOther(chat: "ada", message: "r")), known: ["r": KnownMessage(position: read)])
        #expect(flow.messages.model?.messages.first?.state.rawValue == state)
        // It never goes back.
        flow.send(.message(.delivered(chat: "ada", message: "d")), known: ["d": KnownMessage(position: 1)])
        flow.send(.message(.readByOther(chat: "ada", message: "r")), known: ["r": KnownMessage(position: 1)])
        #expect(flow.messages.model?.messages.first?.state.rawValue == state)
        flow.forget()
    }

    @Test(arguments: [(Attention.mention, true), (.normal, false), (.silent, false)])
    func tellsWhatIsAboutUs(attention: Attention, isMention: Bool) {
        var message = Message.stored("m", at: 1)
        message.attention = attention
        #expect(flow([message]).messages.model?.messages.map(\.isMention) == [isMention])
    }

    @Test func namesWhoIsTyping() {
        let flow = flow([])
        func typing(_ senders: [UserID?]) -> String? {
            for sender in senders { flow.send(.presence(.typingStarted(chat: "ada", sender: sender))) }
            return flow.messages.model?.typingText
        }
        #expect(typing([nil]) == "Somebody is typing…" && typing([nil]) == "Somebody is typing…")
        #expect(typing(["Bo"]) == "Somebody and Bo are typing…")
        #expect(typing(["Cy"]) == "Somebody and 2 others are typing…")
        flow.send(.presence(.typingStopped(chat: "ada", sender: "Bo")))
        #expect(flow.messages.model?.typingText == "Somebody and Cy are typing…")
        flow.send(.presence(.typingStopped(chat: "ada", sender: nil)))
        #expect(flow.messages.model?.typingText == nil && flow.takeWorks() == [] && flow.takeSaves() == [])
    }

    // MARK: What is unread

    @Test(arguments: [(0, false), (1, true)])
    func asksToMarkAsReadWhatIsUnread(unread: Int, asks: Bool) {
        #expect((flow([.stored("m", at: 1)], unread: unread).messages.model?.markRead != nil) == asks)
    }

    @Test(arguments: [
        (Attention.normal, false, true), (.silent, false, false), (.normal, true, false), (.mention, false, true),
    ])
    func asksToMarkAsReadWhatComes(attention: Attention, isOwn: Bool, asks: Bool) {
        let flow = flow([])
        flow.send(
            .message(
                .received(
                    IncomingMessage(
                        chat: "ada", message: "m", content: MessageContent(text: "hello", attention: attention),
                        isOwn: isOwn))))
        #expect((flow.messages.model?.markRead != nil) == asks)
        // Nobody is notified of what they have before their eyes.
        #expect(flow.notification.model?.totalCount == 0)
        flow.forget()
    }

    @Test(arguments: [(0, false), (1, true)])
    func whatWasReadElsewhereNeedNotBeMarked(after: Int, asks: Bool) {
        let flow = flow([.stored("m", at: 1)], unread: 2)
        flow.send(
            .message(.read(chat: "ada", message: "m")), known: ["m": KnownMessage(position: 1, unreadAfter: after)])
        #expect((flow.messages.model?.markRead != nil) == asks)
        flow.forget()
    }

    @Test(arguments: [(Attention.normal, false, 1), (.silent, false, 0), (.normal, true, 0), (.mention, false, 1)])
    func notifiesOfWhatComesElsewhere(attention: Attention, isOwn: Bool, total: Int) {
        let flow = flow([])
        flow.send(
            .message(
                .received(
                    IncomingMessage(
                        chat: "bo", message: "m", content: MessageContent(text: "hello", attention: attention),
                        isOwn: isOwn))))
        #expect(flow.notification.model?.totalCount == total && flow.messages.model?.messages.count == 0)
        flow.forget()
    }

    // MARK: Sending

    @Test func wipesTheInputForWhatIsSentAndNothingElse() {
        let flow = flow([])
        flow.send(.message(.sending(chat: "ada", text: " ", message: nil)))
        #expect(flow.messages.model?.inputRevision == 0 && flow.messages.model?.errorRevision == 1)
        flow.send(.message(.sending(chat: "bo", text: "hello", message: nil)))
        #expect(flow.messages.model?.inputRevision == 0)
        flow.send(.message(.sending(chat: "ada", text: "hello", message: nil)))
        #expect(flow.messages.model?.inputRevision == 1 && flow.messages.model?.shouldShowError == false)
        flow.forget()
    }

    @Test(arguments: [(65_536, true), (65_537, false)])
    func sendsTextsUpToALength(count: Int, isSent: Bool) {
        let flow = flow([])
        flow.send(.message(.sending(chat: "ada", text: String(repeating: "a", count: count), message: nil)))
        #expect(flow.takeWorks().count == (isSent ? 1 : 0) && flow.takeSaves().isEmpty != isSent)
        #expect(flow.messages.model?.shouldShowError == !isSent)
    }
}
