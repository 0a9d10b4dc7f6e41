import Foundation
import HTTPTypes
import TelexAPI
import TelexJSON
import Testing

@testable import TelexServer

/// Tests that invalid and unauthorised requests are refused, on every route, and change nothing.
@Suite struct RefusalTests {
    /// A request, for the chat `CHAT`.
    struct Ask: Sendable, CustomTestStringConvertible {
        let method: String
        let target: String
        var body: [UInt8]?
        var status: [Int] = []
        var word = ""

        init(_ method: String, _ target: String, _ body: [UInt8]?, _ status: Int..., word: String = "") {
            (self.method, self.body, self.status, self.word) = (method, body, status, word)
            self.target = target.replacing("CHAT", with: "/v1/chats/ada+bob")
        }

        init(_ method: String, _ target: String, _ json: String? = nil, _ status: Int..., word: String = "") {
            self.init(method, target, json.map { Array($0.utf8) })
            (self.status, self.word) = (status, word)
        }

        var testDescription: String {
            "\(method) \(target.prefix(60)) \(body.map { String(decoding: $0.prefix(60), as: UTF8.self) } ?? "")"
        }
    }

    /// Runs a test that must change nothing, and send nobody anything.
    ///
    /// - Parameter body: Ada and Bob have a chat with one message. Carol has one with Ada. Nobody has written to Dan.
    private func unchanged(
        _ body: (TestServer, _ ada: TestClient, _ carol: TestClient) async throws -> Void
    ) async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let carol = try await server.client("carol")
            _ = try server.add("dan")
            _ = try await carol.create("ada")
            _ = try await ada.post("hello", as: "m1")
            _ = try await bob.mark(read: "ada/m1")
            let (push, live) = (try await bob.push(), try await bob.live())
            let rows = try server.rows()
            try await body(server, ada, carol)
            #expect(try server.rows() == rows)
            _ = (push, live)
        }
    }

    // MARK: Tokens

    /// A request of each route that needs a token, with valid values.
    static let asks: [Ask] = Route.table.filter { !$0.isOpen }.map { Ask($0, chat: "ada+bob") }

    @Test(arguments: asks) func refusesRequestsWithoutAValidToken(ask: Ask) async throws {
        try await unchanged { server, ada, _ in
            let good = try #require(ada.token)
            let spoilt = (good.first == "A" ? "B" : "A") + good.dropFirst()
            var bodies: Set<[UInt8]> = []
            for authorization in [
                nil, "", "Bearer", "Bearer ", "Bearer nonsense", "Bearer \(spoilt)", "Bearer \(good.dropLast())",
                "Bearer \(good)x", "Bearer \(good) \(good)", "Bearer \u{ff}",
                "Bearer " + String(repeating: "x", count: 5000),
                good, "Basic \(good)", "Bearer\(good)",
            ] {
                let headers: HTTPFields = authorization.map { [.authorization: $0] } ?? [:]
                // Whatever else is wrong with the request.
                for (target, body) in [
                    (ask.target, ask.body), (ask.target + "?limit=x&since=x", ask.body),
                    (ask.target, ask.body.map { _ in Array("{".utf8) }),
                ] {
                    let response = try await server.stranger().send(ask.method, target, body, headers)
                    #expect(response.status == 401)
                    bodies.insert(response.body)
                }
            }
            #expect(bodies.count == 1)
            for query in ["?access_token=", "?token="] {
                #expect(try await server.stranger().send(ask.method, ask.target + query + good, ask.body).status == 401)
            }
        }
    }

    @Test func openRoutesIgnoreTheToken() async throws {
        try await unchanged { server, _, _ in
            for token in [nil, "nonsense"] {
                let stranger = server.stranger(token)
                #expect(try await stranger.ask(.health) == Health(status: "ok"))
                #expect(try await stranger.send("GET", "/openapi.json").body == OpenAPI.document.bytes)
                try await refuses(401) { try await stranger.ask(.login, LoginRequest(invitation: "x")) as LoginAnswer }
            }
        }
    }

    // MARK: Outsiders

    @Test(arguments: Route.table.filter { $0.pathParameters.contains("chatId") }.map { Ask($0, chat: "CHAT") })
    func anotherPersonsChatLooksLikeAMissingOne(ask: Ask) async throws {
        try await unchanged { _, _, carol in
            let bodies = ask.body == nil ? [nil] : [ask.body, Array("{}".utf8), Array("{".utf8), []]
            for query in ["", "?limit=1&since=0", "?limit=x&since=x"] {
                for body in bodies {
                    let answers = try await ["ada+bob", "ada+zoe", "ann+bob"].map { chat in
                        let target = ask.target.replacing("/v1/chats/ada+bob", with: "/v1/chats/\(chat)")
                        return (chat, target)
                    }.asyncMap { chat, target in
                        let response = try await carol.send(ask.method, target + query, body)
                        return (response.head, response.text.replacing(chat, with: "CHAT"))
                    }
                    #expect(answers.allSatisfy { $0 == answers[0] })
                    let isValid = body == ask.body && !query.hasSuffix("=x")
                    #expect(isValid ? answers[0].0.status == 404 : (400..<500).contains(answers[0].0.status.code))
                    #expect(!answers[0].1.contains("hello"))
                }
            }
        }
    }

    @Test(arguments: [
        "bob+ada", "ADA+BOB", "ada", "ada+", "+bob", "ada+bob+carol", "ada+ada", "ada%20bob", "ada+b%6Fb%00", "%00",
        "%FF", "..", "%2E%2E", "ada%2Fbob", "*", "%25", "ada+bob'--", String(repeating: "x", count: 4000), "%zz", "",
        "ada%C2%ADbob", "%EF%BD%81da+bob", "%EF%BB%BFada+bob", "ada+bob%20", "%0D%0AX:%20y", "%ED%A0%80",
    ])
    func invalidChatsAreNotFound(chat: String) async throws {
        try await unchanged { _, ada, _ in
            for ask in Self.asks where ask.target.hasPrefix("/v1/chats/") {
                let target = ask.target.replacing("/v1/chats/ada+bob", with: "/v1/chats/\(chat)")
                let status = try await ada.send(ask.method, target, ask.body).status
                #expect(status == 404 || status == 405 && chat.isEmpty, "\(ask.method) \(target.prefix(80))")
            }
        }
    }

    @Test func invalidMessagesAndReactionsAreNotFound() async throws {
        try await unchanged { _, ada, _ in
            for ask in Self.asks where ask.target.contains("ada%2Fm1") {
                for message in ["", ".", "%2F", "ada%2F", "ada%2Fm1%00", "%00", "%FF", "%zz", "ADA%2Fm1", "*", "-1"] {
                    let target = ask.target.replacing("ada%2Fm1", with: message)
                    let status = try await ada.send(ask.method, target, ask.body).status
                    #expect(status == 404 || status == 405, "\(target)")
                }
            }
            for ask in Self.asks where ask.target.contains("/reactions/") {
                for key in ["", "%00", "%FF", "%", "%zz", String(repeating: "x", count: 65)] {
                    let target = ask.target.replacing("%F0%9F%91%8D", with: key)
                    let status = try await ada.send(ask.method, target).status
                    #expect(status == 404 || status == 422, "\(target)")
                }
            }
        }
    }

    // MARK: Invalid requests

    static let long = String(repeating: "m", count: 129)
    private static let tooLong = String(repeating: "x", count: 65_537)

    private static func post(_ id: String, _ text: String) -> [UInt8] { PostRequest(id: id, text: text).body }

    /// What is wrong with a body is in `BodyTests`, what is wrong with a query in `WholeServerTests`.
    static let invalid: [Ask] =
        [
            Ask("POST", "/v1/login", "{", 400, word: "JSON"), Ask("POST", "/v1/login", "{}", 422, word: "invitation"),
            Ask("POST", "/v1/login", #"{"invitation":null}"#, 422, word: "invitation"),
            Ask("POST", "/v1/login", #"{"invitation":""}"#, 401),
            Ask("POST", "/v1/login", Array(#"{"invitation":""#.utf8) + [0xE9] + Array(#""}"#.utf8), 400, word: "UTF-8"),
            Ask("POST", "/v1/chats", #"{"recipient":"carol","recipient":"bob"}"#, 400, word: "recipient"),
            Ask("POST", "/v1/chats", String(repeating: "[", count: 100_000), 400, word: "JSON"),
            Ask("POST", "/v1/chats", "[]", 422),
            Ask("POST", "/v1/chats", #"{"recipient":["bob"]}"#, 422, word: "recipient"),
            Ask("POST", "/v1/chats", #"{"recipient":"\u0000"}"#, 422),
            Ask("POST", "/v1/chats", #"{"recipient":"%"}"#, 404),
            Ask("POST", "/v1/chats", #"{"recipient":"\#(String(repeating: "x", count: 100_000))"}"#, 404),
            Ask("POST", "CHAT/messages", #"{"transactionId":"m2"}"#, 422, word: "text"),
            Ask("POST", "CHAT/messages", #"{"transactionId":"m2","text":"\ud83d"}"#, 400),
            Ask(
                "POST", "CHAT/messages",
                #"{"transactionId":"m","text":"x","spans":[{"start":9223372036854775808,"length":1,"style":"bold"}]}"#,
                400, word: "out of range"),
            Ask("POST", "CHAT/messages", Array(repeating: 0x20, count: 524_289), 413),
            Ask("POST", "CHAT/messages", post("m2", ""), 422, word: "text"),
            Ask("PUT", "CHAT/messages/ada%2Fm1", #"{"text":""}"#, 422, word: "text"),
            Ask("PUT", "CHAT/messages/ada%2Fm1", EditRequest(text: tooLong).body, 413, word: "65536"),
            Ask("PUT", "CHAT/marks", "{}", 422, word: "read"),
            Ask("PUT", "CHAT/marks", #"{"readId":null}"#, 422, word: "read"),
            Ask("PUT", "CHAT/marks", #"{"readId":"ada/none","isPrivate":true}"#, 404),
            Ask("PUT", "CHAT/marks", #"{"readId":"ada/m1","isPrivate":1}"#, 422, word: "isPrivate"),
            Ask("PUT", "CHAT/marks", #"{"read":"ada/m1","re\u0061d":"ada/m1"}"#, 400, word: "read"),
            Ask("PUT", "CHAT/marks", #"{"readId":"ada/none"}"#, 404),
        ]
        + ["", long, String(repeating: "\u{e9}", count: 65), "ada/m2", "/", "m\0", "m\n2", "m\u{7f}", "m\u{85}"].map {
            Ask("POST", "CHAT/messages", post($0, "x"), 422, word: "transactionId")
        }
        + [tooLong, String(repeating: "\u{e9}", count: 32_769), String(repeating: "😀", count: 16_384) + "x"].map {
            Ask("POST", "CHAT/messages", post("m2", $0), 413, word: "text")
        }
        + ["", "image", "deleted", "Emote"].map {
            Ask("POST", "CHAT/messages", PostRequest(id: "m2", text: "x", kind: $0).body, 422, word: "kind")
        }
        + ["?limit=%zz", "?%FF=%FF", "?after=0&before=2"].map { Ask("GET", "CHAT/messages\($0)", nil as String?, 400) }
        + ["/", "/v2/chats", "CHAT/nothing", "/v1/chats//messages", "//v1/chats", "/v1/../v1/chats", "/%76%31/%00"].map
    {
        Ask("GET", $0, nil as String?, 404)
    }

    @Test(arguments: invalid) func refusesInvalidRequestsWithAReason(ask: Ask) async throws {
        try await unchanged { _, ada, _ in
            let response = try await ada.send(ask.method, ask.target, ask.body)
            let detail = try #require(response.problem).detail
            #expect(
                ask.status.contains(response.status)
                    && (ask.word.isEmpty || detail.lowercased().contains(ask.word.lowercased())), "\(detail)")
            #expect(detail.count < 1000 && !detail.contains(Self.long))
        }
    }

    @Test(arguments: [
        "CHAT/messages?limit=1&limit=2", "CHAT/messages?;", "CHAT/messages?unknown=%00&=&&a=b=c&;",
        "CHAT/messages?limit=%2B1", "CHAT/messages?limit=00001", "CHAT/messages?before=9223372036854775807",
        "/v1/chats?since=9223372036854775807", "/v1/people", "/v1/people?query=", "/v1/people?query=%00",
        "/v1/people?query=" + String(repeating: "x", count: 4000),
    ])
    func acceptsUnusualQueries(target: String) async throws {
        try await unchanged { _, ada, _ in
            let response = try await ada.send("GET", Ask("GET", target).target)
            #expect(response.status == 200)
        }
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", "json", ""])
    func acceptsOnlyTheTypeOfJSON(type: String) async throws {
        try await unchanged { _, ada, _ in
            for ask in Self.asks where ask.body != nil {
                let response = try await ada.send(ask.method, ask.target, ask.body, [.contentType: type])
                #expect(response.status == 415 && response.problem?.detail.contains("application/json") == true)
            }
        }
    }

    /// Each path with each method that it does not have.
    @Test(arguments: Set(Route.table.map(\.template)).sorted())
    func refusesMethodsThatAPathDoesNotHave(template: String) async throws {
        try await unchanged { server, ada, _ in
            let routes = Route.table.filter { $0.template == template }
            let allowed = routes.map(\.method.rawValue)
            for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
            where !allowed.contains(method) {
                for client in [ada, server.stranger()] {
                    let response = try await client.send(method, Ask(routes[0], chat: "ada+bob").target)
                    #expect(response.status == 405 && response[.allow] == allowed.joined(separator: ", "), "\(method)")
                }
            }
        }
    }

    @Test func theLiveChannelRequiresAWebSocket() async throws {
        try await unchanged { _, ada, _ in
            let response = try await ada.send("GET", Route.live(chat: "ada+bob").path)
            #expect(response.status == 426 && response[.upgrade] == "websocket")
        }
    }
}

extension RefusalTests.Ask {
    /// A valid request of a route.
    init(_ route: RouteDescription, chat: String) {
        let target = route.template.replacing("{chatId}", with: chat).replacing("{messageId}", with: "ada%2Fm1")
            .replacing("{key}", with: "%F0%9F%91%8D").replacing("{userId}", with: "bob")
            .replacing("{fileId}", with: "abcdefghijklmnopqrstuv")
        self.init(route.method.rawValue, target, route.body.map { Self.samples[ObjectIdentifier($0)]!.body })
    }

    /// A valid body of each type.
    private static let samples: [ObjectIdentifier: any Record] = [
        ObjectIdentifier(LoginRequest.self): LoginRequest(invitation: "none"),
        ObjectIdentifier(CreateChatRequest.self): CreateChatRequest(recipient: "dan"),
        ObjectIdentifier(CreateGroupRequest.self): CreateGroupRequest(people: ["dan"]),
        ObjectIdentifier(TitleRequest.self): TitleRequest(title: "The club"),
        ObjectIdentifier(TopicRequest.self): TopicRequest(topic: "Films of the week"),
        ObjectIdentifier(InviteRequest.self): InviteRequest(people: ["dan"]),
        ObjectIdentifier(RoleRequest.self): RoleRequest(isAdmin: true),
        ObjectIdentifier(SettingsRequest.self): SettingsRequest(settings: ChatSettingsInfo(pinOrder: 1)),
        ObjectIdentifier(PostRequest.self): PostRequest(id: "new", text: "hello"),
        ObjectIdentifier(EditRequest.self): EditRequest(text: "hello"),
        ObjectIdentifier(MarkRequest.self): MarkRequest(read: "ada/m1", delivered: "ada/m1"),
    ]
}

extension Sequence {
    func asyncMap<Value>(_ body: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await body(element)) }
        return values
    }
}
