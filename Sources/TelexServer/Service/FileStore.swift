import Foundation
import GRDB
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import TelexAPI
import TelexDigest

/// Receives files, and opens them.
final class FileStore: Sendable {
    /// How long to keep an upload that no message names, from its last request on, in seconds: a day.
    private static let patience: TimeInterval = 86_400

    private let database: ServerDatabase
    private let folder: FileFolder
    private let limits: FileLimits
    private let transfers: TransferLimit
    private let logger: Logger
    private let expiry: ExpiryClock
    /// The requests that receive a file now, by its id.
    private let active = NIOLockedValueBox<[String: Upload]>([:])

    /// - Parameter transfers: the most files to send and receive at a time.
    init(_ store: ServerStore, _ limits: FileLimits, transfers: Int, logger: Logger) {
        self.transfers = TransferLimit(transfers)
        (database, expiry) = (store.database, store.expiry)
        folder = FileFolder(store: store.path)
        self.limits = limits
        self.logger = logger
    }

    /// Runs work that waits for the disk on a thread that may block.
    static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await NIOThreadPool.singleton.runIfActive(body)
    }

    // MARK: Uploads

    /// - Throws: `ServerError.noFile`.
    func info(_ id: String, of user: User) async throws -> UploadInfo {
        let file = try await database.read { try FileTable.find(id, of: user, $0) }
        return try await Self.blocking { [folder] in file.info { folder.length(of: id) } }
    }

    /// Begins or resumes an upload. Ends an earlier request for it.
    ///
    /// - Returns: the upload, to which the caller writes the body before it calls `end`; `nil` if it is complete.
    func begin(_ request: UploadRequest, by caller: Caller) async throws -> (UploadInfo, Upload?) {
        let file = try await database.write { [self] database in
            try ChatService.check(caller, database)
            return try self.file(request, caller.user, database)
        }
        if file.hash != nil { return (file.info { 0 }, nil) }
        return try await Self.blocking { [self] in
            let length = folder.length(of: file.id)
            try request.checkOffset(length)
            try folder.checkRoom(for: file.size - length)
            let upload = try Upload(file, folder, offset: length, try transfers.enter())
            active.withLockedValue { $0.updateValue(upload, forKey: file.id) }?.stop()
            do { try request.checkOffset(upload.length) } catch {
                end(upload)
                throw error
            }
            return (file.info { length }, upload)
        }
    }

    private func file(_ request: UploadRequest, _ user: User, _ database: Database) throws -> FileRow {
        if let file = try FileTable.find(request.id, database) {
            guard file.user == user.key else { throw ServerError.fileIDTaken }
            if file.hash != nil { return file }
            try request.checkLength(file.size)
            try FileTable.update(file, hash: nil, at: expiry.stamp(), database)
            return file
        }
        let size = try request.newLength()
        if size > limits.file { throw ServerError.fileTooLarge(most: limits.file) }
        try folder.checkRoom(for: size)
        // What was set aside takes space, too.
        var limits = limits
        limits.all -= folder.aside.size
        return try FileTable.add(
            request.id, size: size, mediaType: request.mediaType, of: user, limits, folder, at: expiry.stamp(), database
        )
    }

    /// Finishes a request: if the upload is complete, makes it a file that messages can name.
    ///
    /// - Throws: `ServerError.noFile` if it was deleted meanwhile.
    func finish(_ upload: Upload, by caller: Caller) async throws -> UploadInfo {
        defer { end(upload) }
        let file = upload.file
        let isComplete = upload.count == file.size
        let hash = isComplete ? try await Self.blocking { try upload.finish() } : nil
        try await database.write { [expiry] database in
            try ChatService.check(caller, database)
            try FileTable.update(file, hash: hash, at: expiry.stamp(), database)
        }
        return UploadInfo(
            file: file.id, byteCount: file.size, receivedCount: upload.count, sha256: hash?.hexadecimal)
    }

    /// Ends a request. What it has received stays.
    func end(_ upload: Upload) {
        active.withLockedValue { if $0[upload.file.id] === upload { $0[upload.file.id] = nil } }
    }

    /// Deletes an upload that no message names.
    ///
    /// - Throws: `ServerError.noFile` and `.fileInUse`.
    func delete(_ id: String, of user: User) async throws {
        try await database.write { try FileTable.delete(id, of: user, $0) }
    }

    // MARK: Downloads

    /// Opens a file.
    ///
    /// - Throws: `ServerError.noFile`, `.fileLost` and `.tooManyTransfers`.
    func open(_ id: String, for user: User) async throws -> (FileRow, FileDescriptor) {
        let file = try await database.read { try FileTable.find(id, readableBy: user, $0) }
        let place = try transfers.enter()
        return try await Self.blocking { [self] in
            do {
                let descriptor = try folder.openForReading(id, place)
                if descriptor.length == file.size { return (file, descriptor) }
            } catch let error as ServerError { if error == .tooManyOpenFiles { throw error } }
            // It may have been deleted right now.
            _ = try database.read { try FileTable.find(id, readableBy: user, $0) }
            throw ServerError.fileLost(id)
        }
    }

    // MARK: Upkeep

    /// Removes the files whose rows were deleted, by any process.
    func removeDeleted() async throws {
        // Mostly there are none, and to look keeps nobody from writing.
        guard try database.lookUp({ try FileTable.hasRemoved($0) }) else { return }
        while try await database.write({ [folder] in try FileTable.removeSome(from: folder, $0) }) {}
    }

    /// Deletes the uploads that no message names and that had no request for a day. Sets the complete ones aside: a
    /// damaged database, or an older one, lacks the messages that name them.
    func deleteUnused(now: Date) async throws {
        guard let files = try await database.read({ try FileTable.unused(before: now - Self.patience, $0) }) else {
            return logger.warning("no files are deleted: messages name files that the database does not have")
        }
        var kept: Set<String> = []
        for (id, file) in files {
            kept.formUnion(
                try await database.write { [self] database -> Set<String> in
                    if active.withLockedValue({ $0[id] != nil }) { return [] }
                    guard try FileTable.forget(file, database) else { return [] }
                    if file.hash == nil {
                        try folder.remove(id)
                        return []
                    }
                    folder.move([FileFolder.name(of: id)], to: folder.aside, at: expiry.stamp())
                    return [FileFolder.name(of: id)]
                })
        }
        warnAside(kept, "set aside files that no message names")
    }

    private func warnAside(_ names: Set<String>, _ what: String) {
        if names.isEmpty { return }
        logger.warning(
            "\(what), for \(FileFolder.asideDays) days", metadata: count(names, folder.aside))
    }

    /// Sets aside the files that the database does not know, such as those that came after a backup that was restored,
    /// and brings back those that it knows again.
    ///
    /// A damaged row, or the wrong database, makes a file look unknown. If the database knows no file at all, it may be
    /// another one than before. Then the files stay.
    func sortOut() throws {
        let (names, asideNames) = (folder.names, folder.aside.names)
        if names.isEmpty, asideNames.isEmpty { return }
        let (sizes, removed) = try database.read { database in
            let rows = try Row.fetchAll(database, sql: "SELECT id, size FROM file")
            let sizes = rows.compactMap { row -> (String, Int64)? in
                guard let id = String.fromDatabaseValue(row["id"]), let size = Int64.fromDatabaseValue(row["size"])
                else { return nil }
                return (FileFolder.name(of: id), size)
            }
            let removed = try String.fetchAll(database, sql: "SELECT id FROM removedFile").map(FileFolder.name)
            return (Dictionary(sizes) { $1 }, removed)
        }
        let back = asideNames.filter { name in
            sizes[name].map { folder.lengthOfFile(name) != $0 && folder.aside.lengthOfFile(name) == $0 } ?? false
        }
        folder.aside.move(back, to: folder, at: expiry.stamp())
        if !back.isEmpty { logger.info("brought back files", metadata: count(back, folder)) }
        let unknown = names.subtracting(sizes.keys).subtracting(removed)
        if unknown.isEmpty { return }
        if sizes.isEmpty, removed.isEmpty {
            return logger.warning(
                "there are files, and the database knows none. Is it the right one?", metadata: count(unknown, folder))
        }
        folder.move(unknown, to: folder.aside, at: expiry.stamp())
        warnAside(unknown, "set aside files that the database does not know")
    }

    private func count(_ names: Set<String>, _ folder: FileFolder) -> Logger.Metadata {
        ["count": "\(names.count)", "folder": "\(folder.path)"]
    }

    /// Deletes the files that were set aside long ago.
    func deleteAside(now: Date) async throws {
        try await Self.blocking { [folder] in
            folder.aside.removeOld(before: now - 86_400 * TimeInterval(FileFolder.asideDays))
        }
    }
}
