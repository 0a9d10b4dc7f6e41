import Foundation
import GRDB
import TelexCore
import TelexJSON
import Testing

@testable import TelexStorage
@testable import TelexWire

/// Whole sessions, from lines to a real store and back.
@Suite struct PipeTests {
    private static func received(_ id: String, in chat: ChatID = "ada", _ text: String = "hello") -> Event {
        let content = MessageContent(text: text, sender: UserID(chat.text))
        return .message(.received(IncomingMessage(chat: chat, message: MessageID(id), content: content)))
    }

    private static let opening = Event.screen(.opening(.messages("ada")))

    // MARK: Paging

    /// However long the chat is: at most 100 rows, and each page costs as much as any other.
    @Test(arguments: [Updates.whole, .patch]) func pagesThroughALongChat(updates: Updates) throws {
        let count = 1500
        let session = try RecordedSession(SessionSetup(updates: updates, views: [MessagesViewModel.view]))
        try session.perform(.lines((0..<count).map { Self.received("m\($0)").line() }))
        try session.send(Self.opening)
        func numbers() throws -> [Int] {
            let shown = try #require(session.view(MessagesViewModel.self))
            #expect(shown.totalCount == count && shown.messages.count <= 100)
            return try shown.messages.map { try #require(Int($0.message.text.dropFirst())) }
        }
        var (seen, costs) = (Set(try numbers()), [Int]())
        func press(_ action: KeyPath<MessagesViewModel, Action?>) throws {
            let before = session.reading.cost[MessagesViewModel.view]?.bytes ?? 0
            try session.press(session.view(MessagesViewModel.self)?[keyPath: action])
            costs.append((session.reading.cost[MessagesViewModel.view]?.bytes ?? 0) - before)
            let rows = try numbers()
            #expect(rows == Array(rows[0]...rows[rows.count - 1]))
            seen.formUnion(rows)
        }
        while session.view(MessagesViewModel.self)?.older != nil { try press(\.older) }
        #expect(seen == Set(0..<count) && costs.count == (count - 50) / 50)
        // From the second page on, 100 rows are shown.
        let full = costs.dropFirst(2)
        #expect(Double(full.max()!) <= 1.1 * Double(full.min()!))
        seen = Set(try numbers())
        while session.view(MessagesViewModel.self)?.newer != nil { try press(\.newer) }
        #expect(seen == Set(0..<count) && session.view(MessagesViewModel.self)?.latest == nil)
        for _ in 0..<2 { try press(\.older) }
        try press(\.latest)
        #expect(try numbers() == Array(count - 50..<count))
        try session.end()
    }

    @Test(arguments: [true, false]) func notifiesOfWhatComesWhileOlderMessagesAreShown(marksRead: Bool) throws {
        let views = [MessagesViewModel.view, NotificationViewModel.view, BadgeViewModel.view]
        let session = try RecordedSession(SessionSetup(views: views, marksRead: marksRead))
        try session.perform(.lines((0..<200).map { Self.received("m\($0)").line() } + [Self.opening.line()]))
        func expect(unread: Int, _ previews: [String]) {
            #expect(session.view(BadgeViewModel.self)?.unreadCount == unread)
            #expect(session.view(NotificationViewModel.self)?.notifications.map(\.previewText) == previews)
        }
        // Of 200 unread messages, only the last 50 are shown.
        expect(unread: 200, [])
        if marksRead { try session.press(session.view(MessagesViewModel.self)?.markRead) }
        expect(unread: marksRead ? 0 : 200, [])
        for _ in 0..<2 { try session.press(session.view(MessagesViewModel.self)?.older) }
        try session.send(Self.received("m200", "news"))
        expect(unread: marksRead ? 1 : 201, ["news"])
        try session.press(session.view(MessagesViewModel.self)?.latest)
        expect(unread: marksRead ? 0 : 201, [])
        #expect(session.view(MessagesViewModel.self)?.messages.last?.text == "news")
        try session.end()
    }

    // MARK: Unread counts

    /// The counts that a store keeps are those that follow from its messages, and the views have the same.
    @Test(arguments: 0..<8 as Range<UInt64>) func keepsTheUnreadCountsOfTheMessages(seed: UInt64) throws {
        let store = try SQLiteStore(name: "test")
        // What only the server counts is shown, too.
        let isCounted = seed.isMultiple(of: 2)
        var traffic = Traffic(chance: Chance(seed: seed), isCounted: isCounted)
        for _ in 0..<3 {
            let session = try RecordedSession(
                SessionSetup(views: [ChatListViewModel.view, BadgeViewModel.view]), store: store)
            for _ in 0..<200 { try session.send(traffic.event()) }
            let kept = try store.unread()
            #expect(
                kept.count == 3 && kept.contains { $0.kept.messages > 0 } && kept.allSatisfy { $0.kept == $0.derived })
            let rows = try #require(session.view(ChatListViewModel.self)).chats
            let shown = rows.map { UnreadCount(messages: $0.unreadCount, mentions: $0.mentionCount) }
            #expect(isCounted || Set(shown) == Set(kept.map(\.kept)))
            #expect(session.view(BadgeViewModel.self)?.unreadCount == shown.map(\.messages).reduce(0, +))
            try session.end()
        }
    }

