import Foundation
import GRDB

/// Reads a store's file, even while another process has it open or after one was killed.
final class StoreReader {
    private let queue: DatabaseQueue
    /// The temporary folder with a copy of the file, needed if the file's own folder is read-only, or its disk full: SQLite
    /// writes there.
    private let copy: URL?

    /// - Parameters:
    ///   - mayCopy: whether to read a copy if nothing can be written beside the store.
    ///   - temporary: the folder for that copy.
    ///   - prepare: sets up the connection.
    init(
        _ path: String, mayCopy: Bool = true, copyingTo temporary: URL = FileManager.default.temporaryDirectory,
        prepare: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) throws {
        try StoreError.checkIsFile(path)
        do {
            queue = try Self.open(path, readonly: true, prepare)
            copy = nil
        } catch let error as DatabaseError where Self.needsWriting(error) {
            if (try? Self.recover(path)) != nil {
                queue = try Self.open(path, readonly: true, prepare)
                copy = nil
            } else {
                guard mayCopy else { throw error }
                let folder = temporary.appendingPathComponent("telex-\(UUID())")
                copy = folder
                do {
                    // Nobody else uses the copy, so it can be recovered.
                    queue = try Self.open(try Self.copy(path, to: folder), readonly: false, prepare)
                } catch let other {
                    try? FileManager.default.removeItem(at: folder)
                    throw error.isFullDisk || access(path, R_OK) != 0 ? error : other
                }
            }
        }
    }

    deinit {
        if let copy { try? FileManager.default.removeItem(at: copy) }
    }

    /// Copies everything into a database that is empty.
    func copy(to other: DatabaseQueue) throws { try queue.backup(to: other) }

    /// Reads in one transaction.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try queue.read(body) }

    /// Reads without a transaction. In a damaged file, even the end of a read-only transaction can fail.
    func readUnisolated<Value>(_ body: (Database) throws -> Value) throws -> Value { try queue.inDatabase(body) }

    /// Reads a file that has tables of a version that this program can read.
    ///
    /// - Returns: `nil` if the file has no tables because its first start was interrupted.
    static func readable<Value>(
        _ path: String, mayCopy: Bool = true, _ body: (Database) throws -> Value?
    ) throws(StoreError) -> Value? {
        try StoreError.opening(path) {
            try StoreReader(path, mayCopy: mayCopy).read {
                try StoreSchema.hasTables($0, path) ? try body($0) : nil
            }
        }
    }

    /// Whether only a writer can open the file: it must roll back an interrupted transaction or set up the write-ahead
    /// log (sqlite.org/atomiccommit.html, 4.2; sqlite.org/wal.html, 5).
    private static func needsWriting(_ error: DatabaseError) -> Bool {
        [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode) || error.isFullDisk
    }

    private static func open(
        _ path: String, readonly: Bool, _ prepare: @escaping @Sendable (Database) throws -> Void
    ) throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.readonly = readonly
        configuration.busyMode = .timeout(5)
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase(prepare)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        do { try touch(queue) } catch let error as DatabaseError where !needsWriting(error) {
            // Whoever reads the damaged part meets the damage again, and reports it.
        }
        return queue
    }

    /// Rolls back the transaction that a killed process left behind, as the next start would.
    private static func recover(_ path: String) throws {
        var configuration = Configuration()
        configuration.busyMode = .timeout(5)
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try touch(queue)
        try queue.close()
    }

    private static func touch(_ queue: DatabaseQueue) throws {
        try queue.inDatabase { try $0.execute(sql: "SELECT count(*) FROM sqlite_master") }
    }

    private static func copy(_ path: String, to folder: URL) throws(StoreError) -> String {
        let copy = folder.appendingPathComponent("store").path
        func failure(_ reason: String) -> StoreError {
            .notCopied(path: path, folder: folder.deletingLastPathComponent().path, reason: reason)
        }
        if mkdir(folder.path, 0o700) != 0 { throw failure(String(cString: strerror(errno))) }
        do {
            for end in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: path + end) {
                try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
            }
        } catch {
            let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
            throw failure(cause.map { String(cString: strerror(CInt($0.code))) } ?? "the copy failed")
        }
        return copy
    }
}
