import TelexAPI
import Testing

@testable import TelexServer

/// Tests groups and invitations over the routes and channels.
@Suite struct GroupRouteTests {
    private static func chats(_ person: TestClient, since event: Int64 = 0) async throws -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: try await person.chats(since: event).chats.map { ($0.chat, $0.standing ?? "member") })
    }

    @Test func makesANewGroupEachTime() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            _ = try server.add("bob")
            let groups = [try await ada.group(["bob"]), try await ada.group(["BOB", "bob"], " The \u{7}club ")]
            #expect(groups.map(\.title) == ["Ada, Bob", "The club"] && groups[0].chat != groups[1].chat)
            for group in groups {
                let people = [Person(user: "ada", name: "Ada")]
                #expect(
                    group.group
                        == ChatInfo.Group(
                            people: people, invited: [Person(user: "bob", name: "Bob")], admins: ["ada"], joined: 0,
                            ownGuests: ["bob"]))
                #expect(group.standing == nil && group.inviter == nil)
            }
            // The chat of two people is separate.
            let direct = try await ada.create("bob")
            #expect(direct.chat == "ada+bob" && direct.group == nil)
            #expect(try await ada.chats().chats.count == 3)
        }
    }

    @Test func tellsGroupsOfTheSameMembersApart() async throws {
        try await TestServer.run { server in
            let (ada, bob) = (try await server.client("ada"), try await server.client("bob"))
            var groups: [ChatInfo] = []
            for _ in 1...3 { groups.append(try await ada.group(["bob"])) }
            #expect(groups.map(\.title) == ["Ada, Bob", "Ada, Bob (2)", "Ada, Bob (3)"])
            // A name that was given stays as it is, and a group that we have left no longer counts.
            #expect(try await ada.group(["bob"], "Ada, Bob").title == "Ada, Bob")
            try await ada.tell(.remove(chat: groups[1].chat, user: "ada"))
            #expect(try await ada.group(["bob"]).title == "Ada, Bob (2)")
            #expect(try await bob.group(["ada"]).title == "Bob, Ada")
            // The number is not cut off.
            _ = try server.add("eve", String(repeating: "x", count: 198))
            let long = [try await ada.group(["eve"]).title, try await ada.group(["eve"]).title]
            #expect(long.map(\.unicodeScalars.count) == [200, 200] && long[1].hasSuffix("x… (2)"))
        }
    }

    @Test(arguments: [
        (#"{"recipients":[]}"#, 422, "recipients"), (#"{"recipients":["ada"]}"#, 422, "That is you"),
        (#"{"recipients":["bob","ada"]}"#, 422, "That is you"), (#"{"recipients":["bob","zoe"]}"#, 404, "zoe"),
        (#"{"recipients":["sam"]}"#, 409, "sam"), (#"{"recipients":["bob","eliza"]}"#, 409, "bot"),
        (#"{"recipients":[""]}"#, 422, "Name"), (#"{"recipients":["bob"],"title":""}"#, 422, "title"),
        (#"{"recipients":["bob"],"title":"\u0007 "}"#, 422, "title"), (#"{"recipients":"bob"}"#, 422, "recipients"),
        (#"{"recipients":["bob",1]}"#, 422, "recipients"), (#"{"recipients":["bob"],"title":1}"#, 422, "title"),
        (#"{"recipients":["bob"],"title":"\#(String(repeating: "x", count: 201))"}"#, 422, "200"),
        (#"{"recipients":["\#(Array(repeating: "bob", count: 100).joined(separator: "\",\""))"]}"#, 422, "100"),
    ])
    func refusesAnInvalidGroup(json: String, status: Int, word: String) async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            _ = try server.add("bob")
            for user in ["sam1", "sam2"] { _ = try server.add(user, "Sam") }
            let problem = try #require(try await ada.send("POST", "/v1/groups", json: json).problem)
            #expect(problem.status == status && problem.detail.contains(word), "\(problem.detail)")
            #expect(try await ada.chats().chats == [])
        }
    }

    @Test func aGroupMayHaveAHundredPeople() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada", "ada")
            let others = (1...99).map { "user\($0)" }
            for user in others { _ = try server.add(user, "User \(user.dropFirst(4))") }
            let group = try await ada.group(others)
            // A title with all names would be unreadable.
            #expect(
                group.group?.invited.count == 99 && group.title.count == 200 && group.title.hasPrefix("ada, User 1, "))
        }
    }

    @Test(arguments: TestServer.Way.allCases) func messagesReachAllMembers(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (people, chat) = try await server.group("bob", "cleo")
            let channels = try await people.asyncMap { [try await $0.push(), try await $0.live(chat)] }.flatMap(\.self)
            let said = try await people.asyncMap { try await $0.post("hello", as: "1", to: chat) }
            #expect(said.map(\.id) == ["ada/1", "bob/1", "cleo/1"] && said.map(\.name) == ["Ada", "Bob", "Cleo"])
            #expect(said.map(\.seq) == [3, 4, 5])
            let mark = try await people[1].mark(read: "cleo/1", in: chat)
            for channel in channels {
                try await channel.expect(.message(said[0]), .message(said[1]), .message(said[2]), .mark(mark))
            }
            for person in people {
                let messages = try await person.messages(chat)
                #expect(
                    messages.map(\.sender) == ["bob", "cleo", "ada", "bob", "cleo"] && Array(messages[2...]) == said)
                #expect(messages.map(\.kind) == ["joined", "joined", nil, nil, nil] && messages[0].text.isEmpty)
                let listed = try await person.chats().chats
                #expect(listed.map(\.title) == ["The club"] && listed[0].marks.map(\.readSeq) == [0, 5, 0])
            }
        }
    }

    // MARK: Invitations

    @Test func anInvitedPersonSeesNothingBeforeJoining() async throws {
        try await TestServer.run { server in
            let (ada, cleo, bob) = (
                try await server.client("ada"), try await server.client("cleo"), try await server.client("bob")
            )
            let chat = try await ada.group(["bob", "cleo"], "The club").chat
            _ = try await cleo.join(chat)
            let listed = try await bob.chats().chats[0]
            #expect(
                listed.title == "The club" && listed.standing == "invited"
                    && listed.inviter == Person(user: "ada", name: "Ada"))
            let push = try await bob.push()
            _ = try await ada.post("secret", as: "1", to: chat)
            _ = try await cleo.mark(read: "ada/1", in: chat)
            _ = try await ada.edit("ada/1", "more secret", in: chat)
            let now = try await bob.chats().chats[0]
            #expect(now.last == 0 && now.marks == [] && now.lastID == nil)
            #expect(try await bob.chats(since: listed.event).chats == [])
            #expect(try await bob.revisions().messages == [])
            try await refuses(404) { try await bob.messages(chat) }
            try await refuses(404) { try await bob.post("hello", as: "1", to: chat) }
            try await refuses(404) { try await bob.mark(read: "ada/1", in: chat) }
            try await refuses(404) { try await bob.edit("ada/1", "x", in: chat) }
            try await refuses(404) { try await bob.delete("ada/1", in: chat) }
            try await refuses(404) { try await bob.react("x", to: "ada/1", in: chat) }
            try await refuses(404) { try await bob.live(chat) }
            #expect(try await bob.missed(since: 0).map(\.frame) == [.chat(now)])
            let joined = try await bob.join(chat)
            #expect(joined.standing == nil && joined.last == 3 && joined.group?.joined == 2)
            // Joining gives access to earlier messages.
            let messages = try await bob.messages(chat)
            #expect(messages.map(\.text) == ["", "more secret", ""] && messages[2].kind == "joined")
            try await push.expect(
                .chat(joined), .message(messages[2]), .message(ada.post("welcome", as: "2", to: chat)))
            // Nobody can delete a message that the server added.
            try await refuses(404) { try await bob.delete(messages[2].id, in: chat) }
            // Again, it changes nothing.
            _ = try await bob.join(chat)
            try await refuses(409, word: "already") { try await bob.decline(chat) }
        }
    }

    @Test(arguments: TestServer.Way.allCases)
    func invitationsAndAnswersReachAllDevices(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = (try await server.client("ada"), try await server.client("bob"))
            let start = try await bob.chats().cursor
            let pushes = try await [bob, server.device(of: bob), ada].asyncMap { try await $0.push() }
            let made = try await ada.group(["bob"], "A walk")
            func next(_ standing: String) async throws {
                for push in pushes {
                    let item = try await push.next()
                    let isBob = push !== pushes[2]
                    #expect(
                        [item].chats.map(\.chat) == [made.chat] && [item].chats[0].standing == (isBob ? standing : nil))
                    #expect(standing == "declined" || item.event == made.event)
                }
            }
            try await next("invited")
            #expect(try await bob.missed(since: start).chats.map(\.standing) == ["invited"])
            try await bob.decline(made.chat)
            try await next("declined")
            for event in [start, made.event, 0] {
                #expect(try await Self.chats(bob, since: event) == [made.chat: "declined"])
                #expect(try await bob.missed(since: event).chats.map(\.standing) == ["declined"])
            }
            // It is final, and repeating it changes nothing.
            try await bob.decline(made.chat)
            try await refuses(404) { try await bob.join(made.chat) }
            try await pushes[2].expect(.message(ada.post("alone", as: "1", to: made.chat)))
            #expect(try await bob.chats().chats[0].group?.people == [])
        }
    }

    @Test func aGroupSurvivesARestart() async throws {
        try await TestServer.run { server in
            let (people, chat) = try await server.group("bob", "cleo")
            try await people[0].post(1...3, to: chat)
            let before = try await people[1].chats()
            try await server.restart()
            let after = try await people[1].chats()
            #expect(after.chats == before.chats && after.cursor == before.cursor && after.run! > before.run!)
            #expect(try await people[2].texts(chat) == ["", "", "1", "2", "3"])
            #expect(server.findings().contains { $0.text == "Chats: 1; messages: 5." })
        }
    }
}
