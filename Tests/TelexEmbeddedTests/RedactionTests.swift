import Foundation
import TelexCore
import TelexJSON
import TelexRuntime
import Testing

@testable import TelexWire

/// A redacted recording has the shape of the original, and nothing that anybody wrote.
@Suite struct RedactionTests {
    /// Makes values of a schema, with a string that cannot be overlooked wherever one may be.
    private struct Naughty {
        private(set) var texts: [String] = []

        mutating func value(_ schema: JSONValue, _ name: String = "") -> JSONValue {
            if let value = schema["const"] { return value }
            if let value = schema["enum"]?.values.first { return value }
            if let definition = schema["$definition"] { return value(definition, name) }
            if let choice = schema["anyOf"]?.values.first { return value(choice, name) }
            let types = schema["type"]?.values.compactMap(\.string) ?? []
            switch types.first ?? schema["type"]?.string {
            case "boolean": return true
            case "integer": return 1
            case "array": return .array([value(schema["items"] ?? .null, name)])
            case "string" where schema["format"] == "date-time": return "2026-01-05T09:00:00.000Z"
            case "string" where schema["pattern"] == InboxCursor.schema["pattern"]:
                // A store's name has no dots.
                return .string(text(name).replacing(".", with: "") + ".1")
            case "string": return .string(text(name))
            default: break
            }
            guard case .object(let properties)? = schema["properties"] else { return .null }
            var object = JSONObject()
            for property in properties.members { object.append(property.name, value(property.value, property.name)) }
            return .object(object)
        }

        private mutating func text(_ name: String) -> String {
            let text = "Näughty\u{301}\(texts.count)-😀 @bobbington:ex\(texts.count).org"
            texts.append(text)
            return name == "notificationId" ? "chat:\(text)" : text
        }
    }

    /// Lines of all forms, with all events and all their members.
    private func lines() -> (lines: [JSONValue], texts: [String]) {
        var naughty = Naughty()
        var header = naughty.value(RecordingHeader.schema)
        header = header.with([
            "protocol": .integer(Int64(ProtocolVersion.number)), "zone": "UTC", "timeFormat": "%H o'clock, Näughty",
            "locale": "bobbington_Näughty",
        ])
        var lines: [JSONValue] = [["recording": header]]
        for sample in RecordedLine.samples.dropFirst() {
            var object = JSONObject()
            for member in Form(sample).members where member.name != "routed" {
                object.append(member.name, naughty.value(member.schema(), member.name))
            }
            if case .event = sample {
                for event in EventForm.all {
                    var line = object
                    line.append("routed", naughty.value(event.schema()))
                    lines.append(.object(line))
                }
            } else {
                lines.append(.object(object))
            }
        }
        return (lines, naughty.texts)
    }

    @Test func leavesNothingThatAnybodyWrote() throws {
        let (lines, texts) = lines()
        #expect(lines.count > EventForm.all.count && texts.count > 200)
        var redaction = Redaction()
        for line in lines {
            let text = String(decoding: try redaction.redact(line.bytes[...]), as: UTF8.self)
            for word in ["N\u{e4}", "ughty", "😀", "bobbington", "o'clock"] {
                #expect(!text.contains(word), "\(line.text)")
            }
        }
    }

    @Test func replacesAStringTheSameWayEverywhere() throws {
        let header = RecordedLine.header(RecordingHeader.blank.with(zone: "UTC"))
        var redaction = Redaction()
        _ = try redaction.redact(bytes(header))
        let lines = try ["Ada", "Bob", "Ada"].map { name in
            let event = Event.chat(.creating(recipient: name))
            return try redaction.redact(
                bytes(.event(event, Stamp(time: SessionClock.start, order: 1, freshID: name), effect: nil)))
        }
        #expect(lines[0] == lines[2] && lines[0] != lines[1])
        let value = JSONValue(text: lines[0][...])
        #expect(value?["freshId"]?.string == value?["routed"]?["recipient"]?.string)
    }

    @Test(arguments: ["", " \n", "a", "Hello, world: 42!", "é\u{301}", "👩‍👩‍👧", "\u{0}\u{2028}", "日本語"])
    func keepsTheShape(text: String) throws {
        var redaction = Redaction()
        _ = try redaction.redact(bytes(.header(RecordingHeader.blank.with(zone: "UTC"))))
        let line = try redaction.redact(bytes(.settled(text, .main)))
        let new = try #require(JSONValue(text: line[...])?["settled"]?.string)
        #expect(new.unicodeScalars.map { UTF8.width($0) } == text.unicodeScalars.map { UTF8.width($0) })
        #expect(
            new.unicodeScalars.map { $0.isASCII ? $0.properties.isWhitespace : false }
                == text.unicodeScalars.map { $0.isASCII ? $0.properties.isWhitespace : false })
    }

    /// Ids of one letter are more than there are letters.
    @Test func keepsIdsApart() throws {
        var redaction = Redaction()
        _ = try redaction.redact(bytes(.header(RecordingHeader.blank.with(zone: "UTC"))))
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        let ids = letters + letters.map { $0 + "1" } + letters.map { $0 + "22" }
        let new = try ids.map { try redaction.redact(bytes(.settled($0, .main))) }
        #expect(Set(new).count == ids.count)
    }

    /// A redacted recording plays, and prints lines of the same kinds.
    @Test(arguments: 0..<12 as Range<UInt64>) func plays(seed: UInt64) throws {
        var lines = RandomLines(seed: seed)
        let session = try RecordedSession(SessionSetup(seed: seed))
        for _ in 0..<60 where !session.hasFailed {
            try session.perform(.lines([lines.next(session.shown)]))
            _ = session.takeErrors()
        }
        try session.end()
        var redaction = Redaction()
        let redacted = try session.recorded.map { try redaction.redact($0) }
        #expect(redacted.count == session.recorded.count)
        var rest = redacted.map { $0[...] }[...]
        let rewind = try Rewind { () throws(RecordingError) in rest.popFirst() }
        var text = ""
        while let step = try rewind.step() { text += step.written.map(\.text).joined() }
        for word in ["hello there", "@ada:example.org", "Lovelace"] { #expect(!text.contains(word)) }
    }

    @Test func refusesWhatIsNoRecording() {
        var redaction = Redaction()
        #expect(throws: RecordingError.malformedLine(1, "it is not a line of a recording")) {
            try redaction.redact(Array(#"{"x":1}"#.utf8)[...])
        }
        var second = Redaction()
        #expect(throws: RecordingError.malformed("unknown time zone \"Näughty\"")) {
            try second.redact(bytes(.header(RecordingHeader.blank.with(zone: "Näughty"))))
        }
    }

    private func bytes(_ line: RecordedLine) -> ArraySlice<UInt8> {
        var writer = JSONWriter()
        line.writeLine(to: &writer)
        return writer.bytes.dropLast()
    }
}

extension RecordingHeader {
    fileprivate func with(zone: String) -> RecordingHeader {
        var header = self
        header.zone = zone
        return header
    }
}
