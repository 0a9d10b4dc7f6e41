import Foundation
import TelexClient
import TelexCore
import Testing

@testable import TelexStorage
@testable import telex

@Suite struct StoreExamTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    private var path: String { folder.appending(path: "telex.sqlite").path }

    /// Examines a store after something was done to it, and checks that this changes nothing.
    private func examine(_ deed: (SQLiteStore) throws -> Void = { _ in }) throws -> StoreExam {
        let manager = FileManager.default
        try manager.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? manager.removeItem(at: folder) }
        let store = try SQLiteStore(path: path, durability: .full)
        try manager.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
        try store.commit([.chat(Chat(id: "ada", title: "Ada")), .link(name: Account.ownerName, value: "me")])
        try deed(store)
        store.close()
        func contents() throws -> [String: Data] {
            let names = try manager.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix("-shm") }
            let files = try names.map { ($0, try Data(contentsOf: folder.appending(path: $0))) }
            return Dictionary(files.filter { !$1.isEmpty }) { $1 }
        }
        let before = try contents()
        let exam = StoreExam(path, private: [folder.path])
        #expect(try contents() == before)
        return exam
    }

    @Test func acceptsASoundStore() throws {
        let exam = try examine()
        #expect(exam.owner == "me" && exam.finding.verdict == .fine)
        #expect(
            exam.finding.text.hasPrefix("\(path), version \(StoreSchema.version), is sound. Chats: 1; messages: 0; "))
    }

    @Test func createsNoMissingStore() {
        let exam = StoreExam(path, private: [])
        #expect(exam.finding.verdict == .fine && exam.finding.text == "No store yet. telex will create \(path).")
        #expect(!FileManager.default.fileExists(atPath: folder.path))
    }

    @Test(arguments: [true, false]) func reportsWhatOthersCanRead(isFolder: Bool) throws {
        let place = isFolder ? folder.path : path
        let exam = try examine { _ in
            try FileManager.default.setAttributes([.posixPermissions: isFolder ? 0o740 : 0o640], ofItemAtPath: place)
        }
        #expect(exam.finding.verdict == .problem(.findings) && exam.finding.text.hasSuffix("chmod go= \(place)"))
    }

    @Test(arguments: [
        ("PRAGMA user_version = 0", "Export it with the older version"),
        ("PRAGMA user_version = 99", "Use the newer version"),
    ])
    func reportsAnotherVersion(sql: String, advice: String) throws {
        let exam = try examine { store in try store.database.write { try $0.execute(sql: sql) } }
        #expect(exam.finding.verdict == .problem(.data) && exam.finding.text.contains(advice))
    }

    @Test(arguments: [0, 4096] as [UInt64]) func reportsDamage(offset: UInt64) throws {
        let exam = try examine { store in
            try store.database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)") }
            let file = try FileHandle(forWritingTo: URL(filePath: path))
            try file.seek(toOffset: offset)
            try file.write(contentsOf: Data(repeating: 0xAA, count: 4096))
            try file.close()
        }
        #expect(exam.finding.verdict == .problem(.data) && exam.finding.text.contains("telex export"))
    }
}
