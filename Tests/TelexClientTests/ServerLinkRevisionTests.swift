import TelexAPI
import TelexCore
import Testing

@testable import TelexClient

@Suite struct ServerLinkRevisionTests {
    private func changed(
        _ seq: Int64, at event: Int64, _ text: String = "", from sender: String = "bob", id: String? = nil
    ) -> MessageInfo {
        let kind = text.isEmpty ? "deleted" : nil
        return MessageInfo(
            chat: "ada+bob", seq: seq, id: "\(sender)/\(id ?? "\(seq)")", sender: sender, name: sender.capitalized,
            text: text, date: message(seq).date, kind: kind, edited: text.isEmpty ? nil : true, revised: event)
    }

    private func edited(_ message: MessageID, _ text: String) -> Event {
        .revision(.edited(EditedMessage(chat: "ada+bob", message: message, text: text)))
    }

    private func listed(_ message: MessageID, _ reactions: [Reaction] = []) -> Event {
        .reaction(.listed(MessageReactions(chat: "ada+bob", message: message, reactions: reactions)))
    }

    /// A link that is online, with `count` messages, all passed on.
    private func driven(_ count: Int64) -> Driven {
        var driven = Driven()
        for seq in 1...count { driven.push(.message(message(seq))) }
        _ = driven.takeEvents()
        return driven
    }

