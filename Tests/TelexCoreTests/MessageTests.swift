import Foundation
import Testing

@testable import TelexCore

@Suite struct MessageTests {
    @Test func showsAMessageAsSendingAndThenAsSent() throws {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        let stamp = flow.send(.message(.sending(chat: "ada", text: "hi", message: nil)), id: "a")
        let message = Message(
            id: "fresh-\(stamp.order)", chat: "ada", position: stamp.order, isOwn: true, content: .text("hi"),
            date: stamp.time,
            delivery: .sending)
        let row = try #require(flow.messages.model?.messages.first)
        #expect((row.status, row.mark, row.text, row.who) == ("Sending…", .sending, "hi", "You"))
        #expect(flow.takeWorks() == [.ask(.post(message))])
        let last = Chat.LastMessage(
            message: message.id, position: stamp.order, isOwn: true, content: .text("hi"), date: stamp.time)
        #expect(
            flow.takeSaves() == [
                .message(message), .chat(Chat(id: "ada", contact: "Ada", last: last, total: 1)),
            ])
        #expect(flow.settled.ids == [])

        flow.answer(.ask(.post(message)), .message(.sent(chat: "ada", message: message.id)))
        #expect(flow.messages.model?.messages.first?.mark == .sent)
        #expect(flow.messages.model?.messages.first?.status == "09:00")
        #expect(flow.settled.ids == ["a"])
        #expect(flow.takeWorks() == [])
    }

    @Test func offersToRetryWhatWasRefusedAndOnlyThat() throws {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        flow.send(.message(.sending(chat: "ada", text: "hi", message: "m")))
        guard case .ask(.post(let message)) = flow.takeWorks().first else { return #expect(Bool(false)) }
        flow.answer(
            .ask(.post(message)), .message(.failedSending(chat: "ada", message: "m", reason: "Too many.")))
        let row = try #require(flow.messages.model?.messages.first)
        #expect((row.status, row.mark) == ("Too many.", .failed))
        flow.send(try #require(row.retry).event)
        #expect(flow.messages.model?.messages.first?.retry == nil)
        #expect(flow.takeWorks() == [.ask(.post(message))])
        flow.send(.outbox(.retrying(chat: "ada", message: "m")))
        #expect(flow.takeWorks() == [])
    }

    @Test func showsWhatAnEditMakesOfAMessage() throws {
        let flow = Flow()
        flow.open("ada", contact: "Ada", messages: [.stored("m", at: 1)])
        let first = MessageContent(text: "t", author: "Bob", sender: "bob", attention: .mention)
        var edited = first
        (edited.kind, edited.text, edited.isEdited) = (.emote, "bows", true)
        var original = edited
        (original.text, original.isEdited) = ("bows low", false)
        /// Edits the message, which says what `content` has; returns what is stored.
        func edit(
            _ content: MessageContent, _ text: String, _ kind: MessageKind? = nil, isEdited: Bool = true
        ) -> [StoreChange] {
            flow.send(
                .revision(.edited(chat: "ada", message: "m", text: text, kind: kind, isEdited: isEdited)),
                known: ["m": KnownMessage(position: 1, content: content)])
            return flow.takeSaves()
        }
        func shown() -> Shown<MessagesViewModel.Row>? { flow.messages.model?.messages.first }
        #expect(edit(first, "bows", .emote) == [.revised("ada", "m", edited)])
        #expect(shown()?.text == "bows" && shown()?.kind == .emote && shown()?.isEdited == true)
        // An edit of ours comes back.
        #expect(edit(edited, "bows", .emote) == [])
        #expect(edit(edited, "bows low", isEdited: false) == [.revised("ada", "m", original)])
        #expect(shown()?.kind == .emote && shown()?.isEdited == false)
        _ = edit(original, "gone", .deleted)
        #expect(shown()?.kind == .emote)
    }

    @Test(arguments: [(Attention.silent, 1), (.normal, 0), (.mention, 0)])
    func aDeletedMessageNoLongerCountsIfItDid(attention: Attention, unread: Int) {
        let flow = Flow()
        flow.receive("ada", "a1")
        let deleted = flow.send(
            .message(
                .received(
                    IncomingMessage(
                        chat: "ada", message: "a2", content: MessageContent(text: "t", attention: attention)))))
        // Only the message that is deleted can change the count.
        if attention != .silent {
            flow.send(
                .revision(.deleted(chat: "ada", message: "a1")),
                known: ["a1": KnownMessage(position: deleted.order - 1)])
        }
        flow.send(
            .revision(.deleted(chat: "ada", message: "a2")),
            known: ["a2": KnownMessage(position: deleted.order, content: MessageContent(attention: attention))])
        #expect(flow.badge.model == BadgeViewModel(total: unread, mentions: 0))
    }

    @Test func whatWaitsKeepsItsOrderBehindMessagesThatComeWithAGap() {
        let flow = Flow()
        flow.send(.message(.sending(chat: "ada", text: "1", message: "m1")))
        flow.answer(.ask(.post(flow.posted("m1"))), .outbox(.waiting(chat: "ada", message: "m1")))
        flow.send(.message(.sending(chat: "ada", text: "2", message: "m2")))
        flow.forget()
        let came = [IncomingMessage(chat: "ada", message: "a1", content: .text("t"))]
        flow.send(.history(.synced(chat: "ada", messages: came, before: "token")))
        let moved = flow.takeSaves().compactMap { save in
            if case .moved(_, let message, let position) = save { (message, position) } else { nil }
        }
        #expect(moved.map(\.0) == ["m1", "m2"])
        #expect(moved.map(\.1) == [moved[0].1, moved[0].1 + 1])
    }

    @Test func takesTheSameMessageIdForTheSameMessage() {
        let flow = Flow()
        flow.send(.message(.sending(chat: "ada", text: "hi", message: "m")))
        flow.forget()
        flow.send(.message(.sending(chat: "ada", text: "again", message: "m")), id: "b")
        flow.send(
            .message(.sending(chat: "ada", text: "later", message: "n")),
            known: ["n": KnownMessage(position: 1, unreadAfter: 0)])
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
        #expect(flow.settled.ids == ["b"])
    }

    @Test(arguments: ["", " \n\t ", String(repeating: "x", count: 65_537)])
    func refusesWhatCannotBeSentAndSaysSo(text: String) {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        flow.send(.message(.sending(chat: "ada", text: text, message: nil)), id: "a")
        #expect(flow.messages.model?.shouldShowError == true)
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
        #expect(flow.settled.ids == ["a"])
    }

    @Test func aRefusalInAnotherChatOpensNothingAndShowsOnceThatChatOpens() {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        let before = flow.messages.model
        flow.send(.message(.sending(chat: "bob", text: "", message: nil)), id: "a")
        flow.send(.revision(.editing(chat: "bob", message: "m", text: "later")), id: "b")
        #expect(flow.messages.model == before)
        #expect(flow.takeSaves() == [] && flow.takeWorks() == [])
        #expect(flow.settled.ids == ["a", "b"])
        flow.send(.screen(.opened(.messages("bob"))))
        #expect(flow.messages.model?.chat == "bob")
        #expect(flow.messages.model?.shouldShowError == true)
    }

    @Test func aChatThatIsOpenedBeforeItIsThereShowsItsFirstMessage() {
        let flow = Flow()
        flow.send(.screen(.opened(.messages("ada"))))
        #expect(flow.messages.model?.shouldShowError == false && flow.messages.model?.shouldShowBusy == true)
        let nothing = HistoryPage(chat: "ada", messages: [], total: 0, hasOlder: false)
        flow.answer(.load(.history("ada", before: nil, limit: 50)), .history(.loaded(nothing)))
        #expect(flow.messages.model?.error == "There is no chat \"ada\" here.")
        flow.forget()
        flow.receive("ada", "a1", contact: "Ada")
        #expect(flow.messages.model?.contact == "Ada")
        #expect(flow.messages.model?.shouldShowError == false && flow.messages.model?.total == 1)
        #expect(flow.takeWorks() == [])
    }

    @Test func wipesTheInputOnceForEachMessageSent() {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        for expected in 1...3 {
            flow.send(.message(.sending(chat: "ada", text: "hi", message: nil)))
            #expect(flow.messages.model?.inputRevision == expected)
        }
        flow.receive("ada", "a1")
        #expect(flow.messages.model?.inputRevision == 3)
    }

    @Test func sendsWhatWaitsInOrderOnceThereIsAConnection() {
        let flow = Flow()
        flow.send(.message(.sending(chat: "ada", text: "1", message: "m1")), id: "1")
        guard case .ask(let request) = flow.takeWorks().first else { return #expect(Bool(false)) }
        flow.answer(.ask(request), .outbox(.waiting(chat: "ada", message: "m1")))
        // Those that follow do not overtake it.
        for number in 2...3 {
            flow.send(.message(.sending(chat: "ada", text: "\(number)", message: "m\(number)")), id: "\(number)")
            #expect(flow.takeWorks() == [])
        }
        #expect(flow.settled.ids == ["1", "2", "3"])
        #expect(flow.connection.model?.queued == 3)
        flow.send(.connection(.connected))
        let sent = flow.takeWorks().compactMap { work -> String? in
            if case .resend(.post(let message)) = work { message.text } else { nil }
        }
        #expect(sent == ["1", "2", "3"])
    }

    @Test func takesAMessageThatComesBackForSent() {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        flow.send(.message(.sending(chat: "ada", text: "hi", message: "m")))
        flow.send(.message(.received(IncomingMessage(chat: "ada", message: "m", content: .text("hi"), isOwn: true))))
        #expect(flow.messages.model?.messages.map(\.mark) == [.sent])
        #expect(flow.connection.model?.queued == 0)
    }

    @Test func showsWhatWasSentFromAnotherDevice() {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        flow.send(.message(.received(IncomingMessage(chat: "ada", message: "m", content: .text("hi"), isOwn: true))))
        #expect(flow.messages.model?.messages.map(\.mark) == [.sent])
        #expect(flow.messages.model?.messages.map(\.isOwn) == [true])
        #expect(flow.badge.model?.total == 0 && flow.notification.model?.total == 0)
    }

    @Test func keepsTheOrderInWhichMessagesComeWhateverTheirDates() {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        for (number, skew) in [-3600.0, 0, 7200, -86_400].enumerated() {
            let date = flow.now.addingTimeInterval(skew)
            let message = IncomingMessage(
                chat: "ada", message: "m\(number)", content: .text("\(number)"), date: date, isOwn: number == 1)
            flow.send(.message(.received(message)))
        }
        flow.send(.message(.sending(chat: "ada", text: "4", message: nil)))
        #expect(flow.messages.model?.messages.map(\.text) == ["0", "1", "2", "3", "4"])
        #expect(flow.chatList.model?.chats.map(\.message) == ["You: 4"])
    }

    @Test func tellsThatWeAreTypingInTheOpenChatOnly() {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        flow.send(.presence(.userTyping(chat: "bo")))
        #expect(flow.takeWorks() == [])
        flow.send(.presence(.userTyping(chat: "ada")))
        #expect(flow.takeWorks() == [.ask(.typing("ada"))])
    }

    @Test func treatsWhatWasOnItsWayInAnEarlierRunAsWaiting() {
        let flow = Flow(isStarted: false)
        flow.send(.chat(.started))
        let left = Message.stored("m", at: 5, isOwn: true, delivery: .sending)
        flow.answer(.load(.outbox), .outbox(.loaded(messages: [left])))
        flow.answer(.load(.chats), .chat(.loaded(chats: [])))
        #expect(flow.connection.model?.queued == 1)
        flow.forget()
        flow.answer(.ask(.sync), .connection(.connected))
        #expect(flow.takeWorks() == [.resend(.post(Message.stored("m", at: 5, isOwn: true, delivery: .sending)))])
    }

    @Test func neverDoublesAMessage() {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        let a1 = ["a1": KnownMessage(position: flow.receive("ada", "a1").order)] as [MessageID: KnownMessage]
        flow.receive("ada", "a1", known: a1)
        flow.send(
            .history(
                .synced(
                    chat: "ada",
                    messages: [
                        IncomingMessage(chat: "ada", message: "a1", content: .text("x")),
                        IncomingMessage(chat: "ada", message: "a2", content: .text("x")),
                        IncomingMessage(chat: "ada", message: "a2", content: .text("x")),
                    ], before: nil)), known: a1)
        #expect(flow.messages.model?.messages.map(\.message) == ["a1", "a2"])
        #expect(flow.badge.model?.total == 2)
    }

    @Test func marksOnlyMessagesUpToTheOneThatWasRead() {
        let flow = Flow()
        let own = (1...3).map { Message.stored("m\($0)", at: Int64($0), isOwn: true, delivery: .sent) }
        flow.open("ada", contact: "Ada", messages: own.map { $0 })
        func marks() -> [MessagesViewModel.Mark] { flow.messages.model?.messages.map(\.mark) ?? [] }
        flow.send(
            .message(.delivered(chat: "ada", message: "m2")), known: ["m2": KnownMessage(position: 2, unreadAfter: 0)]
        )
        #expect(marks() == [.delivered, .delivered, .sent])
        flow.send(
            .message(.otherRead(chat: "ada", message: "m1")), known: ["m1": KnownMessage(position: 1, unreadAfter: 0)]
        )
        #expect(marks() == [.read, .delivered, .sent])
        #expect(flow.takeSaves() == [.delivered("ada", upTo: 2), .otherRead("ada", upTo: 1)])
        flow.send(.message(.otherRead(chat: "ada", message: "unheard of")))
        #expect(marks() == [.read, .delivered, .sent])
    }

    @Test func keepsAWindowThatGrowsOnlyWhenAsked() {
        let flow = Flow()
        let stored = (51...100).map { Message.stored("m\($0)", at: Int64($0) - 1000) }
        flow.open("ada", contact: "Ada", messages: stored, total: 100)
        flow.receive("ada", "new")
        #expect(flow.messages.model?.messages.count == 50)
        #expect(flow.messages.model?.messages.first?.message == "m52")
        #expect(flow.messages.model?.total == 101)
        flow.send(.history(.loadingOlder(chat: "ada")))
        #expect(flow.messages.model?.shouldShowBusy == true && flow.messages.model?.loadOlder == nil)
        let query = StoreQuery.history("ada", before: -948, limit: 50)
        let older = (2...51).map { Message.stored("m\($0)", at: Int64($0) - 1000) }
        let page = HistoryPage(chat: "ada", messages: older, total: 101, hasOlder: true)
        flow.answer(.load(query), .history(.loaded(page)))
        #expect(
            flow.messages.model?.messages.map(\.message) == (2...100).map { "m\($0)" as MessageID }.suffix(99) + ["new"]
        )
        #expect(flow.messages.model?.loadOlder != nil)
    }
}
