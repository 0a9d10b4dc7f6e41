import Foundation
import Testing

@testable import TelexCore

/// Following the messages of all chats.
@Suite struct InboxTests {
    /// Records the pages shown, each as its cursor and the ids of its messages.
    private final class Pages: Listening {
        private(set) var models: [InboxViewModel] = []
        private var taken = 0

        func show(_ model: InboxViewModel, cause: Cause?) {
            #expect(cause == nil)
            models.append(model)
        }

        func close(cause: Cause?) { Issue.record("The inbox is closed") }

        /// Returns the pages since the last call.
        func take() -> [String] {
            defer { taken = models.count }
            return models[taken...].map { model in
                let ids = model.messages.map { "\($0.chat)/\($0.message)" }
                return ([model.cursor.map { "\($0.arrival)" } ?? "-"] + ids + [model.errorText].compactMap(\.self))
                    .joined(separator: " ")
            }
        }
    }

    private func cursor(_ arrival: Int64) -> InboxCursor { InboxCursor(store: "s", arrival: arrival) }

    private func page(
        _ messages: [Message] = [], to arrival: Int64, hasMore: Bool = false, isAfterGap: Bool = false
    ) -> Event {
        let first = arrival - Int64(messages.count) + 1
        let arrived = messages.enumerated().map {
            InboxMessage(cursor: cursor(first + Int64($0.offset)), message: $0.element)
        }
        return .inbox(
            .loaded(InboxPage(cursor: cursor(arrival), messages: arrived, hasMore: hasMore, isAfterGap: isAfterGap)))
    }

    private func load(after arrival: Int64?) -> Effect.Work {
        .load(.inbox(after: arrival.map(cursor), limit: 50))
    }

    /// A core whose main window follows the inbox from cursor 7.
    private func following(_ pages: Pages) -> Flow {
        let flow = Flow(chats: [.ada])
        flow.send(.inbox(.following(after: nil)))
        flow.telex.bind(pages)
        flow.answer(load(after: nil), page(to: 7))
        #expect(pages.take() == ["7"] && flow.takeWorks() == [load(after: nil)])
        return flow
    }

    /// Delivers a message to the core.
    private func receive(_ id: MessageID, _ flow: Flow, id request: String? = nil) {
        flow.send(.message(.received(.new(id))), id: request)
        _ = (flow.takeSaves(), flow.takeChanges())
    }

    @Test func loadsNewMessagesFromTheStore() {
        let pages = Pages()
        let flow = following(pages)
        receive("a1", flow, id: "r")
        // Loading the page is not part of the request.
        #expect(flow.settled.take() == ["r"])
        #expect(flow.takeWorks() == [load(after: 7)] && pages.take() == [])
        flow.answer(load(after: 7), page([.stored("a1", at: 1)], to: 8))
        #expect(pages.take() == ["8 ada/a1"])
        receive("a2", flow)
        #expect(flow.takeWorks() == [load(after: 8)])
    }

    /// The position moves on past what people wrote whom we ignore.
    @Test func leavesOutMessagesOfIgnoredPeople() {
        let pages = Pages()
        let flow = following(pages)
        flow.send(.member(.ignoring(user: "eve")))
        var rude = Message.stored("e1", at: 1)
        rude.content.sender = "eve"
        receive("e1", flow)
        flow.answer(load(after: 7), page([rude, .stored("a1", at: 2)], to: 9))
        receive("e2", flow)
        flow.answer(load(after: 9), page([rude], to: 10))
        #expect(pages.take() == ["9 ada/a1", "10"])
        _ = (flow.takeWorks(), flow.takeSaves(), flow.takeChanges())
    }

    @Test func keepsLoadingUntilAllMessagesAreShown() {
        let pages = Pages()
        let flow = following(pages)
        for id in ["a1", "a2", "a3"] { receive(MessageID(id), flow) }
        #expect(flow.takeWorks() == [load(after: 7)])
        flow.answer(load(after: 7), page([.stored("a1", at: 1)], to: 8, hasMore: true))
        #expect(flow.takeWorks() == [.cancel, load(after: 8)])
        flow.answer(load(after: 8), page([.stored("a2", at: 2), .stored("a3", at: 3)], to: 10))
        // An empty page is not shown.
        receive("a4", flow)
        flow.answer(load(after: 10), page(to: 10))
        #expect(pages.take() == ["8 ada/a1", "10 ada/a2 ada/a3"] && flow.takeWorks() == [load(after: 10)])
    }

    @Test func showsNoPageTwice() {
        let pages = Pages()
        let flow = following(pages)
        receive("a1", flow)
        flow.answer(load(after: 7), page([.stored("a1", at: 1)], to: 8))
        _ = (pages.take(), flow.takeWorks())
        // A new title, a new day or a new name does not show the page again.
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Countess")])))
        flow.send(
            .member(
                .synced(SyncedMembers(chat: "ada", members: [ChatMember(id: "ada", name: "Ada L")], isComplete: false)))
        )
        flow.now = .midnight
        flow.send(.clock(.dayChanged))
        #expect(pages.take() == [])
        flow.forget()
        // A new listener does not see the pages shown before.
        flow.telex.unbind(pages)
        flow.send(.inbox(.following(after: cursor(8))))
        flow.telex.bind(pages)
        #expect(pages.take() == [] && flow.takeWorks() == [load(after: 8)])
        flow.answer(load(after: 8), page(to: 8))
        #expect(pages.take() == ["8"])
    }

