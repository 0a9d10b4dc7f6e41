import Foundation
import GRDB
import TelexCore
import Testing

@testable import TelexStorage

/// Exports of files with damaged pages.
@Suite struct DamageTests {
    private let date = Date(timeIntervalSince1970: 1_767_603_600)

    /// A damaged page of a table or of an index.
    enum Place: Sendable {
        /// The root page, which damages the whole of it.
        case all(String)
        /// The leaf page with this number, from 0.
        case leaf(String, Int)
        /// The first links of the root page all lead to its first leaf.
        case circle(String)
        /// Two leaf pages change places.
        case swap(String, Int, Int)
    }

    /// Exports a store with two chats, many messages and many reminders, after some of its pages are overwritten.
    private func export(
        _ places: [Place], moreChats: Int = 0
    ) throws -> (items: [StoredItem], extent: StoreExport.Extent, owner: String?) {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let store = try SQLiteStore(path: path, durability: .normal)
        try store.commit([
            .chat(Chat(id: "ada", title: "Ada")), .chat(Chat(id: "bo", title: "Bo")),
            .link(name: "owner", value: "me"), .contact(Contact(id: "c", first: "Ada", last: "L")),
        ])
        try store.commit(
            (0..<moreChats).map { .chat(Chat(id: ChatID("\($0)"), title: String(repeating: "t", count: 100))) })
        try store.commit(
            (1...300).map { number in
                .message(
                    Message(
                        id: "m\(number)", chat: "ada", position: number, isOwn: false,
                        content: .text(String(repeating: "t", count: 100)), date: date, delivery: .received))
            })
        try store.commit(
            (100...250).map {
                .reminder(Reminder(id: ReminderID("r\($0)"), name: String(repeating: "n", count: 100), due: date))
            })
        func root(_ name: String) throws -> Int {
            try store.database.read { database in
                let sql = "SELECT rootpage FROM sqlite_master WHERE name = ?"
                return try #require(try Int.fetchOne(database, sql: sql, arguments: [name])) - 1
            }
        }
        func leaf(_ name: String, _ number: Int) throws -> Int {
            try store.database.read { database in
                let sql =
                    "SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET ?"
                return try #require(try Int.fetchOne(database, sql: sql, arguments: [name, number])) - 1
            }
        }
        try store.database.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        var file = Array(try Data(contentsOf: URL(filePath: path)))
        func page(_ number: Int) -> Range<Int> { number * 4096..<(number + 1) * 4096 }
        for place in places {
            switch place {
            case .all(let name): file.replaceSubrange(page(try root(name)), with: repeatElement(0xFF, count: 4096))
            case .leaf(let name, let number):
                file.replaceSubrange(page(try leaf(name, number)), with: repeatElement(0xFF, count: 4096))
            case .swap(let name, let one, let other):
                let (one, other) = (page(try leaf(name, one)), page(try leaf(name, other)))
                let (first, second) = (file[one], file[other])
                file.replaceSubrange(one, with: second)
                file.replaceSubrange(other, with: first)
            case .circle(let name):
                // The page's cells begin where its cell pointers say, each with the number of the page to its left.
                let start = page(try root(name)).lowerBound
                let cells = (0..<Int(file[start + 3]) << 8 + Int(file[start + 4])).map { cell in
                    start + Int(file[start + 12 + 2 * cell]) << 8 + Int(file[start + 13 + 2 * cell])
                }
                let link = file[cells[0]..<cells[0] + 4]
                for cell in cells { file.replaceSubrange(cell..<cell + 4, with: link) }
            }
        }
        store.close()
        try Data(file).write(to: URL(filePath: path))
        var items: [StoredItem] = []
        let export = try StoreExport(path: path)
        let owner = try export.value("owner")
        let extent = try export.read { items.append($0) }
        return (items, extent, owner)
    }

    private func chats(_ items: [StoredItem]) -> [String] {
        items.compactMap { if case .chat(let chat) = $0 { "\(chat.chat.id) \(chat.chat.title)" } else { nil } }
    }

    private func places(_ items: [StoredItem]) -> [Int64] {
        items.compactMap { if case .message(let message) = $0 { message.position } else { nil } }
    }

