import Foundation

/// The content lines of vCard (RFC 6350, 3.2 to 3.4) and iCalendar (RFC 5545, 3.1).
enum ContentLine {
    // By scalars: a combining mark after a separator would make it a different character.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.withLineFeeds.unicodeScalars {
            switch scalar {
            case "\\", ";", ",": escaped += "\\\(scalar)"
            case "\n": escaped += "\\n"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Folds a line into lines of at most 75 bytes (3.2), between code points.
    static func folded(_ line: String) -> String {
        guard line.utf8.count > 75 else { return line }
        var folded = ""
        var used = 0
        for scalar in line.unicodeScalars {
            let size = String(Character(scalar)).utf8.count
            if used + size > 75 {
                folded += "\r\n "
                used = 1
            }
            folded.unicodeScalars.append(scalar)
            used += size
        }
        return folded
    }

    /// Joins continuation lines to their first line (3.2; 3.1), and numbers each result by that line, from 1.
    static func unfolded(_ text: String) -> [(number: Int, line: String)] {
        var lines: [(number: Int, line: String)] = []
        for (index, line) in text.withLineFeeds.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var scalars = line.unicodeScalars[...]
            if scalars.first == "\u{FEFF}" { scalars.removeFirst() }
            if let first = scalars.first, first == " " || first == "\t", !lines.isEmpty {
                lines[lines.count - 1].line += String(scalars.dropFirst())
            } else {
                lines.append((index + 1, String(scalars)))
            }
        }
        return lines
    }
}
