import Foundation
import TelexCore
import TelexNetwork
import Testing

@testable import TelexMatrix

/// Tests what a sync requests, when, and what it must not lose.
@Suite struct MatrixSyncTests {
    // MARK: Acknowledging

    @Test func syncsAgainOnlyOnceTheLastSyncIsStored() {
        let driven = Driven(isOnline: false, commitsAtOnce: false)
        #expect(driven.requests.isEmpty)
        driven.commit()
        driven.answer(["joined_rooms": ["!r:x"]])
        driven.answer(["next_batch": "s1", "rooms": ["join": ["!r:x": Driven.room([Driven.text("$1", "one")])]]])
        #expect(driven.requests.isEmpty)
        driven.commit()
        #expect(driven.paths.last?.hasPrefix("sync?since=s1&timeout=30000") == true)
        driven.sync(Driven.room([Driven.text("$2", "two")]))
        #expect(driven.requests.isEmpty)
        driven.commit()
        #expect(driven.paths.last?.hasPrefix("sync?since=s2&timeout=30000") == true)
    }

    @Test func ignoresALateCommitOfALostConnection() throws {
        let kept = Driven.Kept()
        _ = Driven(kept: kept)
        let driven = Driven(kept: kept, isOnline: false, commitsAtOnce: false)
        driven.commit()
        driven.sync(Driven.room([Driven.text("$1", "one")]))
        let late = try #require(driven.uncommitted)
        driven.take(.perform(.sync, effect: 3))
        driven.store(late)
        #expect(driven.requests.isEmpty)
        driven.commit()
        #expect(driven.paths.count == 1 && driven.paths[0].hasPrefix("sync?since=s2&timeout=0"))
    }

    /// Events that an earlier run did not store are reported again, wherever a kill comes. This includes empty rooms.
    @Test func losesNothingToAKillBetweenAnyTwoCommits() {
        func told(killedAfter count: Int) -> Set<Event> {
            let kept = Driven.Kept()
            var told: [Event] = []
            for limit in [count, .max] {
                let driven = Driven(kept: kept, isOnline: false, killedAfter: limit)
                while !driven.isKilled, let answer = Self.answer(to: driven.requests[0].request) {
                    driven.answer(answer)
                }
                told += driven.stored
            }
            return Set(
                told.filter { event in
                    switch event {
                    case .connection, .member: false
                    default: true
                    }
                })
        }
        let all = told(killedAfter: .max)
        #expect(all.count == 7)
        for count in 1...40 {
            let again = told(killedAfter: count)
            #expect(again.isSuperset(of: all), "killed after \(count): \(all.subtracting(again))")
        }
    }

    /// The responses of a server with three rooms: one of them invites us, and one removes us.
    private static func answer(to request: MatrixRequest) -> JSON? {
        let encryption: JSON = [
            "type": "m.room.encryption", "event_id": "$e", "sender": "@bob:x", "state_key": "", "content": [:],
        ]
        let invitation: JSON = [
            "type": "m.room.member", "sender": "@cyd:x", "state_key": "@ada:x",
            "content": ["membership": "invite", "is_direct": true],
        ]
        let path = request.path
        if path.hasSuffix("joined_rooms") { return ["joined_rooms": ["!r:x", "!s:x"]] }
        if path.contains("since=s2") { return nil }
        if path.contains("since=s1") {
            return [
                "next_batch": "s2",
                "rooms": [
                    "invite": ["!i:x": ["invite_state": ["events": [invitation]]]],
                    "leave": ["!s:x": Driven.room([Driven.text("$2", "two"), kick])],
                ],
            ]
        }
        return [
            "next_batch": "s1",
            "rooms": ["join": ["!r:x": Driven.room([encryption]), "!s:x": Driven.room([Driven.text("$1", "one")])]],
        ]
    }

