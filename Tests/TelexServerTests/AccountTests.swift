import Foundation
import GRDB
import TelexAPI
import Testing

@testable import TelexServer

/// Tests logins, tokens and user names.
@Suite struct AccountTests {
    @Test(arguments: TestServer.Way.allCases) func anInvitationIsValidOnce(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let invitation = try server.add("ada", "Zo\u{eb} 😀")
            let ada = try await server.logIn(invitation)
            #expect(ada.user == "ada" && ada.name == "Zo\u{eb} 😀")
            #expect(try await ada.chats().chats == [])
            for invitation in [invitation, "nonsense"] { try await refuses(401) { try await server.logIn(invitation) } }
        }
    }

    @Test func onlyOneOfManyLoginsWithAnInvitationSucceeds() async throws {
        try await TestServer.run { server in
            let body = LoginRequest(invitation: try server.add("ada")).body
            let answers = try await concurrently(8) { _ in try await server.stranger().send("POST", "/v1/login", body) }
            #expect(answers.map(\.status).sorted() == [200] + Array(repeating: 401, count: 7))
        }
    }

    @Test func eachDeviceHasItsOwnToken() async throws {
        try await TestServer.run { server in
            let (first, bob) = try await server.couple()
            let second = try await server.device(of: first)
            try server.accounts.revoke("bob")
            try await first.logOut()
            // Also after a restart.
            for _ in 0..<2 {
                for person in [first, bob] { try await refuses(401) { try await person.chats() } }
                #expect(try await second.chats().chats.count == 1)
                try await server.restart()
            }
            #expect(try await server.device(of: bob).chats().chats.count == 1)
        }
    }

    @Test func aTokenStaysValidFor90DaysAfterItsLastUse() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            for _ in 0..<2 {
                try await server.execute("UPDATE token SET used = used - 89 * 86400")
                _ = try await ada.chats()
            }
            try await server.execute("UPDATE token SET used = used - 91 * 86400")
            try await refuses(401) { try await ada.chats() }
        }
    }

    @Test func readsWhileTheFileCannotBeWritten() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let (live, seen) = (try await ada.live(), try await bob.live())
            try await server.execute("UPDATE token SET used = used - 7200")
            var configuration = Configuration()
            configuration.allowsUnsafeTransactions = true
            let other = try DatabaseQueue(path: server.store.path, configuration: configuration)
            try other.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
            // The use of the token cannot be recorded.
            _ = try await ada.chats()
            try await live.type()
            try await seen.expect(.typing(Frame.Typing(chat: "ada+bob", user: "ada", active: true)))
            try other.inDatabase { try $0.execute(sql: "ROLLBACK") }
            await live.close()
            try await seen.expect(.typing(Frame.Typing(chat: "ada+bob", user: "ada", active: false)))
        }
    }

    @Test func removesAllMessagesOfAPersonHoweverManyThereAre() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            try await server.fill(1...1001, from: bob)
            try await ada.post(1...2)
            try Removal("bob", server.store).carryOut()
            let left = try await server.store.database.read {
                try Int.fetchOne($0, sql: "SELECT count(*) FROM message")
            }
            #expect(left == 0)
        }
    }

    @Test func aRemovalTellsTheOtherPersonOfAChat() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            _ = try await bob.post("hello", as: "m1")
            let (push, live) = (try await bob.push(), try await bob.live())
            try Removal("ada", server.store).carryOut()
            try await server.service.sweep()
            let event = try await server.store.database.read { try EventLog.last($0) }
            // The display name was deleted, and must not come back.
            try await push.expect(
                .chat(
                    ChatInfo(
                        chat: "ada+bob", title: "ada", last: 0, lastID: nil, marks: [], event: event,
                        group: ChatInfo.Group(people: [], invited: [], admins: [], joined: 0),
                        standing: ChatInfo.left, inviter: Person(user: "ada", name: "ada"))))
            #expect(await live.end() == 1008)
            #expect(try await server.store.database.read { try !UntoldTable.hasEvents($0) })
            withExtendedLifetime(ada) {}
        }
    }

    @Test func finishesAnInterruptedRemoval() async throws {
        try await TestServer.run { server in
            let (ada, _) = try await server.couple()
            try await server.execute("UPDATE user SET isRemoved = 1 WHERE name = 'bob'")
            try Removal("bob", server.store).carryOut()
            try await refuses(404) { try await ada.messages() }
            #expect(throws: ServerError.noUser("bob")) { try Removal("bob", server.store) }
        }
    }

    @Test func aCheckupCountsPeopleBeforeTheFirstStart() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let store = try ServerStore(path: path)
        for user in ["ada", "bob"] { _ = try Accounts(store).add(user, display: nil) }
        #expect(Checkup(path: path).findings().contains { $0.text == "Users: 2; logins: 0; invitations: 2." })
    }

    @Test func storesNoSecretInPlainText() async throws {
        try await TestServer.run { server in
            let (used, unused) = (try server.add("ada"), try server.add("bob"))
            let ada = try await server.logIn(used)
            _ = try await ada.create("bob")
            _ = (try await ada.push(), try await ada.live())
            try await refuses(401) { try await server.logIn(used) }
            for _ in 0..<2 {
                let bytes = try server.bytes()
                #expect(!bytes.isEmpty)
                for secret in [used, unused, ada.token!] { #expect(bytes.firstRange(of: Data(secret.utf8)) == nil) }
                try await server.restart()
            }
        }
    }

    @Test(arguments: [
        "", "Ada", ".ada", "_ada", "a b", "a+b", "a/b", "ad\u{e1}", "a\n", String(repeating: "a", count: 33),
    ])
    func refusesANameThatCannotBePartOfAnID(name: String) throws {
        #expect { try House().accounts.add(name, display: nil) } throws: {
            if case ServerError.badName = $0 { true } else { false }
        }
    }

    @Test func refusesANameThatIsTaken() throws {
        let house = try House()
        let accounts = house.accounts
        for name in ["ada", String(repeating: "a", count: 32), "a.b-c_9"] { _ = try accounts.add(name, display: nil) }
        #expect(throws: ServerError.userExists("ada")) { try accounts.add("ada", display: "Somebody else") }
        #expect(throws: ServerError.userExists("ada")) { try accounts.add("eve", display: "ADA") }
        for bot in ["eliza", "echo"] {
            #expect(throws: ServerError.botName(bot)) { try accounts.add(bot, display: nil) }
        }
        #expect(throws: ServerError.noUser("nobody")) { try accounts.invite("nobody") }
        #expect(throws: ServerError.noUser("nobody")) { try accounts.revoke("nobody") }
    }
}
