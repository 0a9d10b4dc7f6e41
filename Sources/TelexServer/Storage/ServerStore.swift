import Foundation
import GRDB

/// The server's file: opens it, and lends it to those who read and write.
package struct ServerStore: Sendable {
    let database: ServerDatabase

    let path: String

    /// - Parameters:
    ///   - path: the file; made, for its owner only, if there is none.
    ///   - isServing: whether the caller has the file's lock. Others do not bring an older file up to date under a server.
    package init(path: String, isServing: Bool = false) throws(ServerError) {
        self.path = path
        try Self.look(path)
        try Self.makeFolder(of: path)
        let mayMigrate = isServing || !ServerLock.isHeld(path)
        let pool = try ServerError.of(path) {
            var configuration = Self.configuration
            // What is deleted is to be gone.
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            let pool = try DatabasePool(path: path, configuration: configuration)
            // What was answered outlives power loss, or clients would know of messages that the server does not. Only now:
            // with WAL comes NORMAL.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            if mayMigrate { try ServerSchema.migrator.migrate(pool) }
            return pool
        }
        database = ServerDatabase(pool)
        if !mayMigrate, try !ServerError.of(path, { try pool.read(ServerSchema.migrator.hasCompletedMigrations) }) {
            throw .older(path: path)
        }
    }

    /// Makes the folder that the file is in, for its owner only.
    package static func makeFolder(of path: String) throws(ServerError) {
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .inaccessible(path: path, reason: error.localizedDescription)
        }
    }

    /// How long others who have the file are waited for.
    private static let busySeconds = 5

    private static var configuration: Configuration {
        var configuration = Configuration()
        // Accounts are added by a process of their own while the server runs.
        configuration.busyMode = .timeout(TimeInterval(busySeconds))
        return configuration
    }

    /// Does something with it, and says in the server's own words what is wrong with the file if something is.
    package func using<Value>(_ body: (ServerStore) throws -> Value) throws -> Value {
        do { return try body(self) } catch let error as DatabaseError { throw ServerError(error, path) }
    }

    /// Has what was deleted leave the log beside the file, too, unless others read there just now.
    func checkpoint() throws {
        try database.writeWithoutTransaction { database in
            // Whoever reads is not waited for: all the others would wait, too.
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            defer { try? database.execute(sql: "PRAGMA busy_timeout = \(Self.busySeconds * 1000)") }
            do { _ = try database.checkpoint(.truncate) } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY
            {}
        }
    }

    /// Waits for the accesses under way, refuses new ones, and puts all into the one file.
    package func close() throws(ServerError) {
        let database = database
        try ServerError.of(path) {
            try database.close()
            // A pool closes its readers last, and those may not tidy up (groue/GRDB.swift#739).
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
            _ = try queue.read { try ServerSchema.migrator.appliedIdentifiers($0) }
            try queue.close()
        }
    }

    // MARK: Backup

    /// Writes a copy of a file as of now, also while a server writes to it; for its owner only.
    ///
    /// - Throws: `ServerError.exists` and `.inaccessible`; then there is no copy.
    package static func backUp(_ path: String, to target: String) throws(ServerError) {
        try look(path)
        if FileManager.default.fileExists(atPath: target) { throw .exists(path: target) }
        let part = "\(target).\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: part) }
        do {
            try read(path) { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: part)
            // Fails if something is there by now.
            try FileManager.default.linkItem(atPath: part, toPath: target)
        } catch let error as DatabaseError where error.isDamage {
            throw .corrupt(path: path)
        } catch let error as DatabaseError {
            throw ServerError(error, target)
        } catch {
            throw .inaccessible(path: target, reason: error.localizedDescription)
        }
    }

    // MARK: Looking

    /// Looks into a file without changing a byte of it, before it is opened for writing.
    private static func look(_ path: String) throws(ServerError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let isNewer = try ServerError.of(path) {
            try read(path) { database in
                // Damage that is anywhere in the tables' first pages shows.
                for table in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
                    _ = try Row.fetchOne(database, sql: "SELECT * FROM \"\(table)\" LIMIT 1")
                }
                return try ServerSchema.migrator.hasBeenSuperseded(database)
            }
        }
        if isNewer { throw .newer(path: path) }
    }

    /// Reads a file and leaves nothing beside it.
    static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        var configuration = configuration
        configuration.readonly = true
        // While nobody has it open it need not be locked, which would leave files beside it (sqlite.org/uri.html).
        if !hasLog(path), !ServerLock.isHeld(path), let uri = uri(path) {
            if let queue = try? DatabaseQueue(path: uri, configuration: configuration) {
                return try queue.inDatabase(body)
            }
        }
        return try DatabaseQueue(path: path, configuration: configuration).inDatabase(body)
    }

    private static func hasLog(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path + "-wal") }

    private static func uri(_ path: String) -> String? {
        URL(fileURLWithPath: path).absoluteString + "?immutable=1"
    }
}

// MARK: - Errors

extension DatabaseError {
    /// Whether it is the file that is wrong.
    var isDamage: Bool { [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(resultCode) }
}

extension ServerError {
    /// With less room than this a disk is full, in bytes: it may be too little for a page, or for what lies beside the file.
    private static let leastRoom: Int64 = 64 << 10

    init(_ error: DatabaseError, _ path: String) {
        switch error.resultCode {
        case _ where error.isDamage: self = .corrupt(path: path)
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_IOERR where Self.room(path) < Self.leastRoom: self = .full(path: path)
        case .SQLITE_BUSY: self = .busy(path: path)
        default: self = .inaccessible(path: path, reason: error.message ?? "\(error.resultCode)")
        }
    }

    /// How much room there is on the disk of a file, in bytes.
    static func room(_ path: String) -> Int64 {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let system = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (system?[.systemFreeSize] as? NSNumber)?.int64Value ?? .max
    }

    /// Does something with a file.
    static func of<Value>(_ path: String, _ body: () throws -> Value) throws(ServerError) -> Value {
        do { return try body() } catch let error as DatabaseError { throw ServerError(error, path) } catch {
            throw .inaccessible(path: path, reason: "\(error)")
        }
    }
}
