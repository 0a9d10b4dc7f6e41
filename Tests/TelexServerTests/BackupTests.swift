import Foundation
import GRDB
import Testing

@testable import TelexServer

/// Tests backups, and files that others move, replace or leave unfinished.
@Suite final class BackupTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    private let path: String

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        path = folder.appendingPathComponent("server.sqlite").path
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var files: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    private func users(_ path: String) throws -> [String] {
        let store = try ServerStore(path: path)
        defer { try? store.close() }
        return try Accounts(store).all().map(\.name)
    }

    private func add(_ name: String) throws {
        let store = try ServerStore(path: path)
        _ = try Accounts(store).add(name, display: nil)
        try store.close()
    }

    @Test func restoresABackupAndKeepsTheReplacedFile() throws {
        let (other, copy) = (folder.appendingPathComponent("other").path, path + ".copy")
        let store = try ServerStore(path: other)
        _ = try Accounts(store).add("ada", display: nil)
        _ = try Backup.make(of: other, at: copy)
        _ = try Accounts(store).add("bob", display: nil)
        // As after a kill -9, the file has a WAL.
        for end in ["", "-wal"] { try FileManager.default.copyItem(atPath: other + end, toPath: path + end) }
        try store.close()
        let (first, second) = (try Backup.restore(copy, to: path), try Backup.restore(copy, to: path))
        #expect(first == path + ".replaced" && second == path + ".replaced-2")
        #expect(try users(path) == ["ada"] && users(path + ".replaced") == ["ada", "bob"])
        #expect(
            try files == [
                "other", "server.sqlite", "server.sqlite.copy", "server.sqlite.lock", "server.sqlite.replaced",
                "server.sqlite.replaced-2",
            ])
    }

    @Test func restoresToANewPlace() throws {
        try add("ada")
        let other = folder.appendingPathComponent("new/server.sqlite").path
        #expect(try Backup.restore(path, to: other) == nil)
        #expect(try users(other) == ["ada"])
    }

    @Test func aRestoreThatFailsLeavesNoFiles() throws {
        let (files, content) = (FileFolder(store: path), folder.appendingPathComponent("other.files"))
        try FileManager.default.createDirectory(at: content, withIntermediateDirectories: false)
        try Data().write(to: content.appendingPathComponent("new"))
        let other = FileFolder(store: folder.appendingPathComponent("other").path)
        let fails = { () -> Void in
            #expect(throws: Unexpected.self) {
                try files.addingAll {
                    try files.add("new", from: other)
                    throw Unexpected()
                }
            }
        }
        fails()
        #expect(!FileManager.default.fileExists(atPath: files.path))
        try FileManager.default.createDirectory(atPath: files.path, withIntermediateDirectories: false)
        try Data().write(to: URL(fileURLWithPath: files.path + "/old"))
        fails()
        #expect(files.names == ["old"])
    }

    @Test func refusesToRestoreWhileAServerRuns() throws {
        try add("ada")
        _ = try Backup.make(of: path, at: path + ".copy")
        let lock = try ServerLock(path)
        #expect(throws: ServerError.running(path: path)) { try Backup.restore(path + ".copy", to: path) }
        withExtendedLifetime(lock) {}
    }

    @Test(arguments: [
        "DROP TABLE message", "DELETE FROM grdb_migrations", "DELETE FROM message WHERE seq = 2",
        "INSERT INTO grdb_migrations VALUES ('99')", "ALTER TABLE user RENAME COLUMN display TO x",
    ])
    func refusesABackupThatIsNotSound(_ sql: String) async throws {
        let house = try House()
        let ada = try await house.user("ada")
        _ = try await house.user("bob")
        _ = try await house.service.create("bob", for: Caller(user: ada, token: 1))
        for number in 1...3 { _ = try await house.post("x", as: "\(number)", from: ada, to: "ada+bob") }
        let copy = path + ".copy"
        _ = try Backup.make(of: house.path, at: copy)
        try await DatabaseQueue(path: copy).write { try $0.execute(sql: sql) }
        try add("zoe")
        let before = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect {
            try Backup.restore(copy, to: path)
        } throws: {
            if case ServerError.badBackup = $0 { true } else { false }
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        #expect(try files == ["server.sqlite", "server.sqlite.copy", "server.sqlite.lock"])
    }

    @Test func refusesAFileThatIsNoDatabase() throws {
        try Data("These are no chats.".utf8).write(to: folder.appendingPathComponent("copy"))
        try Data().write(to: folder.appendingPathComponent("empty"))
        for name in ["copy", "empty", "missing"] {
            let copy = folder.appendingPathComponent(name).path
            #expect(throws: ServerError.self) { try Backup.restore(copy, to: path) }
        }
    }

    /// Opening a FIFO waits for its other end.
    @Test(arguments: ["", ".lock"]) func waitsForNoFIFO(end: String) throws {
        #expect(mkfifo(path + end, 0o600) == 0)
        let expected = ServerError.inaccessible(path: path + end, reason: "not a regular file")
        if end.isEmpty {
            #expect(throws: expected) { try ServerStore(path: path) }
            #expect(throws: expected) { try Backup.make(of: path, at: path + ".copy") }
            #expect(Checkup(path: path).findings().contains { $0.isBad })
        } else {
            #expect(throws: expected) { try ServerLock(path) }
            #expect(!ServerLock.isHeld(path))
        }
    }

    @Test func confirmsNothingOnceTheFileWasReplaced() throws {
        let store = try ServerStore(path: path)
        let accounts = Accounts(store)
        _ = try accounts.add("ada", display: nil)
        _ = try Backup.make(of: path, at: path + ".copy")
        _ = try accounts.add("bob", display: nil)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
        #expect(throws: ServerError.replaced(path: path)) { try accounts.add("cy", display: nil) }
        #expect(throws: ServerError.replaced(path: path)) { try accounts.all() }
        try FileManager.default.moveItem(atPath: path + ".copy", toPath: path)
        #expect(throws: ServerError.replaced(path: path)) { try accounts.all() }
        try store.close()
        // The new file gets nothing of the WAL, and the old one all of it.
        #expect(try users(path) == ["ada"] && users(path + ".old") == ["ada", "bob"])
    }

    @Test func confirmsNothingThatWasWrittenIntoAMovedFile() throws {
        let store = try ServerStore(path: path)
        #expect(throws: ServerError.replaced(path: path)) {
            try store.database.write { database in
                try database.execute(sql: "DELETE FROM token")
                try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
            }
        }
        try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
        try store.database.write { try $0.execute(sql: "DELETE FROM token") }
        try store.close()
    }

    /// Another file at the path would get the WAL of the server.
    @Test func commandsLeaveTheFilesOfAServerAloneWhoseFileWasMoved() throws {
        try add("ada")
        let lock = try ServerLock(path)
        let store = try ServerStore(path: path, isServing: true)
        _ = try Accounts(store).add("bob", display: nil)
        try FileManager.default.moveItem(atPath: path, toPath: path + ".moved")
        let before = try files
        #expect(throws: ServerError.replaced(path: path)) { _ = try ServerStore(path: path) }
        #expect(throws: ServerError.replaced(path: path)) { try Backup.make(of: path, at: path + ".copy") }
        #expect(try files == before)
        try FileManager.default.copyItem(atPath: path + ".moved", toPath: path)
        #expect(throws: ServerError.replaced(path: path)) { _ = try ServerStore(path: path) }
        #expect(Checkup(path: path).findings().contains { $0.isBad })
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.moveItem(atPath: path + ".moved", toPath: path)
        #expect(try users(path) == ["ada", "bob"])
        try store.close()
        withExtendedLifetime(lock) {}
    }

    @Test func healsAFileWhoseFirstStartWasKilled() throws {
        let other = folder.appendingPathComponent("killed").path
        let queue = try DatabaseQueue(path: other)
        try queue.writeWithoutTransaction { database in
            // The pages are written before the commit, and the journal has the old ones.
            try database.execute(sql: "CREATE TABLE old (value); PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN")
            try database.execute(sql: "CREATE TABLE new (value)")
            for _ in 0..<100 { try database.execute(sql: "INSERT INTO new VALUES (randomblob(1000))") }
            for end in ["", "-journal"] { try FileManager.default.copyItem(atPath: other + end, toPath: path + end) }
            try database.execute(sql: "ROLLBACK; DROP TABLE old")
        }
        #expect(FileManager.default.fileExists(atPath: path + "-journal"))
        let findings = Checkup(path: path).findings()
        #expect(findings.contains { $0.text == "The file is not from telex-server." }, "\(findings)")
        #expect(!FileManager.default.fileExists(atPath: path + "-journal"))
    }

    @Test func openingHealsAFileWhoseFirstStartWasKilled() throws {
        try add("ada")
        let other = folder.appendingPathComponent("killed").path
        _ = try Backup.make(of: path, at: other)
        let queue = try DatabaseQueue(path: other)
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN; CREATE TABLE new (value)")
            for _ in 0..<100 { try database.execute(sql: "INSERT INTO new VALUES (randomblob(1000))") }
            for end in ["", "-journal"] {
                try? FileManager.default.removeItem(atPath: path + end)
                try FileManager.default.copyItem(atPath: other + end, toPath: path + end)
            }
            try database.execute(sql: "ROLLBACK")
        }
        #expect(try users(path) == ["ada"])
        #expect(Checkup(path: path).findings().filter(\.isBad).map(\.text) == [])
    }

    @Test func aFileWithoutTablesIsSound() throws {
        #expect(FileManager.default.createFile(atPath: path, contents: nil, attributes: [.posixPermissions: 0o600]))
        #expect(Checkup(path: path).findings().filter(\.isBad).map(\.text) == [])
        #expect(try users(path) == [])
    }

    // MARK: Other names

    /// A link to the server's file, as after a move to a larger disk.
    private func link() throws -> (link: String, target: String) {
        let disk = folder.appendingPathComponent("disk")
        try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "disk/server.sqlite")
        return (path, disk.appendingPathComponent("server.sqlite").path)
    }

    @Test func followsALinkToTheFile() throws {
        let (link, target) = try link()
        try add("ada")
        let lock = try ServerLock(target)
        let store = try ServerStore(path: target, isServing: true)
        // It is only in the WAL, which is beside the target.
        _ = try Accounts(store).add("bob", display: nil)
        #expect(throws: ServerError.running(path: target)) { try ServerLock(link) }
        #expect(Checkup(path: link).findings().contains { $0.text == "A server is using it." })
        _ = try Backup.make(of: link, at: path + ".copy")
        #expect(try users(path + ".copy") == ["ada", "bob"])
        #expect(throws: ServerError.running(path: target)) { try Backup.restore(path + ".copy", to: link) }
        try store.close()
        withExtendedLifetime(lock) {}
    }

    @Test func restoresBehindALink() throws {
        let (link, target) = try link()
        try add("ada")
        _ = try Backup.make(of: link, at: path + ".copy")
        try add("bob")
        #expect(try Backup.restore(path + ".copy", to: link) == target + ".replaced")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "disk/server.sqlite")
        #expect(try users(link) == ["ada"])
    }

    @Test func doesNotFollowACircleOfLinks() throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "server.sqlite")
        #expect(throws: ServerError.self) { try ServerStore(path: path) }
        #expect(throws: ServerError.self) { try Backup.make(of: path, at: path + ".copy") }
    }

    /// The log and the lock of a server are beside the name that it uses.
    @Test func refusesAFileThatHasAnotherName() throws {
        try add("ada")
        let other = folder.appendingPathComponent("other.sqlite").path
        try FileManager.default.linkItem(atPath: path, toPath: other)
        for name in [path, other] {
            let expected = ServerError.severalNames(path: name)
            #expect(throws: expected) { try ServerLock(name) }
            #expect(throws: expected) { try ServerStore(path: name) }
            #expect(throws: expected) { try Backup.make(of: name, at: path + ".copy") }
            #expect(Checkup(path: name).findings().contains { $0.isBad && $0.text.contains("hard link") })
        }
        try FileManager.default.removeItem(atPath: other)
        // One that comes while the server runs keeps nobody from the name that the server uses.
        let lock = try ServerLock(path)
        let store = try ServerStore(path: path, isServing: true)
        _ = try Accounts(store).add("bob", display: nil)
        try FileManager.default.linkItem(atPath: path, toPath: other)
        #expect(throws: ServerError.severalNames(path: other)) { try Backup.make(of: other, at: path + ".copy") }
        _ = try Backup.make(of: path, at: path + ".copy")
        #expect(try users(path + ".copy") == ["ada", "bob"])
        try store.close()
        withExtendedLifetime(lock) {}
    }

    @Test func recognizesAFileThatIsMountedByItself() throws {
        let name = folder.appendingPathComponent("a file \\ #1").path
        try Data().write(to: URL(fileURLWithPath: name))
        let real = try #require(realpath(name, nil))
        defer { free(real) }
        let escaped = String(cString: real).replacing("\\", with: "\\134").replacing(" ", with: "\\040")
        let others = """
            22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
            23 22 8:1 \(escaped) /elsewhere rw - ext4 /dev/sda1 rw

            """
        #expect(!ServerFile.isMountPoint(name, in: Data(others.utf8)))
        let mounted = others + "24 22 8:1 /x \(escaped) rw - ext4 /dev/sda1 rw\n"
        #expect(ServerFile.isMountPoint(name, in: Data(mounted.utf8)))
        #expect(!ServerFile.isMountPoint(name) && !ServerFile.isMountPoint(path, in: Data(mounted.utf8)))
    }

    @Test func goesOnAfterAnInterruptedRestore() throws {
        try add("ada")
        try FileManager.default.linkItem(atPath: path, toPath: path + ".replaced")
        _ = try ServerLock(path)
        #expect(try users(path) == ["ada"])
    }

    // MARK: Owners

    private func owner(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.ownerAccountID] as? Int
    }

    private func makeFolder(_ name: String, of owner: Int) throws -> String {
        let folder = folder.appendingPathComponent(name).path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.ownerAccountID: owner], ofItemAtPath: folder)
        return folder
    }

    @Test(.enabled(if: geteuid() == 0)) func rootMakesAFileForTheOwnerOfItsFolder() throws {
        let path = try makeFolder("theirs", of: 1234) + "/server.sqlite"
        let store = try ServerStore(path: path)
        for end in ["", "-wal", "-shm"] { #expect(try owner(path + end) == 1234) }
        try store.close()
    }

    /// The content of files in a backup may be that of a running server, too.
    @Test(.enabled(if: geteuid() == 0)) func rootRestoresForAnotherUserWithoutTakingTheBackupAway() async throws {
        let house = try House()
        let (id, content) = (String(repeating: "a", count: 22), Data("content".utf8))
        _ = try await house.user("ada")
        try await house.store.database.write { database in
            try database.execute(
                sql: "INSERT INTO file (id, user, size, hash, date) VALUES (?, 1, ?, x'00', 0)",
                arguments: [id, content.count])
        }
        let copy = path + ".copy"
        _ = try Backup.make(of: house.path, at: copy)
        try FileManager.default.createDirectory(atPath: copy + ".files", withIntermediateDirectories: false)
        try content.write(to: URL(fileURLWithPath: FileFolder(store: copy).path(of: id)))
        let target = try makeFolder("theirs", of: 1234) + "/server.sqlite"
        // The second one keeps the files of the first.
        for _ in 0..<2 { _ = try Backup.restore(copy, to: target) }
        #expect(try owner(FileFolder(store: copy).path(of: id)) == 0)
        for store in [target, target + ".replaced"] {
            #expect(try owner(FileFolder(store: store).path(of: id)) == 1234)
            #expect(try owner(FileFolder(store: store).path) == 1234)
        }
    }

    // MARK: At the same time

    /// The file of a server that is not running may be written at any time.
    @Test func readsAFileThatAServerBeginsToWrite() throws {
        try add("ada")
        let counts = try ServerStore.read(path) { database in
            let count = { try Int.fetchOne(database, sql: "SELECT count(*) FROM user") }
            let before = try count()
            for number in 0..<200 { try add("user\(number)") }
            return [before, try count()]
        }
        #expect(counts == [1, 201])
    }

    @Test func leavesNoFilesBesideWhatItReads() throws {
        try add("ada")
        #expect(Checkup(path: path).findings().contains { $0.text == "No server is using it." })
        #expect(try ServerStore.read(path) { try Int.fetchOne($0, sql: "SELECT count(*) FROM user") } == 1)
        #expect(try files == ["server.sqlite"])
    }

    @Test func noticesACopyThatHasLess() throws {
        try add("ada")
        _ = try Backup.make(of: path, at: path + ".copy")
        try DatabaseQueue(path: path).write { database in
            try database.execute(
                sql:
                    "INSERT INTO chat (address, last) VALUES ('a', 3); INSERT INTO event (chat, kind, user, seq) VALUES (1, 1, 1, 3)"
            )
        }
        let (server, copy) = (try Extent(of: path), try Extent(of: path + ".copy"))
        #expect(copy.lacks(server) && !server.lacks(copy) && !server.lacks(server))
    }

    @Test func removesWhatAKilledBackupLeft() throws {
        try add("ada")
        let abandoned = folder.appendingPathComponent(".telex-server-copy-1")
        try FileManager.default.createDirectory(at: abandoned, withIntermediateDirectories: false)
        try Data("half a copy".utf8).write(to: abandoned.appendingPathComponent("copy.sqlite"))
        let other = try CopyFolder(beside: path)
        _ = try Backup.make(of: path, at: path + ".copy")
        let name = URL(fileURLWithPath: other.path).lastPathComponent
        #expect(try files == [name, "server.sqlite", "server.sqlite.copy"])
        withExtendedLifetime(other) {}
    }
}
