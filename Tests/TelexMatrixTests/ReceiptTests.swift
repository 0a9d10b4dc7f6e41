import TelexCore
import TelexNetwork
import Testing

@testable import TelexMatrix

/// Tests that nothing is reported as read that nobody could read.
@Suite struct ReceiptTests {
    private func encrypted(_ id: String) -> JSON {
        [
            "type": "m.room.encrypted", "event_id": .string(id), "sender": "@bob:x", "origin_server_ts": 1000,
            "content": ["algorithm": "m.megolm.v1.aes-sha2", "ciphertext": "x"],
        ]
    }

    private let encryption: JSON = ["type": "m.room.encryption", "sender": "@bob:x", "state_key": "", "content": [:]]

    /// What the server is told to mark as read.
    private func told(_ driven: Driven) -> [JSON] {
        defer { driven.requests.removeAll { if case .markRead = $0.purpose { true } else { false } } }
        return driven.requests.compactMap { request in
            if case .markRead = request.purpose { request.request.body?["m.read"] } else { nil }
        }
    }

    private func read(_ message: MessageID, _ driven: Driven) {
        driven.events = []
        driven.take(.perform(.markRead("!r:x", message), effect: 5))
    }

    @Test func tellsOnlyOurDevicesOfAPrivateReceipt() {
        let driven = Driven()
        driven.sync(Driven.room([Driven.text("$1", "one"), Driven.text("$2", "two")], unread: 2))
        for isPrivate in [true, false] {
            driven.take(.perform(.markRead("!r:x", "$2", isPrivate: isPrivate), effect: isPrivate ? 5 : 6))
        }
        let bodies = driven.requests.compactMap { request in
            if case .markRead = request.purpose { request.request.body } else { nil }
        }
        #expect(
            bodies == [
                ["m.fully_read": "$2", "m.read.private": "$2"], ["m.fully_read": "$2", "m.read": "$2"],
            ])
    }

    @Test func sendsNoReceiptInAnEncryptedRoom() {
        let kept = Driven.Kept()
        let driven = Driven(kept: kept)
        driven.sync(Driven.room([Driven.text("$1", "one"), encryption, encrypted("$2")], unread: 2))
        read("$2", driven)
        // It was read here, but nobody else is told.
        #expect(told(driven) == [] && driven.ended == [5])
        #expect(driven.takeEvents() == [.message(.read(MessageKey(chat: "!r:x", message: "$2")))])
        let later = Driven(kept: kept, isOnline: false)
        later.sync(rooms: [:])
        read("$2", later)
        #expect(told(later) == [])
    }

    /// The server goes on counting what was read only here.
    @Test func countsOnlyWhatCameSince() {
        let driven = Driven()
        driven.counts = []
        driven.sync(Driven.room([encryption, encrypted("$1"), encrypted("$2")], unread: 2))
        read("$2", driven)
        driven.sync(Driven.room([], unread: 2))
        driven.sync(Driven.room([encrypted("$3")], unread: 3))
        // Another device reads, and the count begins again.
        driven.sync(Driven.room([encrypted("$4")], ephemeral: [Driven.receipt("$3", of: "@ada:x")], unread: 1))
        driven.sync(Driven.room([], ephemeral: [Driven.receipt("$4", of: "@ada:x")], unread: 0))
        driven.sync(Driven.room([encrypted("$5")], unread: 1))
        driven.sync(Driven.room([encrypted("$6")], ephemeral: [Driven.receipt("$5", of: "@ada:x")], unread: 1))
        #expect(driven.counts.map(\.messages) == [2, 0, 1, 1, 0, 1, 1])
    }

    @Test func marksOnlyUpToTheLastReadableMessage() {
        let kept = Driven.Kept()
        let driven = Driven(kept: kept)
        driven.sync(Driven.room([encrypted("$1")]))
        read("$1", driven)
        #expect(told(driven) == [])
        driven.sync(Driven.room([Driven.text("$2", "two"), encrypted("$3"), encrypted("$4")]))
        read("$4", driven)
        #expect(told(driven) == ["$2"])
        let later = Driven(kept: kept, isOnline: false)
        later.sync(rooms: [:])
        read("$4", later)
        #expect(told(later) == [])
        driven.sync(Driven.room([Driven.text("$5", "five")]))
        read("$5", driven)
        #expect(told(driven) == ["$5"])
    }

    @Test func doesNotReportTypingWhereNothingCanBeSent() {
        let driven = Driven()
        driven.sync(Driven.room([encryption]))
        driven.take(.perform(.typing("!r:x"), effect: 5))
        #expect(!driven.paths.contains { $0.contains("/typing/") } && driven.ended == [5])
    }
}
