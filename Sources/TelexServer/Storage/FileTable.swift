import Foundation
import GRDB
import TelexAPI
import TelexDigest

/// An upload, complete or not.
struct FileRow: Sendable {
    let key: Int64
    let id: String
    /// The user who uploads it.
    let user: Int64
    /// The length of the whole.
    let size: Int64
    /// The SHA-256 hash; `nil` until the upload is complete.
    let hash: Data?
    /// The media type that the uploader gave.
    let mediaType: String?

    /// - Parameter received: the length of an incomplete upload.
    func info(received: () -> Int64) -> UploadInfo {
        // A part is never longer than the whole, unless somebody has changed it.
        UploadInfo(
            file: id, byteCount: size, receivedCount: hash == nil ? min(received(), size) : size,
            sha256: hash?.hexadecimal)
    }
}

/// Queries for files.
///
/// Triggers delete the row of a file with the last message that names it, and note the id of each deleted row in
/// `removedFile`, until the file itself is removed, too.
enum FileTable {
    static func find(_ id: String, _ database: Database) throws -> FileRow? {
        let statement = try database.cachedStatement(sql: "SELECT * FROM file WHERE id = ?")
        return try Row.fetchCursor(statement, arguments: [id]).map(file).next()
    }

    /// The upload of a user.
    ///
    /// - Throws: `ServerError.noFile`.
    static func find(_ id: String, of user: User, _ database: Database) throws -> FileRow {
        guard let file = try find(id, database), file.user == user.key else { throw ServerError.noFile }
        return file
    }

    /// A complete file that a user may read: their own, or one that a message names in a chat that they are in.
    ///
    /// - Throws: `ServerError.noFile`.
    static func find(_ id: String, readableBy user: User, _ database: Database) throws -> FileRow {
        guard let file = try find(id, database), file.hash != nil else { throw ServerError.noFile }
        if file.user == user.key { return file }
        let statement = try database.cachedStatement(
            sql: """
                SELECT 1 FROM message JOIN member ON member.chat = message.chat
                WHERE message.file = ? AND member.user = ? AND member.standing = ? LIMIT 1
                """)
        let arguments: StatementArguments = [file.key, user.key, Membership.member.rawValue]
        guard try Int.fetchOne(statement, arguments: arguments) != nil else { throw ServerError.noFile }
        return file
    }

    /// The complete upload of a user that a message names.
    ///
    /// - Throws: `ServerError.badFile`.
    static func find(_ posted: PostedFile, from user: User, _ database: Database) throws -> FileRow {
        guard let file = try find(posted.file, database), file.user == user.key, file.hash != nil else {
            throw ServerError.badFile(posted.file)
        }
        return file
    }

    static func file(_ row: Row) throws -> FileRow {
        FileRow(
            key: try row.decode(forColumn: "key"), id: try row.decode(forColumn: "id"),
            user: try row.decode(forColumn: "user"), size: try row.decode(forColumn: "size"),
            hash: try row.decode(forColumn: "hash"), mediaType: try row.decode(forColumn: "mediaType"))
    }

    /// Begins an upload.
    ///
    /// - Parameters:
    ///   - folder: what is left there of a deleted file with the same id is removed.
    ///   - date: the date of the request.
    /// - Throws: `ServerError.tooManyUploads`, `.quotaExceeded` and `.serverQuotaExceeded`.
    static func add(
        _ id: String, size: Int64, mediaType: String?, of user: User, _ limits: FileLimits, _ folder: FileFolder,
        at date: Date, _ database: Database
    ) throws -> FileRow {
        let sql = "SELECT count(*) FROM file WHERE user = ? AND hash IS NULL"
        if try Int.fetchOne(database, sql: sql, arguments: [user.key]) ?? 0 >= Limits.openUploads {
            throw ServerError.tooManyUploads
        }
        let cost = max(size, FileLimits.least)
        let total = "SELECT coalesce(sum(max(size, \(FileLimits.least))), 0) FROM file"
        let own = try Int64.fetchOne(database, sql: total + " WHERE user = ?", arguments: [user.key]) ?? 0
        if own > limits.user - cost { throw ServerError.quotaExceeded(limits.user) }
        if try Int64.fetchOne(database, sql: total) ?? 0 > limits.all - cost { throw ServerError.serverQuotaExceeded }
        try folder.remove(id)
        try database.execute(sql: "DELETE FROM removedFile WHERE id = ?", arguments: [id])
        try database.execute(
            sql: "INSERT INTO file (id, user, size, mediaType, date) VALUES (?, ?, ?, ?, ?)",
            arguments: [id, user.key, size, mediaType, milliseconds(date)])
        return FileRow(
            key: database.lastInsertedRowID, id: id, user: user.key, size: size, hash: nil, mediaType: mediaType)
    }

