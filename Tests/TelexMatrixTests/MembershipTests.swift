import TelexCore
import TelexNetwork
import Testing

@testable import TelexMatrix

/// Tests what invitations, spaces and the loss of a membership leave behind.
@Suite struct MembershipTests {
    private func member(_ user: String, _ membership: String, by sender: String) -> JSON {
        [
            "type": "m.room.member", "sender": .string(sender), "state_key": .string(user),
            "content": ["membership": .string(membership)],
        ]
    }

    private let space: JSON = [
        "type": "m.room.create", "sender": "@bob:x", "state_key": "", "content": ["type": "m.space"],
    ]
    private let name: JSON = [
        "type": "m.room.name", "sender": "@bob:x", "state_key": "", "content": ["name": "Club"],
    ]

    /// A link that is invited to a space.
    private func invited() -> Driven {
        let driven = Driven()
        let events = [space, name, member("@ada:x", "invite", by: "@bob:x")]
        driven.sync(rooms: ["invite": ["!s:x": ["invite_state": ["events": .array(events)]]]])
        #expect(
            driven.takeEvents() == [
                .invitation(
                    .received(
                        ReceivedInvitation(chat: "!s:x", title: "Club (space)", inviter: "@bob:x", inviterID: "@bob:x"))
                )
            ])
        return driven
    }

    private var joinedSpace: JSON {
        ["join": ["!s:x": ["state": ["events": .array([space, name, member("@ada:x", "join", by: "@ada:x")])]]]]
    }

    /// A space has no messages, so its row goes.
    @Test(arguments: [true, false])
    func endsTheInvitationToASpaceThatWeJoin(isSyncedFirst: Bool) {
        let driven = invited()
        driven.take(.perform(.join("!s:x"), effect: 5))
        if isSyncedFirst { driven.sync(rooms: joinedSpace) }
        driven.answer([:], at: driven.index { if case .join = $0 { true } else { false } })
        if !isSyncedFirst { driven.sync(rooms: joinedSpace) }
        #expect(driven.ended == [5] && driven.takeEvents() == [.invitation(.declined(chat: "!s:x"))])
        #expect(driven.link.invitations.isEmpty && driven.link.joining.isEmpty)
    }

    @Test func endsTheInvitationToASpaceThatAnotherDeviceJoins() {
        let driven = invited()
        driven.sync(rooms: joinedSpace)
        #expect(driven.takeEvents() == [.invitation(.declined(chat: "!s:x"))])
        #expect(driven.link.invitations.isEmpty)
    }

    @Test func answersAnInvitationWhileConnecting() {
        let kept = Driven.Kept()
        let events: JSON = ["invite_state": ["events": [member("@ada:x", "invite", by: "@bob:x")]]]
        Driven(kept: kept).sync(rooms: ["invite": ["!i:x": events]])
        let driven = Driven(kept: kept, isOnline: false)
        driven.take(.perform(.join("!i:x"), effect: 5))
        driven.answer([:], at: driven.index { if case .join = $0 { true } else { false } })
        driven.sync(rooms: ["join": ["!i:x": Driven.room([Driven.text("$1", "one")])]])
        #expect(driven.takeEvents().contains(.invitation(.accepted(chat: "!i:x"))) && driven.ended.contains(5))
    }

    @Test func remembersASpaceWhenTheConnectionIsLost() {
        let driven = invited()
        driven.take(.perform(.join("!s:x"), effect: 5))
        driven.answer([:], at: driven.index { if case .join = $0 { true } else { false } })
        driven.fail(.offline("gone"), at: driven.index { if case .sync = $0 { true } else { false } })
        #expect(driven.takeEvents().contains(.invitation(.declined(chat: "!s:x"))))
    }

    /// A stale invitation is one that was answered elsewhere while we were offline.
    @Test(arguments: [("join", false), ("leave", false), ("ban", false), ("invite", true), (nil, true)])
    func leavesOnlyARoomThatWeAreInvitedTo(membership: String?, leaves: Bool) {
        let driven = invited()
        driven.take(.perform(.leave("!s:x"), effect: 5))
        #expect(driven.paths.last == "rooms/%21s%3Ax/state/m.room.member/%40ada%3Ax")
        let last = driven.requests.count - 1
        if let membership {
            driven.answer(["membership": .string(membership)], at: last)
        } else {
            driven.fail(.refused("You are not in the room.", isMissing: false), at: last)
        }
        #expect(driven.paths.contains("rooms/%21s%3Ax/leave") == leaves)
        let failed = InvitationEvent.failed(ChatFailure(chat: "!s:x", reason: MatrixReason.alreadyJoined))
        let ended: [Event] = leaves ? [] : [.invitation(membership == "join" ? failed : .declined(chat: "!s:x"))]
        #expect(driven.takeEvents() == ended && driven.ended == (leaves ? [] : [5]))
    }

    @Test(arguments: ["m.space", nil])
    func listsNoSpaceThatWeJoinByItsAddress(type: String?) {
        let driven = Driven()
        driven.take(.perform(.create(recipient: "#club:x"), effect: 5))
        driven.answer(["room_id": "!s:x"], at: driven.requests.count - 1)
        #expect(driven.paths.last == "rooms/%21s%3Ax/state/m.room.create/")
        let last = driven.requests.count - 1
        if let type {
            driven.answer(["type": .string(type)], at: last)
            #expect(
                driven.takeEvents() == [.chat(.createFailed(CreationFailure(reason: MatrixReason.space("#club:x"))))])
        } else {
            driven.fail(.refused("You may not know.", isMissing: false), at: last)
            #expect(driven.takeEvents() == [.chat(.created(TitledChat(chat: "!s:x", title: "#club:x")))])
        }
        #expect(driven.ended == [5])
    }

    /// Older rooms would bury them in the list.
    @Test func reportsInvitationsAfterTheRoomsOfAFirstSync() {
        let driven = Driven(isOnline: false)
        driven.answer(["joined_rooms": ["!r:x"]])
        let invitation: JSON = ["invite_state": ["events": .array([member("@ada:x", "invite", by: "@bob:x")])]]
        driven.answer([
            "next_batch": "s1",
            "rooms": ["join": ["!r:x": Driven.room([Driven.text("$1", "one")])], "invite": ["!i:x": invitation]],
        ])
        let events = driven.takeEvents()
        let order = events.map { event in
            switch event {
            case .history(.synced): 1
            case .invitation(.received): 2
            default: 0
            }
        }
        #expect(order.filter { $0 > 0 } == [1, 2])
    }

    // MARK: Our messages

    private func isPost(_ purpose: MatrixLink.Purpose) -> Bool { if case .post = purpose { true } else { false } }

    /// The server accepts a message, and then somebody removes us. It may tell us in any order.
    @Test func settlesAMessageFromBeforeOurRemoval() {
        let driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 5))
        driven.sync(rooms: ["leave": ["!r:x": Driven.room([member("@ada:x", "leave", by: "@bob:x")])]])
        #expect(driven.ended == [])
        driven.answer(["event_id": "$1"], at: driven.index(where: isPost))
        #expect(
            driven.ended == [5] && driven.takeEvents().last == .message(.sent(MessageKey(chat: "!r:x", message: "m1"))))
        #expect(!driven.link.isPosting)
    }

    @Test func saysThatWeAreNoLongerInTheRoom() {
        let driven = Driven()
        driven.sync(rooms: ["leave": ["!r:x": Driven.room([member("@ada:x", "leave", by: "@bob:x")])]])
        driven.take(.perform(.post(own("m1")), effect: 5))
        // Whether the room is encrypted now.
        driven.fail(.refused("User not in room.", isMissing: false), at: driven.requests.count - 1)
        #expect(
            driven.takeEvents().last
                == .message(.sendFailed(MessageFailure(chat: "!r:x", message: "m1", reason: MatrixReason.left))))
        #expect(driven.ended == [5])
    }

    /// The server no longer mentions a room that another device has left and forgotten.
    @Test func settlesAMessageThatDoesNotComeBack() {
        let driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 5))
        driven.answer(["event_id": "$1"], at: driven.index(where: isPost))
        func syncs() -> [Event] {
            driven.sync(rooms: ["join": ["!other:x": Driven.room([Driven.text("$o", "other")])]])
            return driven.takeEvents().filter { if case .message(.sent) = $0 { true } else { false } }
        }
        // The first sync may have begun before.
        #expect(syncs() == [])
        #expect(syncs() == [.message(.sent(MessageKey(chat: "!r:x", message: "m1")))] && driven.ended == [5])
        #expect(syncs() == [] && !driven.link.isPosting)
    }
}
