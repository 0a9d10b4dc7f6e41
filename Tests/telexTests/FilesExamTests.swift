import Foundation
import TelexCore
import Testing

@testable import telex

/// Tests what `telex doctor` says of files.
@Suite struct FilesExamTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    private static let id = String(repeating: "a", count: 64)

    /// Examines a folder in which something was done, with a message that brings a file of 3 bytes.
    private func examine(isWhole: Bool = true, _ deed: (String) throws -> Void) throws -> Finding {
        let manager = FileManager.default
        try manager.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? manager.removeItem(atPath: folder) }
        try deed(folder)
        var exam = FilesExam(folder)
        let file = MessageFile(id: FileID(Self.id), name: "a", byteCount: 3)
        exam.note(
            Message(
                id: "m", chat: "ada", position: 1, isOwn: false, content: MessageContent(kind: .file, file: file),
                date: .distantPast, delivery: .received))
        return exam.finding(isWhole: isWhole)
    }

    private func write(_ text: String, _ path: String) {
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
    }

    @Test func saysWhatWasLookedAt() throws {
        let finding = try examine {
            write("abc", "\($0)/\(Self.id)")
            write("ab", "\($0)/\(String(repeating: "b", count: 64))")
        }
        #expect(finding.verdict == .fine)
        #expect(finding.text == "\(folder) is sound. Files: 2, 5 bytes; hashes compared: 0 of 0.")
        #expect(FilesExam(folder).finding(isWhole: true).text == "No files yet.")
    }

    @Test func comparesNothingWithADamagedStore() throws {
        let finding = try examine(isWhole: false) {
            write("abcd", "\($0)/\(Self.id)")
            write("ab", "\($0)/\(String(repeating: "b", count: 64)).part")
        }
        #expect(finding.verdict == .fine && finding.text.hasSuffix("which cannot all be read."))
    }

    @Test func saysWhatIsDamaged() throws {
        let finding = try examine { write("abcd", "\($0)/\(Self.id)") }
        #expect(
            finding.verdict == .problem(.data) && finding.text.contains("promise: \(folder)/\(Self.id). Remove them"))
    }

    @Test func saysWhatOthersCanRead() throws {
        let finding = try examine { #expect(chmod($0, 0o755) == 0) }
        #expect(finding.verdict == .problem(.findings) && finding.text.hasSuffix("chmod -R go= \(folder)"))
    }

    @Test func saysWhatHasThePlaceOfTheFolder() throws {
        let file = try examine {
            try FileManager.default.removeItem(atPath: $0)
            write("x", $0)
        }
        #expect(file.verdict == .problem(.cannotCreate) && file.text.hasPrefix("\(folder) is not a folder. "))
        let link = try examine {
            try FileManager.default.removeItem(atPath: $0)
            #expect(symlink("/tmp", $0) == 0)
        }
        #expect(link.verdict == .problem(.cannotCreate) && link.text.hasPrefix("\(folder) is a symbolic link"))
    }

    /// The names of what is not from Telex can be anything.
    @Test func saysWhatDoesNotBelongThere() throws {
        let finding = try examine { folder in
            #expect(symlink("/etc/passwd", "\(folder)/link") == 0)
            for name in ["a\u{1B}[31m", "b", "c", "d", "e"] { write("", "\(folder)/\(name)") }
            write("ab", "\(folder)/\(String(repeating: "b", count: 64)).part")
        }
        #expect(finding.verdict == .warning)
        let part = "\(folder)/\(String(repeating: "b", count: 64)).part"
        #expect(
            finding.text
                == "Symbolic links, which Telex does not follow: \(folder)/link. Remove them. Not from Telex: "
                + "\(folder)/a␛[31m, \(folder)/b, \(folder)/c and 2 others. Move it away. Parts of downloads that nobody "
                + "needs: \(part). Remove them.")
    }
}
