import Testing

@testable import TelexCore
@testable import TelexTerminal

/// Tests which files are opened with a program: the desktop goes by the name, and the program by the content.
@Suite struct ViewedFileTests {
    private static let png = "\u{89}PNG\r\n\u{1A}\n"

    @Test(arguments: [
        ("a.png", png, true), ("a.png", "%PDF-1.7", false), ("a.pdf", "%PDF-1.7", true), ("a.pdf", png, false),
        ("a.jpg", "GIF89a", false), ("a.png", "plain", false), ("a.txt", "plain", true), ("a.txt", png, false),
        ("a.txt", "[playlist]\n", false), ("a.csv", "a\u{0}b", false), ("a.txt", "\u{FF}\u{FE}<\u{0}", false),
        ("a.wav", "[playlist]\n", false), ("a.wav", "RIFF....WAVE", true), ("a.mp3", "plain", false),
        ("a.m4a", "....ftypisom", true), ("a.webm", "\u{1A}E\u{DF}\u{A3}", true), ("a.md", "# Title\n", true),
        ("a.txt", "", true),
    ])
    func opensOnlyWhatTheNameSays(name: String, content: String, opens: Bool) {
        let bytes = content.unicodeScalars.map { UInt8($0.value) }
        let header = FileHeader { Array(bytes.dropFirst(Int($0)).prefix($1)) }
        #expect(ViewedFile.fits(header, name) == opens)
    }
}
