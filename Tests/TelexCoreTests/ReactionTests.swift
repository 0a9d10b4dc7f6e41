import Testing

@testable import TelexCore

@Suite struct ReactionTests {
    private let content = MessageContent(text: "hello", sender: "ada")

    private func reacted(_ reactions: Reaction...) -> MessageContent {
        var content = content
        content.reactions = reactions
        return content
    }

    private func flow(_ messages: Message...) -> Flow {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "Ada", messages: messages)
        return flow
    }

    @Test func asksTheServerAndShowsTheReaction() throws {
        let flow = flow(.stored("a1", at: 1))
        let event = try #require(flow.messages.model?.react).filled("a1", "👍")
        #expect(event == .reaction(.adding(ReactionWish(chat: "ada", message: "a1", key: "👍"))))
        flow.send(event, id: "a", known: .known("a1", at: 1))
        let work = Effect.Work.ask(.react("ada", "a1", key: "👍", isAdding: true))
        flow.expect(works: [work])
        let own = Reaction(key: "👍", isOwn: true)
        flow.answer(
            work, .reaction(.added(MessageReaction(chat: "ada", message: "a1", reaction: own))),
            known: .known("a1", at: 1))
        flow.expect(
            saves: [.revised("ada", "a1", reacted(own))], settled: ["a"],
            changes: """
                messages[a1][👍] comes: count = 1, isOwn = true, toggle = reaction.removing(ada, a1, 👍)
                messages[a1][👍][nil] comes: name = You
                """)
        let toggle = try #require(flow.messages.model?.messages.first?.reactions?.first?.toggle)
        flow.send(toggle.event, known: .known("a1", at: 1, reacted(own)))
        flow.expect(works: [.ask(.react("ada", "a1", key: "👍", isAdding: false))])
    }

    /// Lines take effect in order: a wish is held against the one before it, which the server has not answered yet.
    @Test func takesBackWhatTheServerHasNotConfirmed() {
        let flow = flow(.stored("a1", at: 1))
        let thumb = ReactionWish(chat: "ada", message: "a1", key: "👍")
        func ask(_ isAdding: Bool) -> Effect.Work { .ask(.react("ada", "a1", key: "👍", isAdding: isAdding)) }
        func wish(_ isAdding: Bool, _ id: String, _ known: MessageContent? = nil) {
            flow.send(
                .reaction(isAdding ? .adding(thumb) : .removing(thumb)), id: id,
                known: .known("a1", at: 1, known ?? content))
        }
        wish(true, "a")
        wish(true, "again")
        wish(false, "b")
        wish(false, "once more")
        #expect(flow.takeWorks() == [ask(true), ask(true), ask(false)])
        let own = Reaction(key: "👍", isOwn: true)
        flow.answer(
            ask(true), .reaction(.added(MessageReaction(chat: "ada", message: "a1", reaction: own))),
            known: .known("a1", at: 1))
        wish(true, "c", reacted(own))
        #expect(flow.takeWorks() == [ask(true)])
        // After a failure, what is stored counts.
        flow.answer(
            ask(false), .reaction(.failed(MessageFailure(chat: "ada", message: "a1", reason: "No."))))
        wish(true, "d", reacted(own))
        #expect(flow.takeWorks().isEmpty && flow.settled.take().contains("d ignored"))
        wish(false, "e", reacted(own))
        flow.answer(
            ask(false), .reaction(.removed(MessageReaction(chat: "ada", message: "a1", reaction: own))),
            known: .known("a1", at: 1, reacted(own)))
        _ = flow.takeWorks()
        wish(false, "f")
        #expect(flow.takeWorks().isEmpty && flow.settled.take().contains("f ignored"))
        _ = (flow.takeChanges(), flow.takeSaves())
    }

    @Test(arguments: [
        ("", "a refused"), (String(repeating: "x", count: 65), "a refused"), ("a\nb", "a refused"),
        (String(repeating: "x", count: 64), ""),
    ])
    func refusesKeysThatServersRefuse(key: String, settled: String) {
        let flow = flow(.stored("a1", at: 1))
        flow.send(
            .reaction(.adding(ReactionWish(chat: "ada", message: "a1", key: key))), id: "a", known: .known("a1", at: 1))
        #expect(flow.settled.take() == (settled.isEmpty ? [] : [settled]))
        #expect(flow.takeWorks().isEmpty == !settled.isEmpty)
        _ = flow.takeChanges()
    }

    @Test func refusesToReactToWhatIsNotThere() {
        let flow = flow()
        flow.send(.reaction(.adding(ReactionWish(chat: "ada", message: "lost", key: "👍"))), id: "a")
        let deleted = MessageContent(kind: .deleted)
        flow.send(
            .reaction(.adding(ReactionWish(chat: "ada", message: "a1", key: "👍"))), id: "b",
            known: .known("a1", at: 1, deleted))
        #expect(flow.settled.take() == ["a refused", "b refused"])
        _ = flow.takeChanges()
    }

    /// Some programs write U+FE0F after an emoji. Servers compare keys byte by byte.
    @Test func takesAnEmojiWithAVariationSelectorForTheSame() {
        let (theirs, ours) = (Reaction(key: "👍\u{FE0F}", sender: "ada"), Reaction(key: "👍", isOwn: true))
        let flow = flow(.stored("a1", at: 1))
        let wish = ReactionWish(chat: "ada", message: "a1", key: "👍")
        flow.send(.reaction(.adding(wish)), known: .known("a1", at: 1, reacted(theirs)))
        flow.expect(works: [.ask(.react("ada", "a1", key: "👍\u{FE0F}", isAdding: true))])
        let list = MessageReactions(chat: "ada", message: "a1", reactions: [theirs, ours])
        flow.send(.reaction(.listed(list)), known: .known("a1", at: 1))
        let rows = flow.messages.model?.messages.first?.reactions
        #expect(rows?.map(\.key) == ["👍\u{FE0F}"] && rows?.map(\.count) == [2] && rows?.map(\.isOwn) == [true])
        let taken = ReactionWish(chat: "ada", message: "a1", key: "👍\u{FE0F}")
        _ = (flow.takeWorks(), flow.takeChanges(), flow.takeSaves())
        flow.send(.reaction(.removing(taken)), known: .known("a1", at: 1, reacted(theirs, ours)))
        flow.expect(works: [.ask(.react("ada", "a1", key: "👍", isAdding: false))])
    }

    @Test func countsEachPersonOnceForEachKey() {
        let flow = flow(.stored("a1", at: 1))
        let ada = Reaction(key: "👍", sender: "ada")
        flow.send(
            .reaction(.added(MessageReaction(chat: "ada", message: "a1", reaction: ada))),
            known: .known("a1", at: 1, reacted(ada)))
        flow.send(
            .reaction(.listed(MessageReactions(chat: "ada", message: "a1", reactions: [ada, ada]))),
            known: .known("a1", at: 1, reacted(ada)))
        flow.send(
            .reaction(.adding(ReactionWish(chat: "ada", message: "a1", key: "x"))), id: "a",
            known: .known("a1", at: 1, reacted(ada, Reaction(key: "x", isOwn: true))))
        flow.send(
            .reaction(.removing(ReactionWish(chat: "ada", message: "a1", key: "👍"))), id: "b",
            known: .known("a1", at: 1, reacted(ada)))
        flow.expect(settled: ["a ignored", "b ignored"])
    }

    @Test func keepsAReactionThatComesBeforeItsMessage() {
        let flow = flow()
        let (ada, bob) = (Reaction(key: "👍", sender: "ada"), Reaction(key: "👍", sender: "bob"))
        flow.send(.reaction(.added(MessageReaction(chat: "ada", message: "a1", reaction: ada))))
        flow.send(.reaction(.removed(MessageReaction(chat: "ada", message: "a1", reaction: bob))))
        flow.expect(
            saves: [
                .earlyReaction("ada", "a1", ada, isAdded: true), .earlyReaction("ada", "a1", bob, isAdded: false),
            ])
        flow.send(.reaction(.listed(MessageReactions(chat: "ada", message: "a3", reactions: [ada, bob, ada]))))
        flow.expect(
            saves: [.earlyReaction("ada", "a3", ada, isAdded: true), .earlyReaction("ada", "a3", bob, isAdded: true)])
        flow.send(.message(.received(.new("a1"))), early: ["a1": [ada]])
        #expect(flow.messages.model?.messages.first?.reactions?.first?.people.map(\.name) == ["ada"])
        #expect(flow.takeSaves().contains { if case .message(let m) = $0 { m.reactions == [ada] } else { false } })
        flow.forget()
        flow.send(.message(.received(.new("a2", kind: .deleted))), early: ["a2": [ada]])
        #expect(flow.messages.model?.messages.last?.reactions == nil)
        _ = (flow.takeSaves(), flow.takeChanges(), flow.settled.take())
    }

    @Test func dropsReactionsToADeletedMessage() {
        let flow = flow(.stored("a1", at: 1))
        let ada = Reaction(key: "👍", sender: "ada")
        flow.send(.revision(.deleted(MessageKey(chat: "ada", message: "a1"))), known: .known("a1", at: 1, reacted(ada)))
        let deleted = MessageContent(kind: .deleted, sender: "ada")
        #expect(flow.takeSaves().first == .revised("ada", "a1", deleted))
        _ = flow.takeChanges()
        flow.send(
            .reaction(.added(MessageReaction(chat: "ada", message: "a1", reaction: ada))),
            known: .known("a1", at: 1, deleted))
        flow.expect()
    }

    /// A reaction is not unread, does not move its chat, and notifies once if it is to a message of ours.
    @Test func notifiesOfAReactionToOurMessageOnceUnlessItIsShown() {
        let flow = Flow(chats: [.ada])
        let (ada, bob) = (Reaction(key: "👍", sender: "ada"), Reaction(key: "👍", sender: "bob"))
        let ours = MessageContent(text: "At last")
        func known(_ reactions: Reaction...) -> [MessageID: KnownMessage] {
            var content = ours
            content.reactions = reactions
            return .known("m", at: 1, isOwn: true, content)
        }
        flow.send(.reaction(.added(MessageReaction(chat: "ada", message: "m", reaction: ada))), known: known())
        flow.expect(
            saves: [.revised("ada", "m", known(ada)["m"]!.content)],
            changes: """
                notification: shouldShow = true, totalCount = 1
                notification[chat:ada] comes: chat = ada, message = m, sender = ada, key = 👍, heading = ada, \
                previewText = ada reacted 👍 to "At last", dateText = 09:00, \
                open = notification.opening(ada), dismiss = notification.dismissing(ada), snooze = notification.snoozing(chat:ada, <dueText>)
                """)
        flow.send(.reaction(.added(MessageReaction(chat: "ada", message: "m", reaction: ada))), known: known(ada))
        flow.expect()
        flow.send(.reaction(.removed(MessageReaction(chat: "ada", message: "m", reaction: ada))), known: known(ada))
        flow.expect(
            saves: [.revised("ada", "m", ours)],
            changes: "notification: shouldShow = false, totalCount = 0\nnotification[chat:ada] goes")
        flow.send(
            .reaction(.added(MessageReaction(chat: "ada", message: "m", reaction: Reaction(key: "👍", isOwn: true)))),
            known: known())
        flow.send(.reaction(.removed(MessageReaction(chat: "ada", message: "m", reaction: bob))), known: known(bob))
        #expect(flow.takeChanges() == [] && flow.takeSaves().count == 2)
    }

    @Test func doesNotNotifyOfReactionsFromBeforeTheFirstConnection() {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(
            .reaction(.added(MessageReaction(chat: "ada", message: "m", reaction: Reaction(key: "👍", sender: "ada")))),
            known: .known("m", at: 1, isOwn: true, .text("At last")))
        #expect(flow.notification.model?.totalCount == 0)
    }

    @Test func aMessageTakesTheNotificationOfAReactionOver() {
        let flow = Flow(chats: [.ada], isStrict: false)
        let ada = Reaction(key: "👍", sender: "ada")
        flow.send(
            .reaction(.added(MessageReaction(chat: "ada", message: "m", reaction: ada))),
            known: .known("m", at: 1, isOwn: true, .text("hi")))
        flow.receive("ada", "a1", "And now?")
        #expect(flow.notification.model?.notifications.map(\.unreadCount) == [1])
        // What comes while messages are pending adds nothing to them.
        flow.send(
            .reaction(.added(MessageReaction(chat: "ada", message: "n", reaction: ada))),
            known: .known("n", at: 1, isOwn: true, .text("hi")))
        #expect(flow.notification.model?.notifications.map(\.previewText) == ["And now?"])
    }

    @Test func notifiesOnceOfAReactionThatIsTakenBackAndMadeAgain() {
        let flow = Flow(chats: [.ada], isStrict: false)
        let ada = Reaction(key: "👍", sender: "ada")
        for isAdded in [true, false, true] {
            let event = ReactionEvent.added(MessageReaction(chat: "ada", message: "m", reaction: ada))
            let known = MessageContent(text: "hi", reactions: isAdded ? [] : [ada])
            flow.send(
                .reaction(isAdded ? event : .removed(MessageReaction(chat: "ada", message: "m", reaction: ada))),
                known: .known("m", at: 1, isOwn: true, known))
        }
        #expect(flow.notification.model?.totalCount == 0)
    }

    @Test func keepsOnlySoManyReactionsOfOnePerson() {
        let flow = Flow(chats: [.ada], isStrict: false)
        var content = MessageContent(text: "hi")
        for number in 0..<30 {
            flow.send(
                .reaction(
                    .added(
                        MessageReaction(chat: "ada", message: "a1", reaction: Reaction(key: "\(number)", sender: "ada"))
                    )),
                known: .known("a1", at: 1, content))
            for case .revised(_, _, let new) in flow.takeSaves() { content = new }
        }
        flow.send(
            .reaction(.added(MessageReaction(chat: "ada", message: "a1", reaction: Reaction(key: "0", sender: "bob")))),
            known: .known("a1", at: 1, content))
        for case .revised(_, _, let new) in flow.takeSaves() { content = new }
        #expect(content.reactions.count == Reaction.mostOfPerson + 1)
    }

    @Test func showsWhyTheServerRefusedAReaction() {
        let flow = flow(.stored("a1", at: 1))
        flow.send(
            .reaction(.adding(ReactionWish(chat: "ada", message: "a1", key: "👍"))), id: "a", known: .known("a1", at: 1))
        let work = Effect.Work.ask(.react("ada", "a1", key: "👍", isAdding: true))
        flow.expect(works: [work])
        flow.answer(work, .reaction(.failed(MessageFailure(chat: "ada", message: "a1", reason: "No reactions here."))))
        flow.expect(
            settled: ["a failed"],
            changes: "messages: shouldShowError = true, errorText = No reactions here., errorRevision = 1")
    }
}
