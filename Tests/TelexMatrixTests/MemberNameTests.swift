import TelexCore
import TelexNetwork
import Testing

@testable import TelexMatrix

/// Tests where the names of members come from, since the server sends only those that it thinks we need.
@Suite struct MemberNameTests {
    private func member(_ user: String, _ name: String?, membership: String = "join", before: String? = nil) -> JSON {
        [
            "type": "m.room.member", "sender": .string(user), "state_key": .string(user),
            "content": ["membership": .string(membership), "displayname": name.map { .string($0) } ?? .null],
            "unsigned": before.map { ["prev_content": ["displayname": .string($0)]] } ?? [:],
        ]
    }

    private func page(_ senders: [JSON], end: String? = nil) -> JSON {
        [
            "chunk": [Driven.text("$0", "before", from: "@cyd:x")], "state": .array(senders),
            "end": end.map { .string($0) } ?? .null,
        ]
    }

    private func names(_ driven: Driven) -> [UserID: String?] {
        Dictionary((driven.members()["!r:x"] ?? []).map { ($0.id, $0.name) }) { _, last in last }
    }

    private func senders(_ driven: Driven) -> [String?] {
        driven.events.flatMap { event -> [String?] in
            switch event {
            case .history(.synced(let history)): history.messages.map(\.senderName)
            case .history(.fetched(let history)): history.messages.map(\.senderName)
            default: []
            }
        }
    }

    @Test func takesNamesFromThePagesOfAFirstSync() {
        let driven = Driven(isOnline: false)
        driven.answer(["joined_rooms": ["!r:x"]])
        driven.answer([
            "next_batch": "s1", "rooms": ["join": ["!r:x": Driven.room([Driven.text("$1", "one")], limited: "p1")]],
        ])
        driven.answer(page([member("@cyd:x", "Cyd"), member("@bob:x", "Old Bob")]))
        #expect(senders(driven) == ["Cyd", "Bob"] && names(driven) == ["@bob:x": "Bob", "@cyd:x": "Cyd"])
    }

    @Test func takesNamesFromThePagesThatFillAGap() {
        let driven = Driven()
        driven.sync(Driven.room([Driven.text("$1", "one")], limited: "p1"))
        driven.answer(
            page([member("@cyd:x", "Cyd")], end: "p2"), at: driven.index { $0 == .fill })
        driven.answer(page([member("@cyd:x", "Old Cyd"), member("@dan:x", "Dan")]), at: driven.index { $0 == .fill })
        #expect(senders(driven) == ["Cyd", "Cyd", "Bob"])
        #expect(names(driven)["@dan:x"] == "Dan")
    }

    @Test func reportsNamesFromOlderMessages() {
        let driven = Driven()
        driven.take(.perform(.older("!r:x", before: "p1"), effect: 5))
        driven.answer(page([member("@cyd:x", nil, membership: "leave", before: "Cyd")]), at: driven.requests.count - 1)
        #expect(senders(driven) == ["Cyd"] && names(driven)["@cyd:x"] == "Cyd")
    }

    /// A member without a name has none, whatever it was before.
    @Test func keepsMembersWithoutANameNameless() {
        let driven = Driven()
        driven.sync(Driven.room([member("@cyd:x", nil), Driven.text("$1", "one", from: "@cyd:x")], limited: "p1"))
        driven.answer(page([member("@cyd:x", "Old Cyd")]), at: driven.index { $0 == .fill })
        #expect(senders(driven) == [nil, nil, nil])
    }

    @Test func shortensNamesThatAreNotMeantToBeRead() {
        let driven = Driven()
        driven.sync(Driven.room([member("@cyd:x", String(repeating: "é", count: 30_000))]))
        #expect(names(driven)["@cyd:x"] == String(repeating: "é", count: 255) + "…")
    }

    @Test func namesWhoHasLeft() {
        let driven = Driven()
        driven.sync(Driven.room([member("@cyd:x", nil, membership: "leave", before: "Cyd")]))
        #expect(names(driven)["@cyd:x"] == "Cyd")
    }

    @Test func reportsHowManyMembersTheServerCounts() {
        func counts(_ driven: Driven) -> [Int?] {
            driven.takeEvents().flatMap { event -> [Int?] in
                if case .chat(.synced(let chats)) = event { chats.map(\.memberCount) } else { [] }
            }
        }
        let driven = Driven()
        driven.sync(Driven.room([], joined: 5_000))
        #expect(counts(driven) == [5_000])
        driven.sync(["summary": ["m.invited_member_count": 2]])
        #expect(counts(driven) == [5_002])
        driven.sync(Driven.room([Driven.text("$1", "one")], joined: 5_000))
        #expect(counts(driven) == [])
        driven.sync(["summary": ["m.joined_member_count": .number(-1e18), "m.invited_member_count": .number(9e18)]])
        #expect(counts(driven) == [nil])
    }
}