    /// Random events of a network, in three chats.
    private struct Traffic {
        var chance: Chance
        let isCounted: Bool
        private var count = 0

        init(chance: Chance, isCounted: Bool) { (self.chance, self.isCounted) = (chance, isCounted) }

        private mutating func message(in chat: ChatID, known: MessageID? = nil) -> IncomingMessage {
            count += 1
            var message = IncomingMessage(chat: chat, message: known ?? MessageID("m\(count)"), content: .text("text"))
            message.attention = chance.pick([.normal, .normal, .silent, .mention])
            message.isOwn = chance.isOne(in: 7)
            return message
        }

        mutating func event() -> Event {
            let chat = ChatID("chat\(chance.below(3))")
            let key = MessageKey(chat: chat, message: MessageID("m\(chance.below(count + 2))"))
            let token = chance.pick(["t1", "t2"])
            switch chance.below(isCounted ? 12 : 11) {
            case ..<5: return .message(.received(message(in: chat)))
            // One that may have come already.
            case 5: return .message(.received(message(in: chat, known: key.message)))
            case 6:
                let page = (0..<3).map { _ in message(in: chat) }
                return .history(.synced(SyncedHistory(chat: chat, messages: page, before: token)))
            case 7:
                let page = (0..<3).map { _ in message(in: chat) }
                return .history(.fetched(FetchedHistory(chat: chat, before: token, messages: page)))
            case 8: return .revision(.deleted(key))
            case 9: return .message(.read(key))
            case 10: return .message(.reading(chat: chat))
            default:
                let unread = UnreadCount(messages: 1 + chance.below(9), mentions: 1)
                return .activity(.counted(CountedChat(chat: chat, unread: unread)))
            }
        }
    }

    // MARK: The inbox

    /// Messages that come together share a page.
    @Test(arguments: [Updates.whole, .patch]) func deliversABurstInPages(updates: Updates) throws {
        let session = try RecordedSession(SessionSetup(updates: updates, views: [InboxViewModel.view], isReal: true))
        let ids = (0..<3000).map { "m\($0)" }
        let events = ids.enumerated().map { Self.received($0.element, in: ChatID("chat \($0.offset % 7)")) }
        try session.perform(.lines(events.map { $0.line() }))
        let pages = session.reading.pages
        #expect(Array(pages.joined()) == ids && pages.allSatisfy { $0.count <= 50 } && pages.count < 100)
        try session.end()
    }

