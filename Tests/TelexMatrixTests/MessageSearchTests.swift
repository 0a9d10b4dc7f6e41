import TelexCore
import TelexNetwork
import Testing

@testable import TelexMatrix

/// Tests searches for messages on a homeserver.
@Suite struct MessageSearchTests {
    private func query(_ query: MessageQuery, token: String? = nil) -> BackendRequest {
        .searchMessages(ServerQuery(text: "typed", query: query, token: token))
    }

    private let tram = MessageQuery([SearchPart("tram")])

    private static func results(_ results: [JSON], next: JSON = .null) -> JSON {
        ["search_categories": ["room_events": ["count": 1234, "results": .array(results), "next_batch": next]]]
    }

    private static func result(_ event: JSON, in room: String = "!r:x") -> JSON {
        var event = event.object
        event["room_id"] = .string(room)
        return ["rank": 1, "result": .object(event)]
    }

    /// Sends a search, and answers it.
    private func events(_ answer: JSON, token: String? = nil, _ driven: Driven = Driven()) -> [Event] {
        driven.take(.perform(query(tram, token: token), effect: 5))
        driven.answer(answer, at: driven.requests.count - 1)
        #expect(driven.ended == [5])
        return driven.takeEvents()
    }

    @Test func asksForTheNewestMessagesOfAChatAndItsSenders() throws {
        let driven = Driven()
        let parts = [SearchPart("new york", isWhole: true), SearchPart("tram\"s"), SearchPart("\"")]
        driven.take(
            .perform(
                query(MessageQuery(parts, chat: "!r:x", author: .others(["@bob:x", "@a:x"], in: [])), token: "a b"),
                effect: 5))
        driven.take(.perform(query(MessageQuery([SearchPart("a")], author: .own)), effect: 6))
        let request = try #require(driven.requests.last?.request)
        #expect(request.method == .post && driven.paths.last == "search?next_batch=a%20b" && !request.isRepeatable)
        #expect(
            request.body == [
                "search_categories": [
                    "room_events": [
                        "search_term": "\"new york\" tram s", "keys": ["content.body"], "order_by": "recent",
                        "filter": [
                            "limit": 20, "types": ["m.room.message"], "rooms": ["!r:x"], "senders": ["@a:x", "@bob:x"],
                        ],
                    ]
                ]
            ])
        driven.answer(Self.results([]), at: driven.requests.count - 1)
        let next = try #require(driven.requests.last?.request.body?["search_categories"]["room_events"]["filter"])
        #expect(next["senders"] == ["@ada:x"] && next["rooms"] == .null)
    }

    /// Days, features and people are nothing that the server can search for, and it has no texts of encrypted rooms.
    @Test func doesNotAskForWhatTheServerCannotFind() {
        let driven = Driven()
        driven.sync([
            "state": ["events": [["type": "m.room.encryption", "state_key": "", "sender": "@bob:x", "content": [:]]]]
        ])
        _ = driven.takeEvents()
        let count = driven.requests.count
        let many = Set((0...50).map { UserID("@\($0):x") })
        for query in [
            MessageQuery([]), MessageQuery([SearchPart("\"")]), MessageQuery([SearchPart("a")], after: .distantPast),
            MessageQuery([SearchPart("a")], before: .distantFuture), MessageQuery([SearchPart("a")], features: [.link]),
            MessageQuery([SearchPart("a")], author: .others([], in: ["!r:x"])),
            MessageQuery([SearchPart("a")], author: .others(many, in: [])),
            MessageQuery([SearchPart("a")], chat: "!r:x"),
            MessageQuery([SearchPart("a")], chat: "elsewhere"),
        ] {
            driven.take(.perform(self.query(query), effect: 5))
            #expect(driven.ended == [5] && driven.requests.count == count && driven.takeEvents() == [], "\(query)")
            driven.ended = []
        }
    }

    @Test func reportsWhatTheServerFinds() {
        let edit = Driven.edit("$e", of: "$old", "The tram is here", from: "@ada:x")
        let image: JSON = [
            "type": "m.room.message", "event_id": "$i", "sender": "@bob:x",
            "content": ["msgtype": "m.image", "body": "tram.jpg"],
        ]
        let answer = Self.results(
            [
                Self.result(Driven.text("$a", "A tram")), Self.result(edit), Self.result(image),
                Self.result(Driven.text("$b", "tram", from: "@cyd:x"), in: "!left:x"),
            ], next: "n1")
        var mine = incoming("$old", "The tram is here", by: nil)
        (mine.isOwn, mine.sender, mine.isEdited, mine.date) = (true, "@ada:x", true, .init(timeIntervalSince1970: 0))
        var left = incoming("$b", "tram", by: nil)
        (left.chat, left.title, left.sender) = ("!left:x", nil, "@cyd:x")
        let found = [incoming("$a", "A tram"), mine, left].map { ServerMessage($0) }
        #expect(
            events(answer) == [.messageSearch(.serverFound(ServerPage(text: "typed", messages: found, next: "n1")))])
    }

    @Test(
        arguments: [
            Self.results([
                .null, 5, ["result": "text"], ["result": ["type": "m.room.message"]], Self.result([:]),
                Self.result(Driven.text("", "no id")), Self.result(Driven.text("$a", "a"), in: "no room"),
                Self.result(["type": 5, "event_id": "$b", "sender": [], "content": 7]),
                Self.result(["type": "m.room.message", "event_id": "$c", "sender": "@bob:x", "content": ["body": 5]]),
                Self.result([
                    "type": "m.room.name", "state_key": "", "event_id": "$d", "sender": "@bob:x", "content": [:],
                ]),
            ]),
            ["search_categories": ["room_events": [:]]], Self.results([], next: 5), Self.results([], next: ""),
            Self.results([], next: "again"), Self.results([], next: .string(String(repeating: "t", count: 5000))),
        ] as [JSON])
    func ignoresWhatCannotBeRead(answer: JSON) {
        #expect(events(answer, token: "again") == [.messageSearch(.serverFound(ServerPage(text: "typed")))])
    }

    @Test(
        arguments: [
            [:], ["search_categories": []], ["search_categories": ["room_events": "none"]],
            ["search_categories": ["room_events": ["results": ["a": 1]]]],
        ] as [JSON])
    func saysThatAnAnswerIsInvalid(answer: JSON) {
        let reason = "The server at http://x sent an invalid Matrix response."
        #expect(events(answer) == [.messageSearch(.serverFailed(SearchFailure(text: "typed", reason: reason)))])
    }

    @Test func takesNoMoreThanItAskedFor() {
        let many = (0..<1000).map { Self.result(Driven.text("$\($0)", "tram")) }
        guard case .messageSearch(.serverFound(let page))? = events(Self.results(many)).first else {
            return #expect(Bool(false))
        }
        #expect(page.messages.map(\.message.message) == (0..<20).map { MessageID("$\($0)") })
    }

    @Test(arguments: [
        (RequestFailure.refused("Unrecognized request.", isMissing: false), "Unrecognized request."),
        (.busy("Slow down", retryAfter: nil), "The server cannot do that now (Slow down). Try again later."),
        (.offline("It is gone"), "Not connected (It is gone). Try again later."),
    ])
    func saysWhyTheServerDidNotSearch(failure: RequestFailure, reason: String) {
        let driven = Driven()
        driven.take(.perform(query(tram), effect: 5))
        driven.fail(failure, at: driven.requests.count - 1)
        #expect(
            driven.takeEvents() == [.messageSearch(.serverFailed(SearchFailure(text: "typed", reason: reason)))])
        // The next one is sent.
        driven.take(.perform(query(tram), effect: 6))
        #expect(driven.paths.last == "search")
    }

    @Test func sendsOneSearchAtATime() {
        let driven = Driven()
        for effect in 5...7 { driven.take(.perform(query(tram), effect: effect)) }
        #expect(driven.paths.count { $0 == "search" } == 1)
        driven.take(.cancel(effect: 6))
        driven.answer(Self.results([]), at: driven.requests.count - 1)
        #expect(driven.paths.count { $0 == "search" } == 1 && driven.ended == [5])
        driven.answer(Self.results([]), at: driven.requests.count - 1)
        #expect(driven.paths.count { $0 == "search" } == 0 && driven.ended == [5, 7])
    }

    /// While offline the server is not asked, and the status of the connection says why.
    @Test func saysNothingWhileOffline() {
        let driven = Driven()
        driven.fail(.offline("It is gone"))
        _ = driven.takeEvents()
        driven.take(.perform(query(tram), effect: 5))
        #expect(driven.takeEvents() == [] && driven.ended == [5] && !driven.paths.contains("search"))
        driven.take(.perform(query(tram, token: "t"), effect: 6))
        let reason = "Not connected (It is gone). Try again later."
        #expect(driven.takeEvents() == [.messageSearch(.serverFailed(SearchFailure(text: "typed", reason: reason)))])
    }
}
