import Foundation
import GRDB
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import TelexAPI

/// Receives files, and opens them.
final class FileStore: Sendable {
    /// How long to keep an upload that no message names, from its last request on, in seconds: a day.
    private static let patience: TimeInterval = 86_400

    private let database: ServerDatabase
    private let folder: FileFolder
    private let limits: FileLimits
    private let logger: Logger
    /// The requests that receive a file now, by its id.
    private let active = NIOLockedValueBox<[String: Upload]>([:])

    init(_ store: ServerStore, _ limits: FileLimits, logger: Logger) {
        database = store.database
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
        let file = try await database.write { [limits, folder] database in
            try ChatService.check(caller, database)
            return try Self.file(request, caller.user, limits, folder, database)
        }
        if file.hash != nil { return (file.info { 0 }, nil) }
        return try await Self.blocking { [self] in
            let length = folder.length(of: file.id)
            try request.checkOffset(length)
            try folder.checkRoom(for: file.size - length)
            let upload = try Upload(file, folder, offset: length)
            active.withLockedValue { $0.updateValue(upload, forKey: file.id) }?.stop()
            do { try request.checkOffset(upload.length) } catch {
                end(upload)
                throw error
            }
            return (file.info { length }, upload)
        }
    }

    private static func file(
        _ request: UploadRequest, _ user: User, _ limits: FileLimits, _ folder: FileFolder, _ database: Database
    ) throws -> FileRow {
        if let file = try FileTable.find(request.id, database) {
            guard file.user == user.key else { throw ServerError.fileIDTaken }
            if file.hash != nil { return file }
            try request.checkLength(file.size)
            try FileTable.update(file, hash: nil, database)
            return file
        }
        let size = try request.newLength()
        if size > limits.file { throw ServerError.fileTooLarge(most: limits.file) }
        try folder.checkRoom(for: size)
        return try FileTable.add(
            request.id, size: size, mediaType: request.mediaType, of: user, limits, folder, database)
    }

    /// Finishes a request: if the upload is complete, makes it a file that messages can name.
    ///
    /// - Throws: `ServerError.noFile` if it was deleted meanwhile.
    func finish(_ upload: Upload, by caller: Caller) async throws -> UploadInfo {
        defer { end(upload) }
        let file = upload.file
        let isComplete = upload.count == file.size
        let hash = isComplete ? try await Self.blocking { try upload.finish() } : nil
        try await database.write { database in
            try ChatService.check(caller, database)
            try FileTable.update(file, hash: hash, database)
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
    /// - Throws: `ServerError.noFile` and `.fileLost`.
    func open(_ id: String, for user: User) async throws -> (FileRow, FileDescriptor) {
        let file = try await database.read { try FileTable.find(id, readableBy: user, $0) }
        return try await Self.blocking { [self] in
            do {
                let descriptor = try folder.openForReading(id)
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

    /// Deletes the uploads that no message names and that had no request for a day.
    func deleteUnused(now: Date = Date()) async throws {
        let ids = active.withLockedValue { Set($0.keys) }
        try await database.write { database in
            try FileTable.deleteUnused(before: now - Self.patience, except: ids, database)
        }
    }

    /// Removes the files that the database does not know, such as those that came after a backup that was restored.
    ///
    /// If it knows no file at all, it may be another one than before. Then they stay.
    func removeUnknown() throws {
        let names = folder.names
        if names.isEmpty { return }
        let known = try database.read { database in
            Set(
                try String.fetchAll(database, sql: "SELECT id FROM file UNION ALL SELECT id FROM removedFile")
                    .map(FileFolder.name))
        }
        let unknown = names.subtracting(known)
        if unknown.isEmpty { return }
        let count: Logger.Metadata = ["count": "\(unknown.count)", "folder": "\(folder.path)"]
        if known.isEmpty {
            return logger.warning("there are files, and the database knows none. Is it the right one?", metadata: count)
        }
        for name in unknown { try folder.removeFile(name) }
        logger.info("removed files that no message names", metadata: count)
    }
}