    @Test func resumesTheInboxAfterARestartWithoutFetchedHistory() throws {
        let store = try SQLiteStore(name: "test")
        var session = try RecordedSession(SessionSetup(views: [InboxViewModel.view]), store: store)
        try session.perform(.lines((0..<120).map { Self.received("a\($0)").line() }))
        let cursor = try #require(session.view(InboxViewModel.self)?.cursor)
        try session.end()
        session = try RecordedSession(SessionSetup(), store: store)
        let old = JSONValue.array((0..<3).map { ["chatId": "bo", "messageId": .string("old\($0)"), "text": "old"] })
        try session.send(["backend": ["keep": ["beforeToken": "t", "messages": old]]])
        let new = [IncomingMessage(chat: "bo", message: "new", content: .text("new"))]
        try session.send(
            .history(.synced(SyncedHistory(chat: "bo", messages: new, before: "t"))),
            .screen(.opening(.messages("bo"))),
            .history(.loading(HistoryStep(chat: "bo", direction: .older))))
        try session.end()
        session = try RecordedSession(SessionSetup(), store: store)
        for (after, sizes) in [(cursor, [1]), (.start, [1, 50, 50, 21])] {
            try session.send(["subscribe": ["inbox"], "after": .string(after.text)])
            #expect(session.reading.pages.map(\.count) == sizes)
        }
        #expect(session.reading.pages.joined().last == "new")
        try session.end()
    }

    // MARK: Requests

    /// `RecordedSession` checks that each is answered once.
    @Test(arguments: [OutLine.Bye.eof, .signal, .inputFailed])
    func answersWhatIsUnfinishedAtTheEnd(ending: OutLine.Bye) throws {
        let session = try RecordedSession(SessionSetup(drain: 5, ending: ending))
        try session.send(.chat(.creating(recipient: "Echo")))
        try session.send(["backend": ["delay": "1h"]])
        try session.send(.message(.sending(OutgoingMessage(chat: "echo", text: "hello"))))
        try session.end()
        #expect(session.reading.answers.map(\.outcome) == ["done", "unfinished"])
    }

    @Test func answersWhatCannotBeStored() throws {
        let session = try RecordedSession(SessionSetup(failingCommit: 2))
        for number in 1...3 { try session.send(Self.received("m\(number)"), Self.received("n\(number)")) }
        try session.end()
        #expect(
            session.hasFailed
                && session.reading.answers.map(\.outcome) == ["done", "done", "storeFailed", "storeFailed"])
    }

    // MARK: Everything

    /// A late reader gets fewer lines, and ends with the same models. (Each line is compared in `LineReading`.)
    @Test(arguments: [Updates.whole, .patch]) func givesALateReaderTheNewestModels(updates: Updates) throws {
        let sessions = try [false, true].map {
            try RecordedSession(
                SessionSetup(updates: updates, views: [MessagesViewModel.view, BadgeViewModel.view], isLate: $0))
        }
        for session in sessions {
            try session.send(Self.opening)
            for number in 0..<300 { try session.perform(.lines([Self.received("m\(number)").line()])) }
            try session.send(.message(.reading(chat: "ada")))
            try session.end()
        }
        #expect(sessions[0].lines.count > 600 && sessions[1].lines.count < 20)
        #expect(sessions[1].reading.answers.map(\.id) == ["1", "302"])
    }

    /// A program that knows only the protocol can press every action.
    @Test func offersEveryAction() throws {
        var walker = Walker(chance: Chance(seed: 3))
        let session = try RecordedSession(SessionSetup(updates: .patch, views: ViewName.allCases))
        try walker.fill(session)
        // Others appear only if the store fails to load chats or contacts, and where a server has roles, takes reports
        // or searches.
        let wanted = Set(Walker.all).subtracting([
            "chatList.retry", "contactList.retry", "members.setRole", "messages.report",
            "found.loadMoreFromServer",
        ])
        var step = 0
        while step < 5000, step < 200 || Set(walker.pressed.keys) != wanted {
            try walker.step(step, session)
            step += 1
        }
        #expect(wanted.subtracting(walker.pressed.keys) == [])
        #expect(Set(walker.pressed.keys).subtracting(wanted) == [])
        #expect(session.takeErrors() == [])
        try session.end()
    }
}

