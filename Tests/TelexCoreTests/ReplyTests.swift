import Testing

@testable import TelexCore

@Suite struct ReplyTests {
    private let question = Message.stored("a1", at: 1, text: "Where?\nAnd when?")

    private func answered(_ message: Message) -> AnsweredMessage { AnsweredMessage(message) }

    /// A flow with the chat open, whose store has the question.
    private func flow(showing messages: [Message]) -> Flow {
        let flow = Flow(chats: [.ada], isStrict: false)
        flow.open("ada", title: "Ada", messages: messages)
        return flow
    }

    private func reply(of message: MessageID, in flow: Flow) -> MessagesViewModel.Reply? {
        flow.messages.model?.messages.first { $0.message == message }?.replyTo
    }

    @Test func sendsAnAnswerAndShowsWhatItAnswers() throws {
        let flow = flow(showing: [question])
        let action = try #require(flow.messages.model?.reply)
        let event = action.filled("Here", "a1")
        #expect(event == .message(.sending(OutgoingMessage(chat: "ada", text: "Here", message: nil, replyTo: "a1"))))
        flow.send(event, id: "a", answered: [answered(question)])
        let m = Message.own("fresh-\(flow.order)", at: flow.order)
        let sent = flow.takeWorks().compactMap { if case .ask(.post(let message)) = $0 { message } else { nil } }
        #expect(sent.map(\.content) == [MessageContent(text: "Here", replyTo: "a1")])
        #expect(
            reply(of: m.id, in: flow)
                == MessagesViewModel.Reply(
                    message: "a1", place: .here, sender: "ada", senderName: "ada", excerpt: "Where? And when?",
                    isThreaded: false, open: Action(.history(.seeking(MessageKey(chat: "ada", message: "a1"))))))
    }

    @Test(
        arguments: [
            (nil, "The chat has no message \"a1\"."),
            (
                MessageContent(kind: .deleted),
                "You cannot reply or react to a deleted message, or to a change of the chat."
            ),
            (
                .system(.joined, by: "ada"),
                "You cannot reply or react to a deleted message, or to a change of the chat."
            ),
        ] as [(MessageContent?, String)])
    func refusesToAnswer(content: MessageContent?, reason: String) {
        let flow = flow(showing: [])
        let known = content.map { AnsweredMessage(chat: "ada", message: "a1", isOwn: false, content: $0) }
        flow.send(
            .message(.sending(OutgoingMessage(chat: "ada", text: "Here", message: "m", replyTo: "a1"))), id: "a",
            answered: known.map { [$0] } ?? [])
        #expect(flow.takeWorks() == [])
        #expect(flow.settled.take() == ["a refused"])
        #expect(flow.messages.model?.errorText == reason)
    }

    @Test func refusesToAnswerAMessageOfAnotherChatOrAnUnsentOne() {
        let flow = flow(showing: [question])
        let elsewhere = AnsweredMessage(chat: "bob", message: "b1", isOwn: false, content: .text("Hi"))
        flow.send(
            .message(.sending(OutgoingMessage(chat: "ada", text: "Here", message: "m", replyTo: "b1"))), id: "a",
            answered: [elsewhere])
        flow.send(.message(.sending(OutgoingMessage(chat: "ada", text: "on its way", message: "n"))))
        let unsent = AnsweredMessage(chat: "ada", message: "n", isOwn: true, content: .text("on its way"))
        flow.send(
            .message(.sending(OutgoingMessage(chat: "ada", text: "Here", message: "o", replyTo: "n"))), id: "b",
            answered: [unsent])
        #expect(flow.settled.take() == ["a refused", "b refused"])
        #expect(flow.messages.model?.errorText == "The message is not sent yet.")
    }

    @Test func saysWhereTheAnsweredMessageIs() {
        let flow = flow(showing: [])
        func receive(_ id: MessageID, answering answer: MessageID, _ stored: [AnsweredMessage]) {
            var message = IncomingMessage.new(id)
            message.replyTo = answer
            flow.send(.message(.received(message)), answered: stored)
        }
        receive("a2", answering: "a1", [answered(question)])
        receive("a3", answering: "b1", [AnsweredMessage(chat: "bob", message: "b1", isOwn: true, content: .text("Hi"))])
        receive("a4", answering: "lost", [])
        #expect(["a2", "a3", "a4"].map { reply(of: $0, in: flow)?.place } == [.here, .elsewhere, .unknown])
        #expect(reply(of: "a3", in: flow)?.open == Action(.screen(.opening(.messages("bob")))))
        #expect(reply(of: "a3", in: flow)?.senderName == "You")
        #expect(reply(of: "a4", in: flow)?.open == nil)
        // The answered messages change, wherever they are.
        flow.send(
            .revision(.edited(EditedMessage(chat: "bob", message: "b1", text: "Hello"))),
            known: .known("b1", at: 1, isOwn: true, .text("Hi")))
        #expect(reply(of: "a3", in: flow)?.excerpt == "Hello")
        flow.send(
            .revision(.deleted(MessageKey(chat: "ada", message: "a1"))), known: .known("a1", at: 1, question.content))
        #expect(reply(of: "a2", in: flow)?.place == .deleted)
        #expect(reply(of: "a2", in: flow)?.excerpt == "[deleted]")
    }

    /// The answered message is still known when it has left the shown part.
    @Test func keepsWhatIsAnsweredAfterItHasLeftTheScreen() {
        var messages = (1...50).map { Message.stored(MessageID("a\($0)"), at: Int64($0)) }
        messages[39].replyTo = "a1"
        let flow = flow(showing: messages)
        flow.receive("ada", "new")
        #expect(flow.messages.model?.messages.first?.message == "a2")
        #expect(reply(of: "a40", in: flow)?.place == .here)
    }

    @Test func showsTheMessagesAroundTheAnsweredOne() {
        let flow = flow(showing: [.stored("z", at: 90)])
        flow.send(.history(.seeking(MessageKey(chat: "ada", message: "a1"))), known: .known("a1", at: 1))
        let page = HistoryPage(
            chat: "ada", messages: [question, .stored("a2", at: 2)], total: 60, hasOlder: false, hasNewer: true)
        flow.answer(.load(.historyAround("ada", 1, limit: 50)), .history(.loaded(page)))
        #expect(flow.messages.model?.messages.map(\.message) == ["a1", "a2"])
        #expect(flow.messages.model?.latest != nil && flow.messages.model?.newer != nil)
        // New messages come after a part that is not shown.
        flow.receive("ada", "new")
        #expect(flow.messages.model?.messages.map(\.message) == ["a1", "a2"])
        flow.send(.history(.loading(HistoryStep(chat: "ada", direction: .latest))))
        let last = HistoryPage(chat: "ada", messages: [.stored("new", at: 99)], total: 61, hasOlder: true)
        flow.answer(.load(.history("ada", before: nil, limit: 50)), .history(.loaded(last)))
        #expect(flow.messages.model?.messages.map(\.message) == ["new"])
        #expect(flow.messages.model?.latest == nil)
    }

    @Test func doesNotSeekWhatIsNotThere() {
        let flow = flow(showing: [question])
        flow.send(.history(.seeking(MessageKey(chat: "ada", message: "lost"))), id: "a")
        flow.send(.history(.seeking(MessageKey(chat: "bob", message: "b1"))), id: "b", known: .known("b1", at: 1))
        #expect(flow.settled.take() == ["a ignored", "b ignored"])
        #expect(flow.takeWorks() == [])
    }

    @Test func keepsRepliesAndReactionsOutOfTheListOfChats() {
        let flow = Flow(chats: [.ada], isStrict: false)
        var message = IncomingMessage.new("a2")
        message.replyTo = "a1"
        flow.send(.message(.received(message)), early: ["a2": [Reaction(key: "👍", sender: "ada")]])
        let saved = flow.takeSaves().compactMap { if case .chat(let chat) = $0 { chat.last?.content } else { nil } }
        #expect(saved == [MessageContent(text: "hello", sender: "ada")])
    }
}
