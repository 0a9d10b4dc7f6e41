import Foundation
import Testing

@testable import TelexCore

/// The outbox, syncing with the server, and edits and deletions.
@Suite struct SyncTests {
    private func message(_ id: MessageID, in chat: ChatID = "ada") -> IncomingMessage {
        IncomingMessage(chat: chat, message: id, content: .text("hello"))
    }

    private func places(_ saves: [StoreChange]) -> [MessageID: Int64] {
        var places: [MessageID: Int64] = [:]
        for change in saves {
            switch change {
            case .message(let message): places[message.id] = message.position
            case .marked(_, let message, _, let position?): places[message] = position
            default: break
            }
        }
        return places
    }

    // MARK: Syncing

    @Test(arguments: [nil, "token"])
    func keepsWaitingMessagesAfterReceivedOnes(token: String?) {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada")
        for id in ["w1", "w2"] as [MessageID] {
            flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "waiting", message: id))))
        }
        flow.send(.message(.sending(OutgoingMessage(chat: "bo", text: "elsewhere", message: "w3"))))
        flow.forget()
        let stamp = flow.send(
            .history(
                .synced(
                    SyncedHistory(chat: "ada", messages: [message("a"), message("a"), message("b")], before: token))))
        let first = stamp.order + (token == nil ? 0 : HistoryGap.room)
        let saves = flow.takeSaves()
        #expect(places(saves) == ["a": first, "b": first + 2])
        let gaps = saves.filter { if case .gap = $0 { true } else { false } }
        #expect(gaps == (token.map { [.gap("ada", at: first, token: $0)] } ?? []) && flow.takeWorks() == [])
        let shown = flow.messages.model?.messages.map(\.message.text)
        #expect(shown == ["a", "b", "w1", "w2"])
        #expect((flow.messages.model?.older != nil) == (token != nil) && flow.messages.model?.gapText == nil)
    }

    @Test func createsNoGapAfterAKnownMessage() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.send(
            .history(
                .synced(SyncedHistory(chat: "ada", messages: [message("here"), message("new")], before: "token"))),
            known: ["here": KnownMessage(position: 1)])
        let saves = flow.takeSaves()
        #expect(Array(places(saves).keys) == ["new"] && !saves.contains { if case .gap = $0 { true } else { false } })
        // Messages of another chat are skipped.
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [message("x", in: "bo")], before: nil))))
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    @Test(arguments: [false, true])
    func notifiesOfSyncedMessagesOnlyAfterTheFirstConnection(isConnected: Bool) {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.chat(.loading))
        flow.answer(.load(.chats(first: 50)), .chat(.loaded(LoadedChats(chats: []))))
        if isConnected { flow.answer(.ask(.sync), .connection(.connected)) }
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [message("a")], before: nil))))
        #expect(flow.notification.model?.totalCount == (isConnected ? 1 : 0) && flow.badge.model?.unreadCount == 1)
        flow.forget()
    }

    @Test func treatsOurEchoedMessageAsSent() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hello", message: "m"))))
        flow.forget()
        var back = message("m")
        flow.send(.message(.received(back)))
        #expect(flow.takeSaves() == [] && flow.messages.model?.messages.map(\.state) == [.sending])
        back.isOwn = true
        flow.send(.message(.received(back)))
        #expect(flow.takeSaves().count == 2 && flow.messages.model?.messages.map(\.state) == [.sent])
        flow.send(.message(.received(back)), known: .known("m", at: 1, isOwn: true))
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
    }

    /// A mark on a message without a position would apply to all others.
    @Test func ignoresMarksOnWaitingMessages() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hello", message: "m"))))
        flow.forget()
        let known: [MessageID: KnownMessage] = .known("m", at: MessagePosition.waiting(1), isOwn: true)
        for event in [
            MessageEvent.read(MessageKey(chat: "ada", message: "m")), .delivered(MessageKey(chat: "ada", message: "m")),
            .readByOther(MessageKey(chat: "ada", message: "m")),
        ] {
            flow.send(.message(event), known: known)
        }
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
        // A gap that starts at our own message is still a gap.
        var back = message("m")
        back.isOwn = true
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [back], before: "token"))), known: known)
        #expect(flow.takeSaves().contains { if case .gap = $0 { true } else { false } })
    }

    // MARK: The outbox

    @Test func countsMessagesStillToBeSent() {
        let flow = Flow(chats: [.ada], isStrict: false)
        func queued() -> Int? { flow.connection.model?.queuedCount }
        for id in ["a", "b", "c"] as [MessageID] {
            flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hello", message: id))))
        }
        #expect(queued() == 3)
        flow.send(.message(.sendFailed(MessageFailure(chat: "ada", message: "a", reason: "no"))))
        #expect(queued() == 2)
        flow.send(.outbox(.queued(QueuedMessage(chat: "ada", message: "b"))))
        #expect(queued() == 2)
        flow.send(.message(.sent(MessageKey(chat: "ada", message: "c"))))
        #expect(queued() == 1)
        flow.forget()
        // A message sent while others wait also waits, after them.
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hello", message: "d"))))
        #expect(queued() == 2 && flow.takeWorks() == [] && flow.takeSaves().count == 2)
        flow.send(.outbox(.retrying(MessageKey(chat: "ada", message: "a"))))
        #expect(queued() == 3 && flow.takeWorks() == [] && flow.takeSaves().count == 1)
        flow.send(.outbox(.retrying(MessageKey(chat: "ada", message: "b"))))
        #expect(flow.takeWorks() == [] && flow.takeSaves() == [])
        flow.send(.connection(.connected))
        let posted = flow.takeWorks().compactMap {
            if case .resend(.post(let message)) = $0 { message.id } else { nil }
        }
        #expect(posted == ["a", "b", "d"] && queued() == 3)
        flow.forget()
    }

    @Test func doesNotSendAPendingMessageTwice() {
        let flow = Flow(chats: [.ada, Chat(id: "bo", title: "Bo")], isStrict: false)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hello", message: "m"))))
        flow.forget()
        for known in [[:], ["m": KnownMessage(position: 1)]] as [[MessageID: KnownMessage]] {
            flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hello", message: "m"))), known: known)
            #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
        }
        flow.send(.message(.sending(OutgoingMessage(chat: "bo", text: "hello", message: "m"))))
        #expect(flow.takeWorks().count == 1)
        flow.forget()
    }

    @Test func restoresTheOutboxOnce() {
        let flow = Flow(chats: [.ada], isStrict: false)
        let left = ["a", "b"].map {
            Message.stored(MessageID($0), at: 1, isOwn: true, delivery: $0 == "a" ? .sending : .failed(reason: "no"))
        }
        for _ in 0..<2 { flow.send(.outbox(.loaded(messages: left))) }
        #expect(flow.connection.model?.queuedCount == 1 && flow.takeSaves() == [])
        #expect(flow.takeWorks() == [.file(.list(unsent: [])), .cancel, .file(.list(unsent: []))])
    }

    // MARK: Edits, deletions and pages

    private func changed() -> Flow {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada", messages: [.stored("a", at: 1), .stored("b", at: 2)])
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: " ", message: nil))))
        #expect(flow.messages.model?.shouldShowError == true)
        flow.forget()
        return flow
    }

    /// A repeated edit does not clear a later refusal.
    @Test(
        arguments: [
            ("hello", nil, false, true), ("hello", .text, false, true), ("other", nil, false, false),
            ("hello", nil, true, false), ("hello", .notice, false, false), ("hello", .deleted, false, true),
        ] as [(String, MessageKind?, Bool, Bool)])
    func appliesAnEditOnce(text: String, kind: MessageKind?, isEdited: Bool, keepsRefusal: Bool) throws {
        let flow = changed()
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "a", text: text, kind: kind, isEdited: isEdited))),
            known: .known("a", at: 1))
        let row = try #require(flow.messages.model?.messages.first)
        #expect(row.text == text && row.isEdited == isEdited && row.kind == (kind == .notice ? .notice : .text))
        #expect(flow.messages.model?.shouldShowError == keepsRefusal)
        let content = MessageContent(
            kind: kind == .notice ? .notice : .text, text: text, sender: "ada", isEdited: isEdited)
        #expect(flow.takeSaves() == (keepsRefusal ? [] : [.revised("ada", "a", content)]))
        #expect(flow.messages.model?.messages.last?.text == "hello" && flow.takeWorks() == [])
    }

    @Test func aDeletionClearsTheRefusal() {
        let flow = changed()
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "a"))), known: .known("a", at: 1))
        #expect(flow.messages.model?.messages.map(\.kind) == [.deleted, .text])
        #expect(flow.messages.model?.messages.map(\.isEdited) == [false, false])
        let deleted = StoreChange.revised("ada", "a", MessageContent(kind: .deleted, sender: "ada"))
        #expect(flow.messages.model?.shouldShowError == false && flow.takeSaves() == [deleted])
        #expect(flow.takeWorks() == [])
    }

    @Test(arguments: [KnownMessage?.none, KnownMessage(position: 1, content: MessageContent(kind: .deleted))])
    func ignoresEditsOfMissingMessages(known: KnownMessage?) {
        let flow = changed()
        let all: [MessageID: KnownMessage] = known.map { ["a": $0] } ?? [:]
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "a", text: "x", kind: nil, isEdited: true))),
            known: all)
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "a"))), known: all)
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [] && flow.messages.model?.shouldShowError == true)
    }

    @Test(
        arguments: [
            (KnownMessage(position: 1, isOwn: true), true), (KnownMessage(position: 1), false),
            (KnownMessage(position: 1, isOwn: true, content: MessageContent(kind: .deleted)), false), (nil, false),
        ] as [(KnownMessage?, Bool)])
    func onlyOurExistingMessagesCanBeChanged(known: KnownMessage?, canBe: Bool) {
        let all: [MessageID: KnownMessage] = known.map { ["a": $0] } ?? [:]
        for (event, request, saves) in [
            (
                RevisionEvent.editing(MessageEdit(chat: "ada", message: "a", text: "x")),
                BackendRequest.edit("ada", "a", text: "x"),
                [StoreChange]()
            ),
            (
                .deleting(MessageDeletion(chat: "ada", message: "a")), .delete("ada", "a"),
                [.marked("ada", "a", .deleting(at: .start))]
            ),
        ] {
            let flow = Flow(chats: [.ada], isStrict: false)
            flow.open("ada", title: "Ada", messages: [.stored("a", at: 1)])
            flow.send(.revision(event), known: all)
            #expect(flow.takeWorks() == (canBe ? [.ask(request)] : []))
            #expect(flow.takeSaves() == (canBe ? saves : []))
            #expect(flow.messages.model?.shouldShowError == !canBe)
        }
    }

    @Test func closesOnlyTheOpenChat() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada")
        flow.send(.history(.closing(chat: "bo")))
        #expect(flow.takeWorks() == [] && flow.messages.model?.chat == "ada")
        flow.send(.history(.closing(chat: "ada")))
        #expect(flow.takeWorks() == [.cancel] && flow.messages.model == nil && flow.takeSaves() == [])
    }

    @Test func closesOnlyTheRemovedChat() {
        let flow = Flow(chats: [.ada], isStrict: false)
        for chat in ["ada", "bo"] as [ChatID] {
            flow.send(.invitation(.received(ReceivedInvitation(chat: chat, title: chat.text, inviter: "Cy"))))
        }
        flow.open("ada", title: "Ada")
        flow.send(.invitation(.declined(chat: "bo")))
        #expect(flow.messages.model?.chat == "ada" && flow.takeSaves() == [.chatRemoved("bo")])
        flow.send(.invitation(.declined(chat: "ada")))
        #expect(flow.messages.model == nil && flow.takeSaves() == [.chatRemoved("ada")])
        flow.forget()
    }

    @Test func loadsFetchedMessagesBeforeTheFirstOne() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.send(.screen(.opening(.messages("ada"))))
        let page = HistoryPage(
            chat: "ada", messages: [.stored("a", at: 100), .stored("b", at: 101)], total: 2,
            hasOlder: false, gap: HistoryGap(position: 100, token: "t", isHole: false))
        flow.answer(.load(.history("ada", before: nil, limit: 50)), .history(.loaded(page)))
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        flow.forget()
        flow.answer(
            .ask(.older("ada", before: "t")),
            .history(.fetched(FetchedHistory(chat: "ada", before: "t", messages: [message("o")], next: nil))))
        #expect(flow.takeWorks() == [.cancel, .load(.history("ada", before: 100, limit: 50))])
        flow.forget()
    }

    @Test func fetchesMissingMessagesBeforeStoredOnes() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada", messages: [.stored("a", at: -5)], total: 9)
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [message("b")], before: "token"))))
        flow.forget()
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .older))))
        #expect(flow.takeWorks() == [.ask(.older("ada", before: "token"))] && flow.takeSaves() == [])
    }

    @Test(arguments: [(0, 0, "sent"), (7, 0, "delivered"), (7, 7, "read")])
    func aPageSetsTheMarksOfItsChat(delivered: Int64, read: Int64, mark: String) {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.send(.screen(.opening(.messages("ada"))))
        let page = HistoryPage(
            chat: "ada", messages: [.stored("m", at: 7, isOwn: true, delivery: .sent)], total: 1,
            hasOlder: false, deliveredUpTo: delivered, otherReadUpTo: read)
        flow.answer(.load(.history("ada", before: nil, limit: 50)), .history(.loaded(page)))
        #expect(flow.messages.model?.messages.map(\.state.rawValue) == [mark])
        flow.forget()
    }

    // MARK: Requirements of stamps

    @Test(
        arguments: [
            (
                .message(.sending(OutgoingMessage(chat: "a", text: "", message: nil))),
                StampRequirements(freshID: .message(in: "a"))
            ),
            (
                .message(.sending(OutgoingMessage(chat: "a", text: "", message: "m"))),
                StampRequirements(chat: "a", messages: ["m"])
            ),
            (
                .message(.read(MessageKey(chat: "a", message: "m"))),
                StampRequirements(chat: "a", messages: ["m"], mustBeStored: true)
            ),
            (
                .history(.fetched(FetchedHistory(chat: "a", before: "t", messages: [], next: nil))),
                StampRequirements(chat: "a", mustBeStored: true, freshID: .message(in: "a"))
            ),
            (
                .history(.synced(SyncedHistory(chat: "a", messages: [], before: nil))),
                StampRequirements(chat: "a", places: 1, freshID: .message(in: "a"))
            ),
            (
                .history(.synced(SyncedHistory(chat: "a", messages: [], before: "t"))),
                StampRequirements(chat: "a", places: 1 + (1 << 20), freshID: .message(in: "a"))
            ),
            (
                .revision(.editing(MessageEdit(chat: "a", message: "m", text: "x"))),
                StampRequirements(chat: "a", messages: ["m"], mustBeStored: true)
            ),
            (
                .revision(.edited(EditedMessage(chat: "a", message: "m", text: "x", kind: nil, isEdited: true))),
                StampRequirements(chat: "a", messages: ["m"], mustBeStored: true)
            ),
            (
                .revision(.deleting(MessageDeletion(chat: "a", message: "m"))),
                StampRequirements(chat: "a", messages: ["m"], mustBeStored: true)
            ),
            (
                .revision(.deleted(MessageKey(chat: "a", message: "m"))),
                StampRequirements(chat: "a", messages: ["m"], mustBeStored: true)
            ),
            (
                .reminder(.adding(NewReminder(text: ReminderText(name: "", due: ""), chat: nil))),
                StampRequirements(freshID: .thing)
            ),
            (.outbox(.loaded(messages: [.stored("m", at: 7), .stored("n", at: 4)])), StampRequirements(lastPlace: 7)),
            (.clock(.began), .none), (.chat(.loading), .none),
        ] as [(Event, StampRequirements)])
    func listsTheRequirementsOfEachEvent(event: Event, needs: StampRequirements) {
        #expect(event.requirements == needs)
    }
}
