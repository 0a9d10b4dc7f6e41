import Foundation
import TelexAPI
import TelexBot
import Testing

@testable import TelexServer

/// Tests direct chats, their messages and marks, over the routes.
@Suite struct ChatTests {
    @Test(arguments: TestServer.Way.allCases) func createsAChatBetweenTwoPeopleOnce(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = (try await server.client("ada", "Ada Lovelace"), try await server.client("bob"))
            let first = try await ada.create("bOB")
            #expect(first.chat == "ada+bob" && first.title == "Bob" && first.last == 0 && first.lastID == nil)
            for (person, other) in [
                (ada, "bob"), (ada, "Bob"), (bob, "ada"), (bob, "ADA LOVELACE"), (bob, "ada lovelace"),
            ] {
                let again = try await person.create(other, isNew: false)
                #expect(again.chat == "ada+bob" && again.title == (person.user == "ada" ? "Bob" : "Ada Lovelace"))
                #expect(try await person.chats().chats.map(\.chat) == ["ada+bob"])
            }
        }
    }

    @Test func joinsUserNamesInAlphabeticalOrder() async throws {
        try await TestServer.run { server in
            let people = try await server.clients("b", "a-b", "a")
            #expect(try await people[0].create("a").chat == "a+b")
            #expect(try await people[1].create("a").chat == "a+a-b")
            #expect(try await people[2].messages("a+a-b").isEmpty)
        }
    }

    @Test(arguments: TestServer.Way.allCases) func createsAChatOnceForBothAtTheSameTime(way: TestServer.Way)
        async throws
    {
        try await TestServer.run(way) { server in
            let people = try await server.clients("ada", "bob")
            let answers = try await concurrently(8) { number in
                try await people[number % 2].send(
                    "POST", "/v1/chats", json: #"{"recipient":"\#(people[1 - number % 2].user)"}"#)
            }
            #expect(answers.map(\.status).sorted() == Array(repeating: 200, count: 7) + [201])
            #expect(try Set(answers.map { try ChatInfo(body: $0.body).chat }) == ["ada+bob"])
        }
    }

    @Test func refusesUnknownAmbiguousAndOwnNames() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada", "Ada Lovelace")
            for user in ["sam1", "sam2"] { _ = try server.add(user, "Sam") }
            try await refuses(404) { try await ada.create("nobody") }
            try await refuses(409, word: "sam1") { try await ada.create("sam") }
            for name in ["ada", "Ada Lovelace", "ADA", "", " "] {
                try await refuses(422) { try await ada.create(name) }
            }
            _ = try await ada.create("sam1")
            #expect(try await ada.chats().chats.map(\.chat) == ["ada+sam1"])
        }
    }

    // MARK: Messages

    @Test(arguments: TestServer.Way.allCases) func showsAPostedMessageToBoth(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let before = Date()
            let message = try await ada.post("hello", as: "m1")
            let expected = MessageInfo(
                chat: "ada+bob", seq: 1, id: "ada/m1", sender: "ada", name: "Ada Lovelace", text: "hello",
                date: message.date)
            #expect(message == expected)
            // It is in whole milliseconds.
            #expect(message.date > before - 0.001 && message.date <= Date())
            for person in [ada, bob] {
                #expect(try await person.page() == MessagePage(messages: [message], more: false))
            }
            let chat = try await bob.chats().chats[0]
            #expect(chat.last == 1 && chat.lastID == "ada/m1")
            #expect(
                chat.marks.map(\.user) == ["ada", "bob"] && chat.marks.allSatisfy { $0.readSeq + $0.deliveredSeq == 0 })
        }
    }

    @Test func aRepeatedPostIsTheSameMessage() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let first = try await ada.post("caf\u{e9}", as: "m1")
            #expect(try await ada.post("caf\u{e9}", as: "m1", isNew: false) == first)
            for text in ["CAF\u{c9}", "cafe\u{301}", "caf\u{e9} ", "caf\u{e9}\0"] {
                try await refuses(409) { try await ada.post(text, as: "m1") }
            }
            // Ids are scoped to the sender and the chat.
            _ = try server.add("carol")
            _ = try await ada.create("carol")
            #expect(try await bob.post("mine", as: "m1").id == "bob/m1")
            #expect(try await ada.post("elsewhere", as: "m1", to: "ada+carol").id == "ada/m1")
            #expect(try await ada.texts() == ["caf\u{e9}", "mine"])
        }
    }

    @Test func aMessageHasTheKindGivenByItsSender() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            for (number, kind) in [nil, "text", "emote", "notice"].enumerated() {
                _ = try await ada.post("waves", as: "\(number)", kind: kind)
            }
            #expect(try await bob.messages().map(\.kind) == [nil, nil, "emote", "notice"])
        }
    }

    @Test func createsAMessageOnceForConcurrentPosts() async throws {
        try await TestServer.run { server in
            let (ada, _) = try await server.couple()
            let answers = try await concurrently(8) { _ in
                try await ada.send("POST", Route.post(chat: "ada+bob").path, PostRequest(id: "m1", text: "hello").body)
            }
            #expect(answers.map(\.status).sorted() == Array(repeating: 200, count: 7) + [201])
            #expect(try await Array(Set(answers.map(\.body))) == ada.messages().map(\.body))
        }
    }

    @Test(arguments: [
        ("\u{e9}", "e\u{301}"), ("m", "M"), ("a b+c%2F?#&\"'\\", "a b+c%2F?#&\"'"),
        (String(repeating: "x", count: 128), String(repeating: "x", count: 127)), (".", ".."),
    ])
    func comparesIDsByteByByte(first: String, second: String) async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            for (number, id) in [first, second].enumerated() {
                let message = try await ada.post("hello", as: id)
                let mark = try await bob.mark(read: message.id)
                #expect(mark.read.map { Array($0.utf8) } == Array("ada/\(id)".utf8) && mark.readSeq == number + 1)
            }
        }
    }

    @Test(arguments: TestServer.Way.allCases) func pagesInBothDirections(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            #expect(try await bob.page() == MessagePage(messages: [], more: false))
            let all = try await ada.post(1...120)
            #expect(all.map(\.seq) == Array(1...120))
            for (range, limit, found, more) in [
                (.latest, 50, 70..<120, true), (.latest, 1, 119..<120, true), (.latest, 120, 0..<120, false),
                (.latest, 500, 0..<120, false), (.before(71), 50, 20..<70, true), (.before(21), 50, 0..<20, false),
                (.before(71), 2, 68..<70, true), (.before(1), 50, 0..<0, false), (.after(0), 50, 0..<50, true),
                (.after(50), 50, 50..<100, true), (.after(100), 50, 100..<120, false),
                (.after(70), 50, 70..<120, false),
                (.after(120), 50, 0..<0, false), (.after(1 << 31), 50, 0..<0, false), (.after(.max), 50, 0..<0, false),
                (.before(1 << 31), 50, 70..<120, true), (.before(.max), 50, 70..<120, true),
            ] as [(Route.MessageRange, Int, Range<Int>, Bool)] {
                let page = try await bob.page(range, limit: limit)
                #expect(page == MessagePage(messages: Array(all[found]), more: more), "\(range) \(limit)")
            }
        }
    }

    // MARK: Marks

    @Test func marksNeverMoveBack() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let messages = try await ada.post(1...20)
            var (random, mark) = (SeededRandom(seed: 1), Mark.blank)
            for _ in 0..<40 {
                let read = Bool.random(using: &random) ? messages.randomElement(using: &random)! : nil
                let delivered = read == nil ? messages.randomElement(using: &random)! : nil
                let now = try await bob.mark(read: read?.id, delivered: delivered?.id)
                // What was read was received, too.
                let expected = (max(mark.readSeq, read?.seq ?? 0), max(mark.deliveredSeq, read?.seq ?? delivered!.seq))
                #expect((now.readSeq, now.deliveredSeq) == expected && now.chat == "ada+bob" && now.user == "bob")
                #expect(now.read == (now.readSeq > 0 ? "ada/\(now.readSeq)" : nil))
                #expect(now.delivered == "ada/\(now.deliveredSeq)")
                mark = now
            }
            for person in [ada, bob] { #expect(try await person.chats().chats[0].marks.contains(mark)) }
        }
    }

    @Test func refusesAMarkOnAMessageOfAnotherChat() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            _ = try server.add("carol")
            _ = try await ada.create("carol")
            try await ada.post(1...2, to: "ada+carol")
            try await ada.post(1...1)
            for id in ["ada/2", "bob/1", "1", "", "ada/", "ada/1/"] {
                try await refuses(404, about: "\(id)") { try await bob.mark(read: id) }
            }
            try await refuses(404) { try await bob.mark(read: "ada/1", delivered: "ada/2") }
            #expect(try await bob.mark(delivered: "ada/1").readSeq == 0)
        }
    }

    // MARK: Lists

    @Test func listsChatsInTheOrderOfTheirChanges() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            let others = try await server.clients("bob", "carol", "dan")
            for other in others { _ = try await ada.create(other.user) }
            func changed(_ event: Int64 = 0, limit: Int = 50) async throws -> (chats: [String], page: ChatPage) {
                let page = try await ada.chats(since: event, limit: limit)
                let events = page.chats.map(\.event)
                #expect(events == events.sorted() && events.allSatisfy { $0 > event })
                return (page.chats.map { String($0.chat.dropFirst(4)) }, page)
            }
            let (all, page) = try await changed()
            #expect(all == ["bob", "carol", "dan"] && !page.more)
            let none = try await changed(page.cursor).page
            #expect(none.chats == [] && none.cursor == page.cursor && !none.more)
            try await ada.post(1...2)
            let cursor = try await changed(page.cursor).page.cursor
            #expect(try await changed(page.cursor).chats == ["bob"])
            _ = try await others[0].mark(read: "ada/1")
            #expect(try await changed(cursor).chats == ["bob"])
            try await others[1].post(1...1, to: "ada+carol")
            #expect(try await changed(cursor).chats == ["bob", "carol"])
            var (names, position, more): ([String], Int64, Bool) = ([], 0, true)
            while more {
                let (one, page) = try await changed(position, limit: 1)
                (names, position, more) = (names + one, page.cursor, page.more)
                #expect(one.count == 1)
            }
            #expect(names == ["dan", "bob", "carol"])
            #expect(try await position == changed().page.cursor)
        }
    }

    @Test func findsPeopleByTheStartOfAnyWord() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada", "Ada Lovelace")
            _ = try server.add("zoe", "Zo\u{eb} 100% Under_score")
            _ = try server.add("eve", "\u{c9}ve \u{416}\u{443}\u{43a}")
            let zoe = ["zoe": "Zo\u{eb} 100% Under_score"]
            for query in ["zo\u{eb}", "100%", "under_"] { #expect(try await ada.people(query) == zoe) }
            for query in ["\u{e9}v", "\u{436}"] { #expect(try await ada.people(query).keys.sorted() == ["eve"]) }
            for query in ["ove", "%ad", "_sc", "z%", "nobody", "*", "\"", "'"] {
                #expect(try await ada.people(query).isEmpty, "\(query)")
            }
            _ = try await ada.create("\u{e9}VE \u{436}\u{423}\u{41a}")
        }
    }

    @Test(arguments: TestServer.Way.allCases) func acceptsJSONInOtherForms(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let (target, json) = (
                Route.post(chat: "ada+bob").path,
                "\u{FEFF}{ \"transactionId\" :\n\"m1\", \"text\": \"😀\\u00e9\", \"more\": [{}]}"
            )
            let type = "Application/JSON; charset=utf-8"
            #expect(try await ada.send("POST", target, json: json, [.contentType: type]).status == 201)
            #expect(try await ada.send("POST", target, json: json).status == 200)
            #expect(try await bob.texts() == ["😀é"])
        }
    }
}

/// Runs requests at the same time.
func concurrently<Value: Sendable>(
    _ count: Int, _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for number in 0..<count { group.addTask { try await body(number) } }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}
