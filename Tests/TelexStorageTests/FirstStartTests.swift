import CPowerCut
import Foundation
import GRDB
import TelexCore
import Testing

@testable import TelexStorage

extension DiskTests {
    /// Stores left behind by a process that was killed while it created them.
    @Suite struct FirstStartTests {
        private func temporary() -> String {
            FileManager.default.temporaryDirectory.appendingPathComponent("first-\(UUID())").path
        }

        private func remove(_ path: String) {
            for end in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + end) }
        }

        /// The command that opens the store first after the kill.
        enum Visitor: CaseIterable {
            case start, export, checkup, unread, names

            func visit(_ path: String) throws {
                switch self {
                case .start: try SQLiteStore(path: path, durability: .normal).close()
                case .export: #expect(try StoreExport(path: path).read { _ in } == .whole)
                case .checkup: #expect(try StoreCheckup(path: path, owner: "").damage.isEmpty)
                case .unread: #expect(try UnreadTotal.total(path: path) == 0)
                case .names: #expect(try StoredNames.names(path: path).chats.isEmpty)
                }
            }
        }

        /// A file that was cut off can then be read in part. The first page has 100 bytes before its own header, whose first
        /// byte says whether it has all entries (https://www.sqlite.org/fileformat2.html, section 1.6).
        @Test func describesItsTablesOnTheFirstPage() throws {
            let path = temporary()
            defer { remove(path) }
            let store = try SQLiteStore(path: path, durability: .normal)
            try store.database.inDatabase { try $0.execute(sql: "VACUUM INTO ?", arguments: [path + "-copy"]) }
            store.close()
            defer { remove(path + "-copy") }
            #expect(try Data(contentsOf: URL(filePath: path + "-copy"))[100] == 0x0D)
        }

        @Test(arguments: [Visitor.unread, .names]) func readersMakeNoStore(visitor: Visitor) throws {
            let path = temporary()
            try visitor.visit(path)
            #expect(!FileManager.default.fileExists(atPath: path))
        }

        /// - Parameter percent: how much of the unsynced data survives: all of it after a kill, less after a power cut.
        @Test(arguments: [100, 50, 0])
        func anyCommandWorksAfterAnInterruptedFirstStart(percent: Int) throws {
            let path = temporary()
            defer { remove(path) }
            power_cut_begin(path)
            try SQLiteStore(path: path, durability: .normal).close()
            power_cut_end()
            let count = power_cut_count()
            try #require(count > 10)
            for cut in 0...count {
                for visitor in percent == 100 ? Visitor.allCases : [.start] {
                    let copy = temporary()
                    defer { remove(copy) }
                    power_cut_copy(copy, cut, UInt32(cut), Int32(percent))
                    guard FileManager.default.fileExists(atPath: copy) else { continue }
                    do {
                        try visitor.visit(copy)
                        let store = try SQLiteStore(path: copy, durability: .normal)
                        try store.commit([.chat(Chat(id: "ada", title: "Ada"))])
                    } catch {
                        Issue.record("\(visitor) after cut \(cut) of \(count): \(error)")
                    }
                }
            }
        }

        @Test func refusesAFileOfAnotherProgram() throws {
            let path = temporary()
            defer { remove(path) }
            try DatabaseQueue(path: path).write { try $0.execute(sql: "CREATE TABLE other (x)") }
            #expect(throws: StoreError.corrupt(path: path)) { try SQLiteStore(path: path, durability: .normal) }
        }
    }
}
