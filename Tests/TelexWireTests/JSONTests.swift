import Testing

@testable import TelexWire

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
        #expect(text(try parse(json).get()) == "\"Aé😀/\\\"\\\\\\b\\f\\n\\r\\t\\u0000\\u001f\u{7F}\"")
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
