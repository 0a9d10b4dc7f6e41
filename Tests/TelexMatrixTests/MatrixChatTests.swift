import TelexCore
import Testing

@testable import TelexMatrix

/// Tests how chats are found, created and joined.
@Suite struct MatrixChatTests {
    @Test func reusesAnExistingChat() {
        let driven = Driven()
        driven.take(.perform(.create(recipient: "Bob (@bob:x)"), effect: 5))
        driven.answer(["displayname": "Bob"], at: driven.requests.count - 1)
        driven.answer(["@bob:x": ["!r:x"]], at: driven.requests.count - 1)
        #expect(driven.takeEvents() == [.chat(.created(TitledChat(chat: "!r:x", title: "Bob")))])
        driven.take(.perform(.create(recipient: "@cyd:x"), effect: 6))
        driven.answer(["displayname": "Cyd"], at: driven.requests.count - 1)
        driven.answer(["@bob:x": ["!r:x"]], at: driven.requests.count - 1)
        #expect(driven.paths.last == "createRoom")
        driven.answer(["room_id": "!new:x"], at: driven.requests.count - 1)
        #expect(driven.takeEvents() == [.chat(.created(TitledChat(chat: "!new:x", title: "Cyd")))])
        #expect(driven.requests.last?.request.body == ["@bob:x": ["!r:x"], "@cyd:x": ["!new:x"]])
    }

    /// The name of a person may contain the addresses of others.
    @Test(arguments: [
        ("@bob:x", "Bob"), ("@bob:x", "@eve:x"), ("@bob:x", "#trap:x"), ("@bob:x", "Eve (@eve:x)"), ("@bob:x", ""),
        ("@bob:x", "a (@"), ("@bob:x", String(repeating: "b", count: 300)), ("@bob:x", nil), ("@o'b=(x):x:80", "O"),
    ])
    func offersPeopleByLabelsThatMeanThem(user: String, name: String?) throws {
        let driven = Driven()
        driven.take(.perform(.search("b"), effect: 5))
        let person: JSON = ["user_id": .string(user), "display_name": name.map { .string($0) } ?? .null]
        let us: JSON = ["user_id": "@ada:x", "display_name": "Bobby"]
        let strange: JSON = ["user_id": "bob", "display_name": "Bob"]
        driven.answer(["results": [us, person, strange, ["display_name": "B"]]], at: driven.requests.count - 1)
        let events = driven.takeEvents()
        guard case .search(.found(let found)) = events.first else { throw Unexpected() }
        #expect(events.count == 1 && found.recipients.count == 1 && found.chats == [])
        let label = try #require(found.recipients.first)
        #expect(label.count < 200)
        driven.take(.perform(.create(recipient: label), effect: 6))
        let request = try #require(driven.requests.last)
        #expect(request.purpose == .create(effect: 6, .meeting(user: user)))
    }

    private struct Unexpected: Error {}

    /// A sync may see a room while it is being created, and its response may arrive later.
    @Test(arguments: [("Cyd", "Cyd"), (nil, "cyd")])
    func reportsANewRoomOnceTheOtherIsInvited(name: String?, title: String) {
        func told(_ driven: Driven) -> [ServerChat] {
            driven.takeEvents().flatMap { event -> [ServerChat] in
                if case .chat(.synced(let chats)) = event { chats } else { [] }
            }
        }
        let driven = Driven()
        driven.take(.perform(.create(recipient: "@cyd:x"), effect: 5))
        driven.answer(["displayname": name.map { .string($0) } ?? .null], at: driven.requests.count - 1)
        driven.answer([:], at: driven.requests.count - 1)
        driven.answer(["room_id": "!new:x"], at: driven.requests.count - 1)
        #expect(driven.takeEvents() == [.chat(.created(TitledChat(chat: "!new:x", title: title)))])
        driven.sync(rooms: ["join": ["!new:x": ["summary": ["m.joined_member_count": 1]]]])
        #expect(told(driven) == [])
        let invitation: JSON = [
            "type": "m.room.member", "event_id": "$m", "sender": "@ada:x", "state_key": "@cyd:x",
            "content": ["membership": "invite", "displayname": name.map { .string($0) } ?? .null],
        ]
        let summary: JSON = ["m.heroes": ["@cyd:x"], "m.invited_member_count": 1]
        driven.sync(rooms: ["join": ["!new:x": ["summary": summary, "timeline": ["events": [invitation]]]]])
        #expect(told(driven).map(\.title) == [title])
    }

