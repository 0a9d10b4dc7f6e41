import TelexAPI
import Testing

@testable import TelexServer

/// Tests whom people ignore, over the routes and channels.
@Suite struct IgnoringTests {
    @discardableResult private func ignore(_ name: String, _ person: TestClient) async throws -> [String] {
        let info: IgnoredInfo = try await person.ask(.ignore(user: name))
        return info.users
    }

    @Test func allDevicesOfAPersonLearnOfItAndNobodyElse() async throws {
        try await TestServer.run { server in
            let (people, _) = try await server.group("bob")
            let (ada, bob) = (people[0], people[1])
            let (push, other) = (try await ada.push(), try await bob.push())
            #expect(try await ignore("bob", ada) == ["bob"])
            try await push.expect(.ignored(IgnoredInfo(users: ["bob"])))
            // Again is no change.
            #expect(try await ignore("bob", ada) == ["bob"])
            #expect(try await ada.chats().ignored == ["bob"])
            #expect(try await bob.chats().ignored == [])
            #expect(try await ada.chats(limit: 1).ignored == ["bob"])
            let none: IgnoredInfo = try await ada.ask(.unignore(user: "bob"))
            #expect(none.users == [])
            try await push.expect(.ignored(IgnoredInfo(users: [])))
            let same: IgnoredInfo = try await ada.ask(.unignore(user: "nobody"))
            #expect(same.users == [])
            for channel in [push, other] { await channel.close() }
        }
    }

    @Test func whoIsIgnoredCanNeitherInviteNorStartAChatAndWhatExistsStays() async throws {
        try await TestServer.run { server in
            let (people, chat) = try await server.group("bob")
            let (ada, bob) = (people[0], people[1])
            let cleo = try await server.client("cleo")
            let team = try await bob.group(["cleo"])
            try await ignore("bob", ada)
            for refused in ["start", "group", "invite"] {
                try await refuses(403, word: "accept") {
                    switch refused {
                    case "start": _ = try await bob.create("ada")
                    case "group": _ = try await bob.group(["cleo", "ada"])
                    default:
                        let _: ChatInfo = try await bob.ask(.invite(chat: team.chat), InviteRequest(people: ["ada"]))
                    }
                }
            }
            _ = try await bob.post("still here", as: "1", to: chat)
            // The other direction is open, and opens the chat for both.
            let direct = try await ada.create("bob")
            #expect(try await bob.create("ada", isNew: false).chat == direct.chat)
            _ = try await cleo.chats()
        }
    }

    @Test func theirMessagesEndNoArchive() async throws {
        try await TestServer.run { server in
            let (people, chat) = try await server.group("bob", "cleo")
            try await ignore("bob", people[0])
            for person in [people[0], people[2]] {
                let _: ChatInfo = try await person.ask(
                    .configure(chat: chat), SettingsRequest(settings: ChatSettingsInfo(isArchived: true)))
            }
            _ = try await people[1].post("hello", as: "1", to: chat)
            #expect(try await people[0].chats().chats.map(\.settings?.isArchived) == [true])
            #expect(try await people[2].chats().chats.map(\.settings?.isArchived) == [false])
        }
    }

    @Test func refusesOneselfAndNobody() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            try await refuses(422) { try await ignore("ada", ada) }
            try await refuses(404, word: "nobody") { try await ignore("nobody", ada) }
        }
    }
}