    @Test func reportsEachRevisionOnceOnAnyChannel() {
        var driven = driven(2)
        driven.take(.open(.socket("ada+bob"), effect: 20))
        driven.tell(.ready(Frame.Ready(last: 2)), on: driven.sockets[0])
        _ = driven.takeEvents()
        // The socket is ahead of the push channel.
        driven.tell(.revision(changed(1, at: 12, "newest")), on: driven.sockets[0])
        driven.push(.revision(changed(1, at: 10, "new")))
        driven.push(.revision(changed(2, at: 11)))
        driven.push(.revision(changed(1, at: 12, "newest")))
        driven.tell(.revision(changed(2, at: 11)), on: driven.sockets[0])
        #expect(
            driven.takeEvents() == [
                edited("bob/1", "newest"), listed("bob/1"),
                .revision(.deleted(MessageKey(chat: "ada+bob", message: "bob/2"))),
            ])
    }

    @Test func storesOnlyRevisionsFromThePushChannel() {
        var driven = driven(1)
        driven.take(.open(.socket("ada+bob"), effect: 20))
        driven.tell(.ready(Frame.Ready(last: 1)), on: driven.sockets[0])
        driven.tell(.revision(changed(1, at: 12, "new")), on: driven.sockets[0])
        func isKept(_ event: Int64) -> Bool {
            driven.kept["revisions"] == "\(event)"
        }
        #expect(!isKept(12))
        driven.push(.revision(changed(1, at: 12, "new")))
        #expect(isKept(12))
    }

    @Test func passesOnTheLatestVersionOfAMessage() {
        var driven = driven(1)
        driven.push(.message(message(3)))
        driven.push(.revision(changed(3, at: 10, "new")))
        driven.push(.revision(changed(2, at: 11)))
        #expect(driven.takeEvents() == [])
        // The fetched messages are older than the pushed revisions.
        driven.answer(.messages(MessagePage(messages: [message(2), message(3)], more: false)))
        let deleted = IncomingMessage(
            chat: "ada+bob", message: "bob/2", title: "Bob",
            content: MessageContent(kind: .deleted, sender: "bob", senderName: "Bob", attention: .silent),
            serverOrder: 2,
            date: message(2).date)
        let new = IncomingMessage(
            chat: "ada+bob", message: "bob/3", title: "Bob",
            content: MessageContent(text: "new", sender: "bob", senderName: "Bob", isEdited: true), serverOrder: 3,
            date: message(3).date)
        #expect(
            driven.takeEvents() == [
                .history(.synced(SyncedHistory(chat: "ada+bob", messages: [deleted, new], before: nil))),
                .revision(.deleted(MessageKey(chat: "ada+bob", message: "bob/2"))), edited("bob/3", "new"),
                listed("bob/3"),
            ])
    }

    @Test func reportsARevisionOfAMessageThatHasNotComeBack() {
        var driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 10))
        driven.answer(.message(message(1, from: "ada", id: "m1")))
        driven.take(.perform(.edit("ada+bob", "m1", text: "new"), effect: 11))
        driven.answer(.message(changed(1, at: 10, "new", from: "ada", id: "m1")))
        driven.push(.message(message(1, from: "ada", id: "m1")))
        driven.push(.revision(changed(1, at: 10, "new", from: "ada", id: "m1")))
        #expect(driven.ended == [10, 11])
        #expect(driven.takeEvents().filter { if case .revision = $0 { true } else { false } } == [edited("m1", "new")])
    }

    @Test func ignoresRevisionsOlderThanTheFetchedMessage() {
        var driven = Driven(isOnline: false)
        driven.push(.ready(Frame.Ready(event: 5)))
        driven.push(.revision(changed(1, at: 10, "older")))
        driven.push(.revision(changed(1, at: 11, "new")))
        driven.answer(.chats(ChatPage(chats: [chat(last: 1)], cursor: 11, more: false)))
        driven.answer(.messages(MessagePage(messages: [changed(1, at: 11, "new")], more: false)))
        let revisions = driven.takeEvents().filter { if case .revision = $0 { true } else { false } }
        #expect(revisions == [edited("bob/1", "new")])
    }

    @Test func fetchesRevisionsMissedWhileOffline() {
        var driven = Driven(kept: ["chat/ada+bob": "7 bob/7", "revisions": "20"], isOnline: false)
        driven.push(.ready(Frame.Ready(event: 50)))
        driven.push(.revision(changed(6, at: 51, "early")))
        driven.answer(.chats(ChatPage(chats: [], cursor: 50, more: false, revised: 30)))
        #expect(driven.requests.map(\.route) == [.revisions(since: 20, limit: 200)])
        driven.answer(.revisions(RevisionPage(messages: [changed(3, at: 25, "new")], cursor: 25, more: true)))
        #expect(driven.requests.map(\.route) == [.revisions(since: 25, limit: 200)])
        #expect(!driven.ended.contains(2))
        driven.answer(.revisions(RevisionPage(messages: [changed(4, at: 30)], cursor: 30, more: false)))
        #expect(driven.kept["revisions"] == "51")
        #expect(
            driven.takeEvents() == [
                edited("bob/3", "new"), listed("bob/3"),
                .revision(.deleted(MessageKey(chat: "ada+bob", message: "bob/4"))),
                edited("bob/6", "early"), listed("bob/6"), .connection(.connected),
            ])
        #expect(driven.ended.last == 2)
    }

    @Test(
        arguments: [(nil, [], nil), (nil, ["chat/ada+bob"], 0), (9, ["chat/ada+bob"], nil)]
            as [(Int64?, [String], Int64?)])
    func fetchesRevisionsOnlyIfSomeMayBeMissing(bookmark: Int64?, chats: [String], since: Int64?) {
        var bookmarks = Dictionary(uniqueKeysWithValues: chats.map { ($0, "7 bob/7") })
        bookmarks["revisions"] = bookmark.map { "\($0)" }
        var driven = Driven(kept: bookmarks, isOnline: false)
        driven.push(.ready(Frame.Ready(event: 50)))
        driven.answer(.chats(ChatPage(chats: [], cursor: 50, more: false, revised: 9)))
        #expect(driven.requests.map(\.route) == (since.map { [.revisions(since: $0, limit: 200)] } ?? []))
    }

    @Test func doesNotAskAnOlderServerForRevisions() {
        var driven = Driven(kept: ["chat/ada+bob": "7 bob/7"], isOnline: false)
        driven.push(.ready(Frame.Ready(event: 50)))
        driven.answer(.chats(ChatPage(chats: [], cursor: 50, more: false)))
        #expect(driven.requests.isEmpty && driven.ended.last == 2)
    }

    @Test func editsAndDeletesOurMessages() {
        var driven = driven(1)
        driven.push(.message(message(2, from: "ada", id: "m2")))
        driven.push(.message(message(3, from: "ada", id: "m3")))
        _ = driven.takeEvents()
        driven.take(.perform(.edit("ada+bob", "m2", text: "new"), effect: 10))
        driven.take(.perform(.delete("ada+bob", "m3"), effect: 11))
        driven.take(.perform(.delete("ada+bob", "bob/1"), effect: 12))
        #expect(driven.requests.map(\.route) == [.edit(chat: "ada+bob", message: "ada/m2")])
        driven.answer(.message(changed(2, at: 10, "new", from: "ada", id: "m2")))
        #expect(driven.requests.map(\.route) == [.delete(chat: "ada+bob", message: "ada/m3")])
        // A revision that the push channel reported first is not reported again.
        driven.push(.revision(changed(3, at: 11, from: "ada", id: "m3")))
        driven.answer(.message(changed(3, at: 11, from: "ada", id: "m3")))
        #expect(driven.requests.map(\.route) == [.delete(chat: "ada+bob", message: "bob/1")])
        driven.fail(.refused("It is not yours."))
        #expect(
            driven.takeEvents() == [
                edited("m2", "new"), listed("m2"), .revision(.deleted(MessageKey(chat: "ada+bob", message: "m3"))),
                .revision(.failed(MessageFailure(chat: "ada+bob", message: "bob/1", reason: "It is not yours."))),
            ])
        #expect(driven.ended == [10, 11, 12])
    }

    @Test func reportsARevisionAfterTheMessageWasSent() {
        var driven = Driven()
        driven.take(.perform(.post(own("m1")), effect: 10))
        driven.push(.message(message(1, from: "ada", id: "m1")))
        driven.push(.revision(changed(1, at: 10, "from elsewhere", from: "ada", id: "m1")))
        driven.answer(.message(message(1, from: "ada", id: "m1")))
        #expect(
            driven.takeEvents() == [
                .message(.sent(MessageKey(chat: "ada+bob", message: "m1"))), edited("m1", "from elsewhere"),
                listed("m1"),
            ])
        // A message that the server already had, and that was changed since, is answered with its revision.
        driven.take(.perform(.post(own("m2")), effect: 11))
        driven.answer(.message(changed(2, at: 11, from: "ada", id: "m2")))
        #expect(
            driven.takeEvents() == [
                .message(.sent(MessageKey(chat: "ada+bob", message: "m2"))),
                .revision(.deleted(MessageKey(chat: "ada+bob", message: "m2"))),
            ])
    }

    @Test(arguments: [
        (nil, MessageKind.text, "text"), ("text", .text, "text"), ("emote", .emote, "text"),
        ("notice", .notice, "text"),
        ("poll", .unshowable, "A message of the kind \"poll\""),
    ])
    func readsTheKindOfAMessage(kind: String?, expected: MessageKind, text: String) {
        var driven = Driven()
        driven.push(
            .message(
                MessageInfo(
                    chat: "ada+bob", seq: 1, id: "bob/1", sender: "bob", name: "Bob", text: "text",
                    date: message(1).date, kind: kind)))
        #expect(
            driven.takeEvents() == [
                .message(
                    .received(
                        IncomingMessage(
                            chat: "ada+bob", message: "bob/1", title: "Bob",
                            content: MessageContent(kind: expected, text: text, sender: "bob", senderName: "Bob"),
                            serverOrder: 1,
                            date: message(1).date)))
            ])
    }
}
