import TelexCore
import TelexJSON

/// Makes a recording that can be given away: the same lines, of the same lengths and in the same order, without
/// anybody's words, names and ids.
///
/// Only the words of the protocol, numbers and dates stay. Every other string is replaced by one with as many code
/// points and bytes, the same one wherever it occurs. ASCII punctuation and white space keep their places.
public struct Redaction {
    private var strings = Pseudonyms()
    private var number = 0

    public init() {}

    /// Redacts a line.
    ///
    /// - Parameter line: without its newline; so is the result.
    /// - Throws: `RecordingError` if it is not a line of a recording.
    public mutating func redact(_ line: ArraySlice<UInt8>) throws(RecordingError) -> [UInt8] {
        number += 1
        let read: RecordedLine
        if number == 1 {
            var header = try Replay.header(line)
            _ = try header.region
            header.locale = Self.isLocale(header.locale) ? header.locale : Region.fixedLocale
            if let format = header.timeFormat, !Self.isNumeric(format) { header.timeFormat = nil }
            read = .header(header)
        } else {
            read = try Replay.read(line, line: number)
        }
        var writer = JSONWriter()
        read.writeLine(to: &writer)
        guard case .success(.object(let object)) = JSONParser.parse(writer.bytes.dropLast()).0,
            let schema = object.members.first.flatMap({ RecordedLine.members[$0.name] })
        else { throw .malformedLine(number, "it cannot be redacted") }
        var members = JSONObject()
        for member in object.members {
            members.append(member.name, redacted(member.value, schema[member.name] ?? .null, member.name))
        }
        let bytes = JSONValue.object(members).bytes
        do { _ = try RecordedLine.read(bytes[...]) } catch { throw .malformedLine(number, "it cannot be redacted") }
        return bytes
    }

    /// The schemas of all events, by their names. Elsewhere, events are only referred to.
    private static let events = Dictionary(uniqueKeysWithValues: EventForm.all.map { ($0.name, $0.schema()) })

