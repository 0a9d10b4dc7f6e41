import Foundation
import Testing

@testable import TelexAPI

@Suite struct JSONFaultTests {
    @Test(arguments: [
        #"{"text":"a","text":"b"}"#, #"{"a":{"text":1, "b":[], "text" : 2}}"#, #"[1,{"text":[{"x":1}],"text":{}}]"#,
        #"{"text":"a","t\u0065xt":"b"}"#, "{\"text\"\n\t:1,\"text\"\r :1}", #"{"x":"\\","text":"\"","text":"}"}"#,
    ])
    func findsRepeatedMembers(json: String) {
        #expect(throws: JSONFault.repeatedMember("text")) {
            try APICoder.decodeStrictly(JSONValue.self, json.utf8)
        }
    }

    @Test(arguments: [
        #"{"text":"text","b":{"text":["text","text"]}}"#, #"[{"text":1},{"text":2}]"#, #"{"a":"{\"a\":1","b":"a"}"#,
        #"{"a\"b":1,"a":"b:"}"#, #"{"":1," ":2}"#, "[]", "1", #""text""#, #"{"é😀":"é😀"}"#,
    ])
    func acceptsJSONWithoutRepeatedMembers(json: String) throws {
        _ = try APICoder.decodeStrictly(JSONValue.self, json.utf8)
    }

    @Test(arguments: [
        Array("{\"text\":\"\u{e9}\"}".unicodeScalars.map { UInt8($0.value) }),
        Array("{\"text\":\"".utf8) + [0xed, 0xa0, 0x80] + Array("\"}".utf8),
        Array("{\"text\":\"".utf8) + [0xc0, 0x80] + Array("\"}".utf8), [0xff],
        Array(#"{"text":"a"}"#.data(using: .utf16)!), Array(#"{"text":"a"}"#.data(using: .utf16LittleEndian)!),
    ])
    func refusesEncodingsOtherThanUTF8(bytes: [UInt8]) {
        #expect(throws: (any Error).self) { try APICoder.decodeStrictly(JSONValue.self, bytes) }
    }

    @Test(arguments: ["{\"text", "{\"text\":1,\"te\\", "{\"a\":1,\"\\u\":2", "}", "]]{", "{\"text\" \"text\"}", ""])
    func leavesSyntaxErrorsToTheDecoder(json: String) {
        #expect(throws: DecodingError.self) { try APICoder.decodeStrictly(JSONValue.self, json.utf8) }
    }

    /// Decodes any JSON.
    private struct JSONValue: Decodable {
        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            if let object = try? decoder.container(keyedBy: Key.self) {
                for key in object.allKeys { _ = try object.decode(JSONValue.self, forKey: key) }
            } else if var list = try? decoder.unkeyedContainer() {
                while !list.isAtEnd { _ = try list.decode(JSONValue.self) }
            }
        }
    }
}
