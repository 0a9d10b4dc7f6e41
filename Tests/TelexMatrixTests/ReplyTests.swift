import TelexCore
import Testing

@testable import TelexMatrix

@Suite struct ReplyTests {
    private func message(_ relation: JSON) -> JSON {
        var event = Driven.text("$2", "yes").object
        event["content"] = ["msgtype": "m.text", "body": "yes", "m.relates_to": relation]
        return .object(event)
    }

    @Test(
        arguments: [
            (["m.in_reply_to": ["event_id": "$1"]], "$1", false),
            (
                [
                    "rel_type": "m.thread", "event_id": "$r", "is_falling_back": true,
                    "m.in_reply_to": ["event_id": "$1"],
                ],
                "$r", true
            ),
            (["rel_type": "m.thread", "event_id": "$r", "m.in_reply_to": ["event_id": "$1"]], "$1", true),
            (["rel_type": "m.thread", "event_id": "$r"], "$r", true),
            (["rel_type": "m.reference", "event_id": "$r"], nil, false),
        ] as [(JSON, MessageID?, Bool)])
    func readsWhatAMessageAnswers(relation: JSON, answered: MessageID?, isThreaded: Bool) {
        let driven = Driven()
        driven.sync(Driven.room([message(relation)]))
        let content = driven.takeEvents().compactMap { event -> MessageContent? in
            if case .message(.received(let message)) = event { message.content } else { nil }
        }
        #expect(content.map(\.replyTo) == [answered] && content.map(\.isThreaded) == [isThreaded])
    }

    private func post(_ content: MessageContent, to driven: Driven) -> JSON? {
        let message = Message(
            id: "m", chat: "!r:x", position: 1, isOwn: true, content: content, date: .distantPast, delivery: .sending)
        driven.take(.perform(.post(message), effect: 5))
        if driven.paths.last?.contains("m.room.encryption") == true {
            driven.fail(.refused("", isMissing: true), at: driven.requests.count - 1)
        }
        return driven.requests.last?.request.body
    }

    @Test func mentionsTheAuthorOfWhatItAnswersAndNobodyElse() {
        let driven = Driven()
        driven.sync(Driven.room([Driven.text("$1", "Bob?"), Driven.text("$o", "mine", from: "@ada:x")]))
        #expect(
            post(MessageContent(text: "Bob", replyTo: "$1"), to: driven) == [
                "msgtype": "m.text", "body": "Bob", "m.relates_to": ["m.in_reply_to": ["event_id": "$1"]],
                "m.mentions": ["user_ids": ["@bob:x"]],
            ])
    }

    /// The author of an older message is looked up, so that they are notified.
    @Test func looksUpTheAuthorOfWhatItAnswers() {
        let driven = Driven()
        _ = post(MessageContent(text: "Bob", replyTo: "$old"), to: driven)
        #expect(driven.paths.last == "rooms/%21r%3Ax/event/%24old")
        driven.answer(Driven.text("$old", "Bob?"), at: driven.requests.count - 1)
        #expect(driven.requests.last?.request.body?["m.mentions"] == ["user_ids": ["@bob:x"]])
    }

    @Test func answersWhatItMayNotSee() {
        let driven = Driven()
        _ = post(MessageContent(text: "Bob", replyTo: "$old"), to: driven)
        driven.fail(.refused("", isMissing: true), at: driven.requests.count - 1)
        #expect(driven.requests.last?.request.body?["m.mentions"] == [:])
    }

    @Test func mentionsNobodyByName() {
        let driven = Driven()
        #expect(
            post(.text("Bob @bob:x"), to: driven) == ["msgtype": "m.text", "body": "Bob @bob:x", "m.mentions": [:]])
    }

    @Test func sendsAnAction() {
        let driven = Driven()
        #expect(
            post(MessageContent(kind: .emote, text: "waves"), to: driven)
                == ["msgtype": "m.emote", "body": "waves", "m.mentions": [:]])
    }

    @Test func sendsFormattedTextAndMentions() {
        let driven = Driven()
        let spans = [
            TextSpan(.mention, start: 0, length: 4, user: "@bob:x"), TextSpan(.bold, start: 5, length: 2),
            TextSpan(.roomMention, start: 8, length: 5),
        ]
        #expect(
            post(MessageContent(text: "@Bob hi @room", spans: spans), to: driven) == [
                "msgtype": "m.text", "body": "@Bob **hi** @room", "format": "org.matrix.custom.html",
                "formatted_body": "<a href=\"https://matrix.to/#/%40bob%3Ax\">@Bob</a> <strong>hi</strong> @room",
                // We may not notify everybody here.
                "m.mentions": ["user_ids": ["@bob:x"]],
            ])
    }

    @Test func anEditNotifiesOnlyThoseWhoAreNewlyMentioned() {
        let driven = Driven()
        let spans = ["@bob:x", "@cy:x", "@ada:x"].enumerated().map {
            TextSpan(.mention, start: $0 * 4, length: 3, user: UserID($1))
        }
        driven.take(.perform(.edit("!r:x", "$1", text: "Bob Cyd Ada", spans: spans), effect: 5))
        var old = Driven.text("$1", "Bob", from: "@ada:x").object
        old["content"] = ["msgtype": "m.text", "body": "Bob", "m.mentions": ["user_ids": ["@bob:x"]]]
        driven.answer(.object(old), at: driven.requests.count - 1)
        let body = driven.requests.last?.request.body
        #expect(body?["m.mentions"] == ["user_ids": ["@cy:x"]])
        #expect(body?["m.new_content"]["m.mentions"] == ["user_ids": ["@bob:x", "@cy:x"]])
        driven.answer(["event_id": "$2"], at: driven.requests.count - 1)
        let edited = RevisionEvent.edited(
            EditedMessage(chat: "!r:x", message: "$1", text: "Bob Cyd Ada", spans: spans, kind: .text))
        #expect(driven.takeEvents() == [.revision(edited)])
    }
}
