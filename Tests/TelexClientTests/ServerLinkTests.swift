import Foundation
import TelexAPI
import TelexCore
import TelexNetwork
import Testing

@testable import TelexClient

@Suite struct ServerLinkTests {
    @Test func fetchesMissingMessagesBeforePushedOnes() {
        var driven = Driven(isOnline: false)
        #expect(driven.requests.isEmpty)
        driven.push(.ready(Frame.Ready(event: 5)))
        #expect(driven.requests.map(\.route) == [.chats(since: 0, limit: 200)])
        driven.push(.message(message(3)))
        driven.answer(.chats(ChatPage(chats: [chat(last: 2, marks: [mark(0, of: "bob")])], cursor: 9, more: false)))
        #expect(driven.requests.map(\.route) == [.messages(chat: "ada+bob", .after(0), limit: 200)])
        driven.answer(.messages(MessagePage(messages: [message(1), message(2)], more: false)))
        #expect(driven.kept["chat/ada+bob"] == "3 bob/3")
        let reported = driven.takeEvents()
        #expect(reported[0] == .chat(.synced(chats: [ServerChat(id: "ada+bob", title: "Bob", rights: [], topic: "")])))
        #expect(
            reported[1]
                == .history(.synced(SyncedHistory(chat: "ada+bob", messages: [incoming(1), incoming(2)], before: nil))))
        #expect(reported.suffix(2) == [.message(.received(incoming(3))), .connection(.connected)])
        #expect(driven.ended == [2])
    }

    @Test func continuesFromWhatItHasKept() {
        var driven = Driven(kept: ["chat/ada+bob": "7 bob/7", "account": "x"], isOnline: false)
        driven.push(.ready(Frame.Ready(event: 50)))
        driven.answer(.chats(ChatPage(chats: [chat(last: 8)], cursor: 50, more: false)))
        // The last known message is fetched again, to check that it is the same.
        #expect(driven.requests.map(\.route) == [.messages(chat: "ada+bob", .after(6), limit: 200)])
        driven.answer(.messages(MessagePage(messages: [message(7), message(8)], more: false)))
        #expect(
            driven.takeEvents().contains(
                .history(.synced(SyncedHistory(chat: "ada+bob", messages: [incoming(8)], before: nil)))))
    }

    @Test(
        arguments: [
            (last: 5, first: nil), (last: 7, first: nil), (last: 9, first: message(7, id: "other")),
        ] as [(last: Int64, first: MessageInfo?)])
    func refetchesAChatThatIsNotTheKnownOne(last: Int64, first: MessageInfo?) {
        var driven = Driven(kept: ["chat/ada+bob": "7 bob/x"], isOnline: false)
        driven.push(.ready(Frame.Ready(event: 50)))
        driven.answer(.chats(ChatPage(chats: [chat(last: last)], cursor: 50, more: false)))
        if let first {
            #expect(driven.requests.map(\.route) == [.messages(chat: "ada+bob", .after(6), limit: 200)])
            driven.answer(.messages(MessagePage(messages: [first, message(8)], more: false)))
        }
        #expect(driven.requests.map(\.route) == [.messages(chat: "ada+bob", .after(0), limit: 200)])
    }

    @Test(arguments: [1, 2] as [Int64])
    func fetchesAllChatsAfterAServerRestart(run: Int64) {
        var driven = Driven(isOnline: false)
        driven.push(.ready(Frame.Ready(event: 9)))
        driven.answer(.chats(ChatPage(chats: [chat(last: 0)], cursor: 9, more: false, run: 1)))
        driven.take(.perform(.sync, effect: 3))
        driven.push(.ready(Frame.Ready(event: 9)))
        #expect(driven.requests.map(\.route) == [.chats(since: 9, limit: 200)])
        driven.answer(.chats(ChatPage(chats: [], cursor: 9, more: false, run: run)))
        #expect(driven.requests.map(\.route) == (run == 1 ? [] : [.chats(since: 0, limit: 200)]))
        if run == 2 { driven.answer(.chats(ChatPage(chats: [chat(last: 0)], cursor: 9, more: false, run: 2))) }
        #expect(driven.requests.isEmpty && driven.ended.last == 3)
    }

    @Test(arguments: [0, 7] as [Int64])
    func skipsMessagesThatTheServerNoLongerStores(known: Int64) {
        let bookmarks = known > 0 ? ["chat/ada+bob": "\(known) bob/\(known)"] : [:]
        var driven = Driven(kept: bookmarks, isOnline: false)
        driven.push(.ready(Frame.Ready(event: 50)))
        driven.answer(.chats(ChatPage(chats: [chat(last: 21)], cursor: 50, more: false)))
        driven.answer(.messages(MessagePage(messages: [message(20), message(21)], more: false)))
        #expect(
            driven.takeEvents().contains(
                .history(.synced(SyncedHistory(chat: "ada+bob", messages: [incoming(20), incoming(21)], before: nil)))))
        #expect(driven.requests.isEmpty && driven.ended.last == 2)
    }

    @Test func acceptsAChatWithoutStoredMessages() {
        var driven = Driven(kept: ["chat/ada+bob": "7 bob/7"], isOnline: false)
        driven.push(.ready(Frame.Ready(event: 50)))
        let mark = Mark(chat: "ada+bob", user: "bob", read: nil, readSeq: 7, delivered: nil, deliveredSeq: 7)
        let chat = ChatInfo(chat: "ada+bob", title: "Bob", last: 7, lastID: nil, marks: [mark], event: 9)
        driven.answer(.chats(ChatPage(chats: [chat], cursor: 50, more: false)))
        #expect(driven.requests.isEmpty)
        guard case .connection(.connected) = driven.takeEvents().last else {
            Issue.record("it does not connect")
            return
        }
    }

    @Test func fillsAGapBeforePassingOnLaterMessages() {
        var driven = Driven()
        driven.push(.message(message(1)))
        driven.push(.message(message(4)))
        driven.push(.message(message(5)))
        #expect(driven.takeEvents() == [.message(.received(incoming(1)))])
        #expect(driven.requests.map(\.route) == [.messages(chat: "ada+bob", .after(1), limit: 200)])
        driven.answer(.messages(MessagePage(messages: [message(2), message(3), message(4)], more: false)))
        let rest = (2...5).map { incoming(Int64($0)) }
        #expect(driven.takeEvents() == [.history(.synced(SyncedHistory(chat: "ada+bob", messages: rest, before: nil)))])
    }

    @Test func postsOneAtATimeInOrder() {
        var driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 10))
        driven.take(.perform(.post(own("m2")), effect: 11))
        #expect(driven.requests.count == 1 && driven.link.isPosting)
        driven.answer(.done)
        #expect(driven.ended == [10])
        driven.fail(.refused("No."))
        #expect(
            driven.takeEvents() == [
                .message(.sent(MessageKey(chat: "ada+bob", message: "m1"))),
                .message(.sendFailed(MessageFailure(chat: "ada+bob", message: "m2", reason: "No."))),
            ])
        #expect(driven.ended == [10, 11] && !driven.link.isPosting)
    }

    @Test func queuesAllMessagesWhenTheConnectionIsLost() {
        var driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 10))
        driven.take(.perform(.post(own("m2")), effect: 11))
        let late = driven.requests[0]
        driven.fail(.offline("Gone"))
        #expect(
            driven.takeEvents() == [
                .connection(.disconnected(Disconnection("Gone", .unreachable))),
                .outbox(.queued(QueuedMessage(chat: "ada+bob", message: "m1", isAttempted: true))),
                .outbox(.queued(QueuedMessage(chat: "ada+bob", message: "m2"))),
            ])
        #expect(driven.ended == [10, 11] && driven.alarms.count == 1)
        // A late answer does not affect the next attempt.
        driven.answer(late, .success(.done))
        #expect(driven.takeEvents() == [])
        driven.take(.perform(.post(own("m3")), effect: 12))
        #expect(driven.takeEvents() == [.outbox(.queued(QueuedMessage(chat: "ada+bob", message: "m3")))])
    }

    @Test func retriesOnlyTheMessageWhenTheServerIsBusy() {
        var driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 10))
        let first = driven.requests[0]
        driven.fail(.busy("Later."))
        #expect(driven.takeEvents() == [] && driven.ended == [] && driven.link.isPosting)
        driven.wake(driven.alarms[0])
        #expect(driven.requests.map(\.route) == [.post(chat: "ada+bob")])
        driven.answer(first, .success(.done))
        #expect(driven.takeEvents() == [])
        driven.answer(.done)
        #expect(driven.takeEvents() == [.message(.sent(MessageKey(chat: "ada+bob", message: "m1")))])
    }

    /// A proxy's refusal of one message.
    @Test(arguments: [false, true]) func asksTheServerWhetherItRefusesAMessage(isServer: Bool) {
        var driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 10))
        driven.fail(.foreign(outage: "A login page", refusal: "Too large."))
        #expect(driven.requests.map(\.route) == [.chats(since: 0, limit: 1)] && driven.takeEvents() == [])
        if isServer {
            driven.answer(.chats(ChatPage(chats: [], cursor: 0, more: false)))
            let failure = MessageFailure(chat: "ada+bob", message: "m1", reason: "Too large.")
            #expect(driven.takeEvents() == [.message(.sendFailed(failure))])
        } else {
            driven.fail(.foreign(outage: "A login page", refusal: "Too large."))
            #expect(
                driven.takeEvents() == [
                    .connection(.disconnected(Disconnection("A login page", .unreachable))),
                    .outbox(.queued(QueuedMessage(chat: "ada+bob", message: "m1", isAttempted: true))),
                ])
        }
    }

    @Test func resendsQueuedMessagesAfterReconnect() {
        var driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 10))
        let late = driven.requests.removeFirst()
        driven.take(.perform(.sync, effect: 30))
        #expect(
            driven.takeEvents() == [.outbox(.queued(QueuedMessage(chat: "ada+bob", message: "m1", isAttempted: true)))])
        driven.answer(late, .failure(.offline("Cut")))
        driven.push(.ready(Frame.Ready(event: 0)))
        driven.answer(.chats(ChatPage(chats: [], cursor: 0, more: false)))
        #expect(driven.takeEvents() == [.connection(.connected)])
        driven.take(.perform(.post(own("m1")), effect: 31))
        #expect(driven.requests.map(\.route) == [.post(chat: "ada+bob")])
    }

    @Test func acceptsMoreMessagesThanListed() {
        var driven = Driven(isOnline: false)
        driven.push(.ready(Frame.Ready(event: 9)))
        driven.answer(.chats(ChatPage(chats: [chat(last: 1)], cursor: 9, more: false)))
        driven.answer(.messages(MessagePage(messages: [message(1), message(2)], more: false)))
        #expect(driven.requests.isEmpty && driven.ended == [2])
    }

    @Test func fetchesChatsAgainAfterAnInterruptedSync() {
        var driven = Driven(isOnline: false)
        driven.push(.ready(Frame.Ready(event: 9)))
        driven.answer(.chats(ChatPage(chats: [chat(last: 1)], cursor: 9, more: false)))
        driven.fail(.offline("Cut"))
        driven.take(.perform(.sync, effect: 3))
        driven.push(.ready(Frame.Ready(event: 9)))
        #expect(driven.requests.map(\.route) == [.chats(since: 0, limit: 200)])
    }

    @Test func ignoresRepliesOfAnAbandonedSync() {
        var driven = Driven(isOnline: false)
        driven.push(.ready(Frame.Ready(event: 5)))
        let old = driven.requests.removeFirst()
        driven.take(.perform(.sync, effect: 3))
        driven.answer(old, .success(.chats(ChatPage(chats: [chat(last: 1)], cursor: 9, more: false))))
        driven.push(.message(message(1)), on: driven.connections[0])
        #expect(driven.takeEvents() == [] && driven.requests.isEmpty && driven.ended == [])
        #expect(driven.connections.count == 2)
    }

    @Test func reconnectsWhenAGapCannotBeFilled() {
        var driven = Driven()
        driven.push(.message(message(4)))
        driven.answer(.messages(MessagePage(messages: [], more: false)))
        guard case .connection(.disconnected) = driven.takeEvents().first else {
            Issue.record("it goes on without the messages")
            return
        }
        #expect(driven.alarms.count == 1 && driven.requests.isEmpty)
    }

    @Test func closesASocketCancelledBeforeItOpens() {
        var driven = Driven()
        driven.take(.open(.socket("ada+bob"), effect: 20))
        driven.take(.cancel(effect: 20))
        driven.tell(.ready(Frame.Ready(last: 0)), on: driven.sockets[0])
        driven.endSocket(driven.sockets[0])
        #expect(driven.takeEvents() == [] && driven.closedSockets == 1 && driven.alarms.isEmpty)
    }

    @Test func placesAMessageWhereItComesBack() {
        var driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 10))
        driven.push(.message(message(1)))
        driven.push(.message(message(2, from: "ada", id: "m1")))
        driven.push(.message(message(3)))
        let sent = Event.message(.sent(MessageKey(chat: "ada+bob", message: "m1")))
        #expect(driven.takeEvents() == [.message(.received(incoming(1))), sent, .message(.received(incoming(3)))])
        driven.answer(.message(message(2, from: "ada", id: "m1")))
        #expect(driven.takeEvents() == [] && driven.ended == [10])
    }

    /// The answer says that the message is the third. The earlier ones are fetched and reported first.
    @Test func placesAMessageAfterEarlierOnes() {
        var driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 10))
        driven.answer(.message(message(3, from: "ada", id: "m1")))
        #expect(driven.takeEvents() == [] && driven.ended == [])
        let all = [message(1), message(2), message(3, from: "ada", id: "m1")]
        driven.answer(.messages(MessagePage(messages: all, more: false)))
        #expect(
            driven.takeEvents() == [
                .history(.synced(SyncedHistory(chat: "ada+bob", messages: [incoming(1), incoming(2)], before: nil))),
                .message(.sent(MessageKey(chat: "ada+bob", message: "m1"))),
            ])
        #expect(driven.ended == [10])
    }

    @Test func reconnectsAfterADelay() {
        var driven = Driven()
        driven.endPush(.offline("Cut"))
        #expect(driven.takeEvents() == [.connection(.disconnected(Disconnection("Cut", .unreachable)))])
        // Late frames of the old connection are ignored.
        driven.push(.message(message(1)), on: driven.connections[0])
        driven.endPush(.offline("Cut"))
        #expect(driven.takeEvents() == [])
        driven.wake(driven.alarms[0])
        #expect(driven.takeEvents() == [.connection(.retrying)])
    }

    @Test func isOfflineIfTheServerSaysNothing() {
        var driven = Driven(isOnline: false)
        driven.take(.perform(.post(own("m")), effect: 10))
        driven.wake(driven.pushDeadlines[0])
        let reason = Disconnection("The server at http://x does not answer", .unreachable)
        let queued = QueuedMessage(chat: "ada+bob", message: "m", isAttempted: false)
        #expect(driven.takeEvents() == [.connection(.disconnected(reason)), .outbox(.queued(queued))])
        #expect(driven.ended == [2, 10] && driven.alarms.count == 1)
        // The server wakes up too late.
        driven.push(.ready(Frame.Ready(event: 5)))
        #expect(driven.requests.isEmpty)
    }

    @Test func waitsForAServerThatHasBegunToAnswer() {
        var driven = Driven(isOnline: false)
        driven.push(.ready(Frame.Ready(event: 5)))
        driven.wake(driven.pushDeadlines[0])
        #expect(driven.takeEvents() == [] && driven.ended.isEmpty)
        driven.answer(.chats(ChatPage(chats: [], cursor: 5, more: false)))
        #expect(driven.takeEvents() == [.connection(.connected)])
        // The next attempt.
        driven.take(.perform(.sync, effect: 3))
        driven.wake(driven.pushDeadlines[0])
        #expect(driven.takeEvents() == [])
        driven.wake(driven.pushDeadlines[1])
        #expect(driven.ended == [2, 3])
    }

    @Test func doesNotReconnectOnceLoggedOut() {
        var driven = Driven()
        driven.endPush(.loggedOut())
        #expect(driven.alarms.isEmpty)
        guard case .connection(.disconnected(let reason)) = driven.takeEvents().first else {
            Issue.record("nothing is said")
            return
        }
        #expect(reason.text.contains("telex login") && reason.reason == .revoked)
    }

    @Test func keepsASocketOpenWhileAChatIsOpen() {
        var driven = Driven()
        driven.take(.open(.socket("ada+bob"), effect: 20))
        #expect(driven.sockets.count == 1)
        driven.tell(.ready(Frame.Ready(last: 0)), on: driven.sockets[0])
        #expect(driven.takeEvents() == [.connection(.socketOpened(chat: "ada+bob"))])
        driven.tell(.message(message(1)), on: driven.sockets[0])
        #expect(driven.takeEvents() == [.message(.received(incoming(1)))])
        driven.endSocket(driven.sockets[0])
        #expect(driven.takeEvents() == [.connection(.socketClosed(chat: "ada+bob"))])
        driven.wake(driven.alarms[0])
        #expect(driven.sockets.count == 2)
        driven.take(.cancel(effect: 20))
        #expect(driven.closedSockets == 2)
        driven.endSocket(driven.sockets[1])
        #expect(driven.alarms.count == 1 && driven.takeEvents() == [])
    }

    @Test func reportsMarksOfBothSides() {
        var driven = Driven()
        driven.push(.message(message(1, from: "ada", id: "m")))
        _ = driven.takeEvents()
        driven.push(.mark(mark(1)))
        driven.push(.mark(mark(1, of: "ada", on: "bob/7")))
        #expect(
            driven.takeEvents() == [
                .message(.delivered(MessageKey(chat: "ada+bob", message: "m"))),
                .message(.readByOther(MessageKey(chat: "ada+bob", message: "m"))),
                .message(.read(MessageKey(chat: "ada+bob", message: "bob/7"))),
            ])
    }
}
