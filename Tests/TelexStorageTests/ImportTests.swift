import Foundation
import GRDB
import TelexCore
import Testing

@testable import TelexStorage

/// Exports from one store and imports into another.
@Suite struct ImportTests {
    private let date = Date(timeIntervalSince1970: 1_767_603_600.125)

    private func message(
        _ id: MessageID, _ position: Int64, isOwn: Bool = false, in chat: ChatID = "ada",
        delivery: Message.Delivery = .received
    ) -> Message {
        Message(
            id: id, chat: chat, position: position, isOwn: isOwn, content: .text("text \(id)"), date: date,
            delivery: delivery)
    }

    @discardableResult
    private func take(_ items: [StoredItem], into store: SQLiteStore, owner: String? = nil) throws -> ImportCount {
        var rest = items[...]
        return try store.importItems(owner: owner.map { ("owner", $0) }) { rest.popFirst() }
    }

    private func numbers(_ count: ImportCount) -> [Int] {
        [count.chats, count.messages, count.contacts, count.reminders, count.known]
    }

    private func chats(_ store: SQLiteStore) throws -> [Chat] {
        if case .chat(.loaded(let loaded)) = try store.load(.chats(first: nil)) { loaded.chats } else { [] }
    }

    private func withPath<Value>(_ body: (String) throws -> Value) throws -> Value {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        return try body(path)
    }

    private func export(_ path: String) throws -> (items: [StoredItem], extent: StoreExport.Extent) {
        var items: [StoredItem] = []
        let extent = try StoreExport(path: path).read { items.append($0) }
        return (items, extent)
    }

    private var items: [StoredItem] {
        [
            .chat(
                StoredChat(
                    Chat(
                        id: "ada", title: "Ada", readUpTo: 1, unloaded: UnreadCount(messages: 3, mentions: 1),
                        unconfirmedRead: "a", isEncrypted: true),
                    deliveredUpTo: 4, otherReadUpTo: 3)),
            .gap(StoredGap(chat: "ada", position: 2, token: "t")),
            .message(message("a", 1)), .message(message("b", 2)),
            .message(message("own", 3, isOwn: true, delivery: .waiting)),
            .chat(StoredChat(Chat(id: "bo", title: "Bo", invitation: Invitation(inviter: "Cy", position: 9)))),
            .contact(Contact(id: "c", first: "Ada", last: "Lovelace", chat: "ada", details: "TEL:1")),
            .reminder(Reminder(id: "r", name: "tea", due: date, isDone: true, chat: "ada")),
            .reminder(Reminder(id: "s", name: "cake", due: date, isNotified: true)),
        ]
    }

    @Test func importsWhatWasExported() throws {
        try withPath { path throws in
            let store = try SQLiteStore(path: path, durability: .normal)
            let count = try take(items, into: store, owner: "me")
            #expect(numbers(count) == [2, 3, 1, 2, 0])
            let (read, extent) = try export(path)
            #expect(read == items && extent == .whole)
            #expect(try StoreExport(path: path).value("owner") == "me" && store.link.value("owner") == "me")
            #expect(try StoreExport(path: path).value("none") == nil)
            let again = try take(items, into: store)
            #expect(numbers(again) == [0, 0, 0, 0, 8])
            #expect(try export(path).items == items)
        }
    }

