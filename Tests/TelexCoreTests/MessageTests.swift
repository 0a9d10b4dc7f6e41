import Foundation
import Testing

@testable import TelexCore

@Suite struct MessageTests {
    // MARK: Sending

    /// The changes saved when the server has our message, the only one in its chat.
    private func placed(_ message: Message, at position: Int64, title: String) -> [StoreChange] {
        var last = message
        last.position = position
        return [
            .marked(message.chat, message.id, .sent, at: position),
            .chat(.ending(with: last, title: title)),
        ]
    }

    @Test func showsAMessageAsSendingAndThenAsSent() {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: nil))), id: "a")
        let m = Message.own("fresh-\(flow.order)", at: flow.order)
        flow.expect(
            saves: [.message(m), .chat(.ending(with: m, title: "Ada"))],
            works: [.ask(.post(m))],
            changes: """
                chatList[ada]: lastMessage = (message: fresh-9, isOwn: true, kind: text, excerpt: hi, date: 2026-01-05T09:00:00Z), previewText = You: hi, dateText = 09:00
                messages: shouldShowEmpty = false, inputRevision = 1, totalCount = 1
                messages[\(m.id)] comes: isOwn = true, senderName = You, kind = text, text = hi, \
                date = 2026-01-05T09:00:00Z, dayText = Today, statusText = Sending…, state = sending, \
                edit = revision.editing(ada, \(m.id), <text>), delete = revision.deleting(ada, \(m.id), 0)
                connection: queuedCount = 1
                """)
        flow.answer(.ask(.post(m)), .message(.sent(MessageKey(chat: "ada", message: m.id))))
        flow.expect(
            saves: placed(m, at: flow.order, title: "Ada"),
            settled: ["a sent"],
            changes: """
                messages[\(m.id)]: statusText = 09:00, state = sent
                connection: queuedCount = 0
                """)
    }

    /// Two windows that show one draft may send it at the same time.
    @Test func sendsADraftOnce() throws {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada")
        func send(_ text: String, _ draft: String?, _ id: String) {
            let message = OutgoingMessage(chat: "ada", text: text, message: MessageID(id), draft: draft)
            flow.send(.message(.sending(message)), id: id)
        }
        func draft(_ text: String) { flow.send(.chat(.drafting(Draft(chat: "ada", text: text)))) }
        draft("hi")
        send("hi", "hi", "a")
        #expect(flow.messages.model?.draftText == nil)
        send("hi", "hi", "b")
        #expect(flow.settled.take() == ["b refused"])
        #expect(flow.messages.model?.messages.map(\.text) == ["hi"])
        // One that has changed stays.
        draft("more")
        send("hi again", "hi", "c")
        send("hi", nil, "d")
        #expect(flow.messages.model?.messages.count == 3 && flow.messages.model?.draftText == "more")
        let saved = flow.takeSaves().compactMap { if case .chat(let chat) = $0 { chat } else { nil } }.last
        #expect(saved?.draft == "more" && saved?.last?.message == "d")
    }

    @Test func sendsAnAction() throws {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "waves", kind: .emote, message: "m"))))
        var m = Message.own("m", at: flow.order, text: "waves")
        m.kind = .emote
        #expect(flow.takeSaves().first == .message(m))
        #expect(flow.takeWorks().last == .ask(.post(m)))
        flow.answer(.ask(.post(m)), .message(.sent(m.key)))
        #expect(flow.messages.model?.messages.first?.edit != nil)
    }

    @Test func offersToRetryOnlyFailedMessages() throws {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))))
        let m = Message.own("m", at: flow.order)
        flow.forget()
        flow.answer(
            .ask(.post(m)), .message(.sendFailed(MessageFailure(chat: "ada", message: "m", reason: "Too many."))))
        flow.expect(
            saves: [.marked("ada", "m", .failed(reason: "Too many."))],
            changes: """
                messages[m]: statusText = Too many., state = failed, reason = Too many., retry = outbox.retrying(ada, m)
                connection: queuedCount = 0
                """)
        flow.send(try #require(flow.messages.model?.messages.first?.retry).event)
        flow.expect(
            saves: [.marked("ada", "m", .sending)],
            works: [.ask(.post(m))],
            changes: """
                messages[m]: statusText = Sending…, state = sending, reason = nil, retry = nil
                connection: queuedCount = 1
                """)
        flow.send(.outbox(.retrying(MessageKey(chat: "ada", message: "m"))))
        flow.expect()
    }

    @Test func treatsARepeatedIDAsTheSameMessage() {
        let flow = Flow(chats: [.ada])
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))))
        flow.forget()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "again", message: "m"))), id: "b")
        flow.expect(settled: ["b ignored"])
        flow.send(
            .message(.sending(OutgoingMessage(chat: "ada", text: "later", message: "n"))), known: .known("n", at: 1))
        flow.expect()
    }

    @Test(arguments: [
        ("", "The message is empty. Type a text first."),
        (" \n\t ", "The message is empty. Type a text first."),
        (
            String(repeating: "x", count: 65_537),
            "The message is too long: 65537 bytes, at most 65536. Send it in parts."
        ),
    ])
    func refusesInvalidTextsWithAReason(text: String, error: String) {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: text, message: nil))), id: "a")
        flow.expect(
            settled: ["a refused"],
            changes:
                "messages: shouldShowEmpty = false, shouldShowError = true, errorText = \(error), errorRevision = 1")
    }

    @Test(arguments: [
        "", " deploy", "deploy\n", "a\tb", "a  b", "a\u{202E}b", "a\u{200B}", String(repeating: "x", count: 33),
        "e" + String(repeating: "\u{301}", count: 32),
    ])
    func refusesInvalidNamesOfPrograms(name: String) {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", program: name))), id: "a")
        flow.expect(
            settled: ["a refused"],
            changes: """
                messages: shouldShowEmpty = false, shouldShowError = true, \
                errorText = The name of a program has 1 to 32 characters, without control or invisible ones., \
                errorRevision = 1
                """)
    }

    @Test func showsTheProgramThatSentAMessage() {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada")
        let name = "Ähm-bot 🤖"
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m", program: name))))
        var row: MessagesViewModel.Row? { flow.messages.model?.messages.first?.row }
        #expect(row?.program == name && row?.senderName == "You (\(name))")
        #expect(flow.chatList.model?.chats.first?.previewText == "You (\(name)): hi")
        let content = MessageContent(text: "hi", program: name)
        func known() -> [MessageID: KnownMessage] { .known("m", at: 9, isOwn: true, content) }
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "m", text: "ho"))), known: known())
        #expect(row?.text == "ho" && row?.program == name)
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "m"))), known: known())
        #expect(row?.kind == .deleted && row?.senderName == "You (\(name))")
    }

    @Test(arguments: [true, false]) func noServerNamesAProgram(isOwn: Bool) {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada")
        let content = MessageContent(text: "hi", program: "deploy")
        flow.send(.message(.received(IncomingMessage(chat: "ada", message: "m", content: content, isOwn: isOwn))))
        #expect(flow.messages.model?.messages.count == 1 && flow.messages.model?.messages.first?.program == nil)
    }

    @Test func showsARefusalWhenItsChatOpens() {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "bob", text: "", message: nil))), id: "a")
        flow.send(.revision(.editing(MessageEdit(chat: "bob", message: "m", text: "later"))), id: "b")
        flow.expect(settled: ["a refused", "b refused"])
        flow.send(.screen(.opening(.messages("bob"))))
        flow.expect(
            works: [.cancel, .load(.history("bob", before: nil, limit: 50)), .hold(.socket("bob"))],
            changes: """
                messages: chat = bob, title = bob, shouldShowBusy = true, shouldShowEmpty = false, \
                shouldShowError = true, errorText = The chat has no message "m"., errorRevision = 1, send = message.sending(bob, <text>), reply = message.sending(bob, <text>, <replyTo>), sendFile = message.sending(bob, <text>, <path>), react = reaction.adding(bob, <messageID>, <key>), \
                draft = chat.drafting(bob, <text>), typing = presence.typing(bob), openMembers = nil, addReminder = screen.opening.reminderForm(bob)
                """)
    }

    @Test func clearsTheInputOnceForEachMessageSent() {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m1"))))
        flow.forget()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m2"))))
        let m2 = Message.own("m2", at: flow.order)
        flow.expect(
            saves: [.message(m2), .chat(.ending(with: m2, title: "Ada", total: 2))],
            works: [.ask(.post(m2))],
            changes: """
                chatList[ada]: lastMessage = (message: m2, isOwn: true, kind: text, excerpt: hi, date: 2026-01-05T09:00:00Z)
                messages: inputRevision = 2, totalCount = 2
                messages[m2] comes: isOwn = true, senderName = You, kind = text, text = hi, \
                date = 2026-01-05T09:00:00Z, dayText = Today, statusText = Sending…, state = sending, \
                edit = revision.editing(ada, m2, <text>), delete = revision.deleting(ada, m2, 0)
                connection: queuedCount = 2
                """)
    }

    @Test func sendsTypingOnlyInTheOpenChat() {
        let flow = Flow()
        flow.open("ada", title: "Ada")
        flow.send(.presence(.typing(chat: "bo")))
        flow.expect()
        flow.send(.presence(.typing(chat: "ada")))
        flow.expect(works: [.ask(.typing("ada"))])
    }

    // MARK: Waiting for the connection

    /// A flow with a waiting message of ours, `m1`.
    private func waiting(_ location: SourceLocation = #_sourceLocation) -> (flow: Flow, message: Message) {
        let flow = Flow(chats: [.ada], location)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m1"))))
        let m1 = Message.own("m1", at: flow.order)
        flow.answer(.ask(.post(m1)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m1"))))
        flow.forget()
        return (flow, m1)
    }

    @Test func keepsAMessageWhileOffline() {
        let flow = Flow(chats: [.ada])
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))), id: "a")
        let m = Message.own("m", at: flow.order)
        flow.forget()
        flow.answer(.ask(.post(m)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m"))))
        flow.expect(saves: [.marked("ada", "m", .waiting)], settled: ["a waiting"])
    }

    @Test func queuesBehindWaitingMessages() {
        let (flow, _) = waiting()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m2"))), id: "a")
        let m2 = Message.own("m2", at: flow.order, .waiting)
        flow.expect(
            saves: [.message(m2), .chat(.ending(with: m2, total: 2))],
            settled: ["a waiting"],
            changes: """
                chatList[ada]: lastMessage = (message: m2, isOwn: true, kind: text, excerpt: hi, date: 2026-01-05T09:00:00Z)
                connection: queuedCount = 2
                """)
    }

    /// The final outcome of a waiting message is reported once.
    @Test(arguments: [
        (MessageEvent.sent(MessageKey(chat: "ada", message: "m")), "a in the end sent"),
        (.sendFailed(MessageFailure(chat: "ada", message: "m", reason: "Too long.")), "a in the end failed"),
    ])
    func reportsTheOutcomeOfAWaitingMessageOnce(event: MessageEvent, told: String) {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))), id: "a")
        let m = Message.own("m", at: flow.order)
        flow.answer(.ask(.post(m)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m"))))
        flow.forget()
        flow.send(.connection(.connected))
        let sending = Message.own("m", at: m.position, .sending)
        flow.answer(.resend(.post(sending)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m"))))
        #expect(flow.settled.take() == [])
        flow.send(.connection(.connected))
        flow.answer(.resend(.post(sending)), .message(event))
        #expect(flow.settled.take() == [told])
    }

    @Test func queuesARetryBehindWaitingMessages() {
        let flow = Flow(chats: [.ada])
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m1"))))
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m2"))))
        let (m1, m2) = (Message.own("m1", at: flow.order - 1), Message.own("m2", at: flow.order))
        flow.answer(
            .ask(.post(m1)), .message(.sendFailed(MessageFailure(chat: "ada", message: "m1", reason: "Too many."))))
        flow.answer(.ask(.post(m2)), .outbox(.queued(QueuedMessage(chat: "ada", message: "m2"))))
        flow.forget()
        flow.send(.outbox(.retrying(MessageKey(chat: "ada", message: "m1"))))
        flow.expect(
            saves: [.marked("ada", "m1", .waiting)],
            changes: "connection: queuedCount = 2")
    }

    @Test func sendsWaitingMessagesInOrderAfterReconnect() {
        let (flow, m1) = waiting()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m2"))))
        let m2 = Message.own("m2", at: flow.order)
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m3"))))
        let m3 = Message.own("m3", at: flow.order)
        flow.forget()
        flow.send(.connection(.connected))
        flow.expect(
            saves: [m1, m2, m3].map { .marked("ada", $0.id, .sending) },
            works: [.resend(.post(m1)), .resend(.post(m2)), .resend(.post(m3))])
    }

    @Test func keepsWaitingMessagesLastAfterAGap() {
        let (flow, _) = waiting()
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m2"))))
        let m2 = Message.own("m2", at: flow.order)
        flow.forget()
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [.new("a1")], before: "token"))))
        let a1 = Message.stored("a1", at: flow.order + HistoryGap.room)
        flow.expect(
            saves: [
                .gap("ada", at: a1.position, token: "token"),
                .chat(
                    .ending(with: m2, total: 2) {
                        $0.gap = a1.position
                        $0.lastOrder = a1.position
                    }),
                .message(a1), .chat(.ending(with: m2, received: a1, total: 3, unread: 1) { $0.gap = a1.position }),
            ],
            changes: """
                chatList[ada]: unreadCount = 1
                notification: shouldShow = true, totalCount = 1
                notification[chat:ada] comes: chat = ada, message = a1, sender = ada, heading = ada, previewText = hello, dateText = 09:00, unreadCount = 1, \
                open = notification.opening(ada), dismiss = notification.dismissing(ada), snooze = notification.snoozing(chat:ada, <dueText>)
                badge: unreadCount = 1
                """)
    }

    @Test func showsWaitingMessagesLastAfterAGap() {
        let (flow, m1) = waiting()
        flow.open("ada", title: "ada", messages: [.stored("a0", at: 1), .own("m1", at: m1.position, .waiting)])
        flow.send(.history(.synced(SyncedHistory(chat: "ada", messages: [.new("a1")], before: "token"))))
        let place = flow.order + HistoryGap.room
        let a1 = Message.stored("a1", at: place)
        flow.expect(
            saves: [
                .gap("ada", at: place, token: "token"),
                .chat(
                    .ending(with: m1) {
                        $0.gap = place
                        $0.lastOrder = place
                    }),
                .message(a1), .chat(.ending(with: m1, received: a1, total: 2, unread: 1) { $0.gap = place }),
            ],
            changes: """
                chatList[ada]: unreadCount = 1
                messages: totalCount = 3, gapText = Messages are missing before these., older = history.loading(ada, older), \
                markRead = message.reading(ada), seen = message.showing(ada, <firstID>, <lastID>)
                messages[a1] comes before [m1]: sender = ada, senderName = ada, kind = text, text = hello, date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, \
                state = received
                messages[a0] goes
                badge: unreadCount = 1
                """)
    }

    @Test func resendsMessagesOfAnEarlierRun() {
        let flow = Flow(isStarted: false)
        flow.send(.chat(.loading))
        flow.forget()
        flow.answer(.load(.outbox), .outbox(.loaded(messages: [.own("m", at: 5)])))
        flow.answer(.load(.chats(first: 50)), .chat(.loaded(LoadedChats(chats: []))))
        flow.expect(
            works: [.file(.list(unsent: [])), .hold(.push), .ask(.sync)],
            changes: """
                chatList: shouldShowBusy = false, shouldShowEmpty = true
                connection: since = 2026-01-05T09:00:00Z, sinceText = 09:00, queuedCount = 1
                """)
        flow.answer(.ask(.sync), .connection(.connected))
        flow.expect(
            saves: [.marked("ada", "m", .sending)],
            works: [.resend(.post(.own("m", at: 5)))],
            changes: "connection: state = online, statusText = Online")
    }

    // MARK: Receiving

    @Test func showsANewMessageInTheOpenChat() {
        let flow = Flow()
        flow.open("ada", title: "Ada")
        flow.receive("ada", "a1")
        let a1 = Message.stored("a1", at: flow.order)
        flow.expect(
            saves: [.message(a1), .chat(.ending(with: a1, title: "Ada", unread: 1))],
            changes: """
                chatList[ada]: lastMessage = (message: a1, sender: ada, senderName: ada, kind: text, excerpt: hello, date: 2026-01-05T09:00:00Z), previewText = ada: hello, dateText = 09:00, unreadCount = 1
                messages: shouldShowEmpty = false, totalCount = 1, markRead = message.reading(ada), seen = message.showing(ada, <firstID>, <lastID>)
                messages[a1] comes: sender = ada, senderName = ada, kind = text, text = hello, date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, state = received
                badge: unreadCount = 1
                """)
    }

    @Test func showsTheFirstMessageOfAChatOpenedBeforeItExists() {
        let flow = Flow()
        flow.send(.screen(.opening(.messages("ada"))))
        flow.forget()
        let nothing = HistoryPage(chat: "ada", messages: [], total: 0, hasOlder: false)
        flow.answer(.load(.history("ada", before: nil, limit: 50)), .history(.loaded(nothing)))
        flow.expect(
            changes: """
                messages: shouldShowBusy = false, shouldShowError = true, errorText = There is no chat "ada" here.
                """)
        flow.receive("ada", "a1", title: "Ada")
        let a1 = Message.stored("a1", at: flow.order)
        flow.expect(
            saves: [.message(a1), .chat(.ending(with: a1, title: "Ada", unread: 1))],
            changes: """
                chatList: shouldShowEmpty = false, totalCount = 1
                chatList[ada] comes: title = Ada, \
                lastMessage = (message: a1, sender: ada, senderName: ada, kind: text, excerpt: hello, date: 2026-01-05T09:00:00Z), \
                previewText = ada: hello, dateText = 09:00, unreadCount = 1, sendsReceipts = true, \
                open = screen.opening.messages(ada)
                messages: title = Ada, shouldShowError = false, errorText = nil, totalCount = 1, \
                markRead = message.reading(ada), seen = message.showing(ada, <firstID>, <lastID>), openMembers = screen.opening.members(ada)
                messages[a1] comes: sender = ada, senderName = ada, kind = text, text = hello, date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, state = received
                badge: unreadCount = 1
                """)
    }

    @Test func treatsAnEchoedMessageAsSent() {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada")
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: "m"))))
        flow.forget()
        flow.send(.message(.received(.new("m", text: "hi", isOwn: true))))
        flow.expect(
            saves: placed(.own("m", at: flow.order - 1), at: flow.order, title: "Ada"),
            changes: """
                messages[m]: statusText = 09:00, state = sent
                connection: queuedCount = 0
                """)
    }

    @Test func showsMessagesSentFromAnotherDevice() {
        let flow = Flow()
        flow.open("ada", title: "Ada")
        flow.send(.message(.received(.new("m", text: "hi", isOwn: true))))
        let m = Message.own("m", at: flow.order, .sent)
        flow.expect(
            saves: [.message(m), .chat(.ending(with: m, title: "Ada"))],
            changes: """
                chatList[ada]: lastMessage = (message: m, isOwn: true, kind: text, excerpt: hi, date: 2026-01-05T09:00:00Z), previewText = You: hi, dateText = 09:00
                messages: shouldShowEmpty = false, totalCount = 1
                messages[m] comes: isOwn = true, senderName = You, kind = text, text = hi, date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, \
                state = sent, edit = revision.editing(ada, m, <text>), delete = revision.deleting(ada, m, 0)
                """)
    }

    @Test(arguments: [
        (-86_400, "Yesterday", "09:00", "Yesterday"), (-3600, "Today", "08:00", "08:00"),
        (7200, "Today", "11:00", "11:00"),
    ])
    func sortsMessagesByArrivalNotByDate(skew: Double, day: String, time: String, short: String) {
        let flow = Flow()
        flow.open("ada", title: "Ada")
        flow.send(.message(.received(.new("m1", text: "1", isOwn: true))))
        flow.forget()
        flow.send(.message(.received(.new("m2", text: "2", date: flow.now + skew, isOwn: true))))
        let m2 = Message.own("m2", at: flow.order, text: "2", date: flow.now + skew, .sent)
        let date = m2.date.formatted(.iso8601)
        flow.expect(
            saves: [.message(m2), .chat(.ending(with: m2, title: "Ada", total: 2))],
            changes: """
                chatList[ada]: lastMessage = (message: m2, isOwn: true, kind: text, excerpt: 2, date: \(date)), \
                previewText = You: 2, dateText = \(short)
                messages: totalCount = 2
                messages[m2] comes: isOwn = true, senderName = You, kind = text, text = 2, \
                date = \(date), dayText = \(day), statusText = \(time), state = sent, edit = revision.editing(ada, m2, <text>), delete = revision.deleting(ada, m2, 0)
                """)
    }

    @Test func neverDuplicatesAMessage() {
        let flow = Flow()
        flow.open("ada", title: "Ada")
        flow.receive("ada", "a1")
        let a1 = [MessageID: KnownMessage].known("a1", at: flow.order)
        flow.forget()
        flow.receive("ada", "a1", known: a1)
        flow.expect()
        flow.send(
            .history(.synced(SyncedHistory(chat: "ada", messages: [.new("a1"), .new("a2"), .new("a2")], before: nil))),
            known: a1)
        let a2 = Message.stored("a2", at: flow.order + 1)
        flow.expect(
            saves: [.message(a2), .chat(.ending(with: a2, title: "Ada", total: 2, unread: 2))],
            changes: """
                chatList[ada]: lastMessage = (message: a2, sender: ada, senderName: ada, kind: text, excerpt: hello, date: 2026-01-05T09:00:00Z), unreadCount = 2
                messages: totalCount = 2
                messages[a2] comes: sender = ada, senderName = ada, kind = text, text = hello, date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, state = received
                badge: unreadCount = 2
                """)
    }

    // MARK: Marks

    @Test func marksMessagesUpToTheReadOne() {
        let flow = Flow()
        flow.open("ada", title: "Ada", messages: (1...3).map { .own("m\($0)", at: $0, .sent) })
        flow.send(.message(.delivered(MessageKey(chat: "ada", message: "m2"))), known: .known("m2", at: 2))
        flow.expect(
            saves: [.delivered("ada", upTo: 2)],
            changes: """
                messages[m1]: state = delivered
                messages[m2]: state = delivered
                """)
        flow.send(.message(.readByOther(MessageKey(chat: "ada", message: "m1"))), known: .known("m1", at: 1))
        flow.expect(saves: [.otherRead("ada", upTo: 1)], changes: "messages[m1]: state = read")
        flow.send(.message(.delivered(MessageKey(chat: "ada", message: "m1"))), known: .known("m1", at: 1))
        flow.expect(saves: [.delivered("ada", upTo: 1)])
        flow.send(.message(.readByOther(MessageKey(chat: "ada", message: "unheard of"))))
        flow.expect()
    }

    // MARK: Revisions

    @Test func showsAnEdit() {
        let flow = Flow()
        flow.open("ada", title: "Ada", messages: [.stored("m", at: 1)])
        let bows = MessageContent(kind: .emote, text: "bows", sender: "ada", isEdited: true)
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "m", text: "bows", kind: .emote))),
            known: .known("m", at: 1))
        flow.expect(
            saves: [.revised("ada", "m", bows)],
            changes: "messages[m]: kind = emote, text = bows, isEdited = true")
        let low = MessageContent(kind: .emote, text: "bows low", sender: "ada", isEdited: true)
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "m", text: "bows low"))),
            known: .known("m", at: 1, bows))
        flow.expect(saves: [.revised("ada", "m", low)], changes: "messages[m]: text = bows low")
        let first = MessageContent(kind: .emote, text: "bows low", sender: "ada")
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "m", text: "bows low", isEdited: false))),
            known: .known("m", at: 1, low))
        flow.expect(saves: [.revised("ada", "m", first)], changes: "messages[m]: isEdited = false")
        // An edit cannot delete a message.
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "m", text: "gone", kind: .deleted))),
            known: .known("m", at: 1, first))
        flow.expect(
            saves: [.revised("ada", "m", MessageContent(kind: .emote, text: "gone", sender: "ada", isEdited: true))],
            changes: "messages[m]: text = gone, isEdited = true")
    }

    @Test func anUnchangedEditSavesNothing() {
        let flow = Flow()
        flow.open("ada", title: "Ada", messages: [.stored("m", at: 1)])
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "m", text: "hello", isEdited: false))),
            known: .known("m", at: 1))
        flow.expect()
    }

    @Test func updatesTheListAndTheNotificationAfterAnEdit() {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.forget()
        flow.send(
            .revision(.edited(EditedMessage(chat: "ada", message: "a1", text: "bye"))),
            known: .known("a1", at: flow.order))
        var a1 = Message.stored("a1", at: flow.order - 1, text: "bye")
        a1.content.isEdited = true
        flow.expect(
            saves: [.revised("ada", "a1", a1.content), .chat(.ending(with: a1, unread: 1))],
            changes: """
                chatList[ada]: lastMessage = (message: a1, sender: ada, senderName: ada, kind: text, excerpt: bye, date: 2026-01-05T09:00:00Z), previewText = bye
                notification[chat:ada]: previewText = bye
                """)
    }

    /// A flow with two received messages, the first with this attention.
    private func received(
        _ attention: Attention = .normal, _ location: SourceLocation = #_sourceLocation
    ) -> (flow: Flow, first: Int64, last: Message) {
        let flow = Flow(location)
        flow.send(.message(.received(.new("a1", attention: attention))))
        flow.receive("ada", "a2")
        flow.forget()
        return (flow, flow.order - 1, .stored("a2", at: flow.order))
    }

    @Test(arguments: [
        (Attention.normal, "chatList[ada]: unreadCount = 1\nbadge: unreadCount = 1"),
        (
            .mention,
            "chatList[ada]: unreadCount = 1, mentionCount = 0\nbadge: unreadCount = 1, mentionCount = 0"
        ),
    ])
    func aDeletedMessageIsNoLongerUnread(attention: Attention, changes: String) {
        let (flow, first, a2) = received(attention)
        flow.send(
            .revision(.deleted(MessageKey(chat: "ada", message: "a1"))),
            known: .known("a1", at: first, MessageContent(text: "hello", attention: attention)))
        flow.expect(
            saves: [
                .revised("ada", "a1", MessageContent(kind: .deleted, attention: attention)),
                .chat(.ending(with: a2, total: 2, unread: 1)),
            ], changes: changes)
    }

    @Test func deletingASilentMessageKeepsTheUnreadCount() {
        let (flow, first, _) = received(.silent)
        flow.send(
            .revision(.deleted(MessageKey(chat: "ada", message: "a1"))),
            known: .known("a1", at: first, MessageContent(text: "hello", attention: .silent)))
        flow.expect(saves: [.revised("ada", "a1", MessageContent(kind: .deleted, attention: .silent))])
    }

    @Test func deletingAReadMessageKeepsTheUnreadCount() {
        let (flow, first, _) = received()
        flow.send(
            .message(.read(MessageKey(chat: "ada", message: "a1"))), known: .known("a1", at: first, unreadAfter: 1))
        flow.forget()
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "a1"))), known: .known("a1", at: first))
        flow.expect(saves: [.revised("ada", "a1", MessageContent(kind: .deleted, sender: "ada"))])
    }

    @Test func deletingTheOnlyMessageDismissesTheNotification() {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.forget()
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "a1"))), known: .known("a1", at: flow.order))
        let a1 = Message.stored("a1", at: flow.order - 1, kind: .deleted, text: "")
        flow.expect(
            saves: [.revised("ada", "a1", MessageContent(kind: .deleted, sender: "ada")), .chat(.ending(with: a1))],
            changes: """
                chatList[ada]: lastMessage = (message: a1, sender: ada, senderName: ada, kind: deleted, date: 2026-01-05T09:00:00Z), previewText = [deleted], unreadCount = 0
                notification: shouldShow = false, totalCount = 0
                notification[chat:ada] goes
                badge: unreadCount = 0
                """)
    }

    @Test func theNotificationShowsThatTheLastMessageWasDeleted() {
        let (flow, first, _) = received()
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "a2"))), known: .known("a2", at: first + 1))
        let a2 = Message.stored("a2", at: first + 1, kind: .deleted, text: "")
        flow.expect(
            saves: [
                .revised("ada", "a2", MessageContent(kind: .deleted, sender: "ada")),
                .chat(.ending(with: a2, total: 2, unread: 1)),
            ],
            changes: """
                chatList[ada]: lastMessage = (message: a2, sender: ada, senderName: ada, kind: deleted, date: 2026-01-05T09:00:00Z), previewText = [deleted], unreadCount = 1
                notification[chat:ada]: previewText = [deleted]
                badge: unreadCount = 1
                """)
    }

    @Test func theChatShowsThatAMessageWasDeleted() {
        let flow = Flow()
        flow.open("ada", title: "Ada")
        flow.receive("ada", "a1")
        flow.forget()
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "a1"))), known: .known("a1", at: flow.order))
        let a1 = Message.stored("a1", at: flow.order - 1, kind: .deleted, text: "")
        flow.expect(
            saves: [
                .revised("ada", "a1", MessageContent(kind: .deleted, sender: "ada")),
                .chat(.ending(with: a1, title: "Ada")),
            ],
            changes: """
                chatList[ada]: lastMessage = (message: a1, sender: ada, senderName: ada, kind: deleted, date: 2026-01-05T09:00:00Z), previewText = ada: [deleted], unreadCount = 0
                messages: markRead = nil, seen = nil
                messages[a1]: kind = deleted, text = [deleted]
                badge: unreadCount = 0
                """)
    }

    @Test func deletesAMessageOnce() {
        let (flow, first, _) = received()
        flow.send(
            .revision(.deleted(MessageKey(chat: "ada", message: "a1"))),
            known: .known("a1", at: first, MessageContent(kind: .deleted, sender: "ada")))
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "unheard of"))))
        flow.expect()
    }

    @Test func deletingOurMessageKeepsTheUnreadCount() {
        let flow = Flow()
        flow.receive("ada", "a1")
        let a1 = Message.stored("a1", at: flow.order)
        flow.send(.message(.received(.new("m", text: "hi", isOwn: true))))
        flow.forget()
        flow.send(
            .revision(.deleted(MessageKey(chat: "ada", message: "m"))),
            known: .known("m", at: flow.order, isOwn: true, .text("hi"))
        )
        let m = Message.stored("m", at: flow.order - 1, isOwn: true, kind: .deleted, text: "")
        flow.expect(
            saves: [
                .revised("ada", "m", MessageContent(kind: .deleted)),
                .chat(.ending(with: m, received: a1, total: 2, unread: 1)),
            ],
            changes:
                "chatList[ada]: lastMessage = (message: m, isOwn: true, kind: deleted, date: 2026-01-05T09:00:00Z), previewText = You: [deleted]"
        )
    }

    // MARK: Pages

    @Test func showsMoreMessagesOnlyOnRequest() throws {
        let flow = Flow()
        let stored = (51...100).map { Message.stored("a\($0)", at: $0 - 1000) }
        flow.open("ada", title: "Ada", messages: stored, total: 100)
        flow.receive("ada", "a101")
        let last = Message.stored("a101", at: flow.order)
        flow.expect(
            saves: [.message(last), .chat(.ending(with: last, title: "Ada", unread: 1))],
            changes: """
                chatList[ada]: lastMessage = (message: a101, sender: ada, senderName: ada, kind: text, excerpt: hello, date: 2026-01-05T09:00:00Z), previewText = ada: hello, dateText = 09:00, unreadCount = 1
                messages: totalCount = 101, markRead = message.reading(ada), seen = message.showing(ada, <firstID>, <lastID>)
                messages[a101] comes: sender = ada, senderName = ada, kind = text, text = hello, date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, state = received
                messages[a51] goes
                badge: unreadCount = 1
                """)
        flow.send(try #require(flow.messages.model?.older).event)
        flow.expect(
            works: [.load(.history("ada", before: -948, limit: 50))],
            changes: "messages: shouldShowBusy = true, older = nil, first = nil")
        let page = HistoryPage(
            chat: "ada", messages: [.stored("a50", at: -950), stored[0]], total: 101, hasOlder: true)
        flow.answer(.load(.history("ada", before: -948, limit: 50)), .history(.loaded(page)))
        flow.expect(
            changes: """
                messages: shouldShowBusy = false, older = history.loading(ada, older), first = history.loading(ada, first)
                messages[a50] comes before [a51]: sender = ada, senderName = ada, kind = text, text = hello, date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, \
                state = received
                messages[a51] comes before [a52]: sender = ada, senderName = ada, kind = text, text = hello, date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, \
                state = received
                """)
    }
}
