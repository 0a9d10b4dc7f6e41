import NIOCore
import TelexAPI
import Testing

@testable import TelexServer

/// Tests the live channel of a chat: what it sends, in which order, and what it accepts.
@Suite struct LiveTests {
    private static func typing(_ user: String, _ isActive: Bool, in chat: String = "ada+bob") -> Frame {
        .typing(Frame.Typing(chat: chat, user: user, active: isActive))
    }

    private static func presence(_ user: String, _ isOnline: Bool, in chat: String = "ada+bob") -> Frame {
        .presence(Frame.Presence(chat: chat, user: user, online: isOnline))
    }

    @Test(arguments: TestServer.Way.allCases)
    func sendsMessagesAndMarksToAllDevicesOfBoth(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let first = try await ada.post("before", as: "0")
            let lives = try await [ada, ada, bob, bob].asyncMap { try await $0.live() }
            #expect(lives.allSatisfy { $0.ready == Frame.Ready(last: first.seq) && $0.missed.isEmpty })
            let hello = try await ada.post("hello", as: "m1")
            // A repeated post is not sent again.
            _ = try await ada.post("hello", as: "m1", isNew: false)
            let hi = try await bob.post("hi", as: "m1")
            let mark = try await ada.mark(read: "bob/m1")
            for live in lives { try await live.expect(.message(hello), .message(hi), .mark(mark)) }
        }
    }

    @Test func sendsNothingOfOtherChats() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let carol = try await server.client("carol")
            _ = try await ada.create("carol")
            let (live, other, theirs) = (
                try await ada.live(), try await ada.live("ada+carol"), try await carol.live("ada+carol")
            )
            // The address is that of the channel, whatever the frame says.
            try await theirs.send(.text(#"{"type":"typing","isActive":true,"chatId":"ada+bob","userId":"bob"}"#))
            try await other.expect(Self.typing("carol", true, in: "ada+carol"))
            let message = try await carol.post("hello", as: "m1", to: "ada+carol")
            try await other.expect(Self.typing("carol", false, in: "ada+carol"), .message(message))
            try await theirs.expect(.message(message))
            try await live.expect(.message(bob.post("the first", as: "m1")))
        }
    }

    @Test func missesNoMessageAfterReady() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            async let all = ada.post(1...200)
            var lives: [TestChannel] = []
            for _ in 0..<10 { lives.append(try await bob.live()) }
            let posted = try await all
            for live in lives {
                let rest = posted[Int(live.ready.last!)...]
                #expect(try await live.messages(rest.count) == Array(rest))
            }
        }
    }

    // MARK: Typing and presence

    @Test(arguments: TestServer.Way.allCases) func showsTypingUntilItStops(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let (live, other) = (try await ada.live(), try await bob.live())
            for isActive in [true, false, true] {
                try await other.type(isActive)
                try await live.expect(Self.typing("bob", isActive))
            }
            // A device that opens the chat learns of it.
            let late = try await ada.live()
            try await late.expect(Self.typing("bob", true))
            await other.close()
            for each in [live, late] { try await each.expect(Self.typing("bob", false)) }
        }
    }

    @Test func namesWhoTypesInAGroup() async throws {
        try await TestServer.run { server in
            let (people, chat) = try await server.group("bob", "cleo")
            let lives = try await people.asyncMap { try await $0.live(chat) }
            try await lives[1].type()
            try await lives[2].type()
            func typing(_ user: String, _ isActive: Bool) -> Frame {
                .typing(Frame.Typing(chat: chat, user: user, name: user.capitalized, active: isActive))
            }
            for _ in 0..<2 {
                let frame = try await lives[0].next().frame
                #expect([typing("bob", true), typing("cleo", true)].contains(frame))
            }
            try await lives[1].expect(typing("cleo", true))
            try await lives[2].expect(typing("bob", true))
            let message = try await people[2].post("ho", as: "1", to: chat)
            for live in lives[0...1] { try await live.expect(typing("cleo", false), .message(message)) }
            try await lives[2].expect(.message(message))
            await lives[1].close()
            for live in [lives[0], lives[2]] { try await live.expect(typing("bob", false)) }
        }
    }

    @Test(arguments: TestServer.Way.allCases)
    func aPersonIsOnlineWhileTheChatIsOpenOnAnyDevice(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let carol = try await server.client("carol")
            _ = try await carol.create("bob")
            let live = try await ada.live(hearsPresence: true)
            try await live.expect(Self.presence("bob", false))
            // Another chat does not count.
            _ = try await bob.live("bob+carol")
            let first = try await bob.live(hearsPresence: true)
            try await live.expect(Self.presence("bob", true))
            try await first.expect(Self.presence("ada", true))
            let second = try await bob.live()
            await first.close()
            try await second.type()
            try await live.expect(Self.typing("bob", true))
            await second.close()
            try await live.expect(Self.typing("bob", false), Self.presence("bob", false))
        }
    }

    // MARK: Frames of the client

    @Test(arguments: TestServer.Way.allCases)
    func closesTheChannelOfAClientThatSendsNoJSONObjectOrBinary(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let live = try await ada.live()
            for text in ["", "x", "{", #"{"type":"typing""#, "{} {}", #"{"type":"a","type":"b"}"#] {
                let other = try await bob.live()
                try await other.send(.text(text))
                #expect(await other.end() == 1007, "\(text)")
            }
            for data in ["", #"{"type":"typing","isActive":true}"#] {
                let other = try await bob.live()
                try await other.send(.binary(ByteBuffer(string: data)))
                #expect(await other.end() == 1003, "\(data)")
            }
            // Others are unaffected.
            try await live.expect(.message(bob.post("hello", as: "m1")))
        }
    }

    /// Nor can an outsider forge events of another chat.
    @Test(arguments: ["ready", "message", "revision", "mark", "chat", "presence", "gap", "dance"])
    func ignoresOtherFrames(kind: String) async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let carol = try await server.client("carol")
            _ = try await carol.create("ada")
            _ = try await ada.post("hello", as: "m1")
            for person in [ada, bob] { _ = (try await person.live(), try await person.push()) }
            let (live, seen) = (try await carol.live("ada+carol"), try await ada.live("ada+carol"))
            let rows = try server.rows()
            let forged = """
                {"type":"\(kind)","chatId":"ada+bob","userId":"bob","senderId":"bob","senderName":"Bob","isActive":true,
                 "isOnline":false,"text":"forged","messageId":"bob/forged","serverOrder":2,"readId":"ada/m1","readOrder":1,
                 "deliveredId":"ada/m1","deliveredOrder":1,"lastOrder":7,"eventNumber":7,"recipient":"bob","marks":[],
                 "date":"2026-01-01T00:00:00.000Z"}
                """
            for text in [
                forged, "[]", "null", #"{"type":7}"#, #"{"type":"typing"}"#, #"{"type":"typing","isActive":1e999}"#,
            ] {
                try await live.send(.text(text))
            }
            try await live.send(.text(#"{"type":"typing","isActive":true,"more":{"a":[null]}}"#))
            try await seen.expect(Self.typing("carol", true, in: "ada+carol"))
            #expect(try server.rows() == rows)
            await live.close()
            try await seen.expect(Self.typing("carol", false, in: "ada+carol"))
        }
    }

    @Test func dropsAFloodOfFrames() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let (live, other) = (try await ada.live(), try await bob.live())
            for _ in 0..<300 { try await other.type() }
            let message = try await bob.post("hello", as: "m1")
            for channel in [live, other] { #expect(try await channel.messages(1) == [message]) }
            await live.close()
        }
    }

    // MARK: Bots

    @Test func showsEveryStepOfABotsAnswer() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            #expect(try await ada.create("Eliza").chat == "ada+eliza")
            let live = try await ada.live("ada+eliza")
            let seq = try await ada.post("I am testing you", as: "m1", to: "ada+eliza").seq
            var steps: [String] = []
            while steps.last != "answer" {
                switch try await live.next().frame {
                case .mark(let mark) where mark.user == "eliza" && mark.readSeq >= seq: steps.append("read")
                case .mark(let mark) where mark.user == "eliza" && mark.deliveredSeq >= seq: steps.append("delivered")
                case .typing(let typing) where steps.contains("read") && typing.active: steps.append("typing")
                case .message(let message)
                where message.sender == "eliza" && message.seq > seq && steps.contains("typing"):
                    steps.append("answer")
                    #expect(message.name == "Eliza" && !message.text.isEmpty)
                    #expect(try await ada.messages("ada+eliza").contains(message))
                default: break
                }
            }
            #expect(steps == ["delivered", "read", "typing", "answer"])
            await live.close()
        }
    }

    @Test func aBotAnswersMessagesInOrderButNoNotices() async throws {
        try await TestServer.run { server in
            let ada = try await server.client("ada")
            _ = try await ada.create("Echo")
            let push = try await ada.push()
            _ = try await ada.post("a notice", as: "0", to: "ada+echo", kind: "notice")
            try await ada.post(1...3, to: "ada+echo")
            var said: [String] = []
            while said.last != "3" {
                if case .message(let message) = try await push.next().frame, message.sender == "echo" {
                    said.append(message.text)
                }
            }
            #expect(said.filter { "123".contains($0) } == ["1", "2", "3"] && !said.contains { $0.contains("notice") })
            await push.close()
        }
    }
}
