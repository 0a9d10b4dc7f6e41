import ArgumentParser
import Foundation
import TelexCore
import TelexFiles
import TelexTerminal

/// Checks the folder of the files that messages bring, without changing it.
struct FilesExam {
    private static let subject = "files"
    /// How many bytes are hashed at most, so that it takes about a second.
    private static let hashed: Int64 = 100_000_000

    /// How many bytes should be free.
    private static let leastFree: Int64 = 16_000_000

    private let path: String
    private var checkup: FolderCheckup

    init(_ path: String) {
        self.path = path
        checkup = FolderCheckup(path)
    }

    /// Notes a message, with whose file the folder is compared.
    mutating func note(_ message: Message) {
        guard let file = message.file else { return }
        for file in [file, file.thumbnailFile] { if let file { checkup.note(file) } }
    }

    /// - Parameter isWhole: whether all messages were noted.
    func finding(isWhole: Bool) -> Finding {
        if let fault = checkup.fault { return Finding(Self.subject, .problem(.cannotCreate), sentence(fault)) }
        let profile = URL(fileURLWithPath: path).deletingLastPathComponent().path
        if let free = DiskSpace.free(in: profile), free < Self.leastFree {
            return Finding(
                Self.subject, .warning,
                "Only \(FileText.size(free)) are free in \(profile). Free some space: new messages and files need it.")
        }
        guard checkup.exists else { return Finding(Self.subject, .fine, "No files yet.") }
        if checkup.others.count > 0 {
            return Finding(
                Self.subject, .problem(.findings),
                "Belongs to another user: \(list(checkup.others)). \(Self.makeOwn(path))")
        }
        if checkup.isOpen {
            return Finding(
                Self.subject, .problem(.findings),
                "Other users can read or write \(path), or files in it. Make them private: chmod -R go= \(path)")
        }
        let contents = checkup.contents(hashing: isWhole ? Self.hashed : 0)
        if isWhole, contents.damaged.count > 0 {
            return Finding(
                Self.subject, .problem(.data),
                "Unreadable, or not what the messages promise: \(list(contents.damaged)). Remove them: what others have sent "
                    + "can be fetched again.")
        }
        var warnings: [String] = []
        if checkup.links.count > 0 {
            warnings.append("Symbolic links, which Telex does not follow: \(list(checkup.links)). Remove them.")
        }
        if checkup.strangers.count > 0 {
            warnings.append("Not from Telex: \(list(checkup.strangers)). Move it away.")
        }
        if isWhole, contents.unneeded.count > 0 {
            warnings.append("Parts of downloads that nobody needs: \(list(contents.unneeded)). Remove them.")
        }
        if !warnings.isEmpty { return Finding(Self.subject, .warning, warnings.joined(separator: " ")) }
        return Finding(Self.subject, .fine, sound(contents, isWhole: isWhole))
    }

    private func sentence(_ fault: FolderCheckup.Fault) -> String {
        switch fault {
        case .link: "\(path) is a symbolic link, which Telex does not follow. Put the folder itself in its place."
        case .notAFolder: "\(path) is not a folder. Move it away, so that Telex can make one."
        case .otherOwner: "\(path) belongs to another user. \(Self.makeOwn(path))"
        case .inaccessible(let reason): "Cannot use \(path): \(reason). Make it readable and writable."
        }
    }

    private static func makeOwn(_ path: String) -> String { "Make it yours, as root: chown -R \(geteuid()) \(path)" }

    /// The paths of things in the folder.
    private func list(_ finds: FolderCheckup.Finds) -> String {
        let others = finds.count - finds.names.count
        return finds.names.map { "\(path)/\(HarmlessText.of($0))" }.joined(separator: ", ")
            + (others > 0 ? " and \(others) others" : "")
    }

    /// What was looked at.
    private func sound(_ contents: FolderCheckup.Contents, isWhole: Bool) -> String {
        var parts = ["Files: \(contents.fileCount), \(FileText.size(contents.byteCount))"]
        if contents.partCount > 0 {
            parts.append("parts of downloads: \(contents.partCount), \(FileText.size(contents.partBytes))")
        }
        if isWhole {
            parts.append("hashes compared: \(contents.hashedCount) of \(contents.hashedCount + contents.unhashedCount)")
        }
        let rest = isWhole ? "" : " They were not compared with the messages, which cannot all be read."
        return "\(path) is sound. \(parts.joined(separator: "; ")).\(rest)"
    }
}
