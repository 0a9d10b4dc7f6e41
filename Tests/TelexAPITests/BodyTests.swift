import Foundation
import TelexJSON
import Testing

@testable import TelexAPI

/// What clients send, and why it is refused.
@Suite struct BodyTests {
    @Test(arguments: [
        #"{"text":"a","text":"b"}"#, #"{"a":{"text":1, "b":[], "text" : 2}}"#, #"[1,{"text":[{"x":1}],"text":{}}]"#,
        #"{"text":"a","t\u0065xt":"b"}"#, "{\"text\"\n\t:1,\"text\"\r :1}", #"{"x":"\\","text":"\"","text":"}"}"#,
    ])
    func refusesRepeatedMembers(json: String) {
        #expect(throws: BodyError.repeatedMember("text")) { try Anything(body: json.utf8) }
    }

    @Test(arguments: [
        #"{"text":"text","b":{"text":["text","text"]}}"#, #"[{"text":1},{"text":2}]"#, #"{"a":"{\"a\":1","b":"a"}"#,
        #"{"a\"b":1,"a":"b:"}"#, #"{"":1," ":2}"#, "[]", "1", #""text""#, #"{"é😀":"é😀"}"#, "\u{FEFF}{}",
    ])
    func acceptsJSONWithoutRepeatedMembers(json: String) throws {
        _ = try Anything(body: json.utf8)
    }

    @Test(arguments: [
        Array("{\"text\":\"\u{e9}\"}".unicodeScalars.map { UInt8($0.value) }),
        Array("{\"text\":\"".utf8) + [0xed, 0xa0, 0x80] + Array("\"}".utf8),
        Array("{\"text\":\"".utf8) + [0xc0, 0x80] + Array("\"}".utf8), [0xff],
        Array(#"{"text":"a"}"#.data(using: .utf16)!), Array(#"{"text":"a"}"#.data(using: .utf16LittleEndian)!),
    ])
    func refusesEncodingsOtherThanUTF8(bytes: [UInt8]) {
        #expect(throws: BodyError.notUTF8) { try Anything(body: bytes) }
    }

    @Test(arguments: ["{\"text", "{\"text\":1,\"te\\", "{\"a\":1,\"\\u\":2", "}", "]]{", "{\"text\" \"text\"}", ""])
    func refusesWhatIsNotJSON(json: String) {
        #expect(throws: BodyError.notJSON) { try Anything(body: json.utf8) }
    }

    @Test(arguments: [
        ("[]", BodyError.mistyped(member: nil)), ("null", .mistyped(member: nil)),
        ("{}", .missing(member: "transactionId")),
        (#"{"transactionId":null,"text":""}"#, .mistyped(member: "transactionId")),
        (#"{"transactionId":"","text":7}"#, .mistyped(member: "text")),
        (#"{"transactionId":"","text":"","spans":{}}"#, .mistyped(member: "spans")),
        (#"{"transactionId":"","text":"","spans":[7]}"#, .mistyped(member: "spans")),
        (#"{"transactionId":"","text":"","spans":[{}]}"#, .missing(member: "start")),
        (#"{"transactionId":"","text":"","spans":[{"start":"1"}]}"#, .mistyped(member: "start")),
        (#"{"transactionId":"","text":"","spans":[{"start":9223372036854775808}]}"#, .outOfRange),
        (#"{"transactionId":"","text":"","spans":[{"start":1.5}]}"#, .outOfRange),
        (#"{"transactionId":"","text":"","spans":[{"start":1e400}]}"#, .outOfRange),
    ])
    func saysWhatDoesNotFit(json: String, error: BodyError) {
        #expect(throws: error) { try PostRequest(body: json.utf8) }
    }

    @Test(arguments: [("1.0", 1), ("1e2", 100), ("9223372036854775807", Int.max), ("-9223372036854775808", .min)])
    func readsIntegersOf64Bits(text: String, number: Int) throws {
        let span = try SpanInfo(body: #"{"start":\#(text),"length":1,"style":"bold","userId":null}"#.utf8)
        #expect(span == SpanInfo(start: number, length: 1, style: "bold"))
    }

    /// Any JSON.
    private struct Anything: WireValue {
        static var schema: JSONValue { [:] }
        static var kind: String { "anything" }
        func write(to writer: inout JSONWriter) {}
        static func read(_ value: JSONValue?) -> Anything { Anything() }
    }
}
