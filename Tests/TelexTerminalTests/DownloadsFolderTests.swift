import Foundation
import Testing

@testable import TelexTerminal

/// The folder for downloads that the desktop has.
@Suite final class DownloadsFolderTests {
    private let home = FileManager.default.temporaryDirectory.appendingPathComponent("home-\(UUID())").path

    init() throws {
        for folder in ["Downloads", "Téléchargements", ".config", "other"] {
            try FileManager.default.createDirectory(atPath: "\(home)/\(folder)", withIntermediateDirectories: true)
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: home) }

    private func configure(_ text: String, in folder: String = ".config") throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(home)/\(folder)/user-dirs.dirs"))
    }

    @Test func isThatOfTheDesktop() throws {
        #expect(DownloadsFolder.path(["HOME": home]) == "\(home)/Downloads")
        try configure("XDG_DOWNLOAD_DIR=\"$HOME/Téléchargements\"\n")
        #expect(DownloadsFolder.path(["HOME": home]) == "\(home)/Téléchargements")
        try configure("XDG_DOWNLOAD_DIR=\"$HOME/other\"\n", in: "other")
        #expect(DownloadsFolder.path(["HOME": home, "XDG_CONFIG_HOME": "\(home)/other"]) == "\(home)/other")
        #expect(DownloadsFolder.path(["HOME": home, "XDG_CONFIG_HOME": "other"]) == "\(home)/Téléchargements")
        #expect(DownloadsFolder.path(["HOME": home, "XDG_DOWNLOAD_DIR": "\(home)/other"]) == "\(home)/other")
        #expect(DownloadsFolder.path(["HOME": home, "XDG_DOWNLOAD_DIR": "other"]) == "\(home)/Téléchargements")
    }

    /// The home folder itself means that there is none.
    @Test(arguments: ["$HOME/", "$HOME", "/no/such", "$HOME/.config/user-dirs.dirs"]) func isDownloadsOtherwise(
        value: String
    ) throws {
        try configure("XDG_DOWNLOAD_DIR=\"\(value)\"\n")
        #expect(DownloadsFolder.path(["HOME": home]) == "\(home)/Downloads")
        try FileManager.default.removeItem(atPath: "\(home)/Downloads")
        #expect(DownloadsFolder.path(["HOME": home]) == nil)
    }

    @Test func isNotReadFromWhatIsNoFile() throws {
        #expect(mkfifo("\(home)/.config/user-dirs.dirs", 0o600) == 0)
        #expect(DownloadsFolder.path(["HOME": home]) == "\(home)/Downloads")
        #expect(DownloadsFolder.path([:]) == nil)
    }

    @Test(
        arguments: [
            (#"XDG_DOWNLOAD_DIR="/a""#, "/a"), (#"  XDG_DOWNLOAD_DIR = "$HOME/a b" # comment"#, "/home/a b"),
            (#"XDG_DOWNLOAD_DIR="/a\"b\\c\$d""#, #"/a"b\c$d"#),
            ("XDG_DOWNLOAD_DIR=\"/a\"\nXDG_DOWNLOAD_DIR=\"/b\"\n", "/b"),
            ("XDG_DOWNLOAD_DIR=\"/a\"\nXDG_DOWNLOAD_DIR=b\n", "/a"),
            (#"#XDG_DOWNLOAD_DIR="/a""#, nil), (#"XDG_DOWNLOAD_DIRS="/a""#, nil), ("XDG_DOWNLOAD_DIR=/a", nil),
            (#"XDG_DOWNLOAD_DIR="/a"#, nil), (#"XDG_DOWNLOAD_DIR="a""#, nil), (#"XDG_DOWNLOAD_DIR="$HOMEa""#, nil),
            (#"XDG_DOWNLOAD_DIR="$(touch /x)""#, nil), ("XDG_DOWNLOAD_DIR=\"/a\u{0}b\"", nil), ("", nil),
        ] as [(String, String?)])
    func isWrittenWithOrWithoutTheHomeFolder(text: String, path: String?) {
        #expect(DownloadsFolder.path(in: Array(text.utf8), home: "/home") == path)
        #expect(DownloadsFolder.path(in: Array(text.utf8) + [0x0A, 0xE9, 0x0A], home: "/home") == path)
    }
}
