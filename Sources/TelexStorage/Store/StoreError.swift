import Foundation
import GRDB
import TelexCore

/// Why a store cannot be opened, read or written.
package enum StoreError: Error, Equatable {
    /// Another process has locked the profile.
    case locked(path: String, process: Int32?)
    /// The file is not a Telex store, or is damaged.
    case corrupt(path: String)
    /// The file turned out to be damaged while it was in use.
    case damaged(path: String)
    /// The file was moved, replaced or deleted while it was in use.
    case replaced(path: String)
    /// An older Telex wrote the file, with other tables.
    case older(path: String)
    /// A newer Telex wrote the file.
    case newer(path: String)
    /// The file or its folder cannot be opened or created.
    case inaccessible(path: String, reason: String)
    /// The file can be read and not written, or nothing can be written beside it.
    case readOnly(path: String, reason: String)
    /// The file system has no locks, so that two processes could write the file at once.
    case noLocks(path: String, reason: String)
    /// The disk is full.
    case full(path: String)
    /// The file does not exist.
    case missing(path: String)
    /// No part of the file can be read.
    case unreadable(path: String)
    /// A new file cannot be created.
    case notMade(path: String, reason: String)
    /// Nothing can be written beside the store, and it cannot be copied to read the copy.
    case notCopied(path: String, folder: String, reason: String)
    /// An imported message has the same position as another message of the chat.
    case taken(MessageID, in: ChatID)
    /// A commit failed.
    case notWritten(reason: String)

    static func opening<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            if error.isFullDisk { throw .full(path: path) }
            if error.isDamage { throw .corrupt(path: path) }
            throw .inaccessible(path: path, reason: error.message ?? "\(error.resultCode)")
        } catch {
            throw .inaccessible(path: path, reason: "\(error)")
        }
    }

    /// Throws unless the path is that of a regular file, or of none yet. SQLite would wait for the writer of a FIFO, and
    /// takes a device for an empty store.
    static func checkIsFile(_ path: String) throws(StoreError) {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        throw .inaccessible(path: path, reason: "it is not a regular file")
    }

    static func reading(_ error: any Error, _ path: String) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let error as DatabaseError where error.isFullDisk: .full(path: path)
        case let error as DatabaseError where error.isDamage: .unreadable(path: path)
        default: .inaccessible(path: path, reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }

    static func loading(_ error: any Error, _ path: String?) -> any Error {
        guard let path, let error = error as? DatabaseError, error.isDamage else { return error }
        return StoreError.damaged(path: path)
    }

    static func loading<Value>(_ path: String?, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw loading(error, path) }
    }

    static func writing(_ error: any Error, _ path: String?) -> any Error {
        let found = loading(error, path)
        return found is StoreError
            ? found : StoreError.notWritten(reason: (error as? DatabaseError)?.message ?? "\(error)")
    }
}

extension StoreError {
    /// Whether the store cannot be written, and perhaps can be read.
    package var allowsReading: Bool {
        switch self {
        case .readOnly, .full: true
        case .locked, .corrupt, .damaged, .replaced, .older, .newer, .inaccessible, .noLocks, .missing, .unreadable,
            .notMade, .notCopied, .taken, .notWritten:
            false
        }
    }

    /// The command that exports the store.
    private static func exportCommand(_ path: String) -> String { "telex export FILE\(Profile.option(store: path))" }

    /// The command that imports an export into the store.
    package static func importCommand(_ path: String) -> String { "telex import FILE\(Profile.option(store: path))" }
}

/// Error messages for people: what failed, and what to do.
extension StoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .locked(let path, let process):
            "The profile in \(path) is in use by \(process.map { "process \($0)" } ?? "another process"). "
                + "Stop that one first, or choose another profile with --profile."
        case .corrupt(let path):
            "The store \(path) is damaged, or is not a Telex store. It is unchanged. Export what can be read "
                + "with \(Self.exportCommand(path)), move the store away, and import FILE with \(Self.importCommand(path))."
        case .damaged(let path):
            "the store \(path) is damaged. Quit Telex, export what can be read with \(Self.exportCommand(path)), move the store away, "
                + "and import FILE with \(Self.importCommand(path))."
        case .replaced(let path):
            "the store \(path) was moved, replaced or deleted while Telex was running. Put the file back, or restart "
                + "Telex with the new one."
        case .older(let path):
            "The store \(path) was written by an older Telex and was left unchanged. Export it with the older version "
                + "(\(Self.exportCommand(path))), move it away, and import the file with this one "
                + "(\(Self.importCommand(path)))."
        case .newer(let path):
            "The store \(path) was written by a newer Telex and was left unchanged. Use the newer version, "
                + "or export what this version understands with \(Self.exportCommand(path))."
        case .noLocks(let path, let reason):
            "Cannot lock the profile in \(path): \(reason). The file system of its folder has no locks. Set XDG_DATA_HOME to a "
                + "folder on a local disk, or name a file there with --store."
        case .inaccessible(let path, let reason), .readOnly(let path, let reason):
            "Cannot open the store \(path): \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason). Check the path and its "
                + "permissions."
        case .full(let path): "The disk of the store \(path) is full. Free some space, then try again."
        case .missing(let path): "There is no store \(path). Name a profile with --profile, or a file with --store."
        case .unreadable(let path):
            "Nothing in the store \(path) can be read: it is damaged from the start, or is not a Telex store. It is "
                + "unchanged. Move it away to start with an empty one, or restore it from a backup."
        case .notMade(let path, let reason):
            "Cannot create \(path): \(reason). Choose another name; existing files are never overwritten."
        case .notCopied(let path, let folder, let reason):
            "Cannot read the store \(path) where it is, and cannot copy it to \(folder): \(reason). Set TMPDIR to a folder "
                + "that you can write to."
        case .taken(let message, let chat):
            "Cannot import \"\(message)\" into the chat \"\(chat)\": another message already has its position. The export has other "
                + "chats. Import it into a separate profile, with --profile NAME."
        case .notWritten(let reason):
            "nothing could be written: \(reason). Free some disk space or check the permissions, then restart."
        }
    }
}