    @Test(
        arguments: [
            ([], ["ada Ada", "bo Bo"]), ([.all("chat")], ["ada ada", "bo bo"]),
            ([.all("chat"), .all("sqlite_autoindex_chat_1")], ["lost-1 lost-1"]),
            ([.all("sqlite_autoindex_chat_1")], ["ada Ada", "bo Bo"]),
        ] as [([Place], [String])])
    func findsTheChatsOfItsMessages(places: [Place], chats: [String]) throws {
        let (items, extent, owner) = try export(places)
        #expect(self.chats(items) == chats && self.places(items) == Array(1...300))
        #expect(extent == (places.isEmpty ? .whole : .readable) && owner == "me")
    }

    @Test(arguments: [[0], [0, 2], [1, 3]])
    func findsTheTitlesOfChatsBetweenDamagedOnes(leaves: [Int]) throws {
        let (items, _, _) = try export(leaves.map { .leaf("chat", $0) }, moreChats: 200)
        let numbers = items.compactMap { item -> Int? in
            guard case .chat(let stored) = item, case let chat = stored.chat, chat.title != chat.id.text else {
                return nil
            }
            return Int(chat.id.text)
        }
        #expect(chats(items).count == 202 && missing(numbers, of: 0...199).count == leaves.count)
    }

    /// Each message is exported once, whatever the links between pages say.
    @Test(arguments: ["message", "chat", "reminder"])
    func doesNotFollowLinksInCircles(name: String) throws {
        let (items, extent, _) = try export([.circle(name)], moreChats: 200)
        let places = places(items)
        #expect(extent == .readable && places == Set(places).sorted() && places.count >= 20)
        #expect(Set(chats(items)).count == chats(items).count)
    }

    @Test(arguments: ["message", "chat", "reminder"])
    func noticesSwappedPages(name: String) throws {
        let (items, extent, _) = try export([.swap(name, 0, 1)], moreChats: 200)
        #expect(extent == .readable && Set(places(items)).count == places(items).count)
    }

    @Test func isNotWholeWithoutTheStateOfItsBackend() throws {
        let (items, extent, owner) = try export([.all("link")])
        #expect(owner == nil && extent == .readable && places(items).count == 300)
    }

    @Test func exportsTheOtherTables() throws {
        let (items, extent, _) = try export([.all("message")])
        #expect(places(items) == [] && extent == .readable && chats(items) == ["ada Ada", "bo Bo"])
        #expect(items.contains { if case .contact = $0 { true } else { false } })
        let (others, _, _) = try export([.all("contact")])
        #expect(!others.contains { if case .contact = $0 { true } else { false } } && places(others).count == 300)
    }

    /// The runs of numbers that are missing.
    private func missing(_ numbers: [Int], of all: ClosedRange<Int>) -> [ClosedRange<Int>] {
        var runs: [ClosedRange<Int>] = []
        for number in all where !numbers.contains(number) {
            if let last = runs.last, last.upperBound == number - 1 {
                runs[runs.count - 1] = last.lowerBound...number
            } else {
                runs.append(number...number)
            }
        }
        return runs
    }

    @Test(arguments: [[0], [2], [0, 2], [2, 4], [1, 3, 5]])
    func skipsDamagedMessages(leaves: [Int]) throws {
        let (items, extent, _) = try export(leaves.map { .leaf("message", $0) })
        let numbers = places(items).map(Int.init)
        let missing = missing(numbers, of: 1...300)
        #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
        #expect(missing.count == leaves.count && missing.allSatisfy { (10...60).contains($0.count) })
        #expect((missing.first?.lowerBound == 1) == (leaves[0] == 0) && extent == .readable)
        let reminders = items.count { if case .reminder = $0 { true } else { false } }
        #expect(reminders == 151 && chats(items) == ["ada Ada", "bo Bo"])
    }

    /// Reminders are read from both ends, so those between two damaged places are lost.
    @Test(arguments: [[0], [1], [1, 3]])
    func skipsDamagedReminders(leaves: [Int]) throws {
        let (items, extent, _) = try export(leaves.map { .leaf("reminder", $0) })
        let numbers = items.compactMap {
            if case .reminder(let reminder) = $0 { Int(reminder.id.text.dropFirst()) } else { nil }
        }
        let missing = missing(numbers, of: 100...250)
        #expect(numbers == numbers.sorted() && missing.count == 1 && extent == .readable)
        #expect((missing.first?.lowerBound == 100) == (leaves[0] == 0) && places(items).count == 300)
    }
}
