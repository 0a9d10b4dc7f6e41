import Foundation
import GRDB

/// Opens, checks and backs up the server's file.
package struct ServerStore: Sendable {
    let database: ServerDatabase

    let path: String

    let expiry: ExpiryClock

    /// - Parameters:
    ///   - path: the file; created if there is none.
    ///   - isServing: whether the caller holds the file's lock. Without it, a file that a server is using is not migrated.
    package init(path: String, isServing: Bool = false) throws(ServerError) {
        let path = ServerFile.resolved(path)
        self.path = path
        try Self.checkKind(path)
        if !isServing { try ServerLock.checkNames(path) }
        try Self.look(path)
        try Self.makeFolder(of: path)
        Self.make(path)
        let mayMigrate = isServing || !ServerLock.isHeld(path)
        let (pool, lookups, replays) = try ServerError.of(path) {
            var configuration = Self.configuration
            // Overwrite deleted data.
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            // Long reads leave time for everybody else.
            configuration.maximumReaderCount = 2
            let pool = try DatabasePool(path: path, configuration: configuration)
            // Confirmed changes must survive power loss, or clients would have messages that the server lacks. This
            // comes after opening the pool, because WAL mode sets NORMAL.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            if mayMigrate { try ServerSchema.migrate(pool) }
            configuration.readonly = true
            func reader() throws -> DatabaseQueue { try DatabaseQueue(path: path, configuration: configuration) }
            return (pool, try reader(), try reader())
        }
        database = ServerDatabase(pool, lookups: lookups, replays: replays, ServerFile(path))
        // A file that cannot be read has its own errors.
        expiry = ExpiryClock(reached: try? pool.read(ClockTable.reached))
        if isServing { ServerLock.note(path) }
        if !mayMigrate, try !ServerError.of(path, { try pool.read(ServerSchema.migrator.hasCompletedMigrations) }) {
            throw .older(path: path)
        }
    }

    /// Creates the file's folder, for its owner only.
    package static func makeFolder(of path: String) throws(ServerError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let outer = URL(fileURLWithPath: folder).deletingLastPathComponent().path
        try? FileManager.default.createDirectory(atPath: outer, withIntermediateDirectories: true)
        // Not with chmod(2), which some shares refuse.
        guard mkdir(folder, 0o700) != 0, errno != EEXIST else { return }
        throw .inaccessible(path: path, reason: String(cString: strerror(errno)))
    }

    /// Creates a file for the owner of its folder, if root would own it otherwise. SQLite gives the WAL to the same user.
    private static func make(_ path: String) {
        guard geteuid() == 0 else { return }
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        // SQLite reports other errors.
        guard descriptor >= 0 else { return }
        try? FileHandle(fileDescriptor: descriptor).close()
        FileOwner.give(path, to: (path as NSString).deletingLastPathComponent)
    }

    /// Checks that the path leads to a regular file, or to none. SQLite would wait for the other end of a FIFO.
    static func checkKind(_ path: String) throws(ServerError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw .inaccessible(path: path, reason: "not a regular file")
    }

    /// How long to wait for other processes that lock the file, in seconds.
    private static let busySeconds = 5

    private static var configuration: Configuration {
        var configuration = Configuration()
        // Another process may add accounts while the server runs.
        configuration.busyMode = .timeout(TimeInterval(busySeconds))
        return configuration
    }

    /// Runs `body` with the store, and converts its database errors to `ServerError`.
    package func using<Value>(_ body: (ServerStore) throws -> Value) throws -> Value {
        do { return try body(self) } catch let error as DatabaseError { throw ServerError(error, path) } catch
            where error.isDamage
        { throw ServerError.corrupt(path: path) }
    }

    /// Clears the WAL of deleted data.
    ///
    /// - Returns: whether that is done. Readers can prevent it.
    @discardableResult
    func checkpoint() throws -> Bool {
        try database.writeWithoutTransaction { database in
            // Do not wait for readers: all other writes would wait, too.
            try database.execute(sql: "PRAGMA busy_timeout = 0")
            defer { try? database.execute(sql: "PRAGMA busy_timeout = \(Self.busySeconds * 1000)") }
            do { _ = try database.checkpoint(.truncate) } catch let error as DatabaseError
                where error.resultCode == .SQLITE_BUSY
            { return false }
            return true
        }
    }

    /// Waits for accesses in progress, refuses new ones, and merges the WAL into the file.
    package func close() throws(ServerError) {
        let database = database
        try ServerError.of(path) {
            let isInPlace = database.isInPlace
            try database.close()
            // Another file has its own WAL.
            if !isInPlace { return }
            // A pool closes its readers last, and readers may not remove the WAL (groue/GRDB.swift#739).
            let queue = try DatabaseQueue(path: path, configuration: Self.configuration)
            _ = try queue.read { try ServerSchema.migrator.appliedIdentifiers($0) }
            try queue.close()
        }
    }

    // MARK: Reading

    /// Checks a file before it is opened for writing, without changing a byte of it.
    static func look(_ path: String) throws(ServerError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let isNewer = try ServerError.of(path) {
            try read(path) { database in
                // This finds damage in the first pages of the tables.
                for table in try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'") {
                    _ = try Int.fetchOne(database, sql: "SELECT 1 FROM \"\(table)\" NOT INDEXED LIMIT 1")
                }
                if try ServerSchema.migrator.hasBeenSuperseded(database) { return true }
                guard try ServerSchema.isIntact(database) else { throw ServerError.corrupt(path: path) }
                return false
            }
        }
        if isNewer { throw .newer(path: path) }
    }

    /// Reads a file without leaving other files next to it.
    ///
    /// Before that, it rolls back the transaction that a killed process left behind, as the next start would.
    static func read<Value>(_ path: String, _ body: (Database) throws -> Value) throws -> Value {
        try checkKind(path)
        try ServerLock.check(path)
        try recover(path)
        let hadLog = hasLog(path)
        do { return try reader(of: path).inDatabase(body) } catch let error as DatabaseError
            where [.SQLITE_IOERR, .SQLITE_FULL, .SQLITE_CANTOPEN].contains(error.resultCode)
        {
            // On a full disk, no WAL can be created, so nobody can write.
            guard !hadLog, ServerError.room(path) < ServerError.leastRoom, let uri = uri(path, "immutable=1")
            else { throw error }
            var configuration = configuration
            configuration.readonly = true
            return try DatabaseQueue(path: uri, configuration: configuration).inDatabase(body)
        }
    }

    /// Opens a file to read it. Locks it as each connection does, because a server may start at any time.
    private static func reader(of path: String) throws -> DatabaseQueue {
        // A connection that may write removes the WAL that it had to create. A read-only one leaves it there.
        if !hasLog(path), let uri = uri(path, "mode=rw") {
            if let queue = try? DatabaseQueue(path: uri, configuration: configuration) { return queue }
        }
        var configuration = configuration
        configuration.readonly = true
        // Nobody can write there, and no WAL can be created.
        if !hasLog(path), isOnReadOnlyVolume(path), let uri = uri(path, "immutable=1") {
            return try DatabaseQueue(path: uri, configuration: configuration)
        }
        return try DatabaseQueue(path: path, configuration: configuration)
    }

    private static func isOnReadOnlyVolume(_ path: String) -> Bool {
        var system = statvfs()
        return statvfs(path, &system) == 0 && system.f_flag & UInt(ST_RDONLY) != 0
    }

    /// Rolls back an interrupted transaction, which a read-only connection cannot do (sqlite.org/atomiccommit.html, 4.2).
    private static func recover(_ path: String) throws {
        guard FileManager.default.fileExists(atPath: path + "-journal") else { return }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        _ = try queue.inDatabase { try Int.fetchOne($0, sql: "SELECT count(*) FROM sqlite_master") }
        try queue.close()
    }

    private static func hasLog(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path + "-wal") }

    /// - Parameter query: parameters of SQLite (sqlite.org/uri.html).
    private static func uri(_ path: String, _ query: String) -> String? {
        URL(fileURLWithPath: path).absoluteString + "?" + query
    }
}

