import Foundation

/// The lines of a vCard file, and the bytes beneath them.
package enum VCardLines {
    /// Decodes a file: UTF-8 or UTF-16 with a byte order mark, UTF-8 without one, or lines with a character set of their own
    /// (version 2.1), by default Windows-1252. A line may be folded within a character.
    package static func text(of file: [UInt8]) -> String {
        if file.starts(with: [0xFF, 0xFE]) || file.starts(with: [0xFE, 0xFF]) {
            return String(bytes: file, encoding: .utf16) ?? String(decoding: file, as: UTF8.self)
        }
        if let text = String(validating: file, as: UTF8.self) { return text }
        return unfolded(file).map { line in
            if let text = String(validating: line, as: UTF8.self) { return text }
            let head = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self).uppercased()
            let charset = head.split(separator: ";").first { $0.hasPrefix("CHARSET=") }?.dropFirst(8)
            return text(Array(line), in: charset.map(String.init) ?? "WINDOWS-1252")
                ?? String(decoding: line, as: UTF8.self)
        }.joined(separator: "\n")
    }

    private static func unfolded(_ file: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        for line in file.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if let first = line.first, first == UInt8(ascii: " ") || first == UInt8(ascii: "\t"), !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else {
                lines.append(line)
            }
        }
        return lines
    }

    /// Decodes text in a character set, by its name; `nil` if the set is unknown, or if the text is not in it.
    static func text(_ bytes: [UInt8], in charset: String?) -> String? {
        let encoding: String.Encoding
        switch charset {
        case nil:
            return String(validating: bytes, as: UTF8.self) ?? String(bytes: bytes, encoding: .windowsCP1252)
        case "UTF-8", "UTF8", "US-ASCII", "ASCII": return String(decoding: bytes, as: UTF8.self)
        case "ISO-8859-1", "LATIN1", "WINDOWS-1252", "CP1252": encoding = .windowsCP1252
        case "ISO-8859-2", "LATIN2": encoding = .isoLatin2
        case "WINDOWS-1250", "CP1250": encoding = .windowsCP1250
        case "WINDOWS-1251", "CP1251": encoding = .windowsCP1251
        case "WINDOWS-1253", "CP1253": encoding = .windowsCP1253
        case "WINDOWS-1254", "CP1254": encoding = .windowsCP1254
        case "SHIFT_JIS", "SHIFT-JIS", "SJIS": encoding = .shiftJIS
        case "EUC-JP": encoding = .japaneseEUC
        case "ISO-2022-JP": encoding = .iso2022JP
        case "UTF-16": encoding = .utf16
        default: return nil
        }
        // Windows-1252 leaves five bytes without a meaning; Latin 1 has one for each.
        return String(bytes: bytes, encoding: encoding)
            ?? (encoding == .windowsCP1252 ? String(bytes: bytes, encoding: .isoLatin1) : nil)
    }

    /// Decodes quoted-printable text (RFC 2045, 6.7). Invalid escape sequences pass through unchanged.
    static func quotedPrintable(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            let pair = rest.prefix(2)
            // `UInt8` would also read a sign.
            if byte == UInt8(ascii: "="), pair.count == 2, pair.first != UInt8(ascii: "+"),
                let value = UInt8(String(Substring(pair)), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    /// Joins continuation lines to their first line (RFC 6350, 3.2; in version 2.1, quoted-printable text goes on after a
    /// final `=`, and binary data until an empty line), and numbers each result by that line.
    static func unfolded(_ text: String) -> [(number: Int, line: String)] {
        var lines: [(number: Int, line: String)] = []
        var continuation = Continuation.none
        for (index, line) in text.withLineFeeds.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var scalars = line.unicodeScalars[...]
            // Files that were put together have a byte order mark in the middle.
            if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
            let last = lines.count - 1
            if continuation == .quotedPrintable {
                lines[last].line.removeLast()
                lines[last].line += String(scalars)
            } else if let first = scalars.first, first == " " || first == "\t", !lines.isEmpty {
                lines[last].line += String(scalars.dropFirst())
            } else if continuation == .binary, !scalars.isEmpty, !scalars.contains(":") {
                lines[last].line += String(scalars)
            } else {
                lines.append((index + 1, String(scalars)))
                continuation = Continuation(of: lines[lines.count - 1].line)
            }
            if continuation == .quotedPrintable || continuation == .quoted {
                continuation = lines[lines.count - 1].line.hasSuffix("=") ? .quotedPrintable : .quoted
            }
        }
        return lines
    }

    private enum Continuation {
        case none
        /// The line ends with a soft line break.
        case quotedPrintable
        /// The line is quoted-printable, and ends.
        case quoted
        case binary

        init(of line: String) {
            let head = line.prefix { $0 != ":" }.uppercased()
            self =
                head.contains("QUOTED-PRINTABLE")
                ? .quoted : head.contains("BASE64") || head.contains("ENCODING=B") ? .binary : .none
        }
    }
}