    @Test func summarizesTheMessagesOfAChat() throws {
        let store = try SQLiteStore()
        try take(items, into: store)
        let (bo, ada) = (try chats(store)[0], try chats(store)[1])
        #expect(
            ada.total == 3
                && ada.last
                    == Chat.LastMessage(
                        message: "own", position: 3, isOwn: true, content: .text("text own"), date: date)
        )
        #expect(ada.received == "b" && ada.receivedUpTo == 2 && ada.gap == 2 && ada.unread == 1)
        #expect(bo.total == 0 && bo.last == nil && bo.received == nil && bo.invitation?.inviter == "Cy")
    }

    @Test func importsAChatWithoutMessages() throws {
        let store = try SQLiteStore()
        try take([.chat(StoredChat(Chat(id: "ada", title: "Ada")))], into: store)
        #expect(try chats(store).map(\.total) == [0] && chats(store)[0].last == nil)
    }

    /// In a chat that is already stored, marks only move forward.
    @Test(
        arguments: [
            (4, "old"), (5, "old"), (6, "new"),
        ] as [(Int64, MessageID)])
    func movesMarksForward(readUpTo: Int64, unconfirmedRead: MessageID) throws {
        let store = try SQLiteStore()
        try store.commit([
            .chat(Chat(id: "ada", title: "Ada", readUpTo: 5, unconfirmedRead: "old", isEncrypted: false)),
            .delivered("ada", upTo: 5), .otherRead("ada", upTo: 5), .message(message("m", 9)),
        ])
        try take(
            [
                .chat(
                    StoredChat(
                        Chat(
                            id: "ada", title: "Other", readUpTo: readUpTo, unloaded: UnreadCount(messages: 7),
                            unconfirmedRead: "new", isEncrypted: true),
                        deliveredUpTo: readUpTo, otherReadUpTo: readUpTo)),
                .gap(StoredGap(chat: "ada", position: 9, token: "t")),
            ], into: store)
        let chat = try chats(store)[0]
        #expect(chat.title == "Ada" && !chat.isEncrypted && chat.unloaded == UnreadCount() && chat.gap == 0)
        #expect(chat.readUpTo == max(5, readUpTo) && chat.unconfirmedRead == unconfirmedRead)
        guard case .history(.loaded(let page)) = try store.load(.history("ada", before: nil, limit: 9)) else {
            return #expect(Bool(false))
        }
        #expect(page.deliveredUpTo == max(5, readUpTo) && page.otherReadUpTo == max(5, readUpTo))
    }

    @Test func importsTheUnconfirmedReadMarkOfANewChat() throws {
        let store = try SQLiteStore()
        try take([.chat(StoredChat(Chat(id: "ada", title: "Ada", readUpTo: 0, unconfirmedRead: "m")))], into: store)
        #expect(try chats(store).map(\.unconfirmedRead) == ["m"])
    }

    @Test func importsAllOrNothing() throws {
        let store = try SQLiteStore()
        try store.commit([.message(message("other", 2)), .chat(Chat(id: "ada", title: "Ada"))])
        #expect(throws: StoreError.taken("b", in: "ada")) { try take(items, into: store, owner: "me") }
        #expect(try chats(store).map(\.id) == ["ada"] && store.link.values("") == [:])
        // A message that is already stored keeps its position.
        try take([.message(message("other", 7))], into: store)
        #expect(
            try store.known(["other"], in: "ada") == ["other": KnownMessage(position: 2, content: .text("text other"))])
        try take([.message(message("m", 1, in: "bo"))], into: store)
        #expect(try chats(store).map(\.total) == [1, 1])
    }

    // MARK: Files

    @Test func reportsAMissingStore() throws {
        try withPath { path throws in
            #expect(throws: StoreError.missing(path: path)) { try StoreExport(path: path) }
            #expect(try UnreadTotal.total(path: path) == 0)
        }
    }

    @Test func exportsNothingFromAnEmptyFile() throws {
        try withPath { path throws in
            #expect(FileManager.default.createFile(atPath: path, contents: Data()))
            let (items, extent) = try export(path)
            #expect(items == [] && extent == .whole)
            #expect(try UnreadTotal.total(path: path) == 0)
        }
    }

    @Test func countsUnreadMessagesInAFile() throws {
        try withPath { path throws in
            let store = try SQLiteStore(path: path, durability: .normal)
            try take(items, into: store)
            #expect(try UnreadTotal.total(path: path) == 1 + 3)
        }
    }

    @Test(
        arguments: [
            (3, StoreError.older(path: "")), (StoreSchema.version, nil), (StoreSchema.version + 1, .newer(path: "")),
        ] as [(Int, StoreError?)])
    func opensOnlyStoresOfItsVersion(version: Int, error: StoreError?) throws {
        try withPath { path throws in
            var store: SQLiteStore? = try SQLiteStore(path: path, durability: .normal)
            try take(items, into: try #require(store))
            try store?.database.write { try $0.execute(sql: "PRAGMA user_version = \(version)") }
            store?.close()
            store = nil
            func code(_ body: () throws -> Void) -> String? {
                do { try body() } catch { return "\(error)".replacing(path, with: "") }
                return nil
            }
            let wanted = error.map { "\($0)" }
            #expect(code { _ = try UnreadTotal.total(path: path) } == wanted)
            #expect(code { _ = try StoreCheckup(path: path, owner: "b") } == wanted)
            #expect(code { _ = try SQLiteStore(path: path, durability: .normal) } == wanted)
            // An export still contains everything that this version knows.
            let (read, extent) = try export(path)
            #expect(read == items && extent == (error == nil ? .whole : .known))
        }
    }

    @Test func opensNoFIFO() throws {
        try withPath { path throws in
            mkfifo(path, 0o600)
            let error = StoreError.inaccessible(path: path, reason: "it is not a regular file")
            #expect(throws: error) { _ = try UnreadTotal.total(path: path) }
            #expect(throws: error) { _ = try StoreCheckup(path: path, owner: "b") }
            #expect(throws: error) { _ = try SQLiteStore(path: path, durability: .normal) }
            #expect(throws: error) { _ = try export(path) }
        }
    }

    @Test func checksAStore() throws {
        try withPath { path throws in
            #expect(FileManager.default.createFile(atPath: path, contents: Data()))
            let empty = try StoreCheckup(path: path, owner: "owner")
            #expect(empty.version == nil && empty.chats == 0 && empty.messages == 0 && empty.damage == [])
            let store = try SQLiteStore(path: path, durability: .normal)
            try take(items, into: store, owner: "me")
            let full = try StoreCheckup(path: path, owner: "owner")
            #expect(full.version == StoreSchema.version && full.chats == 2 && full.messages == 3 && full.owner == "me")
            #expect(full.damage == [])
        }
    }

    /// The export reports that something is left out, and contains the rest.
    @Test(
        arguments: [
            ("UPDATE message SET id = '' WHERE id = 'a'", 0), ("UPDATE contact SET id = ''", 1),
            ("UPDATE reminder SET id = '' WHERE id = 'r'", 1), ("UPDATE reminder SET due = 1 << 62 WHERE id = 's'", 0),
            ("UPDATE gap SET token = x'FF'", 1), ("UPDATE chat SET id = '' WHERE id = 'bo'", 0), ("SELECT 1", 0),
        ])
    func leavesOutWhatHasNoPlace(sql: String, count: Int) throws {
        try withPath { path throws in
            let store = try SQLiteStore(path: path, durability: .normal)
            try take(items, into: store)
            try store.database.write { try $0.execute(sql: sql) }
            let (read, extent) = try export(path)
            #expect(read.count == items.count - count && extent == (sql == "SELECT 1" ? .whole : .readable))
            #expect(read.filter(items.contains) == items.filter(read.contains))
        }
    }

    /// A sound file with a table that differs from ours is not whole either.
    @Test(arguments: [
        ("chat", "key"), ("gap", "position"), ("message", "position"), ("contact", "key"), ("reminder", "id"),
        ("link", "value"),
    ])
    func isNotWholeIfATableCannotBeRead(table: String, column: String) throws {
        try withPath { path throws in
            let store = try SQLiteStore(path: path, durability: .normal)
            try take(items, into: store, owner: "me")
            try store.database.write { try $0.execute(sql: "ALTER TABLE \(table) RENAME COLUMN \(column) TO other") }
            let export = try StoreExport(path: path)
            #expect(try export.value("owner") == (table == "link" ? nil : "me"))
            #expect(try export.read { _ in } == .readable)
        }
    }

    @Test(arguments: [false, true])
    func refusesToWriteOnceItsFileIsGone(isReplaced: Bool) throws {
        try withPath { path throws in
            let store = try SQLiteStore(path: path, durability: .normal)
            try store.commit([.link(name: "a", value: "1")])
            try FileManager.default.removeItem(atPath: path)
            if isReplaced { #expect(FileManager.default.createFile(atPath: path, contents: Data())) }
            #expect(throws: StoreError.replaced(path: path)) { try store.commit([.link(name: "a", value: "2")]) }
        }
    }

    @Test func createsAProfileFolderForItsOwnerOnly() throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: home) }
        let profile = Profile(name: "p", environment: ["HOME": home])
        #expect(!profile.exists)
        for _ in 0..<2 { try profile.make() }
        let attributes = try FileManager.default.attributesOfItem(atPath: profile.folder)
        #expect(profile.exists && attributes[.posixPermissions] as? Int == 0o700)
        #expect(profile.option == " --profile p" && Profile(name: "default", environment: [:]).option == "")
    }

    @Test func checksALockWithoutTakingIt() throws {
        try withPath { path throws in
            defer { try? FileManager.default.removeItem(atPath: path + ".lock") }
            #expect(StoreLock.holder(path) == (false, nil))
            #expect(!FileManager.default.fileExists(atPath: path + ".lock"))
            var lock: StoreLock? = try StoreLock(path)
            #expect(StoreLock.holder(path) == (true, getpid()))
            withExtendedLifetime(lock) {}
            lock = nil
            #expect(StoreLock.holder(path) == (false, nil))
            #expect(throws: StoreError.inaccessible(path: "/none/x", reason: "No such file or directory")) {
                try StoreLock("/none/x")
            }
        }
    }

    /// As where nothing can be written.
    @Test func readsACopyThatCanBeChanged() throws {
        try withPath { path throws in
            let reminder = Reminder(
                id: "r", name: "x", due: Date(timeIntervalSince1970: 1_767_603_600),
                recurrence: "DTSTART:20260105T090000Z\nRRULE:FREQ=DAILY")
            let store = try SQLiteStore(path: path, durability: .normal)
            try store.commit([.reminder(reminder)])
            store.close()
            let before = try Data(contentsOf: URL(filePath: path))
            let copy = try SQLiteStore(copyOf: path)
            #expect(try copy.load(.reminders) == .reminder(.loaded(reminders: [reminder])))
            try copy.commit([.reminderRemoved("r")])
            #expect(try copy.load(.reminders) == .reminder(.loaded(reminders: [])))
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }
    }

    // MARK: Queries

    @Test(arguments: [1, 63, 64, 65, 130])
    func findsWhichOfManyMessagesAreStored(count: Int) throws {
        let store = try SQLiteStore()
        let stored = (0..<count).filter { $0 % 3 == 0 }.map { message("m\($0)", Int64($0 + 1)) }
        try store.commit(stored.map { .message($0) })
        var keys = (0..<count).map { MessageKey(chat: "ada", message: MessageID("m\($0)")) }
        #expect(try store.stored(keys) == Set(stored.map(\.key)))
        keys.append(MessageKey(chat: "nobody", message: "m0"))
        #expect(try store.stored(keys.reversed()) == Set(stored.map(\.key)))
    }

    @Test func countsMentionsAfterTheReadMark() throws {
        let store = try SQLiteStore()
        var mentions = (1...3).map { message(MessageID("m\($0)"), Int64($0)) }
        for index in mentions.indices { mentions[index].attention = .mention }
        try store.commit(mentions.map { .message($0) })
        #expect(
            try store.known(["m2"], in: "ada") == [
                "m2": KnownMessage(position: 2, unreadAfter: 1, mentionsAfter: 1, content: mentions[1].content)
            ])
    }

    @Test func stopsAPageAtTheNearestGap() throws {
        let store = try SQLiteStore()
        try store.commit((1...9).map { .message(message("m\($0)", $0)) })
        try store.commit([
            .gap("ada", at: 4, token: "four"), .gap("ada", at: 7, token: "seven"), .gap("ada", at: 1, token: "one"),
        ])
        func page(before position: Int64?, _ limit: Int = 50) throws -> HistoryPage? {
            if case .history(.loaded(let page)) = try store.load(.history("ada", before: position, limit: limit)) {
                page
            } else {
                nil
            }
        }
        let seven = HistoryGap(position: 7, token: "seven", isHole: true)
        #expect(try page(before: nil)?.messages.map(\.position) == [7, 8, 9] && page(before: nil)?.gap == seven)
        #expect(try page(before: nil, 3)?.hasOlder == false && page(before: nil, 3)?.gap == seven)
        #expect(try page(before: nil, 2)?.hasOlder == true && page(before: nil, 2)?.gap == nil)
        #expect(try page(before: 7)?.messages == [] && page(before: 7)?.gap == seven)
        #expect(try page(before: 6)?.messages.map(\.position) == [4, 5] && page(before: 6)?.gap?.token == "four")
        #expect(try page(before: 3)?.gap == HistoryGap(position: 1, token: "one", isHole: false))
        #expect(try chats(store).map(\.gap) == [7])
        try store.commit([.gap("ada", at: 7, token: nil)])
        #expect(
            try chats(store).map(\.gap) == [4] && page(before: nil)?.messages.map(\.position) == [4, 5, 6, 7, 8, 9])
    }

    @Test(arguments: [
        (1, ["1: Bea A"]), (2, ["1: Bea A", "2: Bea A"]), (3, ["1: Bea A", "2: Bea A", "3: Bea B"]),
        (9, ["1: Bea A", "2: Bea A", "3: Bea B", "4: Bea C"]),
    ])
    func limitsTheChatsItFindsAndRepeatsNone(limit: Int, names: [String]) throws {
        let store = try SQLiteStore()
        func chat(_ id: ChatID, _ name: String, _ position: Int64) -> StoreChange {
            .chat(Chat(id: id, title: name, lastOrder: position))
        }
        try store.commit([
            chat("1", "Bea A", 3), chat("2", "Bea A", 2), chat("3", "Bea B", 1),
            chat("4", "Team", 0),
            .contact(Contact(id: "1", first: "Bea", last: "B", chat: "3")),
            .contact(Contact(id: "2", first: "Bea", last: "C", chat: "4")),
            .contact(Contact(id: "3", first: "Bea", last: "C", chat: "4")),
            .contact(Contact(id: "4", first: "be", last: "x", chat: "4")),
        ])
        guard case .search(.found(let found)) = try store.load(.contacts("bea", limit: limit)) else { return }
        #expect(found.query == "bea" && found.chats.map { "\($0.chat): \($0.title)" } == names)
    }

    @Test func limitsTheContactsItFinds() throws {
        let store = try SQLiteStore()
        let numbers = (1...4).map { ChatID("\($0)") }
        try store.commit(
            numbers.flatMap { number -> [StoreChange] in
                let contact = Contact(id: ContactID(number.text), first: "Bea", last: "L\(number)", chat: number)
                return [.chat(Chat(id: number, title: "Team \(number)")), .contact(contact)]
            })
        try store.database.read { database throws in
            for limit in 0...5 {
                #expect(try ContactRecord.chats(matching: "bea", limit, database).count == min(limit, 4))
                #expect(try ChatRecord.titled(matching: "bea", limit, database) == [])
                #expect(try ChatRecord.titled(matching: "team", limit, database).count == min(limit, 4))
            }
            // A word that equals the query, and a query of several words.
            #expect(try ContactRecord.chats(matching: "l1", 9, database).map(\.title) == ["Bea L1"])
            #expect(try ContactRecord.chats(matching: "bea l2", 9, database).map(\.title) == ["Bea L2"])
        }
    }
}
