import Foundation
import GRDB
import TelexCore

/// What can be wrong with a store.
package enum StoreError: Error, Equatable {
    /// Another process has the profile.
    case locked(path: String, process: Int32?)
    /// The file is no database, or a damaged one.
    case corrupt(path: String)
    /// The file turned out to be damaged while it was in use.
    case damaged(path: String)
    /// The file was moved, replaced or deleted while it was in use.
    case replaced(path: String)
    /// An older Telex wrote the file, with other tables.
    case older(path: String)
    /// A newer Telex wrote the file.
    case newer(path: String)
    /// The file or its folder cannot be opened or made.
    case inaccessible(path: String, reason: String)
    /// There is no file.
    case missing(path: String)
    /// Not even a part of the file can be read.
    case unreadable(path: String)
    /// A file that is to be new cannot be made.
    case notMade(path: String, reason: String)
    /// An imported message stands where another one stands.
    case taken(MessageID, in: ChatID)
    /// A commit did not happen.
    case notWritten(reason: String)

    static func opening<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
        do {
            return try body()
        } catch let error as StoreError {
            throw error
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: throw .corrupt(path: path)
            default: throw .inaccessible(path: path, reason: error.message ?? "\(error.resultCode)")
            }
        } catch {
            throw .inaccessible(path: path, reason: "\(error)")
        }
    }

    static func reading(_ error: any Error, _ path: String) -> StoreError {
        switch error {
        case let error as StoreError: error
        case let error as DatabaseError where Salvage.isDamage(error): .unreadable(path: path)
        default: .inaccessible(path: path, reason: (error as? DatabaseError)?.message ?? "\(error)")
        }
    }

    static func loading(_ error: any Error, _ path: String?) -> any Error {
        guard let path, let code = (error as? DatabaseError)?.resultCode,
            [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(code)
        else { return error }
        return StoreError.damaged(path: path)
    }

    static func writing(_ error: any Error, _ path: String?) -> any Error {
        let found = loading(error, path)
        return found is StoreError
            ? found : StoreError.notWritten(reason: (error as? DatabaseError)?.message ?? "\(error)")
    }
}

/// The sentences, each with what to do.
extension StoreError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .locked(let path, let process):
            "The profile in \(path) is in use by \(process.map { "process \($0)" } ?? "another process"). "
                + "End that one first, or choose another profile with --profile."
        case .corrupt(let path):
            "The store \(path) is damaged or no Telex store. It was left untouched: save what can be read of it "
                + "with telex export FILE, move it away, and take that in with telex import FILE."
        case .damaged(let path):
            "the store \(path) is damaged. End Telex, save what can be read with telex export FILE, move the store away, "
                + "and take that in with telex import FILE."
        case .replaced(let path):
            "the store \(path) was moved, replaced or deleted while Telex ran. Put back the file that was there, or start "
                + "again with the one that is there now."
        case .older(let path):
            "The store \(path) was written by an older Telex. It was left untouched: export it with that version "
                + "(telex export FILE), move it away, and import the file with this one (telex import FILE)."
        case .newer(let path):
            "The store \(path) was written by a newer Telex. It was left untouched: use that version, "
                + "or take what this one knows out of it with telex export FILE."
        case .inaccessible(let path, let reason):
            "The store \(path) cannot be opened: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason). Check that its folder exists and is yours to write."
        case .missing(let path): "There is no store \(path). Name a profile with --profile, or a file with --store."
        case .unreadable(let path):
            "Nothing in the store \(path) can be read: it is no Telex store, or damaged from its beginning on. It was left "
                + "untouched: move it away to begin anew, or restore it from a backup."
        case .notMade(let path, let reason):
            "The file \(path) cannot be made: \(reason). Give another name; what is there is not overwritten."
        case .taken(let message, let chat):
            "In the chat \"\(chat)\" another message stands where \"\(message)\" is to stand: those are other chats. "
                + "Import them into a profile of their own, with --profile NAME."
        case .notWritten(let reason):
            "nothing could be written: \(reason). Make room on the disk, or check that it can be written, and start again."
        }
    }
}
