import Foundation
import TelexCore
import Testing

@testable import TelexMatrix

/// Tests that what is stored about members is stored only when they change, and is known after a restart.
@Suite struct RoomMembersTests {
    private let kept = Driven.Kept()

    private func member(_ user: String, _ name: String?, _ membership: String = "join") -> JSON {
        [
            "type": "m.room.member", "event_id": .string("$\(user)"), "sender": .string(user),
            "state_key": .string(user),
            "content": ["membership": .string(membership), "displayname": name.map { .string($0) } ?? .null],
        ]
    }

    private func crowd(_ more: [JSON] = []) -> Driven {
        let driven = Driven(kept: kept)
        driven.sync(["state": ["events": .array((1...100).map { member("@user\($0):x", "User \($0)") } + more)]])
        driven.events = []
        driven.keeps = []
        return driven
    }

    private func members(_ kept: Driven.Kept) -> [String: String] { kept.values("member/") }

    private func senders(_ driven: Driven) -> [String?] {
        driven.events.flatMap { event -> [String?] in
            switch event {
            case .message(.received(let message)): [message.senderName]
            case .history(.synced(let history)): history.messages.map(\.senderName)
            case .history(.fetched(let history)): history.messages.map(\.senderName)
            default: []
            }
        }
    }

    @Test func aMessageKeepsNoMemberAndReportsNone() {
        let driven = crowd()
        let before = members(kept)
        driven.sync(["timeline": ["events": [Driven.text("$1", "one", from: "@user7:x")]]])
        #expect(before.count == 101 && members(kept) == before)
        #expect(driven.keeps == ["room/!r:x", "since"] && driven.members().isEmpty)
        #expect(kept.values["room/!r:x"]?.contains("@user") == false)
        #expect(senders(driven) == ["User 7"])
    }

    @Test(arguments: [
        ("@cyd:x", "Cyd", "join", "joined Cyd"), ("@cyd:x", nil, "join", "joined "),
        ("@user7:x", nil, "leave", "left User 7"), ("@user7:x", "Seven", "join", "joined Seven"),
    ])
    func aChangeOfAMemberKeepsAndReportsThatMember(user: String, name: String?, membership: String, value: String) {
        let driven = crowd()
        driven.sync(["timeline": ["events": [member(user, name, membership)]]])
        #expect(driven.keeps == ["member/!r:x/\(user)", "room/!r:x", "since"])
        #expect(kept.values["member/!r:x/\(user)"] == value)
        #expect(driven.members()["!r:x"]?.map(\.id) == [UserID(user)])
    }

    @Test func reportsWhoseRoleHasChanged() {
        let driven = crowd()
        let levels: JSON = [
            "type": "m.room.power_levels", "event_id": "$1", "sender": "@bob:x", "state_key": "",
            "content": ["users": ["@user7:x": 50], "kick": 100, "events": ["m.room.power_levels": 100]],
        ]
        driven.sync(["timeline": ["events": [levels]]])
        #expect(driven.members()["!r:x"]?.map(\.id) == ["@user7:x"])
        #expect(driven.keeps == ["room/!r:x", "since"])
    }

    @Test func knowsMembersAfterARestart() {
        _ = crowd([member("@cyd:x", "Cyd"), member("@dan:x", "Dan", "leave"), member("@eve:x", nil)])
        let driven = Driven(kept: kept, isOnline: false)
        driven.sync(["timeline": ["events": [Driven.text("$1", "one", from: "@cyd:x")]]])
        #expect(senders(driven) == ["Cyd"])
        let again = Driven(kept: kept, isOnline: false)
        again.sync(["timeline": ["events": [member("@user7:x", "Cyd")]]])
        let known = Dictionary(uniqueKeysWithValues: (again.members()["!r:x"] ?? []).map { ($0.id, $0) })
        #expect(known.count == 104 && known["@user7:x"]?.name == "Cyd" && known["@cyd:x"]?.standing == .joined)
        #expect(known["@dan:x"]?.standing == .left && known["@eve:x"]?.name == nil)
        #expect(again.keeps == ["member/!r:x/@user7:x", "room/!r:x"])
    }

    /// Its title and its history go on showing them.
    @Test func aRoomThatWeHaveLeftKeepsItsMembers() {
        let before = crowd()
        before.sync(rooms: ["leave": ["!r:x": ["timeline": ["events": []]]]])
        #expect(before.keeps == ["room/!r:x", "since"])
        let driven = Driven(kept: kept, isOnline: false)
        driven.sync(rooms: ["leave": ["!r:x": ["timeline": ["events": []]]]])
        driven.take(.perform(.older("!r:x", before: "p1"), effect: 5))
        let page: JSON = ["chunk": [Driven.text("$0", "before", from: "@user7:x")]]
        driven.answer(page, at: driven.requests.count - 1)
        #expect(senders(driven) == ["User 7"])
    }

    @Test func readsTheMembersOfARoomThatWasStoredWithThem() throws {
        _ = crowd([member("@cyd:x", "Cyd"), member("@eve:x", nil, "invite")])
        var room = JSON(text: try #require(kept.values["room/!r:x"])).object
        let members = members(kept)
        var (names, memberships): ([String: JSON], [String: JSON]) = ([:], [:])
        for (key, value) in members {
            let (user, member) = (String(key.dropFirst("member/!r:x/".count)), RoomMember(kept: value))
            names[user] = member.name.map(JSON.string)
            memberships[user] = (member.membership?.rawValue).map(JSON.string)
            kept.values[key] = nil
        }
        room["names"] = .object(names)
        room["memberships"] = .object(memberships)
        kept.values["room/!r:x"] = JSON.object(room).text
        let driven = Driven(kept: kept, isOnline: false)
        driven.sync(["timeline": ["events": [Driven.text("$1", "one", from: "@cyd:x")]]])
        #expect(senders(driven) == ["Cyd"])
        #expect(self.members(kept) == members)
        #expect(kept.values["room/!r:x"]?.contains("Cyd") == false)
    }

    @Test(arguments: [
        RoomMember(), RoomMember(name: "Bob"), RoomMember(name: nil, membership: .joined),
        RoomMember(name: "\u{301} a b", membership: .invitedByUs), RoomMember(name: " ", membership: .asking),
    ])
    func readsWhatItKeeps(member: RoomMember) {
        #expect(RoomMember(kept: member.kept) == member)
    }

    @Test func countsWhoSharesAName() {
        var members = RoomMembers()
        for (user, name) in [("@a:x", "A"), ("@b:x", "A"), ("@c:x", "C")] {
            members[user] = RoomMember(name: name, membership: .joined)
        }
        #expect(members.sharesName("@a:x") && members.sharesName("@b:x") && !members.sharesName("@c:x"))
        members["@b:x"].membership = .asking
        #expect(!members.sharesName("@a:x") && members.sharesName("@b:x"))
        members["@b:x"] = RoomMember(name: "C", membership: .left)
        #expect(!members.sharesName("@a:x") && members.sharesName("@c:x") && !members.sharesName("@d:x"))
    }
}
