import Foundation
import TelexCore
import Testing

@testable import TelexStorage

@Suite struct ReplyStoreTests {
    private func message(_ id: MessageID, _ position: Int64, in chat: ChatID = "ada", replyTo: MessageID? = nil)
        -> Message
    {
        Message(
            id: id, chat: chat, position: position, isOwn: false,
            content: MessageContent(text: id.text, replyTo: replyTo),
            date: .distantPast, delivery: .received)
    }

    private func store(_ messages: Message...) throws -> SQLiteStore {
        let store = try SQLiteStore()
        try store.commit(
            [.chat(Chat(id: "ada", title: "Ada")), .chat(Chat(id: "bob", title: "Bob"))]
                + messages.map(StoreChange.message))
        return store
    }

    private func page(_ query: StoreQuery, _ store: SQLiteStore) throws -> HistoryPage {
        guard case .history(.loaded(let page)) = try store.load(query) else { throw CancellationError() }
        return page
    }

    @Test func loadsAnsweredMessagesThatAreNotOnThePage() throws {
        let store = try store(
            message("a1", 1), message("b1", 2, in: "bob"), message("a2", 3, replyTo: "a1"),
            message("a3", 4, replyTo: "b1"),
            message("a4", 5, replyTo: "a3"), message("a5", 6, replyTo: "lost"))
        let last = try page(.history("ada", before: nil, limit: 4), store)
        #expect(last.answered.map { "\($0.chat) \($0.message)" } == ["ada a1", "bob b1"])
        #expect(try page(.history("ada", before: nil, limit: 5), store).answered.map(\.message) == ["b1"])
    }

    /// The id of a message is unique only in its chat.
    @Test func findsTheAnsweredMessageInTheSameChatFirst() throws {
        let store = try store(message("m", 1, in: "bob"), message("m", 2))
        #expect(try store.answered(["m"], in: "ada").map(\.chat) == ["ada"])
        #expect(try store.answered(["m"], in: "bob").map(\.chat) == ["bob"])
    }

    @Test func loadsTheMessagesAroundOneBetweenGaps() throws {
        let store = try store(
            message("1", 1), message("2", 2), message("3", 3), message("4", 4), message("5", 5), message("6", 6))
        var around = try page(.historyAround("ada", 3, limit: 4), store)
        #expect(around.messages.map(\.id) == ["2", "3", "4", "5"] && around.hasOlder && around.hasNewer)
        around = try page(.historyAround("ada", 6, limit: 4), store)
        #expect(around.messages.map(\.id) == ["5", "6"] && around.hasOlder && !around.hasNewer)
        try store.commit([.gap("ada", at: 4, token: "t"), .gap("ada", at: 2, token: "u")])
        around = try page(.historyAround("ada", 3, limit: 9), store)
        #expect(around.messages.map(\.id) == ["2", "3"] && !around.hasOlder && around.hasNewer)
        #expect(around.gap?.position == 2)
    }

    @Test func keepsReactionsUntilTheirMessageComes() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let (one, two) = (Reaction(key: "👍\u{0}", sender: "bob"), Reaction(key: "x", isOwn: true))
        do {
            let store = try SQLiteStore(path: path, durability: .normal)
            try store.commit([
                .chat(Chat(id: "ada", title: "Ada")), .earlyReaction("ada", "m", one, isAdded: true),
                .earlyReaction("ada", "m", two, isAdded: true), .earlyReaction("ada", "m", one, isAdded: true),
                .earlyReaction("ada", "n", two, isAdded: true), .earlyReaction("ada", "n", two, isAdded: false),
                // There is no such chat.
                .earlyReaction("bob", "m", two, isAdded: true),
            ])
            #expect(try store.earlyReactions(to: ["m"], in: "ada") == ["m": [one, two]])
            store.close()
        }
        let store = try SQLiteStore(path: path, durability: .normal)
        #expect(try store.earlyReactions(to: ["m", "n", "o"], in: "ada") == ["m": [one, two]])
        #expect(try store.earlyReactions(to: ["m"], in: "bob") == [:])
        #expect(
            try store.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: [Chat(id: "ada", title: "Ada")]))))
        try store.commit([.message(message("m", 1))])
        #expect(try store.earlyReactions(to: ["m"], in: "ada") == [:])
        try store.commit([.earlyReaction("ada", "n", one, isAdded: true), .chatRemoved("ada")])
        #expect(try store.earlyReactions(to: ["n"], in: "ada") == [:])
    }
}
