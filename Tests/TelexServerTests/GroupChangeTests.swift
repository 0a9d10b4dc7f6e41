import TelexAPI
import Testing

@testable import TelexServer

/// Tests changes of a group over the routes and channels: its title, who is in it, and who may do what.
@Suite struct GroupChangeTests {
    /// The group "The club" of ada, its admin, and bob. cleo and dora are not in it.
    private struct Club {
        let ada: TestClient
        let bob: TestClient
        let cleo: TestClient
        let dora: TestClient
        let chat: String

        init(_ server: TestServer) async throws {
            let (people, chat) = try await server.group("bob")
            (ada, bob, self.chat) = (people[0], people[1], chat)
            (cleo, dora) = (try await server.client("cleo"), try await server.client("dora"))
        }

        func setTitle(_ title: String, by person: TestClient) async throws -> ChatInfo {
            try await person.ask(.setTitle(chat: chat), TitleRequest(title: title))
        }

        func setTopic(_ topic: String, by person: TestClient) async throws -> ChatInfo {
            try await person.ask(.setTopic(chat: chat), TopicRequest(topic: topic))
        }

        func invite(_ people: String..., by person: TestClient) async throws -> ChatInfo {
            try await person.ask(.invite(chat: chat), InviteRequest(people: people))
        }

        func remove(_ user: String, by person: TestClient) async throws {
            try await person.tell(.remove(chat: chat, user: user))
        }

        func setAdmin(_ user: String, _ isAdmin: Bool = true, by person: TestClient) async throws -> ChatInfo {
            try await person.ask(.setRole(chat: chat, user: user), RoleRequest(isAdmin: isAdmin))
        }

        /// What the chat says last.
        func last() async throws -> [String?] {
            let message = try #require(try await ada.messages(chat).last)
            return [message.sender, message.kind, message.text]
        }
    }

    /// They could read along what a group is called.
    @Test func whoHasLeftLearnsNoNewTitle() async throws {
        try await TestServer.run { server in
            let club = try await Club(server)
            for name in ["cleo", "dora"] { _ = try await club.invite(name, by: club.ada) }
            try await club.remove("bob", by: club.ada)
            try await club.remove("cleo", by: club.ada)
            try await club.dora.tell(.decline(chat: club.chat))
            _ = try await club.setTitle("A secret", by: club.ada)
            for person in [club.bob, club.cleo, club.dora] {
                #expect(try await person.chats().chats.map(\.title) == ["The club"])
                let request = SettingsRequest(settings: ChatSettingsInfo(isArchived: true))
                let info: ChatInfo = try await person.ask(.configure(chat: club.chat), request)
                #expect(info.title == "The club")
            }
            // Whoever is invited again does.
            #expect(try await club.invite("bob", by: club.ada).title == "A secret")
            #expect(try await club.bob.chats().chats.map(\.title) == ["A secret"])
        }
    }

    @Test func anAdminChangesTheTitle() async throws {
        try await TestServer.run { server in
            let club = try await Club(server)
            _ = try await club.invite("cleo", by: club.ada)
            let since = try await club.cleo.chats().cursor
            let (push, other) = (try await club.bob.push(), try await club.cleo.push())
            let changed = try await club.setTitle(" The new \u{7}club ", by: club.ada)
            #expect(changed.title == "The new club")
            #expect(try await club.last() == ["ada", "titled", "The new club"])
            let message = try #require(try await club.bob.messages(club.chat).last)
            // Only who has invited somebody is told so.
            var seen = changed
            #expect(seen.group?.ownGuests == ["cleo"])
            seen.group?.ownGuests = nil
            try await push.expect(.chat(seen), .message(message))
            #expect([try await other.next()].chats.map(\.title) == ["The new club"])
            for channel in [push, other] { await channel.close() }
            // A device that was away gets it, too, also of somebody who is only invited.
            #expect(try await club.cleo.chats(since: since).chats.map(\.title) == ["The new club"])
            #expect(try await club.cleo.missed(since: since).chats.map(\.standing) == ["invited"])
            // The same title is no change.
            let last = try await club.ada.chats().cursor
            _ = try await club.setTitle("The new club", by: club.ada)
            #expect(try await club.ada.chats().cursor == last)
            try await refuses(403, word: "admin") { try await club.setTitle("Mine", by: club.bob) }
            try await refuses(404) { try await club.setTitle("Mine", by: club.cleo) }
            try await refuses(422, word: "title") { try await club.setTitle("\u{7}", by: club.ada) }
            _ = try await club.ada.create("bob")
            try await refuses(409, word: "not a group") {
                let _: ChatInfo = try await club.ada.ask(.setTitle(chat: "ada+bob"), TitleRequest(title: "Us"))
            }
        }
    }

