import Testing

@testable import TelexJSON

/// No value that a stranger wrote makes a whole text unreadable.
@Suite struct LenientJSONTests {
    private func parse(_ bytes: some Sequence<UInt8>) throws(JSONParser.Failure) -> JSONValue {
        let bytes = Array(bytes)
        return try bytes.withUnsafeBufferPointer { bytes throws(JSONParser.Failure) in
            try JSONParser.parseLeniently(bytes)
        }
    }

    @Test(arguments: [64, 515, 200_000])
    func readsAValueThatIsTooDeepAsNull(depth: Int) throws {
        let deep = String(repeating: "[", count: depth) + "\"]\"" + String(repeating: "]", count: depth)
        var inner = try parse("{\"a\":\(deep),\"b\":1}".utf8)
        #expect(inner["b"] == 1)
        inner = try #require(inner["a"])
        var levels = 0
        while let next = inner.values.first {
            inner = next
            levels += 1
        }
        #expect(inner == .null && levels == JSONParser.deepest - 1)
    }

    @Test func keepsWhatIsAsDeepAsAllowed() throws {
        let deep = String(repeating: "[", count: JSONParser.deepest) + String(repeating: "]", count: JSONParser.deepest)
        #expect(try parse(deep.utf8) == JSONValue(text: Array(deep.utf8)[...]))
    }

    @Test func readsAStringThatIsTooLongAsNull() throws {
        let long = String(repeating: "x", count: JSONParser.longest)
        #expect(try parse("[\"\(long)\",\"\(long)x\",1]".utf8) == [.string(long), .null, 1])
    }

    @Test(arguments: [
        (#""a\ud800b""#, "a\u{FFFD}b"), (#""\ude00\ud83d\u0041""#, "\u{FFFD}\u{FFFD}A"),
        (#""\ud83d\ud83d\ude00""#, "\u{FFFD}😀"), ("\"a\u{1}b\"", "a\u{1}b"), (#""\ud83d\ude00""#, "😀"),
    ])
    func repairsStrings(json: String, text: String) throws {
        #expect(try parse(json.utf8) == .string(text))
    }

    @Test func repairsInvalidUTF8() throws {
        #expect(try parse([0x22, 0x61, 0xFF, 0x62, 0x22]) == "a\u{FFFD}b")
        #expect(try parse([0x22, 0x61, 0xFF, 0x5C, 0x6E, 0x22]) == "a\u{FFFD}\n")
    }

    @Test func keepsRepeatedMembersAndLongNumbers() throws {
        let number = String(repeating: "9", count: 400)
        #expect(try parse("{\"a\":1,\"a\":\(number)}".utf8) == ["a": 1, "a": .number(number)])
    }

    @Test(arguments: [
        "", "[", "{\"a\":1", "[1,]", "{\"a\" 1}", "[1 2]", "\"a", "01", "nul", "[\"\\x\"]", "[\"\\ud8\"]", "1 2",
        String(repeating: "[", count: 100), String(repeating: "[", count: 100) + "\"",
    ])
    func stillRefusesWhatIsNotJSON(text: String) {
        #expect(throws: JSONParser.Failure.self) { try parse(text.utf8) }
    }
}