    /// Tries to join a room that we may not join. Its join rule decides whether a knock is offered.
    @Test(arguments: [("knock", true), ("knock_restricted", true), ("invite", false), ("", false)])
    func offersToKnockIfTheRoomAllowsIt(rule: String, canKnock: Bool) {
        let driven = Driven()
        driven.take(.perform(.create(recipient: "#door:x"), effect: 5))
        driven.fail(.refused("You are not invited."), at: driven.requests.count - 1)
        #expect(driven.requests.last?.request.path == "/_matrix/client/v1/room_summary/%23door%3Ax")
        if rule.isEmpty {
            driven.fail(.refused("Unrecognized request"), at: driven.requests.count - 1)
        } else {
            driven.answer(["room_id": "!d:x", "join_rule": .string(rule)], at: driven.requests.count - 1)
        }
        #expect(
            driven.takeEvents() == [
                .chat(.createFailed(CreationFailure(reason: "You are not invited.", canKnock: canKnock)))
            ])
        #expect(driven.ended == [5])
    }

    @Test(arguments: [
        (
            GroupChange.title("Walkers"),
            MatrixRequest(.put, ["rooms", "!r:x", "state", "m.room.name", ""], body: ["name": "Walkers"])
        ),
        (
            .topic("On foot"),
            MatrixRequest(.put, ["rooms", "!r:x", "state", "m.room.topic", ""], body: ["topic": "On foot"])
        ), (.leave, MatrixRequest(.post, ["rooms", "!r:x", "leave"], body: [:])),
        (.invite("@bob:x"), MatrixRequest(.post, ["rooms", "!r:x", "invite"], body: ["user_id": "@bob:x"])),
        (.remove("@bob:x"), MatrixRequest(.post, ["rooms", "!r:x", "kick"], body: ["user_id": "@bob:x"])),
    ])
    func changesARoom(change: GroupChange, request: MatrixRequest) {
        let driven = Driven()
        for isRefused in [false, true] {
            driven.take(.perform(.change("!r:x", change), effect: 5))
            let place = driven.requests.count - 1
            #expect(driven.requests[place].request == request)
            if isRefused { driven.fail(.refused("You may not."), at: place) } else { driven.answer([:], at: place) }
            let failure = Event.chat(.changeFailed(ChatFailure(chat: "!r:x", reason: "You may not.")))
            #expect(driven.takeEvents() == (isRefused ? [failure] : []))
        }
        #expect(driven.ended == [5, 5])
    }

    @Test func reportsAMessage() {
        let driven = Driven()
        let key = MessageKey(chat: "!r:x", message: "$b/1")
        for isRefused in [false, true] {
            driven.take(.perform(.report("!r:x", "$b/1", reason: "spam"), effect: 5))
            let place = driven.requests.count - 1
            #expect(
                driven.requests[place].request
                    == MatrixRequest(.post, ["rooms", "!r:x", "report", "$b/1"], body: ["reason": "spam"]))
            if isRefused { driven.fail(.refused("You may not."), at: place) } else { driven.answer([:], at: place) }
            let failure = MessageFailure(chat: "!r:x", message: "$b/1", reason: "You may not.")
            #expect(driven.takeEvents() == [.message(isRefused ? .reportFailed(failure) : .reported(key))])
        }
        #expect(driven.ended == [5, 5])
    }

    @Test(
        arguments: [
            ("admin", ["@ada:x": 100, "@bob:x": 100]), ("moderator", ["@ada:x": 100, "@bob:x": 50]),
            ("member", ["@ada:x": 100]),
        ] as [(String, JSON)])
    func givesARoleByThePowerLevels(role: String, users: JSON) {
        let driven = Driven()
        driven.take(.perform(.change("!r:x", .role("@bob:x", role)), effect: 5))
        let path = ["rooms", "!r:x", "state", "m.room.power_levels", ""]
        #expect(driven.requests.last?.request == MatrixRequest(.get, path))
        // The other levels stay.
        driven.answer(
            ["kick": 60, "new": ["x"], "users": ["@ada:x": 100, "@bob:x": 20]], at: driven.requests.count - 1)
        #expect(
            driven.requests.last?.request
                == MatrixRequest(.put, path, body: ["kick": 60, "new": ["x"], "users": users]))
        driven.answer(["event_id": "$p"], at: driven.requests.count - 1)
        #expect(driven.ended == [5] && driven.takeEvents().isEmpty)
    }

    @Test(arguments: [[], ["users": 7]] as [JSON])
    func doesNotOverwritePowerLevelsThatItCannotRead(levels: JSON) {
        let driven = Driven()
        driven.take(.perform(.change("!r:x", .role("@bob:x", "admin")), effect: 5))
        driven.answer(levels, at: driven.requests.count - 1)
        driven.answer(["user_id": "@ada:x"], at: driven.requests.count - 1)
        #expect(!driven.paths.contains { $0.contains("power_levels") } && driven.ended == [5])
    }

    @Test func createsARoomWithATitle() {
        let driven = Driven()
        driven.take(.perform(.create(recipient: "@bob:x, Cyd (@cyd:x),@bob:x", title: "Walkers"), effect: 5))
        let body: JSON = ["name": "Walkers", "preset": "private_chat", "invite": ["@bob:x", "@cyd:x"]]
        #expect(driven.requests.last?.request == MatrixRequest(.post, ["createRoom"], body: body))
        driven.answer(["room_id": "!new:x"], at: driven.requests.count - 1)
        #expect(driven.takeEvents() == [.chat(.created(TitledChat(chat: "!new:x", title: "Walkers")))])
        let count = driven.requests.count
        for recipient in ["@bob:x, cyd", "@bob:x, @ada:x"] {
            driven.take(.perform(.create(recipient: recipient, title: "Walkers"), effect: 6))
        }
        #expect(driven.requests.count == count && driven.ended == [5, 6, 6] && driven.takeEvents().count == 2)
    }

    /// Several people without a title are no single person with a comma in the address.
    @Test(arguments: [("@bob:x, @cyd:x", true), ("Lovelace, Cyd (@cyd:x)", false)])
    func asksForTheTitleOfAGroup(recipient: String, isGroup: Bool) {
        let driven = Driven()
        let count = driven.requests.count
        driven.take(.perform(.create(recipient: recipient), effect: 5))
        let reason = "A group needs a title: @ada:example.org, @bob:example.org: Walkers."
        #expect(driven.requests.count == count + (isGroup ? 0 : 1))
        #expect(driven.takeEvents() == (isGroup ? [.chat(.createFailed(CreationFailure(reason: reason)))] : []))
    }

    @Test func invitesOnlyByAddress() {
        let driven = Driven()
        let count = driven.requests.count
        driven.take(.perform(.change("!r:x", .invite("bob")), effect: 5))
        #expect(driven.requests.count == count && driven.ended == [5] && driven.takeEvents().count == 1)
    }

    @Test func knocksAndWaitsForAnInvitation() {
        let driven = Driven()
        driven.take(.perform(.knock(recipient: "#door:x"), effect: 5))
        #expect(driven.paths.last == "knock/%23door%3Ax")
        driven.answer(["room_id": "!d:x"], at: driven.requests.count - 1)
        #expect(
            driven.takeEvents() == [
                .invitation(.requested(TitledChat(chat: "!d:x", title: "#door:x"))),
                .chat(.knocked(TitledChat(chat: "!d:x", title: "#door:x"))),
            ])
        #expect(driven.ended == [5])
        // The sync reports it, too, also on every other device.
        let knock: JSON = ["knock_state": ["events": [member("@ada:x", "knock", by: "@ada:x")]]]
        driven.sync(rooms: ["knock": ["!d:x": knock, "!e:x": knock]])
        #expect(driven.takeEvents() == [.invitation(.requested(TitledChat(chat: "!e:x", title: "!e:x")))])
        let named: JSON = [
            "type": "m.room.name", "sender": "@bob:x", "state_key": "", "content": ["name": "Door"],
        ]
        driven.sync(rooms: ["knock": ["!d:x": ["knock_state": ["events": [named]]]]])
        #expect(driven.takeEvents() == [.invitation(.requested(TitledChat(chat: "!d:x", title: "Door")))])
        // One room invites us, the other refuses.
        driven.sync(rooms: [
            "invite": ["!d:x": ["invite_state": ["events": [member("@ada:x", "invite", by: "@bob:x")]]]],
            "leave": ["!e:x": Driven.room([member("@ada:x", "leave", by: "@bob:x")])],
        ])
        #expect(
            driven.takeEvents() == [
                .invitation(
                    .received(ReceivedInvitation(chat: "!d:x", title: "bob", inviter: "@bob:x", inviterID: "@bob:x"))),
                .invitation(.declined(chat: "!e:x")),
            ])
    }

    @Test func handlesInvitationsBeforeTheAnswerToAKnock() {
        let (invited, joined) = (Driven(), Driven())
        for driven in [invited, joined] { driven.take(.perform(.knock(recipient: "The door (#door:x)"), effect: 5)) }
        #expect(invited.paths.last == "knock/%23door%3Ax")
        let invitation = ["invite_state": ["events": [member("@ada:x", "invite", by: "@bob:x")]]] as JSON
        invited.sync(rooms: ["invite": ["!d:x": invitation]])
        joined.sync(rooms: ["join": ["!d:x": Driven.room([Driven.text("$1", "one")])]])
        for driven in [invited, joined] {
            driven.events = []
            driven.answer(["room_id": "!d:x"], at: driven.requests.firstIndex { $0.request.path.contains("knock") }!)
        }
        #expect(invited.takeEvents() == [.chat(.knocked(TitledChat(chat: "!d:x", title: "#door:x")))])
        #expect(invited.link.invitations["!d:x"] == .open(partner: "@bob:x"))
        guard case .chat(.created(let chat)) = joined.takeEvents().last else { return #expect(Bool(false)) }
        #expect(chat.chat == "!d:x")
    }

    @Test func refusesToKnockWithoutARoomAddress() {
        let driven = Driven()
        driven.take(.perform(.knock(recipient: "Bob"), effect: 5))
        guard case .chat(.createFailed) = driven.takeEvents().last else { return #expect(Bool(false)) }
        #expect(driven.ended == [5])
    }

    @Test(arguments: [
        ("!r:x", true), ("!r:x:8448", true), ("!" + String(repeating: "a", count: 43), true), ("!Eve", false),
        ("!", false),
        ("!:x", false), ("!r:", false), ("@bob:x", false), ("#r:x", false), ("", false), ("!r x:y", false),
        ("!" + String(repeating: "é", count: 43), false), ("!" + String(repeating: "a", count: 300) + ":x", false),
    ])
    func recognizesRoomIDs(text: String, isID: Bool) { #expect(Room.isID(text) == isID) }

    @Test(arguments: ["", "!r:x", "@mallory:evil", "#r:x", "Bob", "!" + String(repeating: "a", count: 999)])
    func ignoresInvalidSuccessors(successor: String) {
        let driven = Driven()
        let tombstone: JSON = [
            "type": "m.room.tombstone", "event_id": "$t", "sender": "@bob:x", "state_key": "",
            "content": ["replacement_room": .string(successor)],
        ]
        driven.sync(Driven.room([tombstone]))
        for event in driven.takeEvents() {
            if case .chat(.synced(let chats)) = event { #expect(chats.allSatisfy { $0.successor == nil }) }
        }
    }

    @Test func joinsASuccessorThroughTheServerOfTheTombstone() {
        let driven = Driven()
        let new = "!" + String(repeating: "a-Z", count: 14) + "0"
        let tombstone: JSON = [
            "type": "m.room.tombstone", "event_id": "$t", "sender": "@bob:other.org", "state_key": "",
            "content": ["replacement_room": .string(new)],
        ]
        driven.sync(Driven.room([tombstone]))
        #expect(
            driven.takeEvents().first
                == .chat(.synced(chats: [ServerChat(id: "!r:x", title: "Bob", successor: ChatID(new), memberCount: 2)]))
        )
        driven.take(.perform(.create(recipient: new), effect: 5))
        #expect(driven.paths.last == "join/%21\(new.dropFirst())?via=other.org&server_name=other.org")
    }

    /// Asks for a chat with Bob, with these rooms in `m.direct`; returns the last event.
    private func chat(_ driven: Driven, noted: [JSON] = []) -> Event? {
        driven.events = []
        driven.take(.perform(.create(recipient: "@bob:x"), effect: 5))
        driven.answer(["displayname": "Bob"], at: driven.requests.count - 1)
        driven.answer(noted.isEmpty ? [:] : ["@bob:x": .array(noted)], at: driven.requests.count - 1)
        return driven.events.last
    }

    private func member(_ user: String, _ membership: String, by sender: String, isDirect: Bool = true) -> JSON {
        [
            "type": "m.room.member", "event_id": "$m", "sender": .string(sender), "state_key": .string(user),
            "content": ["membership": .string(membership), "is_direct": .bool(isDirect), "displayname": "Bob"],
        ]
    }

    /// A room of Eve's that looks like one with Bob.
    private func trap(_ events: [JSON]) -> JSON {
        [
            "summary": ["m.heroes": ["@bob:x"], "m.joined_member_count": 1, "m.invited_member_count": 1],
            "timeline": ["events": .array(events)],
        ]
    }

    @Test func ignoresDirectRoomsThatOthersClaim() {
        let driven = Driven()
        driven.sync(rooms: ["join": ["!trap:x": trap([member("@bob:x", "invite", by: "@eve:x")])]])
        #expect(chat(driven, noted: ["!trap:x"]) == nil)
        #expect(driven.paths.last == "createRoom")
    }

    @Test func ignoresDirectRoomsThatThePartnerHasLeftOrClaims() {
        for events in [
            [member("@bob:x", "join", by: "@bob:x"), member("@bob:x", "leave", by: "@bob:x")],
            [member("@bob:x", "join", by: "@bob:x")],
        ] {
            let driven = Driven()
            driven.sync(rooms: ["join": ["!trap:x": trap(events)]])
            #expect(chat(driven) == nil)
            #expect(driven.paths.last == "createRoom")
        }
    }

    @Test func opensARoomToWhichWeInvitedThePartner() {
        let driven = Driven()
        driven.sync(rooms: ["join": ["!ours:x": trap([member("@bob:x", "invite", by: "@ada:x")])]])
        #expect(chat(driven) == .chat(.created(TitledChat(chat: "!ours:x", title: "Bob"))))
    }

    @Test func storesTheInviterAsPartner() {
        let driven = Driven()
        // All events except our own invitation are claims of Eve's server.
        let forged = [member("@bob:x", "invite", by: "@ada:x"), member("@ada:x", "invite", by: "@eve:x")]
        driven.sync(rooms: ["invite": ["!trap:x": ["invite_state": ["events": .array(forged)]]]])
        driven.take(.perform(.join("!trap:x"), effect: 5))
        driven.answer([:], at: driven.requests.count - 1)
        #expect(driven.requests.last?.request.body == ["@eve:x": ["!trap:x"]])
    }

    @Test func storesThePartnerWhenTheSyncPrecedesTheAnswer() {
        let driven = Driven()
        let events: [JSON] = [member("@ada:x", "invite", by: "@bob:x")]
        driven.sync(rooms: ["invite": ["!new:x": ["invite_state": ["events": .array(events)]]]])
        driven.take(.perform(.join("!new:x"), effect: 5))
        driven.sync(rooms: ["join": ["!new:x": Driven.room([])]])
        #expect(driven.events.contains(.invitation(.accepted(chat: "!new:x"))))
        #expect(driven.requests.contains { $0.request.body == ["@bob:x": ["!new:x"]] })
    }

    @Test func endsAJoinWhenWeAreRemovedImmediately() {
        let driven = Driven()
        let events: [JSON] = [member("@ada:x", "invite", by: "@bob:x")]
        driven.sync(rooms: ["invite": ["!new:x": ["invite_state": ["events": .array(events)]]]])
        driven.take(.perform(.join("!new:x"), effect: 5))
        driven.sync(rooms: ["leave": ["!new:x": Driven.room([])]])
        #expect(driven.ended == [5] && driven.events.last == .invitation(.declined(chat: "!new:x")))
    }

    @Test func reportsAJoinAfterTheFirstMessages() {
        let driven = Driven(isOnline: false)
        driven.answer(["joined_rooms": []])
        driven.answer([
            "next_batch": "s1",
            "rooms": [
                "invite": [
                    "!r:x": [
                        "invite_state": [
                            "events": [
                                [
                                    "type": "m.room.member", "sender": "@bob:x", "state_key": "@ada:x",
                                    "content": ["membership": "invite", "is_direct": true],
                                ]
                            ]
                        ]
                    ]
                ]
            ],
        ])
        #expect(
            driven.takeEvents().contains(
                .invitation(
                    .received(ReceivedInvitation(chat: "!r:x", title: "bob", inviter: "@bob:x", inviterID: "@bob:x")))))
        driven.take(.perform(.join("!r:x"), effect: 5))
        driven.take(.perform(.post(own("m1")), effect: 6))
        #expect(driven.paths.last == "join/%21r%3Ax")
        driven.answer([:], at: driven.requests.count - 1)
        #expect(driven.paths.last?.contains("account_data/m.direct") == true)
        #expect(driven.takeEvents().isEmpty)
        driven.sync(Driven.room([Driven.text("$1", "before")], limited: "p1"))
        let told = driven.takeEvents()
        #expect(told.last == .invitation(.accepted(chat: "!r:x")))
        #expect(
            told.contains(
                .history(.synced(SyncedHistory(chat: "!r:x", messages: [incoming("$1", "before")], before: "p1")))))
        #expect(driven.ended == [2, 5])
        #expect(driven.paths.contains("rooms/%21r%3Ax/send/m.room.message/m1"))
    }
}
