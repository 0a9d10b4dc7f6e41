import Foundation

/// A content line of a vCard (RFC 6350, 3.3) or an iCalendar file (RFC 5545, 3.1): `[group.]NAME[;parameters]:value`. It is
/// parsed by scalars, because a value may begin with a combining mark.
struct ContentProperty {
    let line: String
    let name: String
    private let head: Substring.UnicodeScalarView
    let value: Substring.UnicodeScalarView

    init?(_ line: String) {
        var isQuoted = false
        let scalars = line.unicodeScalars
        guard
            let colon = scalars.firstIndex(where: { scalar in
                if scalar == "\"" { isQuoted.toggle() }
                return scalar == ":" && !isQuoted
            })
        else { return nil }
        head = scalars[..<colon]
        let words = head.prefix { $0 != ";" }
        let word = String(words.split(separator: ".").last ?? words).trimmingCharacters(in: .whitespaces)
        guard !word.isEmpty,
            word.unicodeScalars.allSatisfy({
                $0.isASCII && ($0 == "-" || Character($0).isLetter || Character($0).isNumber)
            })
        else { return nil }
        name = word.uppercased()
        value = scalars[scalars.index(after: colon)...]
        self.line = line
    }

    /// The value, unescaped (RFC 6350, 3.4).
    var text: String { Self.unescaped(value) }

    /// The value of a parameter, without quotes; `nil` if the line does not have it.
    func parameter(_ name: String) -> String? {
        for part in Self.parameters(head).dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            if pair.count == 2, pair[0].uppercased() == name { return pair[1].trimmingCharacters(in: ["\""]) }
        }
        return nil
    }

    /// The components of the value (6.2.2).
    var structured: [String] {
        var parts: [Substring.UnicodeScalarView] = []
        var start = value.startIndex
        var isEscaped = false
        for index in value.indices {
            if value[index] == ";", !isEscaped {
                parts.append(value[start..<index])
                start = value.index(after: index)
            }
            isEscaped = value[index] == "\\" && !isEscaped
        }
        return (parts + [value[start...]]).map(Self.unescaped)
    }

    /// Whether both are a name of the same parts, without parameters. Empty parts at the end can be missing.
    func isSameName(as other: ContentProperty) -> Bool {
        func parts(_ property: ContentProperty) -> [String] {
            var parts = property.structured
            while parts.last == "" { parts.removeLast() }
            return parts
        }
        return head.elementsEqual(other.head) && name == other.name && parts(self) == parts(other)
    }

    private static func unescaped(_ value: Substring.UnicodeScalarView) -> String {
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in value {
            if isEscaped {
                text.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                text.append(scalar)
            }
        }
        return String(text)
    }

    // MARK: Older versions

    struct UnknownCharset: Error { let name: String }

    /// The line in the form of version 4.0: quoted-printable text decoded, without a character set, and with names for all
    /// parameters, which version 2.1 leaves out. Other lines are unchanged.
    ///
    func modern() throws(UnknownCharset) -> String {
        var parts = Self.parameters(head)
        let group = parts.removeFirst()
        var (isQuotedPrintable, charset, isChanged) = (false, String?.none, false)
        var kept: [String] = []
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1).map(String.init)
            let (key, value) = (pair.count > 1 ? pair[0].uppercased() : "", pair.last?.uppercased() ?? "")
            switch (key, value) {
            case ("ENCODING", "QUOTED-PRINTABLE"), ("", "QUOTED-PRINTABLE"): isQuotedPrintable = true
            case ("ENCODING", "BASE64"), ("", "BASE64"): kept.append("ENCODING=b")
            case ("ENCODING", "8BIT"), ("ENCODING", "7BIT"), ("", "8BIT"), ("", "7BIT"): break
            case ("CHARSET", _): charset = value
            case ("", ""): break
            case ("", _): kept.append("TYPE=\(value)")
            default:
                kept.append(part)
                continue
            }
            isChanged = true
        }
        if !isChanged { return line }
        var text = String(value)
        if isQuotedPrintable {
            guard let decoded = VCardLines.text(VCardLines.quotedPrintable(text), in: charset) else {
                throw UnknownCharset(name: charset ?? "")
            }
            text = decoded.withLineFeeds.replacingOccurrences(of: "\n", with: "\\n")
        }
        return ([group] + kept).joined(separator: ";") + ":" + text
    }

    /// The parts between semicolons, except quoted ones.
    private static func parameters(_ head: Substring.UnicodeScalarView) -> [String] {
        var (parts, isQuoted) = ([String()], false)
        for scalar in head {
            if scalar == "\"" { isQuoted.toggle() }
            if scalar == ";", !isQuoted {
                parts.append("")
            } else {
                parts[parts.count - 1].unicodeScalars.append(scalar)
            }
        }
        return parts
    }
}
