import Foundation
import HTTPTypes
import TelexAPI
import TelexJSON
import Testing

@testable import TelexServer

/// Tests the server as a whole: any text, and many people at once.
@Suite struct WholeServerTests {
    private static let hostile: [String] =
        [
            "\0", "nul\0in between", "\u{1}\u{1b}[2J\u{7}\u{7f}\u{80}\u{9b}", "\rx\r", "\n\nx\n", "\r\n\r\nx",
            "\ndata: forged\n\nevent: message", "\u{2028}\u{2029}\u{85}\u{b}\u{c}\u{1c}x", "\u{202e}gnp.exe",
            "\u{2067}x\u{2069}", "😀👨\u{200d}👩\u{200d}👧", "\u{e0041}\u{200b}",
            "Z" + String(repeating: "\u{310}", count: 1000),
            "caf\u{e9}", "cafe\u{301}", "\u{301}", "\u{212b}\u{c5}A\u{30a}", "\u{feff}bom",
            "\u{fffe}\u{ffff}\u{10ffff}" + String(decoding: [0xEF, 0xB7, 0x90], as: UTF8.self),
            "\u{fffd}", #"\u0000 \ud83d \\ \"#, #""}],"x":{"#, "</script><!--", "' OR 1=1; --", "%00%s%n", "null",
            "1e999",
            " \t space around \u{3000}\u{a0} ",
        ]
        + [("x", 65_536), ("\u{e9}", 32_768), ("😀", 16_384), ("\0", 43_000)].map {
            String(repeating: $0.0, count: $0.1)
        }

