import Foundation
import GRDB

/// The server's file: opens it, and lends it to those who read and write.
package struct ServerStore: Sendable {
    let database: DatabasePool

    /// - Parameter path: the file; made, for its owner only, if there is none.
    package init(path: String) throws(ServerError) {
        try Self.checkVersion(path)
        do {
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .inaccessible(path: path, reason: error.localizedDescription)
        }
        database = try Self.opening(path) {
            var configuration = Self.configuration
            // What is deleted is to be gone.
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA secure_delete = ON") }
            let database = try DatabasePool(path: path, configuration: configuration)
            // What was answered outlives power loss, or clients would know of messages that the server does not. Only now:
            // with WAL comes NORMAL.
            try database.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            try ServerSchema.migrator.migrate(database)
            return database
        }
    }

    private static var configuration: Configuration {
        var configuration = Configuration()
        // Accounts are added by a process of their own while the server runs.
        configuration.busyMode = .timeout(5)
        return configuration
    }

    /// Writes a copy as of now, also while a server writes to the file; for its owner only.
    ///
    /// - Throws: `ServerError.exists` and `.inaccessible`; then there is no copy.
    package func backUp(to path: String) throws(ServerError) {
        if FileManager.default.fileExists(atPath: path) { throw .exists(path: path) }
        let part = path + ".part"
        do {
            try? FileManager.default.removeItem(atPath: part)
            try database.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [part]) }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: part)
            // Fails if something is there by now.
            try FileManager.default.linkItem(atPath: part, toPath: path)
            try FileManager.default.removeItem(atPath: part)
        } catch {
            try? FileManager.default.removeItem(atPath: part)
            throw .inaccessible(path: path, reason: (error as? DatabaseError)?.message ?? error.localizedDescription)
        }
    }

    /// Looks into a file without changing a byte of it, before it is opened for writing.
    private static func checkVersion(_ path: String) throws(ServerError) {
        guard FileManager.default.fileExists(atPath: path) else { return }
        let isNewer = try opening(path) {
            var configuration = Self.configuration
            configuration.readonly = true
            return try DatabaseQueue(path: path, configuration: configuration).read {
                try ServerSchema.migrator.hasBeenSuperseded($0)
            }
        }
        if isNewer { throw .newer(path: path) }
    }

    private static func opening<Value>(_ path: String, _ body: () throws -> Value) throws(ServerError) -> Value {
        do {
            return try body()
        } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
            throw .corrupt(path: path)
        } catch let error as DatabaseError {
            throw .inaccessible(path: path, reason: error.message ?? "\(error.resultCode)")
        } catch {
            throw .inaccessible(path: path, reason: "\(error)")
        }
    }
}