    /// Whether it is the name of a locale, and nothing else.
    private static func isLocale(_ text: String) -> Bool {
        text.wholeMatch(of: #/[a-z]{2,3}(_[A-Z][a-z]{3})?(_([A-Z]{2}|[0-9]{3}))?/#) != nil
    }

    /// Whether nothing but times is written in it.
    private static func isNumeric(_ format: TimeFormat) -> Bool {
        format.text.wholeMatch(of: #/(%[HIMSp]|[ :.,-])*/#) != nil
    }

    private mutating func redacted(_ value: JSONValue, _ schema: JSONValue, _ name: String) -> JSONValue {
        switch value {
        case .null, .bool, .integer, .number: return value
        case .string(let text):
            if keeps(value, schema, name) { return value }
            let isCursor = schema.alternatives.contains { $0["pattern"] == Self.cursors }
            return .string(isCursor ? redacted(cursor: text) : redacted(text, name))
        case .array(let values):
            let items = schema.alternatives.lazy.compactMap { $0["items"] }.first ?? .null
            return .array(values.map { redacted($0, items, name) })
        case .object(let object):
            let form = object["event"]?.string.flatMap { Self.events[$0] } ?? schema
            let properties = form.alternatives.first { $0.fits(object) }?["properties"]
            var members = JSONObject()
            for member in object.members {
                members.append(
                    member.name, redacted(member.value, properties?[member.name] ?? .null, member.name))
            }
            return .object(members)
        }
    }

    private func keeps(_ value: JSONValue, _ schema: JSONValue, _ name: String) -> Bool {
        // The time zone of a header is one that this system knows.
        if name == "zone" || name == "locale" || name == "timeFormat" { return number == 1 }
        return schema.alternatives.contains { schema in
            schema["const"] == value || schema["enum"]?.values.contains(value) == true
                || schema["format"]?.string == "date-time"
        }
    }

    private static let cursors = InboxCursor.schema["pattern"]

    /// - Parameter text: `start`, or the name of a store and a number.
    private mutating func redacted(cursor text: String) -> String {
        guard let dot = text.lastIndex(of: ".") else { return text }
        return strings.pseudonym(of: String(text[..<dot])) + text[dot...]
    }

    private mutating func redacted(_ text: String, _ name: String) -> String {
        switch name {
        case "notificationId":
            guard let colon = text.firstIndex(of: ":"), ["chat", "reminder"].contains(text[..<colon]) else { break }
            let start = text.index(after: colon)
            return text[..<start] + strings.pseudonym(of: String(text[start...]))
        case "dueText": if DueWords.areAll(of: text) { return text }
        case "code": if LineError.codes.contains(text) { return text }
        default: break
        }
        return strings.pseudonym(of: text)
    }
}

extension RecordedLine {
    /// The schemas of the members of each form, by the name of its first member.
    fileprivate static let members: [String: [String: JSONValue]] = Dictionary(
        uniqueKeysWithValues: samples.map { sample in
            let members = Form(sample).members
            return (
                members[0].name,
                Dictionary(members.map { ($0.name, $0.schema()) }) { first, _ in first }
            )
        })
}

extension JSONValue {
    /// The schemas of which one applies.
    fileprivate var alternatives: [JSONValue] {
        if let definition = self["$definition"] { return definition.alternatives }
        guard let choices = self["anyOf"] ?? self["oneOf"] else { return [self] }
        return choices.values.flatMap { $0.alternatives }
    }

    /// Whether the constants that this schema of an object demands are those of the object.
    fileprivate func fits(_ object: JSONObject) -> Bool {
        guard case .object(let properties)? = self["properties"] else { return false }
        return properties.members.allSatisfy { property in
            property.value["const"].map { $0 == object[property.name] } ?? true
        }
    }
}

/// The replacements of strings. Nothing of a string goes into its replacement but its shape.
private struct Pseudonyms {
    /// By the bytes of the string.
    private var known: [Identifier<Pseudonyms>: String] = [:]
    private var used: Set<Identifier<Pseudonyms>> = []
    private var state: UInt64 = 0

    mutating func pseudonym(of text: String) -> String {
        let key = Identifier<Pseudonyms>(text)
        if let known = known[key] { return known }
        var new = scrambled(text)
        var attempts = 0
        // Ids that differ stay different. A short id may need a longer replacement.
        while !new.isEmpty, new == text || !used.insert(Identifier(new)).inserted {
            attempts += 1
            if !text.unicodeScalars.contains(where: Self.isReplaced) { break }
            new = scrambled(text)
            if attempts > 64 { new += scrambled("xxxxxxxx") }
        }
        known[key] = new
        return new
    }

    private mutating func scrambled(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(Self.isReplaced(scalar) ? other(scalar) : scalar) }
        return String(scalars)
    }

    /// Whether it is anything but ASCII punctuation or white space.
    private static func isReplaced(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
    }

    /// A letter or digit of the same length in UTF-8, and for ASCII of the same kind.
    private mutating func other(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0x30...0x39: random("0", 10)
        case 0x41...0x5A: random("A", 26)
        case 0x61...0x7A: random("a", 26)
        case ..<0x800: random("\u{430}", 32)
        case ..<0x10000: random("\u{4E00}", 1000)
        default: random("\u{20000}", 1000)
        }
    }

    private mutating func random(_ first: Unicode.Scalar, _ count: UInt64) -> Unicode.Scalar {
        // SplitMix64, with a seed that does not depend on the recording.
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        mixed ^= mixed >> 31
        return Unicode.Scalar(first.value + UInt32(mixed % count)) ?? first
    }
}

/// The words of a due date, which are nobody's.
private enum DueWords {
    private static let words: Set<String> = [
        "in", "at", "on", "m", "min", "minute", "minutes", "h", "hour", "hours", "day", "days", "week", "weeks",
        "today",
        "tomorrow", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "am", "pm", "noon",
        "midnight",
    ]

    static func areAll(of text: String) -> Bool {
        text.lowercased().split { !$0.isLetter }.allSatisfy { words.contains(String($0)) }
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " :.-".contains($0)) }
            // The number of a telephone is longer.
            && text.split { !$0.isNumber }.allSatisfy { $0.count <= 4 }
    }
}
