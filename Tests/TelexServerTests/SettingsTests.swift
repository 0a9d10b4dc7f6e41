import TelexAPI
import Testing

@testable import TelexServer

/// Tests how people arrange their chats, over the routes and channels.
@Suite struct SettingsTests {
    /// - Parameter changes: the members to change; `nil` for all.
    private func configure(
        _ settings: ChatSettingsInfo, _ chat: String, of person: TestClient, changes: [String]? = nil
    ) async throws -> ChatInfo {
        try await person.ask(.configure(chat: chat), SettingsRequest(settings: settings, changes: changes))
    }

    @Test func allDevicesOfAPersonLearnOfTheSettingsAndNobodyElse() async throws {
        try await TestServer.run { server in
            let (people, chat) = try await server.group("bob")
            let (ada, bob) = (people[0], people[1])
            let since = try await bob.chats().cursor
            let (push, other) = (try await ada.push(), try await bob.push())
            let settings = ChatSettingsInfo(
                pinOrder: 7, muted: .init(until: 99, keepsMentions: true), isArchived: true, isMarkedUnread: true)
            let changed = try await configure(settings, chat, of: ada)
            #expect(changed.settings == settings)
            try await push.expect(.chat(changed))
            // A device that was away gets them, too.
            #expect(try await ada.chats(since: since).chats == [changed])
            #expect(try await ada.missed(since: since).chats == [changed])
            #expect(try await bob.chats(since: since).chats == [])
            #expect(try await bob.missed(since: since).chats == [])
            #expect(try await bob.chats().chats.map(\.settings) == [nil])
            // The same settings are no change.
            #expect(try await configure(settings, chat, of: ada) == changed)
            let message = try await bob.post("hello", as: "1", to: chat)
            try await other.expect(.message(message))
            for channel in [push, other] { await channel.close() }
        }
    }

    @Test func devicesThatChangeDifferentSettingsAtATimeDoNotUndoEachOthersChanges() async throws {
        try await TestServer.run { server in
            let (people, chat) = try await server.group("bob")
            let mute = ChatSettingsInfo.Mute(until: 9, keepsMentions: true)
            // None of the devices knows what the others have changed.
            for (settings, change) in [
                (ChatSettingsInfo(pinOrder: 7), "pinOrder"), (ChatSettingsInfo(muted: mute), "muted"),
                (ChatSettingsInfo(isArchived: true), "isArchived"),
                (ChatSettingsInfo(isMarkedUnread: true), "isMarkedUnread"),
                (ChatSettingsInfo(sendsReceipts: false), "sendsReceipts"),
            ] { _ = try await configure(settings, chat, of: people[0], changes: [change]) }
            let all = ChatSettingsInfo(
                pinOrder: 7, muted: mute, isArchived: true, isMarkedUnread: true, sendsReceipts: false)
            #expect(try await people[0].chats().chats.map(\.settings) == [all])
            let unmuted = try await configure(
                ChatSettingsInfo(), chat, of: people[0], changes: ["muted", "isArchived"])
            #expect(unmuted.settings == ChatSettingsInfo(pinOrder: 7, isMarkedUnread: true, sendsReceipts: false))
            #expect(try await configure(ChatSettingsInfo(), chat, of: people[0], changes: []) == unmuted)
            #expect(try await configure(ChatSettingsInfo(), chat, of: people[0]).settings == ChatSettingsInfo())
        }
    }

    @Test func onlyAPersonsOwnDevicesSeeAPrivateMark() async throws {
        try await TestServer.run { server in
            let (people, chat) = try await server.group("bob")
            let (ada, bob) = (people[0], people[1])
            let first = try await bob.post("one", as: "1", to: chat)
            let second = try await bob.post("two", as: "2", to: chat)
            let since = try await bob.chats().cursor
            let (push, other) = (try await ada.push(), try await bob.push())
            func mark(_ message: MessageInfo, isPrivate: Bool? = nil) async throws -> Mark {
                try await ada.ask(.mark(chat: chat), MarkRequest(read: message.id, isPrivate: isPrivate))
            }
            func seen(_ chats: [ChatInfo]) -> [Int64] {
                chats.flatMap(\.marks).filter { $0.user == "ada" }.map(\.readSeq)
            }
            let own = try await mark(second, isPrivate: true)
            #expect(own.readSeq == second.seq)
            let info = try await ada.chats().chats[0]
            #expect(info.marks.contains(own))
            try await push.expect(.chat(info))
            // A device that was away learns of it, too; nobody else does.
            #expect(try await seen(ada.chats(since: since).chats) == [second.seq])
            #expect(try await seen(ada.missed(since: since).chats) == [second.seq])
            #expect(try await bob.chats(since: since).chats == [])
            #expect(try await bob.missed(since: since).chats == [])
            #expect(try await seen(bob.chats().chats) == [0])
            // Neither it nor a mark that others see goes back.
            #expect(try await mark(first, isPrivate: true) == own)
            let shown = try await mark(first)
            #expect(shown.readSeq == first.seq)
            try await other.expect(.mark(shown))
            try await push.expect(.mark(shown))
            #expect(try await seen(ada.chats().chats) == [second.seq])
            #expect(try await seen(bob.chats().chats) == [first.seq])
            for channel in [push, other] { await channel.close() }
        }
    }

    @Test func aMessageEndsTheArchiveUnlessTheChatIsMuted() async throws {
        try await TestServer.run { server in
            let (people, chat) = try await server.group("bob", "cleo", "dan")
            let mutes: [ChatSettingsInfo.Mute?] = [
                nil, .init(until: nil, keepsMentions: false), .init(until: 5, keepsMentions: false),
            ]
            for (person, mute) in zip(people, mutes) {
                _ = try await configure(ChatSettingsInfo(muted: mute, isArchived: true), chat, of: person)
            }
            let push = try await people[0].push()
            let message = try await people[3].post("hello", as: "1", to: chat)
            try await push.expect(.message(message))
            #expect([try await push.next()].chats.map(\.settings?.isArchived) == [false])
            await push.close()
            for (person, isArchived) in zip(people, [false, true, false]) {
                #expect(try await person.chats().chats.map(\.settings?.isArchived) == [isArchived])
            }
        }
    }

    @Test func refusesAnImpossiblePlaceAnUnknownSettingAndTheChatsOfOthers() async throws {
        try await TestServer.run { server in
            let (people, chat) = try await server.group("bob")
            let eve = try await server.client("eve")
            try await refuses(404) { _ = try await configure(ChatSettingsInfo(), chat, of: eve) }
            for order in [-1, Limits.lastPin + 1] {
                try await refuses(422, word: "pinOrder") {
                    _ = try await configure(ChatSettingsInfo(pinOrder: order), chat, of: people[0])
                }
            }
            try await refuses(422, word: "pinned") {
                _ = try await configure(ChatSettingsInfo(), chat, of: people[0], changes: ["muted", "pinned"])
            }
        }
    }
}
