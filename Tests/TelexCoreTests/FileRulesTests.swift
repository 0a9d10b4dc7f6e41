import Foundation
import Testing

@testable import TelexCore

/// Tests names, sizes and the first bytes of files.
@Suite struct FileRulesTests {
    @Test func namesFilesSafely() {
        let names = [
            ("../../.bashrc", "bashrc"), ("C:\\Users\\ada\\a.txt", "a.txt"), ("a\u{0}b\nc.png", "ab c.png"),
            ("-rf", "rf"), ("~root", "root"), ("photo\u{202E}gpj.exe", "photogpj.exe"), ("con.txt", "_con.txt"),
            ("LPT1", "_LPT1"), ("", "file"), ("...", "file"), ("/", "file"), ("a:b|c?.txt", "a_b_c_.txt"),
            ("Grüße 🎉.jpg", "Grüße 🎉.jpg"), (" a . ", "a"),
        ]
        for (name, safe) in names { #expect(FileName.safe(name) == safe) }
        let long = FileName.safe(String(repeating: "ä", count: 500) + ".jpeg")
        #expect(long.utf8.count <= 200 && long.hasSuffix("ä.jpeg"))
        #expect(
            FileName.numbered("a.tar.gz", 2) == "a (2).tar.gz" && FileName.numbered("a.b.TAR.xz", 2) == "a.b (2).TAR.xz"
        )
        #expect(FileName.numbered("a.b.gz", 2) == "a.b (2).gz" && FileName.numbered("tar.gz", 2) == "tar (2).gz")
        #expect(FileName.numbered("a.tar", 2) == "a (2).tar" && FileName.numbered("a", 3) == "a (3)")
    }

    @Test func sizesAndTimesReadWell() {
        let sizes: [(Int64, String)] = [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1234, "1.2 kB"), (9960, "10 kB"),
            (12_345, "12 kB"), (999_499, "999 kB"), (999_500, "1 MB"), (2_100_000, "2.1 MB"), (.max, "9.2 EB"),
            (-1, "0 bytes"),
        ]
        for (count, text) in sizes { #expect(FileText.size(count) == text) }
        for (seconds, text) in [
            (0.0, "0 s"), (59, "59 s"), (65, "1:05"), (3725, "1:02:05"), (.infinity, "277777:46:40"),
        ] {
            #expect(FileText.time(seconds) == text)
        }
    }

    @Test(arguments: [
        ("89504E470D0A1A0A0000000D4948445200000028000000 1E0802000000", "image/png", 40, 30),
        ("474946383961 2800 1E00 000000", "image/gif", 40, 30),
        ("FFD8 FFE0 0004 0000 FFFF C4 0003 00 FFC2 0011 08 001E 0028 03", "image/jpeg", 40, 30),
        ("52494646 00000000 57454250 56503858 0A000000 00000000 270000 1D0000", "image/webp", 40, 30),
        ("52494646 00000000 57454250 5650384C 00000000 2F 27400700", "image/webp", 40, 30),
        ("52494646 00000000 57454250 56503820 00000000 000000 9D012A 2800 1E00", "image/webp", 40, 30),
        ("424D 00000000 00000000 00000000 28000000 28000000 E2FFFFFF", "image/bmp", 40, 30),
    ])
    func readsTheSizeOfImages(hex: String, type: String, width: Int, height: Int) {
        let bytes = Self.bytes(hex)
        let header = FileHeader { Array(bytes.dropFirst(Int($0)).prefix($1)) }
        #expect(header.mediaType == type && header.width == width && header.height == height)
        // Whatever is missing, nothing traps.
        for count in 0..<bytes.count { _ = FileHeader { Array(bytes.prefix(count).dropFirst(Int($0)).prefix($1)) } }
    }

    @Test func recognizesWhatASystemMayRun() {
        for text in [
            "#!/bin/sh\n", "MZ\u{0}", "\u{7F}ELF", "[Desktop Entry]\n", "# hi\n\n[Desktop Entry]\n",
            "\u{FEFF} #!/bin/sh",
            "\n<svg>", "#EXTM3U\n", "%!PS", "[playlist]\nFile1=x", "[InternetShortcut]\n",
        ] {
            #expect(FileHeader { Array(text.utf8.dropFirst(Int($0)).prefix($1)) }.isProgram)
        }
        for text in ["%PDF-1.7", "# A title\n\nText", "#", "", "\u{FEFF}"] {
            #expect(!FileHeader { Array(text.utf8.dropFirst(Int($0)).prefix($1)) }.isProgram)
        }
    }

    @Test(arguments: [
        ("FFFB9000", "audio/mpeg"), ("1A45DFA3", "video/x-matroska"), ("49492A00", "image/tiff"),
        ("00000018 66747970 6D703432", "video/mp4"), ("00000018 66747970 6D696631", "image/heic"),
    ])
    func recognizesOtherForms(hex: String, type: String) {
        let bytes = Self.bytes(hex)
        #expect(FileHeader { Array(bytes.dropFirst(Int($0)).prefix($1)) }.mediaType == type)
    }

    @Test func endsWithAnImageWithoutSize() {
        let endless = FileHeader { offset, count in
            Array([0xFF, 0xD8, 0xFF] as [UInt8]).dropFirst(Int(offset)).prefix(count)
                + [UInt8](repeating: 0xFF, count: offset == 0 ? count - 3 : count)
        }
        #expect(endless.mediaType == "image/jpeg" && endless.width == nil)
    }

    private static func bytes(_ hex: String) -> [UInt8] {
        let digits = hex.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    }
}