    @Test func reportsAnUnknownCursorOnce() {
        let pages = Pages()
        let flow = Flow(chats: [.ada])
        let gaps = Gaps()
        flow.telex.bind(requests: gaps)
        flow.send(.inbox(.following(after: cursor(99))))
        flow.telex.bind(pages)
        flow.answer(load(after: 99), page(to: 7, isAfterGap: true))
        #expect(gaps.found == [.inbox(.main)] && pages.take() == ["7"])
        receive("a1", flow)
        #expect(flow.takeWorks() == [load(after: 99), load(after: 7)])
        flow.answer(load(after: 7), page([.stored("a1", at: 1)], to: 8))
        #expect(gaps.found.count == 1 && pages.take() == ["8 ada/a1"])
    }

    @Test func retriesAfterAFailure() {
        let pages = Pages()
        let flow = following(pages)
        receive("a1", flow, id: "r")
        flow.answer(load(after: 7), .inbox(.loadFailed(reason: "The disk is gone.")))
        #expect(pages.take() == ["7 The disk is gone."] && flow.settled.take() == ["r"])
        receive("a2", flow)
        #expect(flow.takeWorks() == [load(after: 7), load(after: 7)])
        flow.answer(load(after: 7), page([.stored("a1", at: 1), .stored("a2", at: 2)], to: 9))
        #expect(pages.take() == ["9 ada/a1 ada/a2"])
    }

    /// Rows show the chat's title and actions, so loading waits for the chats.
    @Test func waitsUntilTheChatsAreLoaded() {
        let flow = Flow(isStarted: false)
        flow.send(.chat(.loading))
        _ = flow.takeWorks()
        flow.send(.inbox(.following(after: cursor(3))))
        #expect(flow.takeWorks() == [])
        flow.answer(.load(.outbox), .outbox(.loaded(messages: [])))
        flow.answer(.load(.chats(first: 50)), .chat(.loaded(LoadedChats(chats: [.ada]))))
        #expect(flow.takeWorks().contains(load(after: 3)))
        flow.answer(.load(.reminders), .reminder(.loaded(reminders: [])))
        _ = (flow.takeSaves(), flow.takeChanges(), flow.takeWorks())
    }

    /// Without the chats, rows have their ids for titles.
    @Test(arguments: [true, false]) func needsNoListOfChatsIfItCannotBeLoaded(isFollowedBefore: Bool) {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.chat(.loading))
        let follow = { _ = flow.send(.inbox(.following(after: self.cursor(3)))) }
        if isFollowedBefore { follow() }
        flow.answer(.load(.chats(first: 50)), .chat(.loadFailed(reason: "No disk.")))
        if !isFollowedBefore { follow() }
        #expect(flow.takeWorks().filter { $0 == load(after: 3) } == [load(after: 3)])
    }

    @Test func stopsFollowingOnRequest() {
        let pages = Pages()
        let flow = following(pages)
        receive("a1", flow)
        flow.telex.unbind(pages)
        flow.send(.inbox(.leaving))
        #expect(flow.takeWorks() == [load(after: 7), .cancel])
        receive("a2", flow)
        #expect(flow.takeWorks() == [] && pages.take() == [])
    }

    @Test func offersTheActionsOfEachMessage() throws {
        let pages = Pages()
        let flow = following(pages)
        receive("a1", flow)
        let own = Message.own("a2", at: 2, .sent)
        flow.answer(load(after: 7), page([.stored("a1", at: 1), own, .stored("x", in: "gone", at: 3)], to: 9))
        _ = flow.takeWorks()
        let rows = try #require(pages.models.last).messages
        #expect(rows.map { $0.answer != nil } == [true, true, false])
        #expect(rows.map { $0.markRead != nil } == [true, false, false])
        #expect(rows[0].answer?.event == .message(.sending(OutgoingMessage(chat: "ada", text: "", message: nil))))
        #expect(rows.map { $0.cursor.arrival } == [7, 8, 9] && rows[0].dateText == "09:00")
        #expect(rows[1].senderName == "You" && rows[2].title == "gone")
    }

    private final class Gaps: RequestListening {
        private(set) var found: [MissingMessages] = []
        func settled(_ cause: Cause, _ outcome: Outcome) {}
        func missed(_ gap: MissingMessages) { found.append(gap) }
    }

    @Test(arguments: ["", "s", ".1", "s.", "s.-1", "s.1.2", "s.x", "s.99999999999999999999"])
    func refusesInvalidCursors(text: String) {
        #expect(InboxCursor(text) == nil)
        #expect(InboxCursor("s.12")?.text == "s.12")
        #expect(InboxCursor("start") == .start && InboxCursor.start.text == "start")
    }
}
