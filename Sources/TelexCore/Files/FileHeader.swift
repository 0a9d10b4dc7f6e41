/// What the first bytes of a file say of it. Nothing is decoded.
package struct FileHeader: Hashable, Sendable {
    /// The media type; `nil` if the bytes say none.
    package private(set) var mediaType: String?
    /// The size of an image in pixels.
    package private(set) var width: Int?
    package private(set) var height: Int?
    /// Whether it can be a text: it has no null character, so that it is not UTF-16 either.
    package private(set) var isText = false
    /// Whether a system may run it, or follow the addresses in it: a program, a script, a desktop entry, HTML or SVG,
    /// PostScript, a playlist.
    package private(set) var isProgram = false

    /// The most segments that are read of an image.
    private static let mostSegments = 1024

    /// - Parameter read: returns up to so many bytes from an offset; fewer at the end of the file.
    package init(_ read: (_ offset: Int64, _ count: Int) -> [UInt8]) {
        let start = read(0, 1024)
        if start.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            // IHDR comes first (PNG specification, section 5.6).
            size(start, as: "image/png", Self.big(start, 16, 4), Self.big(start, 20, 4))
        } else if start.starts(with: "GIF87a".utf8) || start.starts(with: "GIF89a".utf8) {
            size(start, as: "image/gif", Self.little(start, 6, 2), Self.little(start, 8, 2))
        } else if start.starts(with: "RIFF".utf8), Self.has("WEBP", start, at: 8) {
            webP(start)
        } else if start.starts(with: [0xFF, 0xD8, 0xFF]) {
            jpeg(read)
        } else if start.starts(with: "BM".utf8), start.count >= 26, Self.little(start, 14, 4) ?? 0 >= 40 {
            let height = Self.little(start, 22, 4).map { Int(Int32(truncatingIfNeeded: $0).magnitude) }
            size(start, as: "image/bmp", Self.little(start, 18, 4), height)
        } else if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            // EBML (RFC 8794, section 11.2.1).
            mediaType = "video/x-matroska"
        } else if start.count > 1, start[0] == 0xFF, [0xFA, 0xFB, 0xF2, 0xF3].contains(start[1]) {
            // A frame of MPEG audio, layer III (ISO/IEC 11172-3, section 2.4.1.3).
            mediaType = "audio/mpeg"
        } else if let type = Self.types.first(where: { Self.has($0.text, start, at: $0.offset) })?.type {
            mediaType = type
        }
        isText = !start.contains(0)
        let programs: [[UInt8]] = [
            [0x7F] + Array("ELF".utf8), Array("MZ".utf8), [0xCF, 0xFA, 0xED, 0xFE], [0xCE, 0xFA, 0xED, 0xFE],
            [0xCA, 0xFE, 0xBA, 0xBE],
        ]
        isProgram = programs.contains { start.starts(with: $0) } || Self.isScript(start)
    }

    /// Whether a text begins like one of those, after white space, a byte order mark and comments.
    private static func isScript(_ start: [UInt8]) -> Bool {
        var rest = start.starts(with: [0xEF, 0xBB, 0xBF]) ? start[3...] : start[...]
        while true {
            rest = rest.drop { $0 <= 0x20 }
            let line = String(decoding: rest.prefix(Self.longestSign), as: UTF8.self).lowercased()
            if Self.scripts.contains(where: line.hasPrefix) { return true }
            guard rest.first == UInt8(ascii: "#") else { return false }
            rest = rest.drop { $0 != 0x0A }
        }
    }

    /// How texts begin that a system may run or follow, in lower case.
    private static let scripts = [
        "#!", "[desktop entry]", "[playlist]", "[internetshortcut]", "[reference]", "<", "#extm3u", "%!ps",
    ]
    private static let longestSign = 32

    /// How files of other types begin.
    private static let types: [(text: String, offset: Int, type: String)] = [
        ("%PDF-", 0, "application/pdf"), ("OggS", 0, "audio/ogg"), ("fLaC", 0, "audio/flac"), ("ID3", 0, "audio/mpeg"),
        ("WAVE", 8, "audio/wav"), ("II*\0", 0, "image/tiff"), ("MM\0*", 0, "image/tiff"),
        ("ftypM4A", 4, "audio/mp4"), ("ftypheic", 4, "image/heic"), ("ftypheix", 4, "image/heic"),
        ("ftypmif1", 4, "image/heic"), ("ftypavif", 4, "image/avif"), ("ftypqt", 4, "video/quicktime"),
        ("ftyp", 4, "video/mp4"), ("mdat", 4, "video/quicktime"),
        ("wide", 4, "video/quicktime"),
    ]

    private mutating func size(_ start: [UInt8], as type: String, _ width: Int?, _ height: Int?) {
        mediaType = type
        guard let width, let height, width > 0, height > 0 else { return }
        (self.width, self.height) = (width, height)
    }

    /// The three forms of a WebP file (RFC 9649, sections 2.5 to 2.7).
    private mutating func webP(_ start: [UInt8]) {
        mediaType = "image/webp"
        if Self.has("VP8X", start, at: 12) {
            size(
                start, as: "image/webp", Self.little(start, 24, 3).map { $0 + 1 },
                Self.little(start, 27, 3).map { $0 + 1 })
        } else if Self.has("VP8L", start, at: 12), let bits = Self.little(start, 21, 4) {
            size(start, as: "image/webp", bits & 0x3FFF + 1, (bits >> 14) & 0x3FFF + 1)
        } else if Self.has("VP8 ", start, at: 12) {
            size(
                start, as: "image/webp", Self.little(start, 26, 2).map { $0 & 0x3FFF },
                Self.little(start, 28, 2).map { $0 & 0x3FFF })
        }
    }

    /// Looks for the frame header among the segments (ITU-T T.81, annex B).
    private mutating func jpeg(_ read: (Int64, Int) -> [UInt8]) {
        mediaType = "image/jpeg"
        var offset: Int64 = 2
        for _ in 0..<Self.mostSegments {
            let segment = read(offset, 9)
            guard segment.count == 9, segment[0] == 0xFF else { return }
            let marker = segment[1]
            // A marker can follow fill bytes.
            if marker == 0xFF {
                offset += 1
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame { return size(segment, as: "image/jpeg", Self.big(segment, 7, 2), Self.big(segment, 5, 2)) }
            // The image data follows, or the end.
            guard marker != 0xDA, marker != 0xD9, let length = Self.big(segment, 2, 2), length >= 2 else { return }
            offset += 2 + Int64(length)
        }
    }

    private static func has(_ text: String, _ bytes: [UInt8], at offset: Int) -> Bool {
        bytes.count >= offset && bytes[offset...].starts(with: text.utf8)
    }

    /// The number in big-endian order; `nil` beyond the end.
    private static func big(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int? {
        bytes.count < offset + count ? nil : bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// The number in little-endian order; `nil` beyond the end.
    private static func little(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int? {
        bytes.count < offset + count ? nil : bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
