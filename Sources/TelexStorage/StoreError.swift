import Foundation
import GRDB

/// What can be wrong with a store.
package enum StoreError: Error, Equatable {
    /// Another process has the profile.
    case locked(path: String, process: Int32?)
    /// The file is no database, or a damaged one.
    case corrupt(path: String)
    /// A newer Telex wrote the file.
    case newer(path: String)
    /// The file or its folder cannot be opened or made.
    case inaccessible(path: String, reason: String)
    /// A commit did not happen.
    case notWritten(reason: String)

    static func opening<Value>(_ path: String, _ body: () throws -> Value) throws(StoreError) -> Value {
        do {
            return try body()
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: throw .corrupt(path: path)
            default: throw .inaccessible(path: path, reason: error.message ?? "\(error.resultCode)")
            }
        } catch {
            throw .inaccessible(path: path, reason: "\(error)")
        }
    }

    static func writing(_ error: any Error) -> StoreError {
        .notWritten(reason: (error as? DatabaseError)?.message ?? "\(error)")
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
            "The store \(path) is damaged or no Telex store. It was left untouched: "
                + "move it away to begin anew, or restore it from a backup."
        case .newer(let path):
            "The store \(path) was written by a newer Telex. It was left untouched: use that version."
        case .inaccessible(let path, let reason):
            "The store \(path) cannot be opened: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason). Check that its folder exists and is yours to write."
        case .notWritten(let reason):
            "nothing could be written: \(reason). Make room on the disk, or check that it can be written, and start again."
        }
    }
}
