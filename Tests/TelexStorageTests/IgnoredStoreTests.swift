import Foundation
import TelexCore
import Testing

@testable import TelexStorage

/// Whom we ignore, in a store.
@Suite struct IgnoredStoreTests {
    private let store: SQLiteStore

    init() throws { store = try SQLiteStore() }

    private var stored: [IgnoredPerson] {
        get throws {
            guard case .chat(.loaded(let loaded)) = try store.load(.chats(first: 1)) else { return [] }
            return loaded.ignored
        }
    }

    @Test func keepsWhomWeIgnoreAndWhatTheServerDoesNotHave() throws {
        let eve = IgnoredPerson(user: "eve", isTold: false)
        let mallory = IgnoredPerson(user: "mal\0lory", isIgnored: false, isTold: false)
        try store.commit([.ignored(eve), .ignored(mallory), .ignored(IgnoredPerson(user: "cy"))])
        #expect(try stored == [IgnoredPerson(user: "cy"), eve, mallory])
        // What the server has, and is as it always was, need not be kept.
        try store.commit([
            .ignored(IgnoredPerson(user: "eve")), .ignored(IgnoredPerson(user: mallory.user, isIgnored: false)),
        ])
        #expect(try stored == [IgnoredPerson(user: "cy"), IgnoredPerson(user: "eve")])
    }

    @Test func keepsWhetherOthersSeeWhatWeRead() throws {
        func sends() throws -> Bool? {
            guard case .chat(.loaded(let loaded)) = try store.load(.chats(first: 1)) else { return nil }
            return loaded.sendsReceipts
        }
        #expect(try sends() == true)
        try store.commit([.sendsReceipts(false)])
        #expect(try sends() == false)
        try store.commit([.sendsReceipts(true)])
        #expect(try sends() == true)
    }

    @Test func anExportKnowsWhoseMessagesToMark() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "telex-ignored-\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { unlink(path + end) } }
        let store = try SQLiteStore(path: path, durability: .normal)
        try store.commit([.ignored(IgnoredPerson(user: "eve")), .ignored(IgnoredPerson(user: "cy", isIgnored: false))])
        let export = try StoreExport(path: path)
        let ignored = try export.ignored()
        #expect(ignored.holds(MessageContent(text: "rude", sender: "eve"), isOwn: false))
        #expect(!ignored.holds(MessageContent(text: "kind", sender: "cy"), isOwn: false))
        #expect(try export.read { _ in } == .whole)
    }

    @Test func anImportKeepsWhatIsThere() throws {
        try store.commit([.ignored(IgnoredPerson(user: "eve", isIgnored: false, isTold: false))])
        var items = ["eve", "cy"].map { StoredItem.ignored(IgnoredPerson(user: UserID($0))) }
        let count = try store.importItems(owner: nil) { items.popLast() }
        #expect(count.ignored == 1 && count.known == 1)
        #expect(
            try stored == [IgnoredPerson(user: "cy"), IgnoredPerson(user: "eve", isIgnored: false, isTold: false)])
    }
}