    /// Notes that an upload was resumed, or that it is complete.
    ///
    /// - Parameters:
    ///   - hash: that of the complete content; `nil` if more is to come.
    ///   - date: the date of the request.
    /// - Throws: `ServerError.noFile` if it was deleted meanwhile.
    static func update(_ file: FileRow, hash: Data?, at date: Date, _ database: Database) throws {
        try database.execute(
            sql: "UPDATE file SET hash = ?, date = ? WHERE key = ? AND hash IS NULL",
            arguments: [hash, milliseconds(date), file.key])
        // A request that it replaced may have completed it right before.
        if database.changesCount == 0, try find(file.id, database)?.key != file.key { throw ServerError.noFile }
    }

    /// Deletes an upload that no message names.
    ///
    /// - Throws: `ServerError.noFile` and `.fileInUse`.
    static func delete(_ id: String, of user: User, _ database: Database) throws {
        let file = try find(id, of: user, database)
        let sql = "SELECT 1 FROM message WHERE file = ? LIMIT 1"
        if try Int.fetchOne(database, sql: sql, arguments: [file.key]) != nil { throw ServerError.fileInUse }
        try database.execute(sql: "DELETE FROM file WHERE key = ?", arguments: [file.key])
    }

    /// Deletes the uploads of a user that no message names. Reads all messages, because an index may be damaged.
    static func deleteUnused(of user: User, _ database: Database) throws {
        let sql = """
            DELETE FROM file WHERE user = ? AND \(isUnused)
                AND key NOT IN (\(named))
            """
        try database.execute(sql: sql, arguments: [user.key])
    }

    /// The uploads that no message names and whose last request was before a date, by id.
    ///
    /// Reads all messages, because an index may be damaged.
    ///
    /// - Returns: `nil` if messages name files that do not exist, so that nobody knows which files they mean.
    static func unused(before date: Date, _ database: Database) throws -> [String: FileRow]? {
        let sql = "SELECT * FROM file WHERE date < ? AND \(isUnused)"
        let files = try Dictionary(
            Damage.skipping(Row.fetchCursor(database, sql: sql, arguments: [milliseconds(date)]), file)
                .map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        if files.isEmpty { return [:] }
        let named = try Int64.fetchSet(database, sql: named)
        let known = try Int64.fetchSet(database, sql: "SELECT key FROM file")
        guard named.isSubset(of: known) else { return nil }
        return files.filter { !named.contains($0.value.key) }
    }

    /// Deletes the row of an upload, unless a message names it by now. Its content stays.
    ///
    /// - Returns: whether the row was deleted.
    static func forget(_ file: FileRow, _ database: Database) throws -> Bool {
        try database.execute(sql: "DELETE FROM file WHERE key = ? AND \(isUnused)", arguments: [file.key])
        guard database.changesCount > 0 else { return false }
        try database.execute(sql: "DELETE FROM removedFile WHERE id = ?", arguments: [file.id])
        return true
    }

    /// The keys of all files that messages name. The index cannot answer this, and `NOT INDEXED` has no effect here.
    private static let named = "SELECT CAST(file AS INTEGER) FROM message WHERE typeof(file) != 'null'"

    private static let isUnused = "NOT EXISTS (SELECT 1 FROM message WHERE message.file = file.key)"

    private static func milliseconds(_ date: Date) -> Int64 {
        Int64((date.timeIntervalSince1970 * 1000).rounded(.down))
    }

    // MARK: Removal

    /// How many files to remove in one transaction, so that requests do not wait long.
    private static let batch = 100

    /// Whether there may be files whose rows were deleted.
    static func hasRemoved(_ database: Database) throws -> Bool {
        try Int.fetchOne(database.cachedStatement(sql: "SELECT 1 FROM removedFile LIMIT 1")) != nil
    }

    /// Removes a batch of the files whose rows were deleted. A file that has a row stays, whatever `removedFile` says.
    ///
    /// - Returns: whether files may be left.
    static func removeSome(from folder: FileFolder, _ database: Database) throws -> Bool {
        let sql = "SELECT id FROM removedFile LIMIT ?"
        let ids = try String.fetchAll(database, sql: sql, arguments: [batch])
        for id in ids {
            if try find(id, database) == nil { try folder.remove(id) }
            try database.execute(sql: "DELETE FROM removedFile WHERE id = ?", arguments: [id])
        }
        return ids.count == batch
    }
}

/// The most bytes that files may have.
package struct FileLimits: Sendable {
    /// Of one file.
    package var file: Int64 = 1 << 30
    /// Of all files of a user.
    package var user: Int64 = 4 << 30
    /// Of all files.
    package var all: Int64 = 64 << 30

    /// What a file counts at least, so that there are not too many.
    static let least: Int64 = 1 << 16

    package init() {}
}
