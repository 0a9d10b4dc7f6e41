import Foundation
import Testing

@testable import TelexCore

@Suite struct ChatTests {
    // MARK: The list

    @Test func loadsTheStoreBeforeConnecting() {
        let flow = Flow(isStarted: false)
        #expect(flow.chatList.model?.shouldShowBusy == true)
        flow.send(.chat(.loading))
        flow.expect(works: [
            .load(.chats(first: 50)), .load(.outbox), .wake(at: .midnight, .clock(.dayChanged)), .load(.reminders),
        ])
        flow.answer(
            .load(.chats(first: 50)), .chat(.loaded(LoadedChats(chats: [Chat(id: "ada", title: "Ada", unread: 2)]))))
        flow.expect(
            works: [.hold(.push), .ask(.sync)],
            changes: """
                chatList: shouldShowBusy = false, totalCount = 1
                chatList[ada] comes: title = Ada, unreadCount = 2, sendsReceipts = true, open = screen.opening.messages(ada)
                badge: unreadCount = 2
                connection: since = 2026-01-05T09:00:00Z, sinceText = 09:00
                """)
    }

    @Test func showsTheFirstChatsBeforeTheOthersAreLoaded() {
        let flow = Flow(isStarted: false)
        flow.send(.chat(.loading))
        let ada = Chat(id: "ada", title: "Ada", lastOrder: 9, unread: 2)
        let bob = Chat(id: "bob", title: "Bob", unread: 7, mentions: 1)
        flow.forget()
        flow.answer(
            .load(.chats(first: 50)),
            .chat(.loaded(LoadedChats(chats: [ada], others: OtherChats(count: 1, unread: bob.activity.unreadInAll)))))
        flow.expect(
            works: [.load(.chats(first: nil))],
            changes: """
                chatList: shouldShowBusy = false, totalCount = 2
                chatList[ada] comes: title = Ada, unreadCount = 2, sendsReceipts = true, open = screen.opening.messages(ada)
                badge: unreadCount = 9, mentionCount = 1
                """)
        flow.answer(.load(.chats(first: nil)), .chat(.loaded(LoadedChats(chats: [ada, bob]))))
        flow.expect(
            works: [.hold(.push), .ask(.sync)],
            changes: """
                chatList[bob] comes: title = Bob, unreadCount = 7, mentionCount = 1, sendsReceipts = true, open = screen.opening.messages(bob)
                connection: since = 2026-01-05T09:00:00Z, sinceText = 09:00
                """)
    }

    @Test func addsUpWhateverServersCount() {
        let chats = ["ada", "bob"].map { Chat(id: $0, title: $0.text) }
        let flow = Flow(chats: chats)
        for chat in chats {
            flow.send(
                .activity(.counted(CountedChat(chat: chat.id, unread: UnreadCount(messages: .max, mentions: .min)))))
        }
        flow.expect(
            saves: chats.map { chat in
                var chat = chat
                chat.unloaded.messages = 1_000_000
                return .chat(chat)
            },
            changes: """
                chatList[ada]: unreadCount = 1000000
                chatList[bob]: unreadCount = 1000000
                badge: unreadCount = 2000000
                """)
    }

