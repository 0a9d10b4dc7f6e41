import Testing

@testable import TelexJSON

/// The positions of parse errors, and the limits of what is accepted.
@Suite struct JSONFaultTests {
    @Test(
        arguments: [
            ("", 1), (" ", 2), ("x", 1), ("  x", 3), ("1 x", 3), ("[1 2]", 4), ("[1,]", 4), ("[", 2), ("{1:2}", 2),
            ("{\"a\" 1}", 6), ("{\"a\":1", 7), ("01", 3), ("-", 2), ("1.", 3), ("1e+", 4),
            ("\"a", 3), ("\"a\\", 4), ("\"\\x\"", 4), ("\"\\u12\"", 4), ("\"\\ud83d\"", 8), ("\"\u{1}\"", 2),
            ("nulL", 1), ("é", 1), ("\"é\" x", 6),
        ])
    func reportsTheByteOfTheError(text: String, byte: Int) {
        // A slice of a longer text counts from its own beginning.
        let bytes = Array("[[[\(text)".utf8)
        guard case .failure(.malformed(byte, _)) = JSONParser.parse(bytes[3...]).0 else {
            return #expect(Bool(false), "\(JSONParser.parse(bytes[3...]).0)")
        }
    }

    @Test(
        arguments: [
            ("1", .integer(1)), ("-0", .integer(0)), ("1.0", .number("1.0")), ("1e2", .number("1e2")),
            ("1E-2", .number("1E-2")), ("9223372036854775807", .integer(.max)),
            ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .number("9223372036854775808")),
        ] as [(String, JSONValue)])
    func distinguishesIntegersFromOtherNumbers(text: String, value: JSONValue) throws {
        #expect(try JSONParser.parse(Array(text.utf8)[...]).0.get() == value)
        // The text after a number is not part of it.
        #expect(try JSONParser.parse(Array("[\(text),2]".utf8)[...]).0.get() == [value, 2])
    }

    @Test func namesTheMemberThatIsRepeated() {
        #expect(throws: JSONParser.Failure.repeatedMember(byte: 11, "a")) {
            try JSONParser.parse(Array(#"{"a":1,"a":2}"#.utf8)[...]).0.get()
        }
    }

    @Test func keepsOnlyTheMembersOfTheOutermostObject() {
        let (_, read) = JSONParser.parse(Array(#"{"a":{"b":{"c":1}},"d":[{"e":2}],"f":{"g":3},"h":"#.utf8)[...])
        #expect(read == ["a": ["b": ["c": 1]], "d": [["e": 2]], "f": ["g": 3]])
    }
}