    @Test func endsASyncOnlyAfterItsEditsAreVerified() {
        let driven = Driven()
        driven.sync(Driven.room([Driven.edit("$2", of: "$old", "new")]))
        #expect(driven.link.since == "s1" && driven.paths == ["rooms/%21r%3Ax/event/%24old"])
        driven.fail(.offline("gone"))
        driven.take(.perform(.sync, effect: 3))
        #expect(driven.paths.last?.hasPrefix("sync?since=s1") == true)
        driven.sync(Driven.room([Driven.edit("$2", of: "$old", "new")]))
        driven.events = []
        driven.answer(Driven.text("$old", "old"))
        #expect(
            driven.takeEvents().first
                == .revision(.edited(EditedMessage(chat: "!r:x", message: "$old", text: "new", kind: .text))))
        #expect(driven.link.since == "s3")
    }

    /// The answers may come in any order.
    @Test func looksUpOnlyTheLastOfAPersonsEdits() {
        let driven = Driven()
        driven.sync(
            Driven.room([
                Driven.edit("$2", of: "$old", "new"), Driven.edit("$3", of: "$old", "forged", from: "@eve:x"),
                Driven.edit("$4", of: "$old", "newer"),
            ]))
        while !driven.paths[0].hasPrefix("sync") {
            driven.answer(Driven.text("$old", "old"), at: driven.requests.count - 1)
        }
        #expect(
            driven.takeEvents() == [
                .revision(.edited(EditedMessage(chat: "!r:x", message: "$old", text: "newer", kind: .text)))
            ])
    }

    @Test func stopsAskingForAnEventThatTheServerCannotReturn() {
        let driven = Driven()
        for _ in 1...3 {
            driven.sync(Driven.room([Driven.edit("$2", of: "$old", "new")]))
            driven.fail(.busy("Internal server error."))
            driven.take(.perform(.sync, effect: 3))
        }
        driven.sync(Driven.room([Driven.edit("$2", of: "$old", "new")]))
        driven.fail(.busy("Internal server error."))
        #expect(driven.paths.last?.hasPrefix("sync?since=s5") == true)
    }

    // MARK: Invalid responses

    @Test(arguments: [[:] as JSON, ["next_batch": ""], ["next_batch": 7]])
    func reconnectsAfterAResponseWithoutAToken(answer: JSON) {
        let driven = Driven()
        driven.answer(answer)
        #expect(
            driven.takeEvents() == [
                .connection(.disconnected(Disconnection(MatrixReason.invalidAnswer("http://x"), .unreachable)))
            ])
        #expect(driven.requests.isEmpty && driven.alarms.map(\.alarm) == [.reconnect])
    }

    @Test(arguments: [["next_batch": "s1"] as JSON, ["next_batch": "s2", "rooms": ["join": [:]]]])
    func backsOffWhenTheServerReturnsEmptySyncsImmediately(answer: JSON) {
        let driven = Driven()
        for pause in [0.375, 0.75, 1.5] {
            driven.answer(answer)
            #expect(driven.requests.isEmpty && driven.pauses.last == pause)
            driven.wake(driven.alarms.last!)
        }
        driven.time.now += 30
        driven.answer(answer)
        #expect(driven.paths.last?.hasPrefix("sync?since=") == true)
    }

    @Test func failsToCreateAChatWithoutARoomID() {
        let driven = Driven()
        driven.take(.perform(.create(recipient: "#club:x"), effect: 5))
        driven.answer([:], at: driven.requests.count - 1)
        driven.answer(["user_id": "@ada:x"], at: driven.requests.count - 1)
        driven.fail(.refused("No."), at: driven.requests.count - 1)
        guard case .chat(.createFailed) = driven.takeEvents().last else { return #expect(Bool(false)) }
    }

    // MARK: Limits

    @Test func waitsAsLongAsTheServerAsks() throws {
        let driven = Driven()
        driven.fail(.busy("Too many requests.", retryAfter: 3600))
        let until = LinkReason.limited(until: Date(timeIntervalSince1970: 3600))
        #expect(driven.takeEvents() == [.connection(.disconnected(Disconnection(until, .rateLimited)))])
        #expect(driven.pauses.last == 3600)
        driven.wake(try #require(driven.alarms.last))
        #expect(driven.takeEvents() == [.connection(.retrying)])
    }

    @Test func receivesMessagesWhilePostsAreLimited() {
        let driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 5))
        driven.fail(.busy("Too many requests.", retryAfter: 3600), at: driven.requests.count - 1)
        let until = Date(timeIntervalSince1970: 3600)
        let hold = Hold(reason: LinkReason.limited(until: until) + ".", until: until)
        #expect(
            driven.takeEvents() == [
                .outbox(.queued(QueuedMessage(chat: "!r:x", message: "m1", isAttempted: true, hold: hold)))
            ])
        driven.sync(Driven.room([Driven.text("$1", "one")]))
        #expect(driven.takeEvents() == [.message(.received(incoming("$1", "one")))])
    }

    @Test func retriesPostsAfterAShortLimit() {
        let driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 5))
        driven.fail(.busy("Too many requests.", retryAfter: 9), at: driven.requests.count - 1)
        #expect(driven.pauses.last == 9 && driven.takeEvents().isEmpty)
        driven.wake(driven.alarms.last!)
        #expect(driven.paths.last == "rooms/%21r%3Ax/send/m.room.message/m1")
    }

    // MARK: Rooms that we are removed from

    private static let kick: JSON = [
        "type": "m.room.member", "event_id": "$k", "sender": "@bob:x", "state_key": "@ada:x", "origin_server_ts": 1000,
        "content": ["membership": "leave", "reason": "enough"],
        "unsigned": ["prev_content": ["membership": "join"]],
    ]

    private var removal: IncomingMessage {
        IncomingMessage(
            chat: "!r:x", message: "$k", title: "Bob",
            content: .system(.removed("@ada:x", reason: "enough"), by: "@bob:x", senderName: "Bob"),
            date: Date(timeIntervalSince1970: 1))
    }

    @Test func reportsMessagesFromBeforeOurRemoval() {
        let driven = Driven()
        driven.sync(rooms: ["leave": ["!r:x": Driven.room([Driven.text("$1", "one"), Self.kick])]])
        #expect(
            driven.takeEvents() == [
                .history(
                    .synced(SyncedHistory(chat: "!r:x", messages: [incoming("$1", "one"), removal], before: nil))),
                .chat(.synced(chats: [ServerChat(id: "!r:x", title: "Bob (left)", memberCount: 2)])),
            ])
        driven.sync(rooms: ["leave": ["!r:x": Driven.room([Self.kick])]])
        #expect(driven.takeEvents().isEmpty)
    }

    /// Another device marks the room while a request of ours is under way, and this one is killed before its answer, or before
    /// the next sync.
    @Test(arguments: [false, true])
    func reportsWhatHadToWaitForARequestAfterAKill(isAnswered: Bool) {
        let kept = Driven.Kept()
        let driven = Driven(kept: kept)
        let pinned = ChatSettings(pinOrder: 7)
        driven.take(.perform(.configure("!r:x", pinned), effect: 5))
        if isAnswered { driven.answer([:], at: driven.index { if case .configure = $0 { true } else { false } }) }
        let mark: JSON = ["type": "m.marked_unread", "content": ["unread": true]]
        driven.sync(["account_data": ["events": [mark]]])
        let again = Driven(kept: kept, isOnline: false)
        // What the core wants again is no wish to remove the mark.
        if !isAnswered { again.take(.perform(.configure("!r:x", pinned), effect: 6)) }
        again.sync([:])
        if !isAnswered { again.answer([:], at: again.index { if case .configure = $0 { true } else { false } }) }
        let marks = again.events.compactMap { event -> Bool? in
            guard case .chat(.configured(let configured)) = event else { return nil }
            return configured.settings.isMarkedUnread
        }
        #expect(marks == [true] && !again.paths.contains { $0.hasSuffix("account_data/m.marked_unread") })
    }

    @Test func nobodyTypesInARoomThatWeHaveLeft() {
        let driven = Driven()
        let typing: JSON = ["type": "m.typing", "content": ["user_ids": ["@bob:x"]]]
        driven.sync(rooms: ["join": ["!r:x": ["ephemeral": ["events": [typing]]]]])
        #expect(driven.takeEvents() == [.presence(.typingStarted(Typist(chat: "!r:x", sender: "@bob:x")))])
        driven.sync(rooms: ["leave": ["!r:x": Driven.room([Self.kick])]])
        #expect(driven.takeEvents().contains(.presence(.typingStopped(Typist(chat: "!r:x", sender: nil)))))
    }

    @Test func fetchesMissingMessagesFromBeforeOurRemoval() {
        let driven = Driven()
        driven.sync(rooms: ["leave": ["!r:x": Driven.room([Self.kick], limited: "p1")]])
        driven.answer(["chunk": [Driven.text("$1", "one")]])
        #expect(
            driven.takeEvents().first
                == .history(
                    .synced(SyncedHistory(chat: "!r:x", messages: [incoming("$1", "one"), removal], before: nil))))
    }

    @Test func reportsAGapInARoomThatWeMayNoLongerRead() {
        let driven = Driven()
        driven.sync(rooms: ["leave": ["!r:x": Driven.room([Self.kick], limited: "p1")]])
        driven.fail(.refused("You are not in this room."))
        #expect(
            driven.takeEvents().first
                == .history(.synced(SyncedHistory(chat: "!r:x", messages: [removal], before: "p1"))))
        #expect(driven.paths.last?.hasPrefix("sync?since=s2") == true)
    }
}