// MARK: - Errors

extension ServerError {
    /// The free space, in bytes, below which an I/O error means a full disk: too little for a page or for the WAL.
    fileprivate static let leastRoom: Int64 = 64 << 10

    init(_ error: DatabaseError, _ path: String) {
        switch error.resultCode {
        case _ where error.isDamage: self = .corrupt(path: path)
        // The tables are not as they should be.
        case .SQLITE_ERROR, .SQLITE_CONSTRAINT: self = .corrupt(path: path)
        case .SQLITE_FULL: self = .full(path: path)
        case .SQLITE_IOERR where Self.room(path) < Self.leastRoom: self = .full(path: path)
        case .SQLITE_BUSY: self = .busy(path: path)
        default: self = .inaccessible(path: path, reason: error.message ?? "\(error.resultCode)")
        }
    }

    /// The free space on the disk of a file, in bytes; `.max` if unknown.
    static func room(_ path: String) -> Int64 {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        let system = try? FileManager.default.attributesOfFileSystem(forPath: folder)
        return (system?[.systemFreeSize] as? NSNumber)?.int64Value ?? .max
    }

    /// Runs `body`, and converts its errors to `ServerError`.
    static func of<Value>(_ path: String, _ body: () throws -> Value) throws(ServerError) -> Value {
        do { return try body() } catch let error as ServerError { throw error } catch let error as DatabaseError {
            throw ServerError(error, path)
        } catch {
            throw error.isDamage ? .corrupt(path: path) : .inaccessible(path: path, reason: "\(error)")
        }
    }
}
