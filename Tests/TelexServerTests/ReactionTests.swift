import TelexAPI
import Testing

@testable import TelexServer

@Suite struct ReactionTests {
    @Test func addsAndRemovesEachReactionOnce() async throws {
        let house = try House()
        let (ada, bob) = (try await house.user("ada"), try await house.user("bob"))
        _ = try await house.service.create("bob", for: Caller(user: ada, token: 1))
        let first = try await house.post("first", as: "1", from: ada, to: "ada+bob")
        #expect(first.reactions == nil)
        let service = house.service
        let reacted = try await service.react("👍\"", to: "ada/1", in: "ada+bob", by: bob)
        #expect(reacted.reactions == [ReactionInfo(key: "👍\"", user: "bob")])
        // It is no edit.
        #expect(reacted.edited == nil && reacted.revised != nil)
        #expect(try await service.react("👍\"", to: "ada/1", in: "ada+bob", by: bob) == reacted)
        let both = try await service.react("👍\"", to: "ada/1", in: "ada+bob", by: ada)
        #expect(both.reactions?.map(\.user) == ["bob", "ada"])
        #expect(try await service.unreact("no", to: "ada/1", in: "ada+bob", by: ada) == both)
        let less = try await service.unreact("👍\"", to: "ada/1", in: "ada+bob", by: bob)
        #expect(less.reactions == [ReactionInfo(key: "👍\"", user: "ada")])
        #expect(try await house.messages("ada+bob", bob) == [less])
        #expect(try await house.reader.revisions(since: 0, limit: 9, for: bob).messages == [less])
        // The message is still the one that was posted.
        #expect(try await house.post("first", as: "1", from: ada, to: "ada+bob") == less)
        await #expect(throws: ServerError.otherText(id: "1")) {
            try await house.post("other", as: "1", from: ada, to: "ada+bob")
        }
        _ = try await service.delete("ada/1", in: "ada+bob", by: ada)
        #expect(try house.count("reaction") == 0)
        await #expect(throws: ServerError.isDeleted("ada/1")) {
            try await service.react("x", to: "ada/1", in: "ada+bob", by: bob)
        }
    }

    @Test func refusesInvalidReactions() async throws {
        let house = try House()
        let (ada, bob, eve) = (try await house.user("ada"), try await house.user("bob"), try await house.user("eve"))
        _ = try await house.service.create("bob", for: Caller(user: ada, token: 1))
        _ = try await house.post("first", as: "1", from: ada, to: "ada+bob")
        let service = house.service
        for key in ["", String(repeating: "x", count: 65), "a\u{0}"] {
            await #expect(throws: ServerError.badReaction) {
                try await service.react(key, to: "ada/1", in: "ada+bob", by: bob)
            }
        }
        await #expect(throws: ServerError.noMessage("ada/2")) {
            try await service.react("x", to: "ada/2", in: "ada+bob", by: bob)
        }
        await #expect(throws: ServerError.noChat("ada+bob")) {
            try await service.react("x", to: "ada/1", in: "ada+bob", by: eve)
        }
        for number in 1...Limits.reactionsOfUser {
            _ = try await service.react("\(number)", to: "ada/1", in: "ada+bob", by: bob)
        }
        await #expect(throws: ServerError.tooManyReactions) {
            try await service.react("more", to: "ada/1", in: "ada+bob", by: bob)
        }
    }

    @Test func answersOnlyMessagesOfTheChat() async throws {
        let house = try House()
        let ada = try await house.user("ada")
        for name in ["bob", "cy"] {
            _ = try await house.user(name)
            _ = try await house.service.create(name, for: Caller(user: ada, token: 1))
        }
        _ = try await house.post("first", as: "1", from: ada, to: "ada+bob")
        let service = house.service
        let answer = PostRequest(id: "2", text: "second", replyTo: "ada/1")
        let (second, _) = try await service.post(answer, to: "ada+bob", from: ada)
        #expect(second.replyTo == "ada/1")
        await #expect(throws: ServerError.badReply("ada/1")) { try await service.post(answer, to: "ada+cy", from: ada) }
        await #expect(throws: ServerError.otherText(id: "2")) {
            try await service.post(PostRequest(id: "2", text: "second"), to: "ada+bob", from: ada)
        }
        // The answer outlives what it answers.
        _ = try await service.delete("ada/1", in: "ada+bob", by: ada)
        #expect(try await house.messages("ada+bob", ada).last?.replyTo == "ada/1")
    }

    @Test func keepsValidSpans() async throws {
        let house = try House()
        let ada = try await house.user("ada")
        _ = try await house.user("bob")
        _ = try await house.service.create("bob", for: Caller(user: ada, token: 1))
        let service = house.service
        let spans = [
            SpanInfo(start: 0, length: 1, style: "bold"), SpanInfo(start: 1, length: 2, style: "mention", user: "bob"),
        ]
        let (posted, _) = try await service.post(
            PostRequest(id: "1", text: "😀ab", spans: spans), to: "ada+bob", from: ada)
        #expect(posted.spans == spans)
        let edited = try await service.edit(
            "ada/1", in: "ada+bob", to: EditRequest(text: "😀ab", spans: [spans[0]]), by: ada)
        #expect(edited.spans == [spans[0]] && edited.edited == true)
        for (wrong, index) in [
            ([SpanInfo(start: 0, length: 4, style: "bold")], 0),
            ([spans[0], SpanInfo(start: 0, length: 1, style: "blink")], 1),
            ([SpanInfo(start: 0, length: 1, style: "link", url: "javascript:1")], 0),
            ([SpanInfo(start: .max, length: .max, style: "bold")], 0),
            ([SpanInfo(start: 0, length: 1, style: "mention")], 0),
        ] {
            await #expect(throws: ServerError.badSpan(index)) {
                try await service.post(PostRequest(id: "2", text: "abc", spans: wrong), to: "ada+bob", from: ada)
            }
        }
    }
}
