import Foundation
import GRDB

/// A result of a checkup.
package struct Finding: CustomStringConvertible, Sendable {
    package let text: String
    /// What to do.
    let advice: String?
    /// Whether the operator has to do something.
    package let isBad: Bool

    package static func good(_ text: String, _ advice: String? = nil) -> Finding {
        Finding(text: text, advice: advice, isBad: false)
    }
    package static func bad(_ text: String, _ advice: String? = nil) -> Finding {
        Finding(text: text, advice: advice, isBad: true)
    }

    package var description: String {
        (isBad ? "! " : "  ") + [text, advice].compactMap(\.self).joined(separator: " ")
    }
}

/// Checks a server's file. Changes nothing.
package struct Checkup {
    /// The free disk space, in bytes, below which the checkup warns.
    private static let room: Int64 = 100 << 20

    private let path: String

    package init(path: String) { self.path = ServerFile.resolved(path) }

    package func findings() -> [Finding] {
        guard FileManager.default.fileExists(atPath: path) else {
            return [.bad("There is no file \(path).", "telex-server run creates one; --store names another.")]
        }
        return surroundings() + contents() + fileFindings()
    }

    /// Why the file cannot serve as a backup; `nil` if it can.
    func fault() -> String? { contents(isBackup: true).first(where: \.isBad)?.text }

    // MARK: The file

    private func surroundings() -> [Finding] {
        var findings = [Finding.good("The file is \(path).")]
        for (end, what) in [("", "the file"), ("-wal", "the file's log")]
        where Self.permissions(path + end) & 0o077 != 0 {
            findings.append(.bad("Other users can read \(what).", "Make it private: chmod 600 \(path + end)"))
        }
        let folder = FileFolder(store: path).path
        if Self.permissions(folder) & 0o077 != 0 {
            findings.append(
                .bad("Other users can read the files of messages.", "Make them private: chmod 700 \(folder)"))
        }
        let parent = (path as NSString).deletingLastPathComponent
        // In a folder like /tmp, nobody can replace the files of others.
        if Self.permissions(parent) & 0o022 != 0, !Self.isSticky(parent) {
            findings.append(.bad("Other users can replace the file.", "Make its folder private: chmod 700 \(parent)"))
        } else if Self.permissions(parent) & 0o055 != 0 {
            findings.append(.good("Other users can list the folder of the file.", "To prevent it: chmod 700 \(parent)"))
        }
        if ServerLock.hasOtherNames(path) {
            findings.append(
                .bad(
                    "The file has another name (a hard link).",
                    "Find it with find -samefile, and remove one of the two names."))
        }
        if ServerFile.isMountPoint(path) {
            findings.append(.bad("The file is mounted by itself, apart from its log.", "Mount its folder instead."))
        }
        let free = ServerError.room(path)
        let text = "\(free >> 20) MiB free on its disk"
        findings.append(free < Self.room ? .bad("Only \(text). Free some space.") : .good("\(text)."))
        switch ServerLock.holds(path) {
        case true?: findings.append(.good("A server is using it."))
        case false?: findings.append(.good("No server is using it."))
        case nil: findings.append(.good("Another user's server may be using it.", "Check as that user."))
        }
        return findings
    }

    /// Whether users outside the group of a file can do anything with it.
    package static func isOpen(_ path: String) -> Bool { permissions(path) & 0o007 != 0 }

    /// The permissions of a file (chmod(1)); 0 if there is none.
    static func permissions(_ path: String) -> mode_t {
        var status = stat()
        return stat(path.isEmpty ? "." : path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    private static func isSticky(_ path: String) -> Bool {
        var status = stat()
        return stat(path.isEmpty ? "." : path, &status) == 0 && status.st_mode & mode_t(S_ISVTX) != 0
    }

    // MARK: Files

    /// Reads the content of all files, and compares it with what the database tells.
    package func fileFindings() -> [Finding] {
        let folder = FileFolder(store: path)
        // Before the database is read: a running server notes a file first, and then creates it.
        let names = folder.names
        // What keeps the database from being read is told elsewhere.
        return (try? ServerStore.read(path) { try fileFindings($0, folder, names) }) ?? []
    }

    private func fileFindings(_ database: Database, _ folder: FileFolder, _ names: Set<String>) throws -> [Finding] {
        guard try ServerSchema.migrator.hasCompletedMigrations(database) else { return [] }
        let files = try Row.fetchAll(database, sql: "SELECT * FROM file").compactMap { row in
            try Damage.allowing { try FileTable.file(row) }
        }
        let bad = try files.filter { file in
            guard let hash = file.hash else { return false }
            let content = try? folder.openForReading(file.id)
            if content?.length == file.size, content?.hash() == hash { return false }
            // A running server may have deleted it since.
            return try FileTable.find(file.id, database) != nil
        }
        let removed = try String.fetchAll(database, sql: "SELECT id FROM removedFile")
        let unknown = names.subtracting((files.map(\.id) + removed).map(FileFolder.name))
        let size = files.reduce(0) { $0 + $1.size }
        var findings = [Finding.good("Files: \(files.count), with \(size >> 20) MiB.")]
        if let first = bad.first {
            findings.append(
                .bad(
                    "\(bad.count) files are missing or damaged, such as \(folder.path(of: first.id)).",
                    "Restore them from a backup."))
        }
        if !unknown.isEmpty {
            findings.append(
                .good(
                    "\(unknown.count) files in \(folder.path) belong to no message.", "The next start sets them aside.")
            )
        }
        let aside = folder.aside.names.count
        if aside > 0 {
            findings.append(
                .good(
                    "\(aside) files in \(folder.aside.path) are set aside, because no message names them.",
                    "Each is deleted after \(FileFolder.asideDays) days. If a restored file names one, the next start brings it back."
                ))
        }
        return findings
    }

    // MARK: Contents

    /// - Parameter isBackup: whether to expect the tables of a server.
    private func contents(isBackup: Bool = false) -> [Finding] {
        do {
            return try ServerStore.read(path) { try contents($0, isBackup) }
        } catch {
            let reason = (error as? DatabaseError)?.message.map { "\($0)." } ?? "\(error)"
            return [.bad("Cannot read the file: \(reason)", "If it is damaged, restore it from a backup.")]
        }
    }

    private func contents(_ database: Database, _ isBackup: Bool) throws -> [Finding] {
        if try ServerSchema.migrator.hasBeenSuperseded(database) {
            return [.bad("The file was written by a newer telex-server.", "Use the newer version.")]
        }
        let damage = try String.fetchAll(database, sql: "PRAGMA integrity_check(3)").filter { $0 != "ok" }
        if !damage.isEmpty {
            return [.bad("The file is damaged: \(damage.joined(separator: "; ")).", "Restore it from a backup.")]
        }
        if try ServerSchema.migrator.appliedIdentifiers(database).isEmpty {
            return try isBackup || hasTables(database)
                ? [.bad("The file is not from telex-server.")]
                : [.good("The file has no tables yet.", "telex-server run creates them.")]
        }
        guard try ServerSchema.isIntact(database) else {
            return [.bad("The file lacks tables of telex-server, or parts of them.", "Restore it from a backup.")]
        }
        guard try ServerSchema.migrator.hasCompletedMigrations(database) else {
            return [.good("The file was written by an older telex-server.", "telex-server run upgrades it.")]
        }
        let version = try String.fetchOne(database, sql: "SELECT sqlite_version()") ?? ""
        return [.good("SQLite \(version) finds no damage."), try references(database), try sequences(database)]
            + (try counts(database))
    }

    /// Whether there are tables other than that of the versions.
    private func hasTables(_ database: Database) throws -> Bool {
        try Int.fetchOne(
            database, sql: "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name != 'grdb_migrations' LIMIT 1")
            != nil
    }

    private func references(_ database: Database) throws -> Finding {
        let lost = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check").count
        return lost == 0
            ? .good("All references are intact.")
            : .bad("\(lost) rows refer to missing rows.", "Restore the file from a backup.")
    }

    /// Checks that the sequence numbers of each chat's messages have no gaps.
    private func sequences(_ database: Database) throws -> Finding {
        let sql = """
            SELECT address FROM chat JOIN (
                SELECT chat, count(*) AS count, min(seq) AS first, max(seq) AS last FROM message GROUP BY chat
            ) AS found ON found.chat = chat.key
            WHERE found.last != chat.last OR found.last - found.first + 1 != found.count ORDER BY address LIMIT 3
            """
        let chats = try String.fetchAll(database, sql: sql)
        return chats.isEmpty
            ? .good("No chat is missing messages.")
            : .bad("Messages are missing in \(chats.joined(separator: ", ")).", "Restore the file from a backup.")
    }

    private func counts(_ database: Database) throws -> [Finding] {
        func count(_ table: String) throws -> Int {
            try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
        }
        let bots = BotHouse.names.map { "'\($0)'" }.sorted().joined(separator: ", ")
        let kept = "key IN (SELECT chat FROM member WHERE standing <= \(Membership.invited.rawValue))"
        let people = try count("user WHERE NOT isRemoved AND name NOT IN (\(bots))")
        return [
            .good("Users: \(people); logins: \(try count("token")); invitations: \(try count("invitation"))."),
            .good(
                "Chats: \(try count("chat WHERE \(kept)")); messages: \(try count("message"))."
            ),
        ]
    }
}
