import TelexAPI
import Testing

@testable import TelexServer

/// Tests malformed, ambiguous and unusual requests, as bytes on a socket.
@Suite struct RequestBytesTests {
    private static func head(_ line: String, _ fields: [String] = [], _ client: TestClient? = nil) -> String {
        let token = client?.token.map { ["Authorization: Bearer \($0)"] } ?? []
        return ([line + " HTTP/1.1", "Host: x"] + token + fields + ["", ""]).joined(separator: "\r\n")
    }

    private static let health = head("GET /v1/health")
    private static let type = "Content-Type: application/json"

    private static func post(_ id: String, by client: TestClient) -> String {
        let body = #"{"transactionId":"\#(id)","text":"hello"}"#
        return head("POST /v1/chats/ada+bob/messages", [type, "Content-Length: \(body.utf8.count)"], client) + body
    }

    private static func status(_ response: (head: String, body: String)) -> Int? {
        response.head.wholeMatch(of: /http\/1\.[01] ([0-9]{3}) .*/.dotMatchesNewlines()).flatMap { Int($0.1) }
    }

    /// The statuses of the responses. Errors must be problems.
    private static func statuses(
        of text: String, ends: Bool = false, _ server: TestServer
    ) async throws -> [Int] {
        try await TestConnection.exchange(Array(text.utf8), ends: ends, server).map { response in
            let status = try #require(Self.status(response))
            if status >= 400 {
                let problem = try Problem(body: Array(response.body.utf8))
                #expect(problem.status == status)
                #expect(response.head.contains("content-type: application/problem+json"))
            }
            return status
        }
    }

