import Foundation
import GRDB
import TelexBot
import TelexCore
import Testing

@testable import TelexStorage

@Suite struct SearchStoreTests {
    private static let hour: TimeInterval = 3600

    private func message(
        _ id: String, _ position: Int64, _ text: String, in chat: ChatID = "ada", at time: TimeInterval? = nil,
        isOwn: Bool = false
    ) -> Message {
        Message(
            id: MessageID(id), chat: chat, position: position, isOwn: isOwn, content: MessageContent(text: text),
            date: Date(timeIntervalSince1970: time ?? TimeInterval(position)), delivery: isOwn ? .sent : .received)
    }

    private func page(
        _ store: SQLiteStore, _ text: String, before place: FoundPlace? = nil, limit: Int = 50
    ) throws -> FoundPage {
        let query = MessageQuery(text.isEmpty ? [] : [SearchPart(text)])
        guard case .messageSearch(.found(let page)) = try store.load(.found(query, before: place, limit: limit)) else {
            throw CancellationError()
        }
        return page
    }

    /// Finds all messages as the core does: page by page, and then by counting.
    private func search(_ store: SQLiteStore, _ query: MessageQuery, limit: Int = 7) throws -> (
        ids: [String], total: Int
    ) {
        var (ids, place, total): ([String], FoundPlace?, Int?) = ([], nil, nil)
        var needsCount = false
        repeat {
            guard case .messageSearch(.found(let page)) = try store.load(.found(query, before: place, limit: limit))
            else { throw CancellationError() }
            ids += page.messages.map(\.message.id.text)
            (place, needsCount) = (page.next, page.needsCount)
            total = page.total ?? total
        } while place != nil
        if let total { return (ids, total) }
        let scanned = try scan(store, query, limit: needsCount ? 1000 : 0)
        return (needsCount ? scanned.ids : ids, scanned.total)
    }

    /// Finds all messages without the index.
    private func scan(_ store: SQLiteStore, _ query: MessageQuery, limit: Int = 1000) throws -> (
        ids: [String], total: Int
    ) {
        var (found, total, place): ([FoundMessage], Int, CountPlace?) = ([], 0, nil)
        repeat {
            guard
                case .messageSearch(.counted(let part)) = try store.load(.foundCount(query, from: place, limit: limit))
            else { throw CancellationError() }
            found += part.messages
            total += part.count
            place = part.next
        } while place != nil
        return (found.sorted { $0.place > $1.place }.map(\.message.id.text), total)
    }

    private static let words = [
        "Telex", "telegraph", "Łódź", "strasse", "Straße", "объезд", "Ещё", "мой", "日本語", "東京都", "本日は晴天", "한국어", "สวัสดี",
        "https://example.com/Guide", "@ada:example.com", "🎉", "a", "ab", "foo-bar", "كِتَاب", "12.5", ":)", "don't", "x",
    ]

    /// Random messages of many scripts, random edits, deletions and removals of chats: the index finds what a scan finds.
    @Test(arguments: 0..<4) func findsWhatAScanFinds(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let store = try SQLiteStore()
        // So that every way to find messages is taken.
        store.index.limits = SearchLimits(batch: 16, newest: 10, few: 8, step: 30, part: 40)
        let chats: [ChatID] = ["ada", "bob", "cleo"]
        try store.commit(chats.map { .chat(Chat(id: $0, title: $0.text)) })
        func text(_ random: inout SeededRandom) -> String {
            (0..<Int.random(in: 0...6, using: &random)).map { _ in Self.words.randomElement(using: &random)! }
                .joined(separator: [" ", "", ", "].randomElement(using: &random)!)
        }
        var stored: [(chat: ChatID, id: MessageID)] = []
        for step in 1...300 {
            let new = text(&random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0 where !stored.isEmpty:
                let (chat, id) = stored.randomElement(using: &random)!
                try store.commit([.revised(chat, id, MessageContent(text: new))])
            case 1 where !stored.isEmpty:
                let (chat, id) = stored.randomElement(using: &random)!
                try store.commit([.revised(chat, id, MessageContent(kind: .deleted))])
            case 2 where !stored.isEmpty:
                let (chat, id) = stored.remove(at: Int.random(in: stored.indices, using: &random))
                try store.commit([.removed(chat, id)])
            case 3 where step % 40 == 0:
                let chat = chats.randomElement(using: &random)!
                try store.commit([.chatRemoved(chat), .chat(Chat(id: chat, title: chat.text))])
                stored.removeAll { $0.chat == chat }
            default:
                let chat = chats.randomElement(using: &random)!
                let time = TimeInterval(Int.random(in: -9...9, using: &random)) * Self.hour / 2 + TimeInterval(step)
                let message = message("m\(step)", Int64(step), new, in: chat, at: time)
                let isEarlier = Bool.random(using: &random)
                try store.commit([isEarlier ? .earlier(message) : .message(message)])
                stored.append((chat, message.id))
            }
        }
        for word in Self.words + ["tele", "本", "lodz", "ЕЩЕ", "guide", "nothing", "example com"] {
            for query in [
                MessageQuery([SearchPart(word)]), MessageQuery([SearchPart(word), SearchPart("a")]),
                MessageQuery([SearchPart(word, isWhole: true)], chat: "bob"),
            ] {
                let (found, scanned) = (try search(store, query), try scan(store, query))
                #expect(found.ids == scanned.ids && found.total == scanned.total, "\(query)")
                #expect(found.ids.count == found.total)
            }
        }
        try store.database.write {
            try $0.execute(sql: "INSERT INTO messageText (messageText) VALUES ('integrity-check')")
        }
    }