    @Test func offersToRetryAfterALoadingError() throws {
        let flow = Flow(isStarted: false)
        flow.send(.chat(.loading))
        flow.forget()
        flow.answer(.load(.chats(first: 50)), .chat(.loadFailed(reason: "No disk.")))
        flow.expect(
            changes: """
                chatList: shouldShowBusy = false, shouldShowError = true, errorText = No disk., retry = chat.loading
                """)
        flow.send(try #require(flow.chatList.model?.retry).event)
        flow.expect(
            works: [
                .load(.chats(first: 50)), .cancel, .load(.outbox), .cancel, .wake(at: .midnight, .clock(.dayChanged)),
            ],
            changes: "chatList: shouldShowBusy = true, shouldShowError = false, errorText = nil, retry = nil")
    }

    @Test func keepsWhatIsTypedAndNotSent() throws {
        let flow = Flow()
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada")])))
        flow.send(.screen(.opening(.messages("ada"))))
        flow.answer(
            .load(.history("ada", before: nil, limit: 50)),
            .history(.loaded(HistoryPage(chat: "ada", messages: [], total: 0, hasOlder: false))))
        flow.forget()
        flow.send(try #require(flow.messages.model?.draft).filled("See you"), id: "a")
        flow.expect(
            saves: [.chat(Chat(id: "ada", title: "Ada", draft: "See you"))], settled: ["a"],
            changes: """
                chatList[ada]: draftText = See you
                messages: draftText = See you
                """)
        // The same again changes nothing, and the draft stays when something else is sent.
        flow.send(.chat(.drafting(Draft(chat: "ada", text: "See you"))))
        flow.expect()
        flow.send(.chat(.drafting(Draft(chat: "ada", text: " \n"))))
        flow.expect(
            saves: [.chat(Chat(id: "ada", title: "Ada"))],
            changes: """
                chatList[ada]: draftText = nil
                messages: draftText = nil
                """)
    }

    @Test func refusesADraftThatIsTooLong() {
        let flow = Flow()
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada")])))
        flow.forget()
        flow.send(.chat(.drafting(Draft(chat: "bo", text: "x"))), id: "a")
        flow.expect(settled: ["a ignored"])
        flow.send(.chat(.drafting(Draft(chat: "ada", text: String(repeating: "x", count: 131_073)))), id: "b")
        flow.expect(settled: ["b refused"])
    }

    @Test func updatesTheTitleAndKeepsTheEncryption() {
        let flow = Flow()
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "ada")])))
        flow.forget()
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada", isEncrypted: true)])))
        flow.expect(
            saves: [.chat(Chat(id: "ada", title: "Ada", isEncrypted: true))],
            changes: "chatList[ada]: title = Ada, isEncrypted = true")
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada")])))
        flow.expect()
    }

    // MARK: The form

    private static let longName = String(repeating: "x", count: 201)

    @Test(arguments: [
        ("  ", "\"  \"", "Type the name of the person you want to chat with."),
        ("\n", "\\n", "Type the name of the person you want to chat with."),
        (longName, longName, "That name is too long. Use at most 200 characters."),
    ])
    func refusesAnInvalidNameAndKeepsItTyped(name: String, typed: String, error: String) {
        let flow = Flow()
        flow.send(.screen(.opening(.chatForm)))
        flow.forget()
        flow.send(.chat(.creating(recipient: name)), id: "a")
        flow.expect(
            settled: ["a refused"],
            changes: "chatForm: shouldShowError = true, errorText = \(error), errorRevision = 1, recipient = \(typed)")
    }

    @Test func replacesTheFormWithTheNewChat() {
        let flow = Flow()
        let create = Effect.Work.ask(.create(recipient: "Ada"))
        flow.send(.screen(.opening(.chatForm)))
        flow.forget()
        flow.send(.chat(.creating(recipient: " Ada ")), id: "a")
        flow.expect(
            works: [create],
            changes: """
                chatForm: shouldShowBusy = true, recipient = " Ada ", create = nil, createGroup = nil
                """)
        flow.answer(create, .chat(.created(TitledChat(chat: "ada", title: "Ada"))))
        // The first page is still being loaded for the request.
        flow.expect(
            saves: [.chat(Chat(id: "ada", title: "Ada"))],
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                chatList: shouldShowEmpty = false, totalCount = 1
                chatList[ada] comes: title = Ada, sendsReceipts = true, open = screen.opening.messages(ada)
                chatForm closes
                messages opens: chat = ada, title = Ada, shouldShowBusy = true, \
                send = message.sending(ada, <text>), reply = message.sending(ada, <text>, <replyTo>), sendFile = message.sending(ada, <text>, <path>), react = reaction.adding(ada, <messageID>, <key>), draft = chat.drafting(ada, <text>), typing = presence.typing(ada), \
                openMembers = screen.opening.members(ada), addReminder = screen.opening.reminderForm(ada), close = screen.closing.messages
                """)
    }

    @Test func clearsTheFormWhenClosed() throws {
        let flow = Flow()
        flow.send(.screen(.opening(.chatForm)))
        flow.send(.chat(.creating(recipient: "Ada")), id: "a")
        flow.forget()
        flow.send(try #require(flow.chatForm.model?.close).event)
        flow.expect(
            works: [.cancel],
            settled: ["a"],
            changes: "chatForm closes")
        flow.send(.screen(.opening(.chatForm)))
        flow.expect(
            changes: """
                chatForm opens: create = chat.creating(<recipient>), createGroup = chat.creating(<recipient>, <title>), \
                search = search.searching(<query>), close = screen.closing.chatForm
                """)
    }

    // MARK: Unread messages

    @Test func countsUnreadMessagesPerChatAndInTotal() {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.receive("bo", "b1")
        flow.forget()
        flow.receive("bo", "b2")
        let b2 = Message.stored("b2", in: "bo", at: flow.order)
        flow.expect(
            saves: [.message(b2), .chat(.ending(with: b2, total: 2, unread: 2))],
            changes: """
                chatList[bo]: lastMessage = (message: b2, sender: bo, senderName: bo, kind: text, excerpt: hello, date: 2026-01-05T09:00:00Z), unreadCount = 2
                notification[chat:bo]: message = b2, unreadCount = 2
                badge: unreadCount = 3
                """)
    }

    @Test func marksTheShownChatAsRead() throws {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.receive("bo", "b1")
        let b1 = Message.stored("b1", in: "bo", at: flow.order)
        flow.open("bo", title: "bo")
        flow.send(try #require(flow.messages.model?.markRead).event)
        flow.expect(
            saves: [.chat(.ending(with: b1, readUpTo: b1.position) { $0.unconfirmedRead = "b1" })],
            works: [.ask(.markRead("bo", "b1"))],
            changes: """
                chatList[bo]: unreadCount = 0
                messages: markRead = nil, seen = nil
                badge: unreadCount = 1
                """)
    }

    /// What was seen is read, but not what is above it.
    @Test func marksAsReadWhatWasSeen() {
        let flow = Flow()
        for number in 1...3 { flow.receive("ada", "a\(number)") }
        let a3 = Message.stored("a3", at: flow.order)
        flow.forget()
        func see(_ first: Int64, _ last: Int64) {
            let known = [first, last].map { number in
                (
                    MessageID("a\(number)"),
                    KnownMessage(position: a3.position - 3 + number, unreadAfter: Int(3 - number))
                )
            }
            let range = MessageRange(chat: "ada", first: known[0].0, last: known[1].0)
            flow.send(.message(.showing(range)), known: Dictionary(known) { first, _ in first })
        }
        see(2, 3)
        flow.expect()
        see(1, 2)
        flow.expect(
            saves: [
                .chat(.ending(with: a3, total: 3, unread: 1, readUpTo: a3.position - 1) { $0.unconfirmedRead = "a2" })
            ],
            works: [.ask(.markRead("ada", "a2"))],
            changes: """
                chatList[ada]: unreadCount = 1
                badge: unreadCount = 1
                """)
        // Nothing is unread before it any more.
        see(3, 3)
        flow.expect(
            saves: [.chat(.ending(with: a3, total: 3, readUpTo: a3.position) { $0.unconfirmedRead = "a3" })],
            works: [.cancel, .ask(.markRead("ada", "a3"))],
            changes: """
                chatList[ada]: unreadCount = 0
                notification: shouldShow = false, totalCount = 0
                notification[chat:ada] goes
                badge: unreadCount = 0
                """)
        see(1, 3)
        flow.expect()
    }

    /// What came in an open chat and went by leads back to where it began.
    @Test func leadsBackToWhatWasNotSeen() {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada", messages: [])
        for number in 1...3 { flow.receive("ada", "a\(number)") }
        let last = flow.order
        #expect(flow.messages.model?.newCount == nil && flow.messages.model?.firstNew == nil)
        func see(_ first: Int64) {
            let known = [first, 3].map { number in
                (
                    MessageID("a\(number)"),
                    KnownMessage(position: last - 3 + number, unreadAfter: Int(3 - number))
                )
            }
            flow.send(
                .message(.showing(MessageRange(chat: "ada", first: known[0].0, last: "a3"))),
                known: Dictionary(known) { first, _ in first })
        }
        see(2)
        #expect(flow.messages.model?.newCount == 3 && flow.messages.model?.firstNew == "a1")
        see(1)
        #expect(flow.chatList.model?.chats.first?.unreadCount == 0 && flow.messages.model?.firstNew == "a1")
        _ = (flow.takeWorks(), flow.takeSaves(), flow.takeChanges(), flow.settled.take())
    }

    /// The server counts messages that are not here: they may be above those that were seen.
    @Test func doesNotMarkAsReadWhatIsMissing() {
        let (flow, a9) = gap()
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 5)))))
        flow.forget()
        flow.send(
            .message(.showing(MessageRange(chat: "ada", first: "a9", last: "a9"))),
            known: .known("a9", at: a9.position))
        flow.expect()
        flow.send(.message(.showing(MessageRange(chat: "ada", first: "?", last: "a9"))))
        flow.expect()
    }

    @Test func replyingDoesNotMarkAsRead() {
        let flow = Flow()
        flow.receive("ada", "a1")
        let a1 = Message.stored("a1", at: flow.order)
        flow.forget()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))))
        let m = Message.own("m", at: flow.order)
        flow.expect(
            saves: [.message(m), .chat(.ending(with: m, received: a1, total: 2, unread: 1))],
            works: [.ask(.post(m))],
            changes: """
                chatList[ada]: lastMessage = (message: m, isOwn: true, kind: text, excerpt: hi, date: 2026-01-05T09:00:00Z), previewText = You: hi
                connection: queuedCount = 1
                """)
    }

    @Test func resendsPendingReadReceiptsAfterReconnect() {
        let flow = Flow()
        flow.receive("ada", "a1")
        let a1 = Message.stored("a1", at: flow.order)
        flow.forget()
        flow.send(.message(.reading(chat: "ada")))
        flow.expect(
            saves: [.chat(.ending(with: a1, readUpTo: a1.position) { $0.unconfirmedRead = "a1" })],
            works: [.ask(.markRead("ada", "a1"))],
            changes: """
                chatList[ada]: unreadCount = 0
                notification: shouldShow = false, totalCount = 0
                notification[chat:ada] goes
                badge: unreadCount = 0
                """)
        flow.answer(.ask(.markRead("ada", "a1")))
        flow.receive("ada", "a2")
        let a2 = Message.stored("a2", at: flow.order)
        flow.forget()
        flow.send(.connection(.connected))
        flow.expect(works: [.resend(.markRead("ada", "a1"))])
        flow.answer(
            .resend(.markRead("ada", "a1")), .message(.read(MessageKey(chat: "ada", message: "a1"))),
            known: .known("a1", at: a1.position, unreadAfter: 1))
        flow.expect(saves: [.chat(.ending(with: a2, total: 2, unread: 1, readUpTo: a1.position))])
        flow.send(.connection(.connected))
        flow.expect()
    }

    @Test func followsReadsOnOtherDevicesAndNeverGoesBack() {
        let flow = Flow()
        for number in 1...3 { flow.receive("ada", "a\(number)") }
        let a3 = Message.stored("a3", at: flow.order)
        flow.forget()
        flow.send(
            .message(.read(MessageKey(chat: "ada", message: "a2"))),
            known: .known("a2", at: a3.position - 1, unreadAfter: 1))
        flow.expect(
            saves: [.chat(.ending(with: a3, total: 3, unread: 1, readUpTo: a3.position - 1))],
            changes: """
                chatList[ada]: unreadCount = 1
                badge: unreadCount = 1
                """)
        flow.send(
            .message(.read(MessageKey(chat: "ada", message: "a1"))),
            known: .known("a1", at: a3.position - 2, unreadAfter: 2))
        flow.expect()
        flow.send(.message(.read(MessageKey(chat: "ada", message: "a3"))), known: .known("a3", at: a3.position))
        flow.expect(
            saves: [.chat(.ending(with: a3, total: 3, readUpTo: a3.position))],
            changes: """
                chatList[ada]: unreadCount = 0
                notification: shouldShow = false, totalCount = 0
                notification[chat:ada] goes
                badge: unreadCount = 0
                """)
    }

    // MARK: The server's unread count

    @Test func countsServerUnreadInAdditionToStoredMessages() {
        let flow = Flow()
        flow.receive("ada", "a1")
        let a1 = Message.stored("a1", at: flow.order)
        flow.forget()
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 3, mentions: 1)))))
        flow.expect(
            saves: [.chat(.ending(with: a1, unread: 1) { $0.unloaded = UnreadCount(messages: 2, mentions: 1) })],
            changes: """
                chatList[ada]: unreadCount = 3, mentionCount = 1
                badge: unreadCount = 3, mentionCount = 1
                """)
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 1)))))
        flow.expect(
            saves: [.chat(.ending(with: a1, unread: 1))],
            changes: """
                chatList[ada]: unreadCount = 1, mentionCount = 0
                badge: unreadCount = 1, mentionCount = 0
                """)
        // Stored messages count, whatever the server says.
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount()))))
        flow.expect()
    }

    /// A chat with one message, which follows a gap.
    private func gap(_ location: SourceLocation = #_sourceLocation) -> (flow: Flow, message: Message) {
        let flow = Flow(location)
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [.new("a9")], before: "token"))))
        flow.forget()
        return (flow, .stored("a9", at: flow.order + HistoryGap.room))
    }

    @Test func aZeroServerCountMarksMessagesAtAGapAsRead() {
        let (flow, a9) = gap()
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount()))))
        flow.expect(
            saves: [.chat(.ending(with: a9, readUpTo: a9.position) { $0.gap = a9.position })],
            changes: """
                chatList[ada]: unreadCount = 0
                notification: shouldShow = false, totalCount = 0
                notification[chat:ada] goes
                badge: unreadCount = 0
                """)
    }

    @Test func aZeroServerCountMarksMessagesMissingBeforeOursAsRead() {
        let flow = Flow()
        flow.send(
            .history(
                .synced(SyncedHistory(chat: "ada", messages: [.new("m", text: "hi", isOwn: true)], before: "token"))))
        let m = Message.own("m", at: flow.order + HistoryGap.room, .sent)
        flow.forget()
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount()))))
        flow.expect(saves: [.chat(.ending(with: m, readUpTo: m.position - 1) { $0.gap = m.position })])
    }

    @Test func anEqualServerCountMarksMissingMessagesAsRead() {
        let (flow, a9) = gap()
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 1)))))
        flow.expect(saves: [
            .chat(.ending(with: a9, unread: 1, readUpTo: a9.position - 1) { $0.gap = a9.position })
        ])
        // The read position is known now, so another count changes nothing.
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 1)))))
        flow.expect()
    }

    @Test func aHigherServerCountKeepsMissingMessagesUnread() {
        let (flow, a9) = gap()
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 3)))))
        flow.expect(
            saves: [
                .chat(
                    .ending(with: a9, unread: 1) {
                        $0.unloaded = UnreadCount(messages: 2)
                        $0.gap = a9.position
                    })
            ],
            changes: """
                chatList[ada]: unreadCount = 3
                badge: unreadCount = 3
                """)
    }

    @Test func aServerCountDoesNotMoveAnExistingReadMark() {
        let flow = Flow()
        flow.receive("ada", "a1")
        let place = flow.order
        flow.send(.message(.read(MessageKey(chat: "ada", message: "a1"))), known: .known("a1", at: place))
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [.new("a9")], before: "token"))))
        flow.forget()
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 1)))))
        flow.expect()
    }

    @Test func ignoresTheServerCountWhileAReadReceiptIsPending() {
        let (flow, a9) = gap()
        flow.send(.message(.reading(chat: "ada")))
        flow.forget()
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 5)))))
        flow.expect()
        flow.answer(
            .ask(.markRead("ada", "a9")), .message(.read(MessageKey(chat: "ada", message: "a9"))),
            known: .known("a9", at: a9.position))
        flow.expect(saves: [.chat(.ending(with: a9, readUpTo: a9.position) { $0.gap = a9.position })])
        flow.send(.activity(.counted(CountedChat(chat: "ada", unread: UnreadCount(messages: 5)))))
        flow.expect(
            saves: [
                .chat(
                    .ending(with: a9, readUpTo: a9.position) {
                        $0.unloaded = UnreadCount(messages: 5)
                        $0.gap = a9.position
                    })
            ],
            changes: """
                chatList[ada]: unreadCount = 5
                badge: unreadCount = 5
                """)
    }

    // MARK: Rules

    @Test func sortsChatsByTheirLastMessages() {
        var order = RecencyList<ChatID, Chat>()
        func chat(_ id: ChatID, _ position: Int64?) -> Chat {
            Chat(id: id, title: id.text, lastOrder: position ?? 0)
        }
        for (id, position) in [("c", 30), ("b", 20), ("a", 10), ("empty", nil)] as [(ChatID, Int64?)] {
            order.update(chat(id, position))
        }
        #expect(order.prefix(9).map(\.id) == ["c", "b", "a", "empty"])
        order.update(chat("a", 40))
        order.update(chat("b", 20))
        order.update(chat("new", 35))
        #expect(order.prefix(9).map(\.id) == ["a", "new", "c", "b", "empty"])
        #expect(order.count == 5 && order["new"]?.title == "new")
    }
}