    @Test func anAdminSaysWhatTheGroupIsAbout() async throws {
        try await TestServer.run { server in
            let club = try await Club(server)
            _ = try await club.invite("cleo", by: club.ada)
            let since = try await club.cleo.chats().cursor
            #expect(try await club.bob.chats().chats.map(\.topic) == [nil])
            #expect(try await club.setTopic(" Films \u{7}of the week", by: club.ada).topic == "Films of the week")
            #expect(try await club.last() == ["ada", "topicChanged", "Films of the week"])
            for person in [club.bob, club.cleo] {
                #expect(try await person.chats().chats.map(\.topic) == ["Films of the week"])
            }
            // A device that was away gets it, too, also of somebody who is only invited.
            #expect(try await club.cleo.chats(since: since).chats.map(\.topic) == ["Films of the week"])
            let last = try await club.ada.chats().cursor
            _ = try await club.setTopic("Films of the week", by: club.ada)
            #expect(try await club.ada.chats().cursor == last)
            try await club.remove("cleo", by: club.ada)
            #expect(try await club.cleo.chats().chats.map(\.topic) == [nil])
            #expect(try await club.setTopic(String(repeating: "x", count: 500), by: club.ada).topic?.count == 500)
            try await refuses(422, word: "topic") {
                try await club.setTopic(String(repeating: "x", count: 501), by: club.ada)
            }
            #expect(try await club.setTopic("\u{7}", by: club.ada).topic == nil)
            #expect(try await club.last() == ["ada", "topicChanged", ""])
            try await refuses(403, word: "admin") { try await club.setTopic("Mine", by: club.bob) }
            try await refuses(404) { try await club.setTopic("Mine", by: club.dora) }
            _ = try await club.ada.create("bob")
            try await refuses(409, word: "not a group") {
                let _: ChatInfo = try await club.ada.ask(.setTopic(chat: "ada+bob"), TopicRequest(topic: "Us"))
            }
        }
    }

    @Test func membersInvitePeopleLater() async throws {
        try await TestServer.run { server in
            let club = try await Club(server)
            let push = try await club.cleo.push()
            let changed = try await club.invite("cleo", "ADA", by: club.bob)
            #expect(changed.group?.invited.map(\.user) == ["cleo"])
            #expect([try await push.next()].chats.map(\.standing) == ["invited"])
            await push.close()
            // Again, it changes nothing.
            let last = try await club.ada.chats().cursor
            _ = try await club.invite("cleo", by: club.ada)
            #expect(try await club.ada.chats().cursor == last)
            #expect(try await club.cleo.join(club.chat).group?.people.count == 3)
            _ = try await club.invite("dora", by: club.cleo)
            try await club.dora.decline(club.chat)
            try await refuses(409, word: "declined") { try await club.invite("dora", by: club.ada) }
            try await refuses(422, word: "recipients") { try await club.invite(by: club.ada) }
            try await refuses(404, word: "zoe") { try await club.invite("zoe", by: club.ada) }
            try await refuses(409, word: "bot") { try await club.invite("eliza", by: club.ada) }
            try await refuses(404) { try await club.invite("ada", by: club.dora) }
        }
    }

    @Test func aGroupStaysWithinItsLimit() async throws {
        try await TestServer.run { server in
            let club = try await Club(server)
            let others = (1...97).map { "user\($0)" }
            for user in others { _ = try server.add(user) }
            let full: ChatInfo = try await club.ada.ask(.invite(chat: club.chat), InviteRequest(people: others))
            #expect(full.group?.invited.count == 97)
            try await refuses(409, word: "101") { try await club.invite("cleo", "dora", by: club.ada) }
            #expect(try await club.invite("cleo", by: club.ada).group?.invited.count == 98)
        }
    }