/// Presses actions at random, while other people write and the network fails.
private struct Walker {
    var chance: Chance
    private(set) var pressed: [String: Int] = [:]

    init(chance: Chance) { self.chance = chance }

    /// The actions that the schema defines, each as `<view>.<action>`.
    static var all: [String] {
        func members(of schema: JSONValue, _ member: String) -> [String] {
            switch schema {
            case .object(let object):
                if member == "actions", case .object(let actions)? = object["$definition"]?["properties"] {
                    return actions.members.map(\.name)
                }
                if case .object(let properties)? = object["properties"] {
                    return properties.members.flatMap { members(of: $0.value, $0.name) }
                }
                return object.members.flatMap { members(of: $0.value, member) }
            case .array(let schemas): return schemas.flatMap { members(of: $0, member) }
            default: return []
            }
        }
        return ViewName.allCases.flatMap { view in
            members(of: WireViews.schema(of: view), "").map { "\(view.rawValue).\($0)" }
        }
    }

    /// Makes every list longer than a page.
    func fill(_ session: RecordedSession) throws {
        let cards = (0..<60).map { "BEGIN:VCARD\nN:Person;Number \($0)\nEND:VCARD\n" }
        try session.send(.contact(.importing(vcard: cards.joined())))
        for number in 0..<130 { try session.send(Self.received("long \(number)")) }
        for number in 0..<60 {
            let chat = ChatID("c\(number)")
            try session.send(["backend": ["say": ["chatId": .string(chat.text), "text": "hi"]]])
            try session.send(["event": "reminder.adding", "summary": "tea", "dueText": "tomorrow", "chatId": "c1"])
        }
        let members = (0..<60).map { ChatMember(id: "u\($0)", standing: .joined) }
        try session.send(.member(.synced(SyncedMembers(chat: "c1", members: members, isComplete: false))))
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("hello-\(UUID())")
        try Data(count: Int(Self.file.byteCount ?? 0)).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        try session.send(.message(.sending(OutgoingMessage(chat: "c1", text: "", path: path.path))))
    }

    /// Where files are saved: nowhere.
    private static let folder = "/nowhere/at/all"

    private static let sent = "382ec408afd51de29f84bd9d5b43cdfebe2f89532950e0259fdfb2271894b6de"

    /// A file that takes a while to download, and is found: 2,500,000 zeros. The backend serves it from the copy of the one that was sent.
    private static let file = MessageFile(
        id: FileID(String(repeating: "0", count: 64)),
        source: sent, name: "hello", byteCount: 2_500_000,
        thumbnail: MessageFile.Thumbnail(id: FileID(String(repeating: "f", count: 64)), source: sent))

    private static func received(_ id: String, answering answered: MessageID? = nil) -> Event {
        let content = MessageContent(text: "hello", sender: "c1", replyTo: answered)
        return .message(.received(IncomingMessage(chat: "c1", message: MessageID(id), content: content)))
    }

    mutating func step(_ number: Int, _ session: RecordedSession) throws {
        if chance.below(10) < 3 { return try session.send(outside(number)) }
        let actions = Dictionary(grouping: session.shown.flatMap { Self.actions(of: $0.model) }, by: \.name)
        // Prefers rarely pressed actions, so that the walk does not get stuck.
        let least = actions.keys.map { pressed[$0] ?? 0 }.min()
        let isRare = chance.isOne(in: 2)
        let name = chance.pick(actions.keys.filter { !isRare || pressed[$0] ?? 0 == least }.sorted())
        pressed[name, default: 0] += 1
        guard case .object(let event) = chance.pick(actions[name]!).event else { return }
        let text = chance.pick(["Eliza", "e", "hello", "c1", "", "tomorrow 9:00 tea"])
        var filled = JSONObject()
        for member in event.members {
            // An empty id is no id.
            let value = member.name.hasSuffix("Id") && text.isEmpty ? "a1" : text
            let filler = member.name == "filePath" ? Self.folder : value
            filled.append(member.name, member.value == .null ? .string(filler) : member.value)
        }
        // Only a deletion that waits can be taken back.
        if name == "messages.delete", chance.isOne(in: 2) { filled.append("delaySeconds", 60) }
        try session.send(.object(filled))
    }

