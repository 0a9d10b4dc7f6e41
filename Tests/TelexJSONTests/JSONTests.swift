import Testing

@testable import TelexJSON

@Suite struct JSONTests {
    private func parse(_ text: String) -> Result<JSONValue, JSONParser.Failure> {
        JSONParser.parse(Array(text.utf8)[...]).0
    }

    private func text(_ value: JSONValue) -> String {
        var writer = JSONWriter()
        writer.write(value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        "null", "true", "false", "0", "-1", "9223372036854775807", "1.5", "1e9", "-0.0e-7", "\"\"", "[]", "{}",
        #"{"a":[1,{"b":null}],"c":"d"}"#, #""é😀日本""#, "[[],[[]]]",
    ])
    func writesWhatItReads(json: String) throws {
        #expect(text(try parse(json).get()) == json)
        #expect(text(try parse(" \t\r\n\(json)\n ").get()) == json)
    }

    @Test(arguments: [
        "", " ", "nul", "truee", "01", "-", "1.", ".5", "1e", "+1", "\"", "\"\\x\"", "\"\\u12\"", "\"\\u+123\"",
        "\"\t\"", "[", "[1",
        "[1,]", "[,1]", "{", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":1,\"a\":2}", "1 2", "\"\\ud83d\"",
        "\"\\ude00\"", "\"\\ud83d\\u0041\"", "NaN", "'a'", "[1}",
    ])
    func rejectsInvalidJSON(json: String) {
        #expect(throws: JSONParser.Failure.self) { try parse(json).get() }
    }

    @Test(arguments: [2, 16, 17, 18, 1000])
    func rejectsARepeatedMemberAmongMany(count: Int) throws {
        let members = (0..<count).map { "\"m\($0)\":\($0)" }
        #expect(throws: Never.self) { try parse("{\(members.joined(separator: ","))}").get() }
        for repeated in [0, count - 1] {
            let all = (members + [members[repeated]]).joined(separator: ",")
            #expect(throws: JSONParser.Failure.self) { try parse("{\(all)}").get() }
        }
    }

    @Test func readsEscapesAndWritesThemAsRFC8785Does() throws {
        let json = #""\u0041\u00e9\ud83d\ude00\/\"\\\b\f\n\r\t\u0000\u001f\u007f""#
        #expect(try parse(json).get() == .string("Aé😀/\"\\\u{8}\u{C}\n\r\t\0\u{1F}\u{7F}"))
        #expect(text(try parse(json).get()) == "\"Aé😀/\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\\u007f\"")
    }

    @Test func escapesWhatControlsATerminalOrHidesText() throws {
        let scalars = [0...0xFFFF, 0xE0000...0xE00FF, 0x10FFFF...0x10FFFF].joined().compactMap(Unicode.Scalar.init)
        let escaped = try scalars.filter { scalar in
            let character = String(scalar)
            let value: JSONValue = ["a\(character)": .string("b\(character)c")]
            let json = text(value)
            if try parse(json).get() != value { Issue.record("U+\(scalar.value) is not read back") }
            return json != "{\"a\(character)\":\"b\(character)c\"}"
                && json.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
        }
        #expect(escaped == scalars.filter(Self.isEscaped))
    }

    private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x22, 0x5C, 0x7F..<0xA0, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x206F: true
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }

    @Test func writesCanonicalStringsAsRFC8785Does() {
        var writer = JSONWriter(isCanonical: true)
        writer.write("\u{1}\u{7F}\u{9B}\u{202E}")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "\"\\u0001\u{7F}\u{9B}\u{202E}\"")
    }

    @Test(arguments: [
        ("{}", "{}"), (#"{"a":1}"#, #"{"a":1}"#),
        (#"{"abd":1,"abc":2,"ab":3,"abe":4}"#, #"{"ab":3,"abc":2,"abd":1,"abe":4}"#),
        (#"[{"b":1,"a":2},{"d":"","c":null}]"#, #"[{"a":2,"b":1},{"c":null,"d":""}]"#),
        (
            #"{"b":1,"a":{"d":[{"f":1,"e":2}],"c":"x,y"},"ab":{},"B":[]}"#,
            #"{"B":[],"a":{"c":"x,y","d":[{"e":2,"f":1}]},"ab":{},"b":1}"#
        ),
    ])
    func sortsMembersByNameIfAsked(json: String, ordered: String) throws {
        var writer = JSONWriter(isCanonical: true)
        writer.write(try parse(json).get())
        #expect(String(decoding: writer.bytes, as: UTF8.self) == ordered)
    }

    @Test func limitsTheNestingDepth() {
        let deep = String(repeating: "[", count: 64) + String(repeating: "]", count: 64)
        #expect(throws: Never.self) { try parse(deep).get() }
        #expect(throws: JSONParser.Failure.tooDeep) { try parse("[\(deep)]").get() }
    }

    @Test func keepsTheMembersReadBeforeAnError() {
        let (_, read) = JSONParser.parse(Array(#"{"id":"a","x":{"id":"b"},"y":"#.utf8)[...])
        #expect(read["id"] == "a" && read["x"] == ["id": "b"])
    }

    @Test func survivesGarbage() {
        var random = SystemRandomNumberGenerator()
        let pieces = ["{", "}", "[", "]", "\"", "\\", "u", "d83d", ":", ",", "1", "-", "e", "null", " ", "é", "\u{0}"]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0..<12, using: &random)).map { _ in pieces.randomElement(using: &random)! }
                .joined()
            _ = parse(text)
        }
    }
}