    @Test(arguments: TestServer.Way.allCases) func whoIsRemovedSeesNothingMore(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let club = try await Club(server)
            _ = try await club.bob.post("hello", as: "1", to: club.chat)
            let mark = try await club.bob.mark(read: "bob/1", in: club.chat)
            let since = try await club.bob.chats().cursor
            let (push, live) = (try await club.bob.push(), try await club.bob.live(club.chat))
            try await refuses(403, word: "admin") { try await club.remove("ada", by: club.bob) }
            try await club.remove("bob", by: club.ada)
            #expect(await live.end() == 1008)
            #expect(try await club.last() == ["ada", "removed", "bob"])
            let left = try #require([try await push.next()].chats.first)
            #expect(
                left.standing == "left" && left.inviter?.user == "ada" && left.group?.people == [] && left.last == 0)
            #expect(try await club.bob.chats(since: since).chats == [left])
            #expect(try await club.bob.missed(since: since).map(\.frame) == [.chat(left)])
            await push.close()
            try await refuses(404) { try await club.bob.messages(club.chat) }
            try await refuses(404) { try await club.bob.post("still here?", as: "2", to: club.chat) }
            try await refuses(404) { try await club.bob.live(club.chat) }
            try await refuses(404) { try await club.bob.join(club.chat) }
            try await refuses(404) { try await club.bob.decline(club.chat) }
            try await refuses(404) { try await club.remove("bob", by: club.bob) }
            try await refuses(404, word: "bob") { try await club.remove("bob", by: club.ada) }
            // Who comes back has read what they had read.
            _ = try await club.invite("bob", by: club.ada)
            let back = try await club.bob.join(club.chat)
            #expect(back.marks.contains(mark) && back.group?.joined == 3)
            #expect(try await club.bob.messages(club.chat).map(\.kind) == ["joined", nil, "removed", "joined"])
        }
    }

    @Test func everybodyCanLeave() async throws {
        try await TestServer.run { server in
            let club = try await Club(server)
            _ = try await club.invite("cleo", "dora", by: club.bob)
            _ = try await club.cleo.join(club.chat)
            // Who has invited somebody can take that back.
            try await refuses(403) { try await club.remove("dora", by: club.cleo) }
            try await club.remove("dora", by: club.bob)
            #expect(try await club.dora.chats().chats.map(\.standing) == ["left"])
            try await refuses(404) { try await club.dora.join(club.chat) }
            // After the only admin, who has been there for the longest time is the next.
            try await club.remove("ada", by: club.ada)
            let chat = try #require(try await club.bob.chats().chats.first { $0.chat == club.chat })
            #expect(chat.group?.admins == ["bob"] && chat.group?.people.map(\.user) == ["bob", "cleo"])
            #expect(try await club.bob.messages(club.chat).last?.kind == "left")
            try await club.remove("cleo", by: club.cleo)
            // The messages go with the last one.
            try await club.remove("bob", by: club.bob)
            #expect(server.findings().contains { $0.text == "Chats: 0; messages: 0." })
            #expect(server.findings().contains { $0.text == "No chat is missing messages." })
        }
    }

    @Test func adminsMakeAdmins() async throws {
        try await TestServer.run { server in
            let club = try await Club(server)
            try await refuses(403) { try await club.setAdmin("bob", by: club.bob) }
            try await refuses(409, word: "no admin") { try await club.setAdmin("ada", false, by: club.ada) }
            try await refuses(404, word: "cleo") { try await club.setAdmin("cleo", by: club.ada) }
            let push = try await club.bob.push()
            #expect(try await club.setAdmin("bob", by: club.ada).group?.admins == ["ada", "bob"])
            #expect([try await push.next()].chats.map { $0.group?.admins } == [["ada", "bob"]])
            await push.close()
            #expect(try await club.setTitle("Bob's", by: club.bob).title == "Bob's")
            #expect(try await club.setAdmin("ada", false, by: club.bob).group?.admins == ["bob"])
            try await refuses(403) { try await club.setAdmin("ada", by: club.ada) }
            // An admin who comes back is none any more.
            try await club.remove("bob", by: club.bob)
            _ = try await club.invite("bob", by: club.ada)
            #expect(try await club.bob.join(club.chat).group?.admins == ["ada"])
        }
    }
}