    @Test(arguments: TestServer.Way.allCases) func anyTextComesBackByteForByte(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let cursor = try await bob.chats().cursor
            let channels = [try await bob.push(), try await bob.live()]
            var all: [MessageInfo] = []
            for (number, text) in Self.hostile.enumerated() {
                let message = try await ada.post(text, as: "\(number)")
                #expect(message.text.utf8.elementsEqual(text.utf8))
                for channel in channels { try await channel.expect(.message(message)) }
                // The same message, escaped as ASCII.
                let escaped = text.utf16.map { "\\u" + String(0x10000 + Int($0), radix: 16).dropFirst() }.joined()
                if escaped.utf8.count < Limits.longestBody / 2 {
                    let json = #"{"transactionId":"\#(number)","text":"\#(escaped)"}"#
                    #expect(try await ada.send("POST", Route.post(chat: "ada+bob").path, json: json).status == 200)
                }
                all.append(message)
            }
            try await server.restart()
            #expect(
                try await bob.page(.after(0), limit: 500).messages.map { Array($0.text.utf8) }
                    == all.map { Array($0.text.utf8) })
            #expect(try await bob.missed(since: cursor).messages == all)
        }
    }

    @Test func returnsAHostileDisplayNameUnchanged() async throws {
        try await TestServer.run { server in
            let name = "\u{202e}adA 😀 <b>\"'\\&"
            let (ada, bob) = (try await server.client("ada", name), try await server.client("bob"))
            #expect(ada.name == name)
            #expect(try await bob.create("ada").title == name)
            let channels = [try await bob.push(), try await bob.live()]
            let message = try await ada.post("hello", as: "m1")
            #expect(message.name == name)
            for channel in channels { try await channel.expect(.message(message)) }
        }
    }

    @Test(arguments: TestServer.Way.allCases) func concurrentPostsGetOneOrder(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let channels = try await [ada, bob].asyncMap { [try await $0.push(), try await $0.live()] }.flatMap(\.self)
            let posted = try await concurrently(8) { task in
                try await (0..<50).asyncMap { number in
                    try await [ada, bob][task % 2].post("\(task)", as: "\(task)-\(number)")
                }
            }
            let messages = try await bob.messages()
            #expect(
                messages == posted.flatMap(\.self).sorted { $0.seq < $1.seq } && messages.map(\.seq) == Array(1...400))
            for own in posted { #expect(own.map(\.seq) == own.map(\.seq).sorted()) }
            for channel in channels { #expect(try await channel.messages(400) == messages) }
        }
    }

    @Test func concurrentChatsDoNotMix() async throws {
        try await TestServer.run { server in
            let people = try await server.clients("ada", "bob", "carol", "dan")
            var pairs: [(TestClient, TestClient)] = []
            for (number, one) in people.enumerated() {
                for other in people[(number + 1)...] { pairs.append((one, other)) }
            }
            for (one, other) in pairs { _ = try await one.create(other.user) }
            let pushes = try await people.asyncMap { try await $0.push() }
            let all = try await concurrently(6) { [pairs] number in
                let (one, other) = pairs[number]
                let chat = "\(one.user)+\(other.user)"
                for number in 0..<20 {
                    for person in [one, other] { _ = try await person.post(chat, as: "\(number)", to: chat) }
                }
                return try await one.messages(chat)
            }
            for (person, push) in zip(people, pushes) {
                let shown = Dictionary(grouping: try await push.messages(3 * 40), by: \.chat)
                let own = all.filter { $0[0].chat.split(separator: "+").contains { $0 == person.user } }
                #expect(shown == Dictionary(uniqueKeysWithValues: own.map { ($0[0].chat, $0) }))
            }
        }
    }

    // MARK: The document

    /// Each response of each test is checked; this makes each success that the document describes.
    @Test func theDocumentDescribesEachRoute() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            for user in ["dan", "eve"] { _ = try server.add(user) }
            let invitation = try await bob.group(["ada"]).chat
            let club = try await ada.group(["bob"]).chat
            _ = try await bob.join(club)
            _ = try await ada.post("hello", as: "m1")
            for route in Route.table {
                for (status, content) in route.answers {
                    let isAboutGroup = ["/title", "/topic", "/members"].contains(where: route.template.contains)
                    let isInvitation = route.template.hasSuffix("/decline")
                    var ask = RefusalTests.Ask(
                        route, chat: isInvitation ? invitation : isAboutGroup ? club : "ada+bob")
                    // One of the routes revokes the token.
                    let device = try await server.device(of: ada)
                    var headers: HTTPFields = [:]
                    switch (route.template, status) {
                    case ("/v1/login", _): ask.body = LoginRequest(invitation: try server.invite("ada")).body
                    case ("/v1/chats", 200): ask.body = CreateChatRequest(recipient: "bob").body
                    case ("/v1/chats/{chatId}/messages", 200) where route.method == .post:
                        ask.body = PostRequest(id: "m1", text: "hello").body
                    case ("/v1/chats/{chatId}/messages/{messageId}", _) where route.method == .delete:
                        ask = RefusalTests.Ask("DELETE", "CHAT/messages/ada%2Fnew")
                    case ("/v1/files/{fileId}", _) where route.method == .put: ask.body = Array("content".utf8)
                    case (_, 206): headers[.range] = "bytes=1-2"
                    case (_, 304): headers[.ifNoneMatch] = "*"
                    case (_, 101): continue
                    default: break
                    }
                    let response = try await device.send(ask.method, ask.target, ask.body, headers)
                    #expect(response.status == status, "\(ask.testDescription): \(response.text)")
                    if case .json(let type) = content { try Self.check(response.body, type) }
                }
            }
        }
    }

    /// Asserts that a body has the members of its type and no others.
    private static func check<Value: Record>(_ body: [UInt8], _ type: Value.Type) throws {
        #expect(try Value(body: body).body == body, "\(type)")
    }

    private static let values = [
        "", "-1", "0", "1", "2", "500", "501", "9223372036854775807", "9223372036854775808", "-9223372036854775809",
        String(repeating: "9", count: 400), "1.5", "1e3", "0x1", "%001", "1%00", "%D9%A3", "%EF%BC%91", "NaN", "null",
        "true", "%", "%zz", "%FF", "..", "1,2", "ada%2Fbob", "%00", "'--", "%C3%A9", "%F0%9F%98%80", "%ED%A0%80", "*",
        "%0D%0AX:%20y", String(repeating: "x", count: 4000),
    ]

    /// Whether a query value, which is percent-encoded, is one that the document allows.
    private static func isAllowed(_ value: String, _ kind: QueryParameter.Kind) -> Bool {
        guard let text = value.removingPercentEncoding else { return false }
        guard case .number(let range) = kind else { return true }
        return Int64(text).map { range.contains($0) && "\($0)" == text } ?? false
    }

    @Test func acceptsAQueryIfTheDocumentAllowsIt() async throws {
        try await TestServer.run { server in
            let (ada, _) = try await server.couple()
            for route in Route.table where !route.template.hasSuffix("/live") {
                for parameter in route.query {
                    for value in Self.values {
                        let target = RefusalTests.Ask(route, chat: "ada+bob").target + "?\(parameter.name)=\(value)"
                        let status = try await ada.send(route.method.rawValue, target).status
                        #expect(status == (Self.isAllowed(value, parameter.kind) ? 200 : 400), "\(target.prefix(90))")
                    }
                }
            }
        }
    }

    @Test func theDocumentDescribesEachRequiredMember() {
        func check(_ schema: JSONValue) {
            if schema["type"] == "object" {
                for form in [schema] + (schema["anyOf"]?.values ?? []) {
                    for name in form["required"]?.values ?? [] { #expect(schema["properties"]?[name.string!] != nil) }
                }
            }
            if case .object(let object) = schema { for member in object.members { check(member.value) } }
            for value in schema.values { check(value) }
        }
        check(OpenAPI.document)
    }
}
