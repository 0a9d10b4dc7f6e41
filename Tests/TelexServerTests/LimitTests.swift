import TelexAPI
import Testing

@testable import TelexServer

/// Tests the limits on requests and channels of each user. Buckets hold ten times the rate, so no test waits for them.
@Suite struct LimitTests {
    /// Sends a request until it is refused.
    private func refusal(of request: () async throws -> TestResponse) async throws -> (count: Int, TestResponse) {
        for count in 0..<1000 {
            let response = try await request()
            if response.status == 429 { return (count, response) }
        }
        Issue.record("not refused")
        throw Unexpected()
    }

    @Test(arguments: TestServer.Way.allCases) func limitsTheRequestsOfEachUser(way: TestServer.Way) async throws {
        try await TestServer.run(way, rate: 1) { server in
            let (ada, bob) = try await server.couple()
            // The bucket fills while the test runs.
            let (count, refused) = try await refusal { try await ada.send("GET", "/v1/chats") }
            #expect(count >= 9)
            let problem = try #require(refused.problem)
            #expect(
                problem.detail.contains("Too many requests") && problem.retryAfter == 1 && refused[.retryAfter] == "1")
            for route in [
                Route.live(chat: "ada+bob"), .people(query: "a"), .mark(chat: "ada+bob"), .post(chat: "ada+bob"),
            ] {
                _ = try await refusal {
                    try await ada.send(route.method.rawValue, route.path, route.method == .get ? nil : [])
                }
            }
            // They keep their connections, and others are unaffected.
            #expect(refused[.connection] != "close")
            _ = try await bob.post("hello", as: "m1")
        }
    }

    @Test(arguments: [nil, "wrong"], ["/v1/chats", "/v1/health", "/nothing"])
    func limitsTheRequestsOfStrangers(token: String?, target: String) async throws {
        try await TestServer.run(rate: 1) { server in
            let (ada, invitation) = (try await server.client("ada"), try server.add("bob"))
            let (count, refused) = try await refusal { try await server.stranger(token).send("GET", target) }
            #expect(count >= 9 && refused[.connection] == "close")
            // So a stranger cannot guess invitations.
            let login = LoginRequest(invitation: String(invitation.dropLast())).body
            _ = try await refusal { try await server.stranger().send("POST", "/v1/login", login) }
            _ = try await ada.chats()
            // A refused login leaves the invitation valid.
            try await server.restart()
            _ = try await server.logIn(invitation).chats()
        }
    }

    @Test(arguments: TestServer.Way.allCases) func limitsTheChannelsOfEachUser(way: TestServer.Way) async throws {
        try await TestServer.run(way, userChannels: 3) { server in
            let (ada, bob) = try await server.couple()
            var channels = [try await ada.push(), try await ada.live(), try await ada.push()]
            for number in 0..<4 {
                let problem = try await refuses(429, word: "3") { try await ada.push() }
                #expect(problem.retryAfter ?? 0 > 0)
                try await refuses(426, 429) { try await ada.live() }
                try await bob.push().close()
                await channels.removeFirst().close()
                // The server notices it after a moment.
                while true {
                    do { channels.append(try await number % 2 == 0 ? ada.push() : ada.live()) } catch let problem
                        as Problem
                    {
                        #expect([426, 429].contains(problem.status))
                        continue
                    }
                    break
                }
            }
        }
    }

    @Test(arguments: [true, false]) func opensChannelsUpToTheLimitAtTheSameTime(isPush: Bool) async throws {
        try await TestServer.run(userChannels: 3) { server in
            let (ada, _) = try await server.couple()
            let opened = try await concurrently(40) { _ in
                do { _ = try await isPush ? ada.push() : ada.live() } catch let problem as Problem {
                    return problem.status
                }
                return 200
            }
            // A refused upgrade is answered as a plain request, which is told of the limit within a second.
            #expect(opened.filter { $0 == 200 }.count == 3 && opened.allSatisfy { [200, 426, 429].contains($0) })
        }
    }
}