    @Test func refusesWhatIsNoRequest() async throws {
        try await TestServer.run(.live) { server in
            for (text, status) in [
                (String(repeating: "\0", count: 1000), 400), ("hello\r\n\r\n", 400), ("GET HTTP/1.1\r\n\r\n", 400),
                (String(repeating: "\u{16}\u{3}\u{1}\u{2}\0\u{1}\0\u{1}", count: 20), 400),
                ("GET /v1/health HTTP\r\n\r\n", 400), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0", 400),
                ("GET /v1/health HTTP/9.9\r\nHost: x\r\n\r\n", 400),
                ("GET /v1/health HTTP/1.1\r\nHost : x\r\n\r\n", 400),
                ("GET /v1/health HTTP/1.1\r\nHost: x\0y\r\n\r\n", 400),
                ("GET /v1/health HTTP/1.1\r\nHost\r\n\r\n", 400),
                ("POST /v1/login HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400),
                (Self.head("GET /v1/health", ["X: " + String(repeating: "x", count: 20_000)]), 431),
                (Self.head("GET /v1/health", [String(repeating: "x", count: 20_000) + ": x"]), 431),
                (Self.head("GET /v1/health", (0..<200).map { "X\($0): x" }), 431),
                (Self.head("GET /v1/" + String(repeating: "x", count: 20_000)), 431),
            ] {
                let first = try await Self.statuses(of: text, server)
                // Also on a connection that was already used; requests before it are answered first.
                let later = try await Self.statuses(of: Self.health + text, server)
                #expect(first == [status] && later == [200, status], "\(text.prefix(60))")
            }
        }
    }

    @Test func answersAPostBeforeGarbage() async throws {
        try await TestServer.run(.live) { server in
            let (ada, bob) = try await server.couple()
            for number in 0..<10 {
                let statuses = try await Self.statuses(
                    of: Self.post("\(number)", by: ada) + "\0garbage\r\n\r\n", server)
                // Otherwise the sender would take an accepted post for a refused one.
                let isStored = try await bob.messages().contains { $0.id == "ada/\(number)" }
                #expect((isStored ? [[201, 400], [201]] : [[400]]).contains(statuses))
            }
        }
    }

    /// Requests that servers and proxies have parsed differently. Nothing in them may be taken for another request.
    @Test(arguments: ["1.1", "1.0"]) func refusesARequestWithAnAmbiguousEndEntirely(version: String) async throws {
        try await TestServer.run(.live) { server in
            let (ada, bob) = try await server.couple()
            let body = #"{"transactionId":"outer","text":"outer"}"#
            let (length, size) = ("\(body.utf8.count)", String(body.utf8.count, radix: 16))
            let chunked = "\(size)\r\n\(body)\r\n0\r\n\r\n"
            let encoding = "Transfer-Encoding: chunked"
            for (fields, body) in [
                (["Content-Length: \(length)", encoding], chunked), ([encoding, "Content-Length: \(length)"], chunked),
                (["Content-Length: 0", encoding], chunked), (["Content-Length: \(length)", "Content-Length: 0"], body),
                (["Content-Length: 0", "Content-Length: \(length)"], body), (["Content-Length: 0, \(length)"], body),
                (["Content-Length: +\(length)"], body), (["Content-Length: -1"], body),
                (["Content-Length: 0xff"], body),
                (["Content-Length: 1 0"], body), (["Content-Length: 18446744073709551617"], body),
                (["Transfer-Encoding: xchunked"], chunked), (["Transfer-Encoding: chunked, identity"], chunked),
                ([encoding, "Transfer-Encoding: identity"], chunked), (["Transfer-Encoding : chunked"], chunked),
                (["X: x", " Transfer-Encoding: chunked"], chunked),
                ([encoding], "1" + String(repeating: "0", count: 16) + "\r\n\(body)"), ([encoding], "zz\r\n\(body)"),
                ([encoding], "-1\r\n\(body)"), ([encoding], "\(size)\r\n\(body)0\r\n\r\n"),
                ([encoding], "1\r\n\(body)\r\n0\r\n\r\n"),
                // Truncated.
                (["Content-Length: 2000"], body), ([encoding], "\(size)\r\n\(body)\r\n"),
                ([encoding], "\(size)\r\n\(body)"),
                ([encoding], "fff\r\n\(body)"),
            ] {
                let head = Self.head("POST /v1/chats/ada+bob/messages", [Self.type] + fields, ada)
                    .replacing("HTTP/1.1", with: "HTTP/\(version)")
                let statuses = try await Self.statuses(
                    of: head + body + Self.post("inner", by: ada), ends: true, server)
                #expect(statuses.count <= 1 && statuses.allSatisfy { (400..<500).contains($0) }, "\(fields) \(body)")
            }
            // All requests have ended by then.
            let message = try await ada.post("after", as: "after")
            #expect(try await bob.messages() == [message])
        }
    }

    @Test func answersUnusualRequests() async throws {
        try await TestServer.run(.live) { server in
            let much = String(repeating: "x", count: 1_000_000)
            let login = { Self.head("POST /v1/login", [Self.type] + $0) }
            for (text, allowed) in [
                ("GET /v1/health HTTP/1.0\r\n\r\n", [[200]]), ("GET /v1/health HTTP/1.1\r\n\r\n", [[400]]),
                (String(repeating: "GET /v1/health HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", count: 2), [[200]]),
                ("GET /v1/health\r\n\r\n", [[], [400]]), (Self.head("GET /v1/health", ["Host: y"]), [[400]]),
                (Self.health.replacing("\r", with: ""), [[200]]), ("\r\n\r\n" + Self.health, [[200]]),
                (Self.head("GET http://elsewhere.example/v1/health"), [[200]]),
                (Self.head("CONNECT elsewhere.example:443"), [[404], [400]]), (Self.head("OPTIONS *"), [[404]]),
                (
                    Self.head(
                        "GET /v1/health", ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: "]),
                    [[200]]
                ),
                (Self.head("GET /v1/health", ["Content-Length: 5"]) + "hello", [[200]]),
                (login(["Expect: 200-ok", "Content-Length: 2"]) + "{}", [[422]]),
                (login(["Content-Length: 100"]) + "{}", [[], [400]]),
                (login(["Content-Length: 2"]) + "{}{}{}{}\r\n\r\n", [[422, 400], [422]]),
                (
                    login(["Transfer-Encoding: chunked"]) + "2\r\n{}\r\n0\r\nX: \(much)\r\n\r\n",
                    [[431], [400], [422, 431], [422], []]
                ),
                (login(["Transfer-Encoding: chunked"]) + "2;x=\(much)\r\n{}\r\n0\r\n\r\n", [[422], [400], [431], []]),
                (String(repeating: Self.health, count: 1000), [Array(repeating: 200, count: 1000)]),
            ] as [(String, [[Int]])] {
                let statuses = try await Self.statuses(of: text, ends: true, server)
                #expect(allowed.contains(statuses), "\(text.prefix(80)): \(statuses.prefix(9))")
            }
            #expect(try await server.stranger().ask(.health) == Health(status: "ok"))
        }
    }

    @Test func answersAnInvalidHandshakeAsAPlainRequest() async throws {
        try await TestServer.run(.live) { server in
            let (ada, _) = try await server.couple()
            let fields = [
                "Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13",
                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            ]
            for (number, field) in [
                (0, "Connection: close"), (1, "Upgrade: h2c"), (2, "Sec-WebSocket-Version: 12"),
                (3, "Sec-WebSocket-Key: "),
            ] {
                var fields = fields
                fields[number] = field
                let head = Self.head("GET /v1/chats/ada+bob/live", fields, ada)
                let statuses = try await Self.statuses(of: head, ends: true, server)
                #expect(statuses == [426], "\(field)")
            }
        }
    }

    @Test func readsABodyInChunks() async throws {
        try await TestServer.run(.live) { server in
            let (ada, bob) = try await server.couple()
            let head = Self.head("POST /v1/chats/ada+bob/messages", [Self.type, "Transfer-Encoding: chunked"], ada)
            func chunks(_ parts: [String]) -> String {
                parts.map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined() + "0\r\n\r\n"
            }
            let post = chunks([#"{"transact"#, #"ionId":"m1","text":"\ud83d"#, #"\ude00"}"#])
            let posted = try await Self.statuses(of: head + post, ends: true, server)
            let space = chunks(Array(repeating: String(repeating: " ", count: 1000), count: 600))
            let refused = try await Self.statuses(of: head + space, server)
            #expect(posted == [201] && refused == [413])
            #expect(try await bob.texts() == ["😀"])
        }
    }

    @Test func answersAnExpectation() async throws {
        try await TestServer.run(.live) { server in
            let (ada, bob) = try await server.couple()
            let request = Self.post("expected", by: ada).replacing(
                "Host: x\r\n", with: "Host: x\r\nExpect: 100-continue\r\n")
            let responses = try await TestConnection.exchange(Array((request + "\0").utf8), server)
            #expect(responses.compactMap(Self.status).prefix(2) == [100, 201])
            #expect(try await bob.texts() == ["hello"])
        }
    }
}
