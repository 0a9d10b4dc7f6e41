import Foundation
import TelexCore
import TelexNetwork
import Testing

@testable import TelexMatrix

@Suite struct MatrixLinkTests {
    @Test func fetchesRoomsOneByOneAndReportsTheLatestLast() {
        let driven = Driven(isOnline: false)
        driven.answer(["joined_rooms": .array((1...25).map { .string("!\($0):x") })])
        var rooms = Dictionary(
            uniqueKeysWithValues: (1...25).map { ("!\($0):x", Driven.room([Driven.text("$\($0)", "t")])) })
        var late = Driven.text("$late", "last").object
        late["origin_server_ts"] = 9000
        rooms["!22:x"] = Driven.room([.object(late)], limited: "p22")
        driven.answer(["next_batch": "s1", "rooms": ["join": .object(rooms)]])
        #expect(driven.paths.last?.hasPrefix("rooms/%2122%3Ax/messages?dir=b&from=p22&limit=19") == true)
        driven.answer(["chunk": [Driven.text("$before", "earlier")], "end": "p21"])
        let progress = driven.events.filter { if case .connection(.progressed) = $0 { true } else { false } }
        #expect(
            progress == [
                .connection(.progressed(SyncProgress(done: 0, total: 25))),
                .connection(.progressed(SyncProgress(done: 20, total: 25))),
            ])
        let told = driven.takeEvents()
        #expect(told.last == .connection(.connected))
        let last = told.last { if case .history = $0 { true } else { false } }
        guard case .history(.synced(let history)) = last else {
            Issue.record("\(String(describing: last))")
            return
        }
        #expect(history.chat == "!22:x" && history.before == "p21")
        #expect(history.messages.map(\.text) == ["earlier", "last"])
        #expect(driven.link.since == "s1")
        #expect(driven.paths.last?.hasPrefix("sync?since=s1&timeout=30000") == true)
        #expect(driven.ended == [2])
    }

    @Test func reportsSingleMessagesAndBatches() {
        let driven = Driven()
        driven.sync(Driven.room([Driven.text("$1", "one")]))
        #expect(driven.takeEvents() == [.message(.received(incoming("$1", "one")))])
        driven.take(.open(.socket("!r:x"), effect: 9))
        driven.sync(Driven.room([Driven.text("$2", "two")]))
        #expect(
            driven.takeEvents() == [
                .connection(.socketOpened(chat: "!r:x")), .message(.received(incoming("$2", "two"))),
            ])
        driven.sync(Driven.room([Driven.text("$3", "three"), Driven.text("$4", "four")]))
        #expect(
            driven.takeEvents() == [
                .history(
                    .synced(
                        SyncedHistory(
                            chat: "!r:x", messages: [incoming("$3", "three"), incoming("$4", "four")], before: nil)))
            ])
    }

    @Test func closesOnlyTheOpenChat() {
        let driven = Driven()
        for (effect, chat) in [(8, "!q:x"), (9, "!r:x")] as [(Int, ChatID)] {
            driven.take(.open(.socket(chat), effect: effect))
        }
        _ = driven.takeEvents()
        // The chat that was open before.
        driven.take(.cancel(effect: 8))
        #expect(driven.takeEvents() == [])
        for _ in 0..<2 { driven.take(.cancel(effect: 9)) }
        #expect(driven.takeEvents() == [.connection(.socketClosed(chat: "!r:x"))])
    }

    @Test func fetchesMessagesMissingInASync() {
        let driven = Driven()
        driven.sync(Driven.room([Driven.text("$4", "four")], limited: "p4"))
        #expect(driven.paths.last?.contains("messages?dir=b&from=p4&limit=100") == true)
        #expect(driven.paths.last?.hasSuffix("&to=s1") == true)
        driven.answer(["chunk": [Driven.text("$3", "three"), Driven.text("$2", "two")], "end": "p2"])
        #expect(driven.events.isEmpty)
        driven.answer(["chunk": []])
        let all = [incoming("$2", "two"), incoming("$3", "three"), incoming("$4", "four")]
        #expect(driven.takeEvents() == [.history(.synced(SyncedHistory(chat: "!r:x", messages: all, before: nil)))])
        #expect(driven.link.since == "s2")
    }

    @Test func reportsAGapIfTooManyMessagesAreMissing() {
        let driven = Driven()
        driven.sync(Driven.room([Driven.text("$9", "nine")], limited: "p9", unread: 2000))
        for page in 1...MatrixLink.mostPages {
            driven.answer(["chunk": [Driven.text("$p\(page)", "t")], "end": .string("q\(page)")])
        }
        #expect(
            driven.takeEvents() == [
                .history(.synced(SyncedHistory(chat: "!r:x", messages: [incoming("$9", "nine")], before: "p9")))
            ])
        #expect(driven.counts.last == UnreadCount(messages: 2000, mentions: 0))
    }

    /// The position is not known before. A run that ends must not leave this to the next.
    @Test func isBusyUntilItsMessageComesBack() {
        let driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 5))
        driven.answer(["event_id": "$1"], at: driven.requests.count - 1)
        #expect(driven.takeEvents().isEmpty && driven.ended.isEmpty && driven.link.isPosting)
        driven.sync(Driven.room([Driven.text("$1", "hi", from: "@ada:x", transaction: "m1")]))
        #expect(driven.takeEvents() == [.message(.sent(MessageKey(chat: "!r:x", message: "m1")))])
        #expect(driven.ended == [5] && !driven.link.isPosting)
    }

    @Test func sendsOneAtATimeWithTransactionIDs() {
        let driven = Driven()
        driven.take(.perform(.post(own("m 1")), effect: 5))
        driven.take(.perform(.post(own("m2")), effect: 6))
        #expect(driven.paths.last == "rooms/%21r%3Ax/send/m.room.message/m%201")
        // The message may come back before the answer.
        driven.sync(Driven.room([Driven.text("$1", "hi", from: "@ada:x", transaction: "m 1")]))
        #expect(driven.takeEvents() == [.message(.sent(MessageKey(chat: "!r:x", message: "m 1")))])
        driven.answer(["event_id": "$1"])
        #expect(driven.takeEvents().isEmpty)
        #expect(driven.ended == [5])
        #expect(driven.paths.last == "rooms/%21r%3Ax/send/m.room.message/m2")
        driven.fail(.refused("You may not."), at: driven.requests.count - 1)
        #expect(
            driven.takeEvents() == [
                .message(.sendFailed(MessageFailure(chat: "!r:x", message: "m2", reason: "You may not.")))
            ])
    }

    @Test func queuesMessagesWhenTheConnectionIsLost() {
        let driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 5))
        driven.fail(.offline("gone"), at: driven.requests.count - 1)
        #expect(
            driven.takeEvents() == [
                .connection(.disconnected(Disconnection("gone", .unreachable))),
                .outbox(.queued(QueuedMessage(chat: "!r:x", message: "m1", isAttempted: true))),
            ])
        #expect(driven.alarms.map(\.alarm) == [.reconnect])
        driven.wake(driven.alarms[0])
        #expect(driven.takeEvents() == [.connection(.retrying)])
    }

    @Test func recognizesOurMessagesInALaterRun() {
        let kept = Driven.Kept()
        let before = Driven(kept: kept)
        before.take(.perform(.post(own("m1")), effect: 5))
        before.answer(["event_id": "$1"], at: before.requests.count - 1)
        let driven = Driven(kept: kept, isOnline: false)
        #expect(driven.paths.last?.hasPrefix("sync?since=s1&timeout=0") == true)
        driven.sync(
            Driven.room(
                [Driven.edit("$2", of: "$1", "new", from: "@ada:x")],
                ephemeral: [
                    Driven.receipt("$1", of: "@bob:x")
                ]))
        // The sender of the edited message is looked up.
        #expect(driven.paths.first == "rooms/%21r%3Ax/event/%241")
        #expect(driven.takeEvents().contains(.message(.readByOther(MessageKey(chat: "!r:x", message: "m1")))))
        driven.answer(Driven.text("$1", "old", from: "@ada:x"))
        #expect(
            driven.takeEvents() == [
                .revision(.edited(EditedMessage(chat: "!r:x", message: "m1", text: "new", kind: .text))),
                .connection(.connected),
            ])
        driven.take(.perform(.delete("!r:x", "m1"), effect: 7))
        #expect(driven.paths.last?.hasPrefix("rooms/%21r%3Ax/redact/%241/telex-revision-m1-") == true)
    }

    @Test func acceptsEditsOnlyFromTheSender() {
        let driven = Driven()
        driven.sync(Driven.room([Driven.text("$1", "one"), Driven.edit("$2", of: "$1", "two", from: "@eve:x")]))
        #expect(driven.takeEvents() == [.message(.received(incoming("$1", "one")))])
        driven.sync(Driven.room([Driven.edit("$3", of: "$old", "two", from: "@eve:x")]))
        driven.answer(
            Driven.text("$old", "old"),
            at: driven.requests.firstIndex { if case .sender = $0.purpose { true } else { false } }!)
        #expect(driven.takeEvents().isEmpty)
    }

    @Test func appliesReceiptsOnOtherEventsToTheMessageBefore() {
        let driven = Driven()
        let reaction: JSON = ["type": "m.reaction", "event_id": "$r", "sender": "@bob:x", "content": [:]]
        driven.sync(
            Driven.room(
                [Driven.text("$1", "one"), reaction],
                ephemeral: [
                    Driven.receipt("$r", of: "@ada:x")
                ], unread: 1))
        #expect(driven.takeEvents().last == .message(.read(MessageKey(chat: "!r:x", message: "$1"))))
    }

    @Test func refusesToSendPlainTextToEncryptedRooms() {
        let driven = Driven()
        let encryption: JSON = [
            "type": "m.room.encryption", "event_id": "$e", "sender": "@bob:x", "state_key": "", "content": [:],
        ]
        driven.sync(Driven.room([encryption]))
        #expect(
            driven.takeEvents() == [
                .chat(.synced(chats: [ServerChat(id: "!r:x", title: "Bob", isEncrypted: true, memberCount: 2)]))
            ])
        let before = driven.requests.count
        driven.take(.perform(.post(own("m1")), effect: 5))
        #expect(driven.requests.count == before)
        #expect(
            driven.takeEvents() == [
                .message(.sendFailed(MessageFailure(chat: "!r:x", message: "m1", reason: MatrixReason.encrypted)))
            ])
    }

    private static let encryption: JSON = [
        "type": "m.room.encryption", "event_id": "$e", "sender": "@bob:x", "state_key": "", "content": [:],
    ]

    @Test func sendsNothingOnceTheRoomIsEncrypted() throws {
        let driven = Driven()
        driven.sync(Driven.room([Driven.text("$o", "mine", from: "@ada:x")]))
        // A message that waits because the server limits requests.
        driven.take(.perform(.post(own("m1")), effect: 5))
        driven.fail(.busy("", retryAfter: 3), at: driven.index { if case .post = $0 { true } else { false } })
        let alarm = try #require(driven.alarms.last)
        // An edit that looks up the message first.
        driven.take(.perform(.edit("!r:x", "$o", text: "secret", spans: []), effect: 4))
        driven.sync(Driven.room([Self.encryption]))
        _ = driven.takeEvents()
        let before = driven.requests.filter { $0.request.path.contains("/send/") }.count
        driven.answer(
            Driven.text("$o", "mine", from: "@ada:x"),
            at: driven.index { if case .original = $0 { true } else { false } })
        driven.wake(alarm)
        #expect(driven.requests.filter { $0.request.path.contains("/send/") }.count == before)
        let reason = MatrixReason.encrypted
        #expect(
            driven.takeEvents() == [
                .revision(.failed(MessageFailure(chat: "!r:x", message: "$o", reason: reason))),
                .message(.sendFailed(MessageFailure(chat: "!r:x", message: "m1", reason: reason))),
            ])
    }

    /// A room may have become encrypted while we were away, long before the last messages.
    @Test func sendsQueuedMessagesOnlyAfterTheSync() {
        let kept = Driven.Kept()
        _ = Driven(kept: kept)
        let driven = Driven(kept: kept, isOnline: false)
        driven.take(.perform(.post(own("m1")), effect: 5))
        driven.sync(Driven.room([Driven.text("$9", "nine")], limited: "p9"))
        #expect(driven.paths.count == 1 && driven.paths[0].contains("/messages?"))
        driven.answer(["chunk": [Self.encryption]])
        #expect(!driven.requests.contains { $0.request.path.contains("/send/") })
        #expect(
            driven.takeEvents().contains(
                .message(.sendFailed(MessageFailure(chat: "!r:x", message: "m1", reason: MatrixReason.encrypted)))))
    }

    @Test func whatIsSentIsNotRepeatedByItself() {
        #expect(!MatrixRequest.send([:], to: "!r:x", transaction: "t").isRepeatable)
    }

    @Test func asksWhetherARoomThatWeHaveLeftIsEncrypted() {
        let driven = Driven()
        let leave: JSON = [
            "type": "m.room.member", "event_id": "$l", "sender": "@bob:x", "state_key": "@ada:x",
            "content": ["membership": "leave"],
        ]
        driven.sync(rooms: ["leave": ["!r:x": Driven.room([leave])]])
        _ = driven.takeEvents()
        driven.take(.perform(.post(own("m1")), effect: 5))
        #expect(driven.requests.last?.request.path.hasSuffix("/state/m.room.encryption/") == true)
        driven.answer(["algorithm": "m.megolm.v1.aes-sha2"], at: driven.requests.count - 1)
        #expect(
            driven.takeEvents() == [
                .message(.sendFailed(MessageFailure(chat: "!r:x", message: "m1", reason: MatrixReason.encrypted)))
            ])
    }

    @Test func asksToLogInAgainWhenTheTokenIsInvalid() {
        let driven = Driven()
        driven.fail(.loggedOut(isSoft: true))
        guard case .connection(.disconnected(let reason)) = driven.takeEvents().last else {
            return #expect(Bool(false))
        }
        #expect(reason.text.contains("telex login --matrix http://x --user @ada:x") && reason.reason == .loggedOut)
        #expect(driven.alarms.isEmpty)
    }

    @Test func editsAnEmoteAsAnEmote() {
        let driven = Driven()
        driven.take(.perform(.edit("!r:x", "$1", text: "bows"), effect: 5))
        #expect(driven.paths.last == "rooms/%21r%3Ax/event/%241")
        var emote = Driven.text("$1", "waves", from: "@ada:x").object
        emote["content"] = ["msgtype": "m.emote", "body": "waves"]
        driven.answer(.object(emote), at: driven.requests.count - 1)
        #expect(
            driven.requests.last?.request.body == [
                "msgtype": "m.emote", "body": "* bows", "m.mentions": [:],
                "m.new_content": ["msgtype": "m.emote", "body": "bows", "m.mentions": [:]],
                "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"],
            ])
        driven.answer(["event_id": "$2"], at: driven.requests.count - 1)
        #expect(
            driven.takeEvents() == [
                .revision(.edited(EditedMessage(chat: "!r:x", message: "$1", text: "bows", kind: .emote)))
            ])
    }

    /// An edit takes two requests, and what comes after it waits for both.
    @Test func editsInOrder() {
        let driven = Driven()
        let first = driven.requests.count
        driven.take(.perform(.edit("!r:x", "$1", text: "two"), effect: 5))
        driven.take(.perform(.edit("!r:x", "$1", text: "three"), effect: 6))
        driven.take(.perform(.change("!r:x", .title("T")), effect: 7))
        var asked: [JSON?] = []
        while driven.requests.count > first {
            let body = driven.requests[first].request.body
            asked.append(body.map { $0["m.new_content"]["body"].string.map(JSON.string) ?? $0 })
            driven.answer(body == nil ? Driven.text("$1", "one", from: "@ada:x") : ["event_id": "$2"], at: first)
        }
        #expect(asked == [nil, "two", nil, "three", ["name": "T"]] && driven.ended == [5, 6, 7])
    }

    @Test func revertsADeletedEditOfAnEarlierRun() {
        let kept = Driven.Kept()
        Driven(kept: kept).sync(Driven.room([Driven.text("$1", "one"), Driven.edit("$2", of: "$1", "two")]))
        let driven = Driven(kept: kept, isOnline: false)
        var edit = Driven.edit("$2", of: "$1", "two").object
        edit["content"] = [:]
        edit["unsigned"] = ["redacted_because": ["type": "m.room.redaction"]]
        driven.sync(
            Driven.room([
                .object(edit),
                ["type": "m.room.redaction", "event_id": "$3", "sender": "@bob:x", "content": ["redacts": "$2"]],
            ]))
        #expect(driven.takeEvents().isEmpty && driven.paths == ["rooms/%21r%3Ax/event/%241"])
    }

    @Test func revertsADeletedEdit() {
        let driven = Driven()
        driven.sync(Driven.room([Driven.text("$1", "one"), Driven.edit("$2", of: "$1", "two")]))
        driven.events = []
        driven.sync(
            Driven.room([
                ["type": "m.room.redaction", "event_id": "$3", "sender": "@bob:x", "content": ["redacts": "$2"]]
            ]))
        #expect(driven.takeEvents().isEmpty)
        driven.answer(
            Driven.text("$1", "one"),
            at: driven.requests.firstIndex { if case .text = $0.purpose { true } else { false } }!)
        #expect(
            driven.takeEvents() == [
                .revision(
                    .edited(EditedMessage(chat: "!r:x", message: "$1", text: "one", kind: .text, isEdited: false)))
            ])
    }

    @Test func sendsTypingPeriodicallyAndWhenItStops() {
        let driven = Driven()
        let before = driven.requests.count
        for effect in 5...9 { driven.take(.perform(.typing("!r:x"), effect: effect)) }
        #expect(driven.requests.count == before + 1)
        driven.wake(driven.alarms.last!)
        driven.take(.perform(.typing("!r:x"), effect: 10))
        #expect(driven.requests.count == before + 2)
        driven.take(.perform(.post(own("m1")), effect: 11))
        driven.answer(["event_id": "$1"], at: driven.requests.count - 1)
        #expect(driven.requests.last?.request.body == ["typing": false])
    }

    @Test func sendsTypingAgainAfterAMessageAndThenPeriodically() {
        let driven = Driven()
        driven.take(.perform(.typing("!r:x"), effect: 5))
        let alarm = driven.alarms.last!
        driven.take(.perform(.post(own("m1")), effect: 6))
        driven.answer(["event_id": "$1"], at: driven.requests.count - 1)
        let before = driven.requests.count
        driven.take(.perform(.typing("!r:x"), effect: 7))
        #expect(driven.requests.count == before + 1 && driven.requests.last?.request.body?["typing"] == true)
        // The time of the first notice says nothing about the second one.
        driven.wake(alarm)
        driven.take(.perform(.typing("!r:x"), effect: 8))
        #expect(driven.requests.count == before + 1)
    }

    @Test func marksOtherEventsReadWithTheMessageBefore() {
        let driven = Driven()
        let reaction: JSON = ["type": "m.reaction", "event_id": "$r", "sender": "@bob:x", "content": [:]]
        driven.sync(
            Driven.room([
                Driven.text("$1", "one"), reaction, Driven.text("$2", "mine", from: "@ada:x"),
                Driven.text("$3", "three"),
            ]))
        driven.take(.perform(.markRead("!r:x", "$1"), effect: 5))
        #expect(driven.requests.last?.request.body?["m.read"] == "$2")
        driven.take(.perform(.markRead("!r:x", "$3"), effect: 6))
        #expect(driven.requests.last?.request.body?["m.read"] == "$3")
        driven.take(.perform(.markRead("!r:x", "$0"), effect: 7))
        #expect(driven.requests.last?.request.body?["m.read"] == "$0")
    }
}
