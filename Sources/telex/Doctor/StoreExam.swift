import ArgumentParser
import Foundation
import TelexClient
import TelexCore
import TelexRuntime
import TelexStorage

/// Checks the files of a store without changing them.
struct StoreExam {
    private static let subject = "store"

    let finding: Finding
    /// The owner of the store; `nil` if it has none or cannot be read.
    let owner: String?
    /// Whether all messages could be read.
    let isWhole: Bool

    /// - Parameters:
    ///   - others: other files and folders that only the user may read.
    ///   - see: is shown each message.
    init(_ path: String, private others: [String], _ see: @escaping (Message) -> Void = { _ in }) {
        do {
            guard FileManager.default.fileExists(atPath: path) else {
                (finding, owner, isWhole) = (Self.missing(path), nil, true)
                return
            }
            let checkup = try StoreCheckup(path: path, owner: Account.ownerName, see)
            owner = checkup.owner
            isWhole = checkup.damage.isEmpty && checkup.unreadableRows == 0
            finding = Self.finding(checkup, path, [path, path + "-wal"] + others)
        } catch {
            (owner, isWhole) = (nil, false)
            finding = Finding(Self.subject, .problem(error.exitCode), error.description)
        }
    }

    private static func missing(_ path: String) -> Finding {
        var folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        while !FileManager.default.fileExists(atPath: folder.path) { folder.deleteLastPathComponent() }
        if let reason = refusal(folder.path, W_OK | X_OK) {
            return Finding(
                subject, .problem(.cannotCreate),
                "Cannot create \(path): \(reason). Make \(folder.path) writable, or choose another --store.")
        }
        return Finding(subject, .fine, "No store yet. telex will create \(path).")
    }

    private static func finding(_ checkup: StoreCheckup, _ path: String, _ files: [String]) -> Finding {
        if !checkup.damage.isEmpty {
            let damage = checkup.damage.joined(separator: "; ")
            return Finding(
                subject, .problem(.data), "\(StoreError.corrupt(path: path)) SQLite says: \(damage)")
        }
        if checkup.unreadableRows > 0 {
            return Finding(
                subject, .problem(.data),
                "\(StoreError.corrupt(path: path)) Rows that cannot be read: \(checkup.unreadableRows).")
        }
        if let file = files.first(where: isOpenToOthers) {
            return Finding(
                subject, .problem(.findings),
                "Other users can read or write \(file). Make it private: chmod go= \(file)")
        }
        // SQLite creates files beside the store.
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        for (file, mode) in [(folder, W_OK | X_OK), (path, W_OK), (path + "-wal", W_OK)] {
            guard FileManager.default.fileExists(atPath: file), let reason = refusal(file, mode) else { continue }
            return Finding(
                subject, .problem(.cannotCreate),
                "Cannot write to \(file): \(reason). Make it writable, or choose another --store.")
        }
        let version =
            checkup.version.map {
                "version \($0)\(checkup.isOutdated ? ", which the next start brings up to date" : "")"
            }
            ?? "which has no tables yet"
        let index =
            checkup.isIndexWhole
            ? ""
            : " The search index lacks messages, so that searches can miss some. Make it anew: telex doctor --rebuild-index"
        let (isHeld, process) = StoreLock.holder(path)
        let use = isHeld ? " It is in use by \(process.map { "process \($0)" } ?? "another process")." : ""
        return Finding(
            subject, checkup.isIndexWhole ? .fine : .warning,
            "\(path), \(version), is sound. Chats: \(checkup.chats); messages: \(checkup.messages); \(size(path)) KiB."
                + index + use)
    }

    /// Why this user may not use a file or folder in a way (access(2)); `nil` if they may.
    private static func refusal(_ path: String, _ mode: CInt) -> String? {
        access(path, mode) == 0 ? nil : SystemError.text()
    }

    /// The size of the store and its log, in KiB.
    private static func size(_ path: String) -> Int {
        [path, path + "-wal"].compactMap { attribute(.size, $0) }.reduce(1023, +) / 1024
    }

    static func isOpenToOthers(_ path: String) -> Bool { (attribute(.posixPermissions, path) ?? 0) & 0o077 != 0 }

    private static func attribute(_ key: FileAttributeKey, _ path: String) -> Int? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[key] as? Int
    }
}