    /// A frequent word, in more messages than are read at once.
    @Test func findsAFrequentWordPageByPage() throws {
        let store = try SQLiteStore()
        try store.commit([.chat(Chat(id: "ada", title: "Ada"))])
        var changes: [StoreChange] = []
        for number in 1...9000 {
            // The newest ones do not have it, and those in between come from the history.
            let text = number > 6000 ? "nothing" : number % 2 == 0 ? "frequent \(number)" : "other"
            let message = message("m\(number)", Int64(number), text, at: TimeInterval(number) * 60)
            changes.append((3000...4000).contains(number) ? .earlier(message) : .message(message))
        }
        try store.commit(changes)
        let query = MessageQuery([SearchPart("frequ")])
        let found = try search(store, query, limit: 500)
        #expect(found.total == 3000)
        #expect(found.ids == stride(from: 6000, to: 0, by: -2).map { "m\($0)" })
        #expect(
            try page(store, "nothing", limit: 5).messages.map(\.message.id) == [
                "m9000", "m8999", "m8998", "m8997", "m8996",
            ])
        let some = MessageQuery(
            [SearchPart("frequent")], after: Date(timeIntervalSince1970: 5990 * 60),
            before: Date(timeIntervalSince1970: 5995 * 60))
        #expect(try search(store, some).ids == ["m5994", "m5992", "m5990"])
    }

    /// A part of a file that other processes have written is damaged: the messages are found without the index, and the
    /// next change makes it anew.
    @Test func searchesWithoutADamagedIndex() throws {
        let store = try SQLiteStore()
        store.index.limits = SearchLimits(batch: 1, newest: 0)
        try store.commit([.chat(Chat(id: "ada", title: "Ada")), .message(message("m1", 1, "hello there"))])
        try store.database.write { try $0.execute(sql: "DELETE FROM messageText_data WHERE id > 10") }
        #expect(try search(store, MessageQuery([SearchPart("hello")])).ids == ["m1"])
        try store.commit([.message(message("m2", 2, "hello again"))])
        let page = try page(store, "hel")
        #expect(page.messages.map(\.message.id) == ["m2", "m1"] && page.total == 2 && !page.needsCount)
    }

    /// What leads to the parts of the index was overwritten, or a part is gone, and SQLite reports nothing: a sample of the
    /// messages is not there. The next change makes the index anew.
    @Test(arguments: [
        "UPDATE messageText_data SET block = x'00000000000000' WHERE id = 10",
        "INSERT INTO messageText (messageText) VALUES ('delete-all')", "DELETE FROM messageText_data WHERE id > 10",
    ])
    func noticesThatTheIndexLacksMessages(damage: String) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("index-\(UUID())").path
        defer { for end in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: path + end) } }
        func open() throws -> SQLiteStore {
            let store = try SQLiteStore(path: path, durability: .normal)
            store.index.limits = SearchLimits(batch: 10, newest: 0)
            return store
        }
        var store = try open()
        try store.commit(
            [.chat(Chat(id: "ada", title: "Ada"))]
                + (1...100).map { .message(message("m\($0)", Int64($0), "hello number \($0)")) })
        store.close()
        #expect(try StoreCheckup(path: path, owner: "").isIndexWhole)
        store = try open()
        try store.database.write { try $0.execute(sql: damage) }
        store.close()
        #expect(try !StoreCheckup(path: path, owner: "").isIndexWhole)
        store = try open()
        let hello = MessageQuery([SearchPart("hello")])
        for _ in 1...2 { #expect(try search(store, hello).total == 100) }
        try store.commit([.message(message("m101", 101, "hello again"))])
        #expect(try search(store, hello).total == 101 && !page(store, "hello").needsCount)
        store.close()
        #expect(try StoreCheckup(path: path, owner: "").isIndexWhole)
    }

    /// A sample does not show that the index lacks one word of one message. A checkup does, and so does a search for one of
    /// the newest messages.
    @Test func noticesThatTheIndexLacksOneWord() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("index-\(UUID())").path
        defer { for end in ["", "-wal", "-shm", ".lock"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let store = try SQLiteStore(path: path, durability: .normal)
        store.index.limits = SearchLimits(batch: 100, newest: 1)
        try store.commit(
            [.chat(Chat(id: "ada", title: "Ada"))]
                + (1...600).map {
                    .message(message("m\($0)", Int64($0), "a word before \($0)", at: TimeInterval($0) * Self.hour))
                })
        #expect(try StoreCheckup(path: path, owner: "").isIndexWhole)
        func lose(_ word: String, of arrival: Int64) throws {
            let sql = "INSERT INTO messageText (messageText, rowid, terms) VALUES ('delete', ?, ?)"
            try store.database.write { try $0.execute(sql: sql, arguments: [arrival, word]) }
        }
        try lose("a", of: 5)
        #expect(try !StoreCheckup(path: path, owner: "").isIndexWhole)
        try store.rebuildIndex()
        #expect(try StoreCheckup(path: path, owner: "").isIndexWhole)
        try store.commit([.message(message("m601", 601, "something else"))])
        try lose("600", of: 600)
        #expect(try !StoreCheckup(path: path, owner: "").isIndexWhole)
        #expect(try !page(store, "word", limit: 7).needsCount)
        #expect(try page(store, "600", limit: 7).needsCount)
        store.close()
    }

    /// Damage can make a value of any type of a column. What is left is found.
    @Test(arguments: [
        "content = x'00ff'", "content = x'7b22'", "content = 5", "content = ''", "arrival = 'x'", "arrival = x'00'",
        "arrival = 2.5", "date = 'x'", "position = 'x'", "kind = 'x'", "sender = x'00'", "id = x'00'",
    ])
    func findsTheOthersBesideADamagedMessage(damage: String) throws {
        for (batch, newest) in [(1, 0), (100, 0), (1, 100)] as [(Int64, Int)] {
            let store = try SQLiteStore()
            store.index.limits = SearchLimits(batch: batch, newest: newest)
            try store.commit([
                .chat(Chat(id: "ada", title: "Ada")), .message(message("m1", 1, "hello there")),
                .message(message("m2", 2, "hello again")),
            ])
            try store.database.write { try $0.execute(sql: "UPDATE message SET \(damage) WHERE id = 'm1'") }
            for query in [
                MessageQuery([SearchPart("hello")]), MessageQuery([SearchPart("hello")], chat: "ada"),
                MessageQuery([SearchPart("again")]), MessageQuery([], author: .others([], in: ["ada"])),
            ] {
                #expect(try search(store, query).ids.contains("m2"), "\(damage) \(query) \(batch)")
                #expect(try scan(store, query, limit: 0).total > 0)
            }
            try store.commit([.message(message("m3", 3, "hello"))])
            #expect(try search(store, MessageQuery([SearchPart("hello")])).ids.prefix(2) == ["m3", "m2"])
        }
    }

    /// The numbers of older messages are assigned again after a restart.
    @Test func findsOlderMessagesThatGetTheNumbersOfRemovedOnes() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("search-\(UUID())").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        func open() throws -> SQLiteStore {
            let store = try SQLiteStore(path: path, durability: .normal)
            store.index.limits = SearchLimits(batch: 2, newest: 0)
            return store
        }
        var store = try open()
        try store.commit([
            .chat(Chat(id: "ada", title: "Ada")), .earlier(message("m2", 2, "two")), .earlier(message("m1", 1, "one")),
            .chat(Chat(id: "bob", title: "Bob")), .message(message("b1", 3, "three", in: "bob")),
        ])
        try store.commit([.chatRemoved("ada")])
        store.close()
        store = try open()
        try store.commit([.earlier(message("b0", 2, "zero", in: "bob"))])
        #expect(try search(store, MessageQuery([SearchPart("zero")])).ids == ["b0"])
        #expect(try search(store, MessageQuery([SearchPart("one")])).ids == [])
        store.close()
    }

    @Test func tellsWhichChatsItCouldNotSeeAsAWhole() throws {
        let store = try SQLiteStore()
        try store.commit([
            .chat(Chat(id: "ada", title: "Ada")), .chat(Chat(id: "bob", title: "Bob")), .message(message("m1", 1, "a")),
            .message(message("m2", 5, "a")), .message(message("b1", 6, "a", in: "bob")), .gap("ada", at: 1, token: "t"),
            .gap("ada", at: 3, token: "u"),
        ])
        #expect(try page(store, "a").gaps == FoundGaps(messages: [MessageKey(chat: "ada", message: "m2")], count: 1))
        guard
            case .messageSearch(.found(let page)) = try store.load(
                .found(MessageQuery([SearchPart("a")], chat: "bob"), before: nil, limit: 5))
        else { throw CancellationError() }
        #expect(page.gaps == FoundGaps())
    }

    /// Of what a server finds, the store leaves what it does not have, with the message before which it is missing.
    @Test func leadsToWhereMessagesOfTheServerAreMissing() throws {
        let store = try SQLiteStore()
        try store.commit([
            .chat(Chat(id: "ada", title: "Ada")), .chat(Chat(id: "bob", title: "Bob")),
            .chat(Chat(id: "cy", title: "Cy")),
            .message(message("m1", 10, "a", at: 100)), .message(message("m2", 11, "a", at: 200)),
            .message(message("m3", 20, "a", at: 300)), .message(message("m4", 21, "a", at: 400)),
            .message(message("b1", 30, "a", in: "bob", at: 100)), .message(message("b2", 31, "a", in: "bob", at: 200)),
            .gap("ada", at: 10, token: "t"), .gap("ada", at: 15, token: "u"),
        ])
        func followers(_ messages: (chat: ChatID, id: MessageID?, time: TimeInterval?)...) throws -> [String] {
            let found = messages.map { chat, id, time in
                ServerMessage(
                    IncomingMessage(
                        chat: chat, message: id, content: MessageContent(text: "a"),
                        date: time.map { Date(timeIntervalSince1970: $0) }),
                    follower: "nonsense")
            }
            let query = StoreQuery.unstored(ServerPage(text: "a", messages: found, next: "t"))
            guard case .messageSearch(.serverChecked(let page)) = try store.load(query), page.next == "t" else {
                throw CancellationError()
            }
            return page.messages.map { "\($0.message.message?.text ?? "none") \($0.follower?.text ?? "none")" }
        }
        // Before the first gap, in the second, and newer than all.
        #expect(
            try followers(("ada", "m1", 100), ("ada", "x", 50), ("ada", "y", 250), ("ada", "z", 900)) == [
                "x m1", "y m3", "z m4",
            ])
        // A chat without a gap, one without messages, and none at all; the same id in another chat; no date and no id.
        #expect(
            try followers(("bob", "x", 50), ("cy", "x", 50), ("no", "m1", 50), ("bob", "m1", nil), ("bob", nil, 5)) == [
                "x b2", "x none", "m1 none", "m1 b2", "none none",
            ])
    }

    @Test func deletedTextLeavesTheIndex() throws {
        let store = try SQLiteStore()
        func count() throws -> Int? {
            try store.database.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM messageText WHERE messageText MATCH 'secret'")
            }
        }
        store.index.limits.batch = 1
        try store.commit([.chat(Chat(id: "ada", title: "Ada")), .message(message("m1", 1, "secret words"))])
        #expect(try count() == 1)
        try store.commit([.revised("ada", "m1", MessageContent(kind: .deleted))])
        #expect(try count() == 0)
    }
}
