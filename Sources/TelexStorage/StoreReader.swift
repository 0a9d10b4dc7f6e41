import Foundation
import GRDB

/// Reads the file of a store, also while another process has it open, or after one was killed.
final class StoreReader {
    private let queue: DatabaseQueue
    /// Where the file was copied to, because its own folder cannot be written to; SQLite needs to.
    private let copy: URL?

    /// - Parameters:
    ///   - mayCopy: Whether to read a copy where the folder of the store is read-only.
    ///   - prepare: Sets up the connection.
    init(
        _ path: String, mayCopy: Bool = true, prepare: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) throws {
        do {
            queue = try Self.open(path, readonly: true, prepare)
            copy = nil
        } catch let error as DatabaseError where Self.needsWriting(error) {
            if (try? Self.recover(path)) != nil {
                queue = try Self.open(path, readonly: true, prepare)
                copy = nil
            } else {
                guard mayCopy else { throw error }
                let folder = FileManager.default.temporaryDirectory.appendingPathComponent("telex-\(UUID())")
                copy = folder
                do {
                    // A copy that nobody else has can be recovered.
                    queue = try Self.open(try Self.copy(path, to: folder), readonly: false, prepare)
                } catch {
                    try? FileManager.default.removeItem(at: folder)
                    throw error
                }
            }
        }
    }

    deinit {
        if let copy { try? FileManager.default.removeItem(at: copy) }
    }

    /// Reads what was committed at one moment.
    func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try queue.read(body) }

    /// Reads without a transaction: of a damaged file even the end of one that only reads can fail.
    func readUnisolated<Value>(_ body: (Database) throws -> Value) throws -> Value { try queue.inDatabase(body) }

    /// Reads a file that has the tables of this version.
    ///
    /// - Returns: `nil` when it has none, because its first start was cut off.
    static func current<Value>(
        _ path: String, mayCopy: Bool = true, _ body: (Database) throws -> Value?
    ) throws(StoreError) -> Value? {
        try StoreError.opening(path) {
            try StoreReader(path, mayCopy: mayCopy).read {
                switch try Schema.standing($0) {
                case .empty: nil
                case .current: try body($0)
                case .older: throw StoreError.older(path: path)
                case .newer: throw StoreError.newer(path: path)
                }
            }
        }
    }

    /// A transaction was cut off, or the log beside the file has to be set up. Only a writer can do that
    /// (sqlite.org/atomiccommit.html, 4.2; sqlite.org/wal.html, 5).
    private static func needsWriting(_ error: DatabaseError) -> Bool {
        [.SQLITE_READONLY, .SQLITE_CANTOPEN].contains(error.resultCode)
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
            // Damage is met again, and told, by whoever reads the part that is damaged.
        }
        return queue
    }

    /// Rolls back what a killed process had begun, as the next start would.
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

    private static func copy(_ path: String, to folder: URL) throws -> String {
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let copy = folder.appendingPathComponent("store").path
        for end in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: path + end) {
            try FileManager.default.copyItem(atPath: path + end, toPath: copy + end)
        }
        return copy
    }
}
