import TelexCore
import TelexNetwork
import Testing

@testable import TelexMatrix

@Suite struct ReactionTests {
    private func annotation(
        _ id: String, of target: String, _ key: String, from sender: String = "@bob:x"
    ) -> JSON {
        [
            "type": "m.reaction", "event_id": .string(id), "sender": .string(sender),
            "content": [
                "m.relates_to": ["rel_type": "m.annotation", "event_id": .string(target), "key": .string(key)]
            ],
        ]
    }

    private func redaction(_ id: String, of target: String) -> JSON {
        [
            "type": "m.room.redaction", "event_id": .string(id), "sender": "@bob:x",
            "content": ["redacts": .string(target)],
        ]
    }

    private func added(_ key: String, to message: MessageID = "$1", by sender: UserID? = "@bob:x") -> Event {
        .reaction(
            .added(
                MessageReaction(
                    chat: "!r:x", message: message, reaction: Reaction(key: key, sender: sender, isOwn: sender == nil)))
        )
    }

    private func removed(_ key: String, by sender: UserID? = "@bob:x") -> Event {
        .reaction(
            .removed(
                MessageReaction(
                    chat: "!r:x", message: "$1", reaction: Reaction(key: key, sender: sender, isOwn: sender == nil))))
    }

    /// A link in a room with one message, `$1`.
    private func driven(kept: Driven.Kept = Driven.Kept()) -> Driven {
        let driven = Driven(kept: kept)
        driven.sync(Driven.room([Driven.text("$1", "one")]))
        driven.events = []
        return driven
    }

    @Test func countsEachReactionOnceUntilAllItsEventsAreRedacted() {
        let driven = driven()
        driven.sync(
            Driven.room([
                annotation("$2", of: "$1", "\"+1\""), annotation("$3", of: "$1", "\"+1\""),
                annotation("$4", of: "$1", "👍", from: "@ada:x"),
            ]))
        #expect(driven.takeEvents() == [added("\"+1\""), added("\"+1\""), added("👍", by: nil)])
        driven.sync(Driven.room([redaction("$5", of: "$2")]))
        #expect(driven.takeEvents() == [])
        driven.sync(Driven.room([redaction("$6", of: "$3"), redaction("$7", of: "$3"), redaction("$8", of: "$4")]))
        // What is not stored may be reported again.
        #expect(driven.takeEvents() == [removed("\"+1\""), removed("\"+1\""), removed("👍", by: nil)])
    }

    @Test func knowsReactionsOfAnEarlierRun() {
        let kept = Driven.Kept()
        driven(kept: kept).sync(Driven.room([annotation("$2", of: "$1", "👍")]))
        let again = Driven(kept: kept, isOnline: false)
        again.sync(Driven.room([annotation("$2", of: "$1", "👍"), redaction("$3", of: "$2")]))
        #expect(
            again.takeEvents().filter { if case .connection = $0 { false } else { true } } == [
                added("👍"), removed("👍"),
            ])
    }

    @Test func skipsReactionsOfIgnoredUsersAndToEditsAndReactions() {
        let driven = driven()
        driven.sync(Driven.room([Driven.edit("$2", of: "$1", "two"), annotation("$3", of: "$1", "👍")]))
        driven.events = []
        driven.answer(
            [
                "next_batch": "s9",
                "account_data": [
                    "events": [["type": "m.ignored_user_list", "content": ["ignored_users": ["@eve:x": [:]]]]]
                ],
                "rooms": [
                    "join": [
                        "!r:x": Driven.room([
                            annotation("$4", of: "$1", "👎", from: "@eve:x"), annotation("$5", of: "$2", "👍"),
                            annotation("$6", of: "$3", "👍"), annotation("$7", of: "$1", ""),
                        ])
                    ]
                ],
            ], at: driven.index { if case .sync = $0 { true } else { false } })
        #expect(driven.takeEvents() == [])
    }

    @Test func addsAndRedactsOurReaction() {
        let driven = driven()
        driven.take(.perform(.react("!r:x", "$1", key: "👍", isAdding: true), effect: 5))
        #expect(driven.paths.last?.hasPrefix("rooms/%21r%3Ax/send/m.reaction/") == true)
        #expect(
            driven.requests.last?.request.body == [
                "m.relates_to": ["rel_type": "m.annotation", "event_id": "$1", "key": "👍"]
            ])
        driven.answer(["event_id": "$2"], at: driven.requests.count - 1)
        #expect(driven.takeEvents() == [added("👍", by: nil)] && driven.ended == [5])
        // It comes back with the next sync.
        driven.sync(Driven.room([annotation("$2", of: "$1", "👍", from: "@ada:x")]))
        #expect(driven.takeEvents() == [added("👍", by: nil)])
        driven.take(.perform(.react("!r:x", "$1", key: "👍", isAdding: false), effect: 6))
        #expect(driven.paths.last?.hasPrefix("rooms/%21r%3Ax/redact/%242/") == true)
        driven.answer(["event_id": "$3"], at: driven.requests.count - 1)
        #expect(driven.takeEvents() == [removed("👍", by: nil)] && driven.ended == [5, 6])
    }

    @Test func looksUpAReactionOfOursThatItDoesNotKnow() {
        let driven = driven()
        driven.take(.perform(.react("!r:x", "$1", key: "👍", isAdding: false), effect: 6))
        #expect(
            driven.requests.last?.request.path
                == "/_matrix/client/v1/rooms/%21r%3Ax/relations/%241/m.annotation/m.reaction?limit=500")
        driven.answer(
            [
                "chunk": [
                    annotation("$7", of: "$1", "👍"), annotation("$8", of: "$1", "👎", from: "@ada:x"),
                    annotation("$9", of: "$1", "👍", from: "@ada:x"),
                ]
            ], at: driven.requests.count - 1)
        #expect(driven.paths.last?.hasPrefix("rooms/%21r%3Ax/redact/%249/") == true)
        driven.fail(.refused("No."), at: driven.requests.count - 1)
        #expect(driven.takeEvents() == [.reaction(.failed(MessageFailure(chat: "!r:x", message: "$1", reason: "No.")))])
    }

    @Test func findsReactionsInOlderMessages() {
        let driven = driven()
        driven.take(.perform(.older("!r:x", before: "t"), effect: 7))
        driven.answer(
            ["chunk": [annotation("$b", of: "$a", "👍"), Driven.text("$a", "old")], "end": "t2"],
            at: driven.requests.count - 1)
        #expect(driven.takeEvents().last == added("👍", to: "$a"))
        #expect(driven.ended.last == 7)
    }

    @Test func doesNotMoveRoomsForReactions() {
        let room = RoomEvent(annotation("$2", of: "$1", "👍"))
        #expect(room?.movesRoom == false && RoomEvent(redaction("$3", of: "$2"))?.movesRoom == false)
        #expect(RoomEvent(Driven.text("$1", "one"))?.movesRoom == true)
        #expect(RoomEvent(Driven.edit("$4", of: "$1", "two"))?.movesRoom == false)
    }
}
