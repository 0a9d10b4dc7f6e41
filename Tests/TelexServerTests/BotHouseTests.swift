import Logging
import TelexBot
import Testing

@testable import TelexServer

/// Tests the conversations of the server's bots.
@Suite struct BotHouseTests {
    /// As after the removal of somebody whose messages a bot has not yet received.
    @Test func ignoresStepsInAForgottenChat() async throws {
        let house = try House()
        let ada = try await house.user("ada")
        _ = try await house.service.create("echo", for: house.caller("ada"))
        var bots = try BotHouse(house.accounts, seed: 1, logger: Logger(label: "test"))
        let chat = try await house.store.database.read { try ChatTable.find("ada+echo", for: ada, $0) }
        for id in ["1", "2"] {
            let message = try await house.post("text", as: id, from: ada, to: "ada+echo")
            #expect(bots.hear(message, in: chat).count == 1)
        }
        #expect(bots.handle(.receive, in: chat).count == 2)
        bots.forget(chat)
        for step in [.receive, .read, .answer("text"), .say("text")] as [BotTalk<String>.Step] {
            #expect(bots.handle(step, in: chat).isEmpty)
        }
    }
}
