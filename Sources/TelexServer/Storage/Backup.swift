import Foundation
import GRDB

/// Copies a server's file, and the folder with the content of files, to a backup, and back.
package enum Backup {
    /// Writes a consistent copy of a file, for its owner only. A server may be writing to the file.
    ///
    /// - Returns: how many files have no content, or not all of it. The copy lacks them.
    /// - Throws: `ServerError`, for example `.exists` or `.inaccessible`; then there is no copy.
    package static func make(of path: String, at target: String) throws(ServerError) -> Int {
        let path = ServerFile.resolved(path)
        try ServerLock.checkNames(path)
        try ServerStore.look(path)
        let folder = FileFolder(store: target).path
        for path in [target, folder] where FileManager.default.fileExists(atPath: path) { throw .exists(path: path) }
        let before = try Extent(of: path)
        var missing = 0
        try withCopy(of: path, for: target) { part in
            try ServerLock.checkNames(path)
            if try Extent(of: part).lacks(before) { throw ServerError.incompleteBackup(path: path) }
            let (files, source) = (FileFolder(store: part), FileFolder(store: path))
            let lacking = try complete(part).filter { id, size in
                try source.length(of: id) != size || !files.add(FileFolder.name(of: id), from: source)
            }
            // One that was deleted in the meantime is no loss.
            if !lacking.isEmpty { missing = try complete(path).keys.count { lacking[$0] != nil } }
            if !files.names.isEmpty { try FileManager.default.moveItem(atPath: files.path, toPath: folder) }
            do {
                // Fails if something is there by now.
                try FileManager.default.linkItem(atPath: part, toPath: target)
            } catch {
                try? FileManager.default.removeItem(atPath: folder)
                throw error
            }
        }
        return missing
    }

    /// The ids of the complete files that a database knows, and their lengths in bytes.
    private static func complete(_ path: String) throws -> [String: Int64] {
        try ServerStore.read(path) { database in
            guard try database.tableExists("file") else { return [:] }
            let rows = try Row.fetchAll(database, sql: "SELECT id, size FROM file WHERE hash IS NOT NULL")
            // A damaged row may have any values.
            let files = rows.compactMap { row -> (String, Int64)? in
                guard let id = String.fromDatabaseValue(row["id"]), let size = Int64.fromDatabaseValue(row["size"])
                else { return nil }
                return (id, size)
            }
            return Dictionary(files) { $1 }
        }
    }

    /// Replaces a server's file with a backup, and keeps the replaced file.
    ///
    /// - Parameter path: the server's file. It may be missing or damaged.
    /// - Returns: the path of the file that was replaced; `nil` if there was none.
    /// - Throws: `ServerError`, for example `.running` and `.badBackup`; then nothing has changed.
    package static func restore(_ backup: String, to path: String) throws(ServerError) -> String? {
        let (backup, path) = (ServerFile.resolved(backup), ServerFile.resolved(path))
        guard FileManager.default.fileExists(atPath: backup) else {
            throw .inaccessible(path: backup, reason: "no such file")
        }
        try ServerStore.makeFolder(of: path)
        let lock = try ServerLock(path)
        defer { withExtendedLifetime(lock) {} }
        if let fault = Checkup(path: backup).fault() { throw .badBackup(path: backup, reason: fault) }
        var replaced: String?
        try withCopy(of: backup, for: path) { part in
            FileOwner.give(part, to: path)
            let owner = FileOwner.of(path)?.st_uid
            replaced = try keepAside(path, for: owner)
            // Those of the replaced file stay until the next start, so that it keeps them whenever this is interrupted.
            let folder = FileFolder(store: path)
            try folder.addingAll {
                for id in try complete(part).keys {
                    try folder.add(FileFolder.name(of: id), from: FileFolder(store: backup), for: owner)
                }
                FileOwner.give(folder.path, to: part)
                guard rename(part, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
            }
        }
        return replaced
    }

    /// Gives a file and the content of its files a second name, and removes its WAL and its journal from beside the
    /// first one.
    private static func keepAside(_ path: String, for owner: uid_t?) throws -> String? {
        let files = FileManager.default
        guard files.fileExists(atPath: path) else { return nil }
        try ServerStore.checkKind(path)
        // A sound file gets what is in its WAL. A damaged one keeps its WAL under the new name.
        if let queue = try? DatabaseQueue(path: path) {
            try? queue.inDatabase { _ = try $0.checkpoint(.truncate) }
            try? queue.close()
        }
        var (aside, number) = (path + replacedEnd, 1)
        while files.fileExists(atPath: aside) || files.fileExists(atPath: FileFolder(store: aside).path) {
            number += 1
            aside = "\(path)\(replacedEnd)-\(number)"
        }
        let folder = FileFolder(store: path)
        for name in folder.names { try FileFolder(store: aside).add(name, from: folder, for: owner) }
        FileOwner.give(FileFolder(store: aside).path, to: path)
        let ends = ["-wal", "-journal"].filter { files.fileExists(atPath: path + $0) }
        for end in ends + [""] { try files.linkItem(atPath: path + end, toPath: aside + end) }
        for end in ends { try files.removeItem(atPath: path + end) }
        try? files.removeItem(atPath: path + "-shm")
        return aside
    }

    /// What follows the name of a file that was replaced, before a number.
    private static let replacedEnd = ".replaced"

    /// The paths of the files that restores have kept.
    static func replaced(_ path: String) -> [String] {
        let name = (path as NSString).lastPathComponent + replacedEnd
        let parent = (path as NSString).deletingLastPathComponent
        let folder = parent.isEmpty ? "." : parent
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix(name) }.map { "\(folder)/\($0)" }
    }

    /// Calls `body` with the path of a consistent copy beside `target`, which is removed afterwards.
    private static func withCopy(
        of path: String, for target: String, _ body: (String) throws -> Void
    ) throws(ServerError) {
        let folder = try CopyFolder(beside: target)
        defer { withExtendedLifetime(folder) {} }
        let part = "\(folder.path)/copy.sqlite"
        do {
            try ServerStore.read(path) { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
            try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: part)
            let file = try FileHandle(forUpdating: URL(fileURLWithPath: part))
            try file.synchronize()
            try file.close()
            try body(part)
        } catch ServerError.noRoomForFiles {
            throw .full(path: target)
        } catch let error as ServerError {
            throw error
        } catch let error as DatabaseError where error.isDamage {
            throw .corrupt(path: path)
        } catch let error as DatabaseError {
            throw ServerError(error, target)
        } catch {
            throw isFull(error) ? .full(path: target) : .inaccessible(path: target, reason: error.localizedDescription)
        }
    }

    private static func isFull(_ error: any Error) -> Bool {
        let (outer, inner) = (error as NSError, (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError)
        return (error as? CocoaError)?.code == .fileWriteOutOfSpace
            || [outer, inner].contains { $0?.domain == NSPOSIXErrorDomain && $0?.code == Int(ENOSPC) }
    }
}
