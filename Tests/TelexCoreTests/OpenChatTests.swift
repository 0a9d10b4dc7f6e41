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

    // MARK: New messages

    /// Opens a chat whose messages up to position 5 are read.
    private func opened(_ unread: Int, _ messages: [Message]) -> Flow {
        let flow = Flow(isStrict: false)
        flow.send(.chat(.loaded(LoadedChats(chats: [Chat(id: "ada", title: "Ada", readUpTo: 5, unread: unread)]))))
        flow.send(.screen(.opening(.messages("ada"))))
        let page = HistoryPage(chat: "ada", messages: messages, total: messages.count, hasOlder: false)
        flow.answer(.load(.history("ada", before: nil, limit: 50)), .history(.loaded(page)))
        flow.forget()
        return flow
    }

    private func firstNew(_ flow: Flow) -> MessageID? { flow.messages.model?.firstNew }

    @Test func marksTheFirstMessageThatWasUnread() {
        let silent = Message.stored("silent", at: 6, attention: .silent)
        let own = Message.stored("own", at: 7, isOwn: true, delivery: .sent)
        let messages = [.stored("read", at: 5), silent, own, .stored("new", at: 8), .stored("newer", at: 9)]
        #expect(firstNew(opened(2, messages)) == "new")
        #expect(firstNew(opened(0, messages)) == nil)
        #expect(firstNew(opened(1, [.stored("read", at: 5)])) == nil)
    }

    @Test func keepsTheMarkUntilWeAnswer() throws {
        let flow = opened(1, [.stored("read", at: 5), .stored("new", at: 8)])
        flow.receive("ada", "later")
        #expect(firstNew(flow) == "new")
        flow.send(try #require(flow.messages.model?.markRead).event)
        #expect(firstNew(flow) == "new")
        flow.send(try #require(flow.messages.model?.send).filled("Here I am"))
        #expect(firstNew(flow) == nil)
        flow.forget()
    }

    // MARK: The window

    @Test func isBusyThenEmptyOrFailed() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.messages("ada"))))
        func states() -> [Bool]? {
            flow.messages.model.map { [$0.shouldShowBusy, $0.shouldShowEmpty, $0.shouldShowError] }
        }
        #expect(states() == [true, false, false] && flow.messages.model?.errorRevision == nil)
        let load = Effect.Work.load(.history("ada", before: nil, limit: 50))
        flow.answer(load, .history(.loadFailed(ChatFailure(chat: "ada", reason: "no disk"))))
        #expect(states() == [false, false, true] && flow.messages.model?.errorRevision == 1)
        #expect(states(self.flow([])) == [false, true, false])
        #expect(states(self.flow([.stored("m", at: 1)])) == [false, false, false])
        func states(_ flow: Flow) -> [Bool]? {
            flow.messages.model.map { [$0.shouldShowBusy, $0.shouldShowEmpty, $0.shouldShowError] }
        }
        flow.forget()
    }

    @Test(arguments: [(49, 50, false), (50, 50, true), (51, 50, true)])
    func showsOnePage(count: Int, shown: Int, hasOlder: Bool) {
        let stored = (1...count).map { Message.stored("m\($0)", at: Int64($0) - 1000) }
        let flow = flow(stored.suffix(50), total: count)
        flow.receive("ada", "new")
        #expect(flow.messages.model?.messages.count == shown && flow.messages.model?.totalCount == count + 1)
        #expect((flow.messages.model?.older != nil) == hasOlder && ids(flow)?.last == "new")
        flow.forget()
    }

    @Test func addsOlderMessagesOnRequest() throws {
        let stored = (1...120).map { Message.stored("m\($0)", at: Int64($0)) }
        let flow = flow(stored.suffix(50), total: 120)
        let older = try #require(flow.messages.model?.older).event
        flow.send(older)
        let load = Effect.Work.load(.history("ada", before: 71, limit: 50))
        #expect(flow.takeWorks() == [load] && flow.messages.model?.older == nil)
        // A second request while loading is ignored.
        flow.send(older)
        #expect(flow.takeWorks() == [] && flow.messages.model?.shouldShowBusy == true)
        let page = HistoryPage(
            chat: "ada", messages: Array(stored[20..<72]), total: 120, hasOlder: true)
        flow.answer(load, .history(.loaded(page)))
        // Messages already shown stay, without duplicates.
        #expect(ids(flow) == stored[20...].map(\.id.text) && flow.takeWorks() == [] && flow.takeSaves() == [])
        flow.send(.history(.loading(HistoryStep(chat: "bo", direction: .older))))
        #expect(flow.takeWorks() == [])
    }

    // MARK: Sliding

    /// A chat of 300 messages with the last 50 shown, and the messages in its store.
    private func slidable() -> (Flow, [Message]) {
        let stored = (1...300).map { Message.stored(MessageID("m\($0)"), at: Int64($0) - 1000) }
        return (flow(stored.suffix(50), total: 300), stored)
    }

    /// Requests a page, and answers like a store that has these messages.
    private func slide(_ direction: HistoryDirection, _ flow: Flow, _ stored: [Message]) {
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: direction))))
        for case .load(let query) in flow.takeWorks() {
            var page = HistoryPage(chat: "ada", messages: [], total: stored.count, hasOlder: false)
            switch query {
            case .history(_, let before, let limit):
                let older = stored.filter { $0.position < before ?? .max }
                page.messages = older.suffix(limit)
                page.hasOlder = older.count > limit
            case .newerHistory(_, let after, let limit):
                let newer = stored.filter { $0.position > after }
                page.messages = Array(newer.prefix(limit))
                page.hasNewer = newer.count > limit
            case .historyAround(_, let place, let limit):
                let around = stored.firstIndex { $0.position >= place } ?? stored.count
                let start = max(0, min(around - limit / 2, stored.count - limit))
                page.messages = Array(stored[start..<min(stored.count, start + limit)])
                page.hasOlder = start > 0
                page.hasNewer = start + limit < stored.count
            default: Issue.record("\(query)")
            }
            flow.answer(.load(query), .history(.loaded(page)))
        }
    }

    /// The first and the last message shown, with `<` and `>` if there are more.
    private func range(_ flow: Flow) -> String {
        guard let model = flow.messages.model, let rows = ids(flow) else { return "-" }
        #expect(rows.count <= 100 && !model.shouldShowBusy && (model.newer == nil) == (model.latest == nil))
        let numbers = rows.compactMap { Int($0.dropFirst()) }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
        return
            "\(model.older == nil ? "" : "<") \(rows.first ?? "")…\(rows.last ?? "") \(model.newer == nil ? "" : ">")"
    }

    @Test func showsAtMostAHundredRows() {
        let (flow, stored) = slidable()
        #expect(range(flow) == "< m251…m300 ")
        var seen: [String] = []
        for direction in [
            .older, .older, .older, .newer, .older, .older, .older, .newer, .newer, .newer, .newer, .newer,
        ]
            as [HistoryDirection]
        {
            slide(direction, flow, stored)
            seen.append(range(flow))
        }
        #expect(
            seen == [
                "< m201…m300 ", "< m151…m250 >", "< m101…m200 >", "< m151…m250 >", "< m101…m200 >", "< m51…m150 >",
                " m1…m100 >", "< m51…m150 >", "< m101…m200 >", "< m151…m250 >", "< m201…m300 ", "< m201…m300 ",
            ])
        slide(.older, flow, stored)
        slide(.latest, flow, stored)
        #expect(range(flow) == "< m251…m300 ")
        flow.forget()
    }

    @Test func goesToTheBeginningAndToTheFirstUnreadMessage() {
        let stored = (1...300).map { Message.stored(MessageID("m\($0)"), at: Int64($0)) }
        let flow = Flow(chats: [Chat(id: "ada", title: "Ada", readUpTo: 120, unread: 180)], isStrict: false)
        flow.open("ada", title: "Ada", messages: stored.suffix(50), total: 300)
        #expect(range(flow) == "< m251…m300 " && flow.messages.model?.newCount == 180)
        #expect(flow.messages.model?.firstUnread != nil)
        slide(.first, flow, stored)
        #expect(range(flow) == " m1…m50 >" && flow.messages.model?.first == nil)
        slide(.firstUnread, flow, stored)
        #expect(range(flow) == "< m96…m145 >" && flow.messages.model?.firstNew == "m121")
        // It is shown, so there is nothing to go to.
        #expect(flow.messages.model?.firstUnread == nil && flow.messages.model?.newCount == 180)
        slide(.newer, flow, stored)
        slide(.newer, flow, stored)
        #expect(flow.messages.model?.firstUnread != nil)
        flow.forget()
    }

    @Test func hidesNewMessagesWhileOlderOnesAreShown() {
        var (flow, stored) = slidable()
        slide(.older, flow, stored)
        slide(.older, flow, stored)
        flow.forget()
        flow.receive("ada", "m301")
        stored.append(.stored("m301", at: -600))
        // It is counted, and notifies as if the chat were not open.
        #expect(range(flow) == "< m151…m250 >" && flow.messages.model?.totalCount == 301)
        #expect(flow.notification.model?.notifications.count == 1)
        slide(.latest, flow, stored)
        #expect(range(flow) == "< m252…m301 " && flow.notification.model?.notifications == [])
        flow.receive("ada", "m302")
        #expect(range(flow) == "< m253…m302 " && flow.notification.model?.notifications == [])
        flow.forget()
    }

    @Test func returnsToTheEndAfterSending() {
        let (flow, stored) = slidable()
        slide(.older, flow, stored)
        slide(.older, flow, stored)
        flow.forget()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "mine"))))
        let latest = Effect.Work.load(.history("ada", before: nil, limit: 50))
        #expect(flow.takeWorks().contains(latest))
        let own = flow.takeSaves().compactMap { if case .message(let message) = $0 { message } else { nil } }
        flow.answer(
            latest,
            .history(
                .loaded(HistoryPage(chat: "ada", messages: stored.suffix(49) + own, total: 301, hasOlder: true))))
        #expect(ids(flow)?.suffix(2) == ["m300", "mine"] && flow.messages.model?.latest == nil)
        #expect(flow.messages.model?.messages.count == 50)
        flow.forget()
    }

    /// Loading older messages would otherwise push it out.
    @Test func keepsASentMessageWhileOlderOnesAreLoading() {
        let (flow, stored) = slidable()
        slide(.older, flow, stored)
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))), id: "older")
        flow.forget()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "mine"))))
        let latest = Effect.Work.load(.history("ada", before: nil, limit: 50))
        #expect(flow.takeWorks().contains(latest) && flow.settled.take() == ["older"])
        let own = flow.takeSaves().compactMap { if case .message(let message) = $0 { message } else { nil } }
        flow.answer(
            latest,
            .history(
                .loaded(HistoryPage(chat: "ada", messages: stored.suffix(49) + own, total: 301, hasOlder: true))))
        #expect(ids(flow)?.last == "mine" && ids(flow)?.count == 50)
        #expect(flow.messages.model?.shouldShowBusy == false && flow.messages.model?.older != nil)
        flow.forget()
    }

    @Test func returnsToTheEndWhenReopened() {
        let (flow, stored) = slidable()
        slide(.older, flow, stored)
        slide(.older, flow, stored)
        flow.send(.screen(.opening(.messages("ada"))))
        #expect(flow.takeWorks() == [.load(.history("ada", before: nil, limit: 50))])
        let (other, _) = slidable()
        other.send(.screen(.opening(.messages("ada"))), id: "again")
        #expect(other.takeWorks() == [] && other.settled.take() == ["again"])
        flow.forget()
        other.forget()
    }

    /// Messages after a gap do not adjoin those before it.
    @Test func replacesTheMessagesWhenPagingForwardOverAGap() {
        let (flow, stored) = slidable()
        slide(.older, flow, stored)
        slide(.older, flow, stored)
        // A message that arrives at the end meanwhile changes nothing here.
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [.new("m900")], before: "t"))))
        #expect(range(flow) == "< m151…m250 >" && flow.messages.model?.gapText == nil)
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .newer))))
        let after = Effect.Work.load(.newerHistory("ada", after: -750, limit: 50))
        let gap = HistoryGap(position: 5000, token: "t", isHole: true)
        flow.answer(
            after,
            .history(
                .loaded(
                    HistoryPage(
                        chat: "ada", messages: [.stored("m900", at: 5000)], total: 301, hasOlder: false, gap: gap))))
        #expect(range(flow) == "< m900…m900 " && flow.messages.model?.gapText != nil)
        flow.forget()
    }

    private let fetched = Event.history(
        .fetched(FetchedHistory(chat: "ada", before: "t", messages: [.new("old")], next: nil)))

    @Test func keepsTheFirstRowUntilOlderOnesAreLoaded() {
        let stored = (1...300).map { Message.stored(MessageID("m\($0)"), at: Int64($0) - 1000) }
        let flow = flow(
            stored[..<50].map(\.self), total: 50, gap: HistoryGap(position: -999, token: "t", isHole: false))
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        _ = flow.takeWorks()
        for number in 1...60 { flow.receive("ada", MessageID("new\(number)")) }
        #expect(ids(flow)?.first == "m1")
        flow.answer(.ask(.older("ada", before: "t")), fetched)
        let load = Effect.Work.load(.history("ada", before: -999, limit: 50))
        #expect(flow.takeWorks().contains(load))
        let old = Message.stored("old", at: -1000)
        flow.answer(
            load, .history(.loaded(HistoryPage(chat: "ada", messages: [old], total: 111, hasOlder: false))))
        #expect(ids(flow)?.prefix(2) == ["old", "m1"] && ids(flow)?.count == 100)
        #expect(flow.messages.model?.shouldShowBusy == false && flow.messages.model?.newer != nil)
        flow.forget()
    }

    /// The requested page is useless once another gap has appeared.
    @Test(arguments: [false, true]) func stopsBeingBusyIfAGapAppearsWhileLoading(hasFetched: Bool) {
        let flow = flow([.stored("m", at: 9)], gap: HistoryGap(position: 9, token: "t", isHole: false))
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        let gap = Event.history(.synced(SyncedHistory(chat: "ada", messages: [.new("h1")], before: "other")))
        if hasFetched {
            flow.answer(.ask(.older("ada", before: "t")), fetched)
            flow.send(gap)
            let old = Message.stored("old", at: 8)
            flow.answer(
                .load(.history("ada", before: 9, limit: 50)),
                .history(.loaded(HistoryPage(chat: "ada", messages: [old], total: 3, hasOlder: false))))
        } else {
            flow.send(gap)
            flow.answer(.ask(.older("ada", before: "t")), fetched)
        }
        #expect(ids(flow) == ["h1"] && flow.messages.model?.shouldShowBusy == false)
        #expect(flow.messages.model?.older != nil && flow.messages.model?.gapText != nil)
        flow.forget()
    }

    /// Waiting messages come after the gap.
    @Test func hidesWaitingMessagesBeforeAGap() {
        var stored = (1...100).map { Message.stored(MessageID("m\($0)"), at: Int64($0) - 1000) }
        stored += (101...160).map { Message.own(MessageID("m\($0)"), at: Int64($0), .waiting) }
        let flow = flow(stored.suffix(50), total: 160)
        slide(.older, flow, stored)
        slide(.older, flow, stored)
        #expect(range(flow) == "< m11…m110 >")
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [.new("n1")], before: "t"))))
        #expect(range(flow) == "< m11…m100 >" && flow.messages.model?.gapText == nil)
        flow.forget()
    }

    @Test func returnsToTheEndFromTheMembers() {
        let (flow, stored) = slidable()
        slide(.older, flow, stored)
        slide(.older, flow, stored)
        flow.send(.screen(.opening(.members("ada"))))
        flow.send(.screen(.opening(.messages("ada"))))
        #expect(flow.takeWorks() == [.load(.history("ada", before: nil, limit: 50))])
        flow.forget()
    }

    @Test func dismissesTheNotificationOnceTheEndIsReached() {
        var (flow, stored) = slidable()
        slide(.older, flow, stored)
        slide(.older, flow, stored)
        flow.receive("ada", "m301")
        stored.append(.stored("m301", at: -600))
        #expect(flow.notification.model?.notifications.count == 1)
        slide(.newer, flow, stored)
        #expect(range(flow) == "< m201…m300 >" && flow.notification.model?.notifications.count == 1)
        slide(.newer, flow, stored)
        #expect(range(flow) == "< m202…m301 " && flow.notification.model?.notifications == [])
        flow.forget()
    }

    @Test func loadsNothingBeforeTheFirstMessage() {
        let flow = flow([.stored("m", at: 1)])
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        #expect(flow.takeWorks() == [] && flow.messages.model?.shouldShowBusy == false && flow.takeSaves() == [])
    }

    @Test(arguments: [(false, nil), (true, "Messages are missing before these.")])
    func saysWhereMessagesAreMissing(isHole: Bool, text: String?) {
        let flow = flow([.stored("m", at: 9)], gap: HistoryGap(position: 9, token: "t", isHole: isHole))
        #expect(flow.messages.model?.gapText == text && flow.messages.model?.older != nil)
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        #expect(flow.takeWorks() == [.ask(.older("ada", before: "t"))] && flow.takeSaves() == [])
    }

    @Test(arguments: [false, true])
    func hidesAGapBeforeMessagesThatAreNotShown(hasOlder: Bool) {
        let flow = flow(
            [.stored("m", at: 9)], total: hasOlder ? 2 : 1, gap: HistoryGap(position: 9, token: "t", isHole: true))
        #expect((flow.messages.model?.gapText == nil) == hasOlder)
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        #expect(
            flow.takeWorks()
                == [hasOlder ? .load(.history("ada", before: 9, limit: 50)) : .ask(.older("ada", before: "t"))])
        #expect(flow.takeSaves() == [])
    }

    /// Missing messages are placed before the gap; a known message ends it.
    @Test(
        arguments: [
            (["o1", "o2"], "more", [("o2", -1), ("o1", -2)], -2), (["o1", "o2"], nil, [("o2", -1), ("o1", -2)], nil),
            (["o1", "here", "o2"], "more", [("o2", -1)], nil), (["o1", "behind"], "more", [("o1", -1)], -1),
            (["behind"], "more", [], 0), ([], nil, [], nil),
        ] as [([MessageID], String?, [(MessageID, Int64)], Int64?)])
    func insertsMissingMessagesBeforeTheGap(
        came: [MessageID], next: String?, placed: [(MessageID, Int64)], gap: Int64?
    ) {
        let flow = flow([.stored("m", at: 100)], gap: HistoryGap(position: 100, token: "t", isHole: true))
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        flow.forget()
        let messages = came.map { IncomingMessage(chat: "ada", message: $0, content: .text("hello")) }
        flow.answer(
            .ask(.older("ada", before: "t")),
            .history(.fetched(FetchedHistory(chat: "ada", before: "t", messages: messages, next: next))),
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

    @Test func ignoresMessagesForAClosedGap() {
        let flow = flow([.stored("m", at: 100)], gap: HistoryGap(position: 100, token: "t", isHole: true))
        for (chat, token) in [("ada", "other"), ("bo", "t")] as [(ChatID, String)] {
            flow.send(
                .history(
                    .fetched(
                        FetchedHistory(
                            chat: chat, before: token,
                            messages: [IncomingMessage(chat: chat, message: "o", content: .text("t"))],
                            next: nil))))
        }
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    // MARK: Rows

    @Test(
        arguments: [
            (true, Message.Delivery.sent, MessageKind.text, [false, true, true]),
            (true, .sent, .emote, [false, true, true]), (true, .sent, .notice, [false, false, true]),
            (true, .sent, .deleted, [false, false, false]),
            (true, .sending, .text, [false, true, true]), (true, .waiting, .text, [false, true, true]),
            (true, .deleting(at: .start), .text, [false, false, false]),
            (true, .failed(reason: "no"), .text, [true, true, true]),
            (false, .received, .text, [false, false, false]),
        ])
    func offersTheActionsOfAMessage(
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
    func showsTheDeliveryStateOfAMessage(delivered: Int64, read: Int64, state: String) {
        let flow = flow([.stored("m", at: 7, isOwn: true, delivery: .sent)])
        flow.send(
            .message(.delivered(MessageKey(chat: "ada", message: "d"))), known: ["d": KnownMessage(position: delivered)]
        )
        flow.send(
            .message(.readByOther(MessageKey(chat: "ada", message: "r"))), known: ["r": KnownMessage(position: read)])
        #expect(flow.messages.model?.messages.first?.state.rawValue == state)
        // The state never goes back.
        flow.send(.message(.delivered(MessageKey(chat: "ada", message: "d"))), known: ["d": KnownMessage(position: 1)])
        flow.send(
            .message(.readByOther(MessageKey(chat: "ada", message: "r"))), known: ["r": KnownMessage(position: 1)])
        #expect(flow.messages.model?.messages.first?.state.rawValue == state)
        flow.forget()
    }

    @Test(arguments: [(Attention.mention, true), (.normal, false), (.silent, false)])
    func showsMentions(attention: Attention, isMention: Bool) {
        var message = Message.stored("m", at: 1)
        message.attention = attention
        #expect(flow([message]).messages.model?.messages.map(\.isMention) == [isMention])
    }

    @Test func namesWhoIsTyping() {
        let flow = flow([])
        func typing(_ senders: [UserID?]) -> String? {
            for sender in senders { flow.send(.presence(.typingStarted(Typist(chat: "ada", sender: sender)))) }
            return flow.messages.model?.typingText
        }
        #expect(typing([nil]) == "Somebody is typing…" && typing([nil]) == "Somebody is typing…")
        #expect(typing(["Bo"]) == "Somebody and Bo are typing…")
        #expect(typing(["Cy"]) == "Somebody and 2 others are typing…")
        flow.send(.presence(.typingStopped(Typist(chat: "ada", sender: "Bo"))))
        #expect(flow.messages.model?.typingText == "Somebody and Cy are typing…")
        flow.send(.presence(.typingStopped(Typist(chat: "ada", sender: nil))))
        #expect(flow.messages.model?.typingText == nil && flow.takeWorks() == [] && flow.takeSaves() == [])
    }

    // MARK: Unread messages

    @Test(arguments: [(0, false), (1, true)])
    func offersToMarkUnreadMessagesAsRead(unread: Int, asks: Bool) {
        #expect((flow([.stored("m", at: 1)], unread: unread).messages.model?.markRead != nil) == asks)
    }

    @Test(arguments: [
        (Attention.normal, false, true), (.silent, false, false), (.normal, true, false), (.mention, false, true),
    ])
    func offersToMarkNewMessagesAsRead(attention: Attention, isOwn: Bool, asks: Bool) {
        let flow = flow([])
        flow.send(
            .message(
                .received(
                    IncomingMessage(
                        chat: "ada", message: "m", content: MessageContent(text: "hello", attention: attention),
                        isOwn: isOwn))))
        #expect((flow.messages.model?.markRead != nil) == asks)
        // A message in the open chat does not notify.
        #expect(flow.notification.model?.totalCount == 0)
        flow.forget()
    }

    @Test(arguments: [(0, false), (1, true)])
    func doesNotOfferToMarkMessagesReadElsewhere(after: Int, asks: Bool) {
        let flow = flow([.stored("m", at: 1)], unread: 2)
        flow.send(
            .message(.read(MessageKey(chat: "ada", message: "m"))),
            known: ["m": KnownMessage(position: 1, unreadAfter: after)])
        #expect((flow.messages.model?.markRead != nil) == asks)
        flow.forget()
    }

    @Test(arguments: [(Attention.normal, false, 1), (.silent, false, 0), (.normal, true, 0), (.mention, false, 1)])
    func notifiesOfMessagesInOtherChats(attention: Attention, isOwn: Bool, total: Int) {
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

    @Test func clearsTheInputOnlyAfterSending() {
        let flow = flow([])
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: " ", message: nil))))
        #expect(flow.messages.model?.inputRevision == 0 && flow.messages.model?.errorRevision == 1)
        flow.send(.message(.sending(OutgoingMessage(chat: "bo", text: "hello", message: nil))))
        #expect(flow.messages.model?.inputRevision == 0)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hello", message: nil))))
        #expect(flow.messages.model?.inputRevision == 1 && flow.messages.model?.shouldShowError == false)
        flow.forget()
    }

    @Test(arguments: [(65_536, true), (65_537, false)])
    func limitsTheLengthOfATextInBytes(count: Int, isSent: Bool) {
        let flow = flow([])
        flow.send(
            .message(.sending(OutgoingMessage(chat: "ada", text: String(repeating: "a", count: count), message: nil))))
        #expect(flow.takeWorks().count == (isSent ? 1 : 0) && flow.takeSaves().isEmpty != isSent)
        #expect(flow.messages.model?.shouldShowError == !isSent)
    }
}