    /// The actions that a model offers now.
    private static func actions(of model: any WireViewModel) -> [(name: String, event: JSONValue)] {
        func within(_ value: JSONValue, _ member: String) -> [(String, JSONValue)] {
            switch value {
            case .object(let object) where object["event"] != nil: [(member, value)]
            case .object(let object): object.members.flatMap { within($0.value, $0.name) }
            case .array(let values): values.flatMap { within($0, member) }
            default: []
            }
        }
        var writer = JSONWriter()
        model.write(to: &writer)
        return within(JSONValue(text: writer.bytes[...]) ?? .null, "").map {
            ("\(type(of: model).view.rawValue).\($0)", $1)
        }
    }

    private mutating func outside(_ number: Int) -> JSONValue {
        let reaction: JSONValue = ["event": "reaction.added", "chatId": "c1", "key": "+1", "senderId": "u1"]
        let chat = JSONValue.string("c\(number % 9)")
        switch chance.below(14) {
        case 0: return ["backend": ["say": ["chatId": .string("c\(chance.below(70))"), "text": "hi"]]]
        case 1:
            let invitation: JSONValue = [
                "chatId": .string("i\(number)"), "title": "Team", "inviterName": "Ada",
                "inviterId": .string("a\(number)"),
            ]
            return ["backend": ["invite": invitation]]
        case 2: return ["backend": ["refuse": "send"]]
        case 3: return ["backend": ["offline": true]]
        case 4: return ["backend": ["online": true]]
        case 5: return ["advance": "1s"]
        case 6: return ["advance": "1m"]
        case 7: return JSONValue(text: Array(Self.received("m\(number)").line().utf8)[...])!
        case 8: return JSONValue(text: Array(Self.received("r\(number)", answering: "long 1").line().utf8)[...])!
        case 9: return reaction.with(["messageId": .string("r\(number - 1)")])
        case 10: return reaction.with(["messageId": "long 129"])
        case 11: return ["event": "chat.createFailed", "reason": "No.", "canKnock": true]
        case 12:
            var file = Self.file
            file.id = FileID(String("\(number)\(file.id)".prefix(64)))
            file.thumbnail?.id = FileID(String("\(number)f\(file.id)".prefix(64)))
            let content = MessageContent(kind: .file, sender: "c1", file: file)
            let message = IncomingMessage(chat: "c1", message: MessageID("f\(number)"), content: content)
            return JSONValue(text: Array(Event.message(.received(message)).line().utf8)[...])!
        default: return ["event": "chat.synced", "chats": [["chatId": chat, "title": chat, "successorId": "c1"]]]
        }
    }
}

extension SQLiteStore {
    /// The unread counts of each chat: those that it keeps, and those that follow from its messages.
    fileprivate func unread() throws -> [(kept: UnreadCount, derived: UnreadCount)] {
        try database.read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT unread, mentions, count(message.id), count(message.id) FILTER (WHERE attention = 2)
                    FROM chat LEFT JOIN message ON message.chat = chat.key AND position > readUpTo
                        AND NOT isOwn AND kind NOT IN (4, 5) AND attention != 0
                    GROUP BY chat.key
                    """
            ).map {
                (UnreadCount(messages: $0[0], mentions: $0[1]), UnreadCount(messages: $0[2], mentions: $0[3]))
            }
        }
    }
}
