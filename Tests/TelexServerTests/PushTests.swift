import Foundation
import NIOCore
import TelexAPI
import Testing

@testable import TelexServer

/// Tests the push channel: what it sends, to whom, and what it repeats to a client that resumes.
@Suite struct PushTests {
    @Test(arguments: TestServer.Way.allCases) func sendsEventsToAllDevicesOfBoth(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = (try await server.client("ada", "Ada Lovelace"), try await server.client("bob"))
            let pushes = try await [ada, ada, bob, bob].asyncMap { try await $0.push() }
            let chat = try await ada.create("bob")
            // Another request for it is no event.
            _ = try await bob.create("ada", isNew: false)
            let (first, second) = (try await ada.post("hello", as: "m1"), try await bob.post("hi", as: "m1"))
            _ = try await ada.post("hello", as: "m1", isNew: false)
            let mark = try await ada.mark(read: "bob/m1")
            for (push, title) in zip(pushes, ["Bob", "Bob", "Ada Lovelace", "Ada Lovelace"]) {
                var events = [try #require(push.ready.event)]
                let made = try await push.next()
                #expect(made.event == chat.event)
                guard case .chat(let info) = made.frame else { throw Unexpected() }
                #expect(info.chat == "ada+bob" && info.title == title && info.event == chat.event && info.last == 0)
                events.append(made.event!)
                for frame in [.message(first), .message(second), .mark(mark)] as [Frame] {
                    let item = try await push.next()
                    #expect(item.frame == frame)
                    events.append(try #require(item.event))
                }
                #expect(events == Set(events).sorted())
            }
        }
    }

    @Test func sendsNobodyEventsOfOtherPeoplesChats() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let carol = try await server.client("carol")
            let push = try await carol.push()
            try await ada.post(1...3)
            _ = try await bob.mark(read: "ada/3")
            _ = try await ada.edit("ada/3", "x")
            _ = try await ada.react("x", to: "ada/2")
            _ = try await bob.create("eliza")
            let live = try await bob.live()
            try await live.type()
            await live.close()
            let chat = try await ada.create("carol")
            let message = try await ada.post("hello", as: "m1", to: "ada+carol")
            // Eliza may have answered bob in between, which is an event, too.
            try await push.expect(.chat(carol.chats().chats[0].asMade(chat.event)), .message(message))
            let missed = try await carol.missed(since: 0)
            #expect(missed.map(\.frame.kind) == [.chat, .message] && missed.messages == [message])
            #expect(try await carol.revisions().messages == [])
            #expect(try await carol.chats().revised == nil)
        }
    }

    enum Pause: CaseIterable { case none, restart }

    @Test(arguments: Pause.allCases, TestServer.Way.allCases)
    func repeatsMissedEventsExactlyAndInOrder(pause: Pause, way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let witness = try await bob.push()
            try await ada.post(1...3)
            var seen = try await (0..<3).asyncMap { _ in try await witness.next() }
            let position = seen[1].event
            try await bob.post(1...2)
            _ = try await bob.mark(read: "ada/3")
            _ = try await ada.mark(delivered: "bob/1")
            _ = try await ada.edit("ada/1", "edited")
            let carol = try await server.client("carol")
            _ = try await carol.create("bob")
            try await carol.post(1...60, to: "bob+carol")
            _ = try await bob.mark(read: "carol/30", in: "bob+carol")
            _ = try await bob.mark(read: "carol/60", in: "bob+carol")
            while seen.count < 3 + 2 + 2 + 1 + 1 + 60 + 2 { seen.append(try await witness.next()) }
            if pause == .restart { try await server.restart() }
            let channels = [try await bob.push(since: position), try await bob.push(lastEvent: position)]
            // Each event is repeated, with its subject as it is now.
            let (edited, marks) = (try await bob.messages()[0], try await bob.chats().chats.flatMap(\.marks))
            for missed in channels.map(\.missed) {
                #expect(missed.compactMap(\.event) == seen.compactMap(\.event).filter { $0 > position! })
                #expect(missed.messages == Array(seen.messages.dropFirst(2)) && missed.revisions == [edited])
                #expect(missed.chats.map(\.chat) == ["bob+carol"])
                // Of the two with the same subject, each says what it is now.
                let repeated = missed.compactMap { if case .mark(let mark) = $0.frame { mark } else { nil } }
                #expect(repeated.map(\.user) == ["bob", "ada", "bob", "bob"])
                for mark in repeated { #expect(marks.contains(mark)) }
            }
            // New events follow as usual.
            let message = try await ada.post("afterwards", as: "4")
            for channel in channels {
                let item = try await channel.next()
                #expect(item.frame == .message(message) && item.event! > channel.ready.event!)
                #expect(channel.ready.event! >= seen.last!.event!)
                #expect(try await bob.missed(since: item.event) == [])
            }
            if pause == .none { try await witness.expect(.message(message)) }
        }
    }

    @Test func repeatsEverythingFromTheBeginning() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let all = try await ada.post(1...120)
            for person in [ada, bob] {
                let missed = try await person.missed(since: 0)
                #expect(missed.messages == all && missed.map(\.frame.kind).prefix(2) == [.chat, .message])
                #expect(missed.count == 121)
            }
        }
    }

    @Test(arguments: [1_000_000, 1 << 62]) func anUnknownEventLeavesAGap(event: Int64) async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let push = try await bob.push(lastEvent: event)
            #expect(push.missed.map(\.frame) == [.gap] && push.missed[0].event == nil)
            try await push.expect(.message(ada.post("hello", as: "m1")))
        }
    }

    @Test func tooManyMissedEventsLeaveAGap() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            let cursor = try await bob.chats().cursor
            try await server.fill(1...1000, from: ada)
            #expect(try await bob.missed(since: cursor).count == 1000)
            try await ada.post(1001...1001)
            #expect(try await bob.missed(since: cursor).map(\.frame) == [.gap])
        }
    }

    @Test(arguments: ["x", "-1", "1.5", ""]) func refusesAnInvalidLastEventID(id: String) async throws {
        try await TestServer.run { server in
            let response = try await server.client("ada").send("GET", "/v1/push", nil, [.lastEventID: id])
            #expect(response.status == 400 && response.problem?.detail.contains("Last-Event-ID") == true)
        }
    }

    @Test func missesNothingAfterTheCursorOfTheChats() async throws {
        try await TestServer.run { server in
            let (ada, bob) = try await server.couple()
            try await ada.post(1...2)
            let cursor = try await bob.chats().cursor
            #expect(try await bob.missed(since: cursor) == [])
            let more = try await ada.post(3...5)
            let push = try await bob.push(since: cursor)
            #expect(push.missed.messages == more)
            #expect(try await bob.chats().chats[0].event == push.ready.event)
        }
    }

    @Test(arguments: TestServer.Way.allCases)
    func missesAndRepeatsNothingWhileMessagesArrive(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let cursor = try await bob.chats().cursor
            async let all = ada.post(1...200)
            var pushes: [TestChannel] = []
            for _ in 0..<10 { pushes.append(try await bob.push(since: cursor)) }
            let posted = try await all
            for push in pushes {
                let missed = push.missed.messages
                let rest = try await push.messages(200 - missed.count)
                #expect(missed + rest == posted)
            }
        }
    }

    @Test func splitsALongReplayIntoParts() throws {
        let message = MessageInfo(
            chat: "c", seq: 1, id: "ada/1", sender: "ada", name: "Ada", text: String(repeating: "x", count: 10_000),
            date: Date(timeIntervalSince1970: 0))
        let parts = EventText.parts((1...20).map { (Int64($0), .message(message)) })
        #expect(parts.count == 3 && parts.allSatisfy { $0.readableBytes < 80_000 })
        #expect(parts.map { String(buffer: $0) }.joined().components(separatedBy: "event: message\n").count == 21)
        #expect(EventText.parts([]).isEmpty)
    }

    // MARK: Tokens

    enum WayOut: CaseIterable { case logOut, revoke, expire, remove }

    @Test(arguments: WayOut.allCases, TestServer.Way.allCases)
    func endsTheChannelsOfAnInvalidToken(wayOut: WayOut, way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let other = try await server.device(of: ada)
            _ = try await bob.post("hello", as: "m1")
            let (push, live) = (try await ada.push(), try await ada.live())
            let seen = try await bob.live(hearsPresence: true)
            try await seen.expect(.presence(Frame.Presence(chat: "ada+bob", user: "ada", online: true)))
            let kept = wayOut == .logOut ? try await other.push() : nil
            switch wayOut {
            case .logOut: try await ada.logOut()
            case .revoke: try server.accounts.revoke("ada")
            case .expire:
                try await server.execute(
                    "UPDATE token SET used = used - 91 * 86400 WHERE user = (SELECT key FROM user WHERE name = 'ada')")
            case .remove: try Removal("ada", server.store).carryOut()
            }
            try await server.service.sweep()
            #expect(await live.end() == 1008)
            await push.end()
            // What the client still sends is ignored.
            try? await live.type()
            if wayOut == .remove {
                // The chat of both is gone.
                #expect(await seen.end() == 1008)
            } else {
                try await seen.expect(.presence(Frame.Presence(chat: "ada+bob", user: "ada", online: false)))
            }
            // Nothing tells what a pending request would have returned.
            for event in [nil, 0, 99] as [Int64?] { try await refuses(401) { try await ada.push(lastEvent: event) } }
            try await refuses(401) { try await ada.live() }
            try await refuses(401) { try await ada.post("heard?", as: "m2") }
            try await refuses(401) { try await ada.mark(read: "bob/m1") }
            try await refuses(401) { try await ada.chats() }
            if let kept {
                let message = try await bob.post("still there?", as: "m2")
                try await kept.expect(.message(message))
                try await seen.expect(.message(message))
                #expect(try await other.messages().last == message)
            } else {
                try await refuses(401) { try await other.chats() }
            }
        }
    }

    @Test(arguments: TestServer.Way.allCases) func endsAllChannelsWhenTheServerStops(way: TestServer.Way) async throws {
        try await TestServer.run(way) { server in
            let (ada, bob) = try await server.couple()
            let (push, live) = (try await bob.push(), try await bob.live())
            let message = try await ada.post("the last", as: "m1")
            await server.service.stop()
            for channel in [push, live] { try await channel.expect(.message(message)) }
            await push.end()
            #expect(await live.end() == 1001)
        }
    }
}

extension ChatInfo {
    /// The chat as it was when it was made.
    fileprivate func asMade(_ event: Int64) -> ChatInfo {
        ChatInfo(chat: chat, title: title, last: 0, lastID: nil, marks: marks, event: event)
    }
}
