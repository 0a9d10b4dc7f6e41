import Foundation
import GRDB
import TelexCore
import Testing

@testable import TelexStorage

@Suite struct StoreTests {
    private let date = Date(timeIntervalSince1970: 1_767_603_600.125)

    private func message(
        _ id: MessageID, _ position: Int64, isOwn: Bool = false, in chat: ChatID = "ada",
        delivery: Message.Delivery = .received
    ) -> Message {
        Message(
            id: id, chat: chat, position: position, isOwn: isOwn, content: .text("text \(id)"), date: date,
            delivery: delivery)
    }

    private func page(_ store: SQLiteStore, before position: Int64? = nil, limit: Int = 50) throws -> HistoryPage? {
        if case .history(.loaded(let page)) = try store.load(.history("ada", before: position, limit: limit)) {
            page
        } else {
            nil
        }
    }

    @Test func keepsWhatIsToBeDeleted() throws {
        let store = try SQLiteStore()
        let other = message("n", 2, isOwn: true, delivery: .sent)
        try store.commit(
            [Chat(id: "ada", title: "Ada")].map(StoreChange.chat)
                + [.message(message("m", 1, isOwn: true, delivery: .sent)), .message(other)])
        let deleting = message("m", 1, isOwn: true, delivery: .deleting(at: date))
        try store.commit([.marked("ada", "m", deleting.delivery)])
        #expect(try store.load(.outbox) == .outbox(.loaded(messages: [deleting])))
        #expect(try page(store)?.messages == [deleting, other])
        try store.commit([.marked("ada", "m", .sent)])
        #expect(try store.load(.outbox) == .outbox(.loaded(messages: [])))
        // A chat that is gone does not come back.
        try store.commit([.chatRemoved("ada"), .marked("ada", "m", .sent)])
        #expect(try store.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: []))))
    }

    @Test func keepsAndRemovesWhatIsNotSent() throws {
        let store = try SQLiteStore()
        let other = message("n", 2, isOwn: true, delivery: .sent)
        var unsent = message("m", 3, isOwn: true, delivery: .sending)
        try store.commit([.message(other), .message(unsent)])
        (unsent.pendingText, unsent.pendingSpans) = ("new", [TextSpan(.bold, start: 0, length: 3)])
        try store.commit([.rewritten(unsent)])
        #expect(try store.load(.outbox) == .outbox(.loaded(messages: [unsent])))
        #expect(try page(store)?.messages == [other, unsent])
        // Its content is that with which it was posted.
        #expect(try store.known(["m"], in: "ada")["m"]?.content == unsent.content)
        unsent.pendingText = nil
        (unsent.pendingSpans, unsent.text, unsent.delivery) = ([], "new", .failed(reason: "No."))
        try store.commit([.rewritten(unsent)])
        #expect(try page(store)?.messages == [other, unsent])
        try store.commit([.removed("ada", "m")])
        #expect(try page(store)?.messages == [other])
        let last = Chat.LastMessage(other)
        #expect(try store.load(.end("ada")) == .activity(.shortened(ShortenedChat(chat: "ada", last: last))))
        try store.commit([.removed("ada", "n")])
        #expect(try store.load(.end("ada")) == .activity(.shortened(ShortenedChat(chat: "ada", last: nil))))
    }

    @Test func findsTheFilesThatNoMessageNames() throws {
        let store = try SQLiteStore()
        func message(_ id: MessageID, _ position: Int64, _ file: FileID, in chat: ChatID = "ada") -> Message {
            var message = self.message(id, position, isOwn: true, in: chat, delivery: .waiting)
            message.content = MessageContent(
                kind: .file, text: #""fileId":"d""#, file: MessageFile(id: file, name: "n"))
            return message
        }
        var pending = message("m2", 2, "b")
        pending.pendingText = "new"
        try store.commit(
            [message("m1", 1, "a"), pending, message("n1", 3, "a", in: "bob"), message("n2", 4, "c", in: "bob")]
                .map(StoreChange.message) + [.rewritten(pending)])
        func unused() throws -> [FileID] {
            guard case .file(.unused(let ids)) = try store.load(.unusedFiles(among: ["a", "b", "c", "d"])) else {
                return []
            }
            return ids
        }
        #expect(try unused() == ["d"])
        // Damage to one message says nothing of others.
        try store.database.write { try $0.execute(sql: "UPDATE message SET content = '{\"file' WHERE id = 'n2'") }
        #expect(try unused() == ["c", "d"])
        try store.commit([.revised("ada", "m1", MessageContent(kind: .deleted)), .removed("ada", "m2")])
        #expect(try unused() == ["b", "c", "d"])
        try store.commit([.chatRemoved("bob")])
        #expect(try unused() == ["a", "b", "c", "d"])
    }

    @Test func changesOnlyTheDeliveryStateOfAMessage() throws {
        let store = try SQLiteStore()
        try store.commit([.message(message("m", 1, isOwn: true, delivery: .sending))])
        for delivery in [.failed(reason: "why"), .waiting, .sent] as [Message.Delivery] {
            try store.commit([.marked("ada", "m", delivery)])
            #expect(try page(store)?.messages == [message("m", 1, isOwn: true, delivery: delivery)])
        }
    }

    /// From every position, a page has all messages up to the next gap, or begins behind one.
    @Test(arguments: [1, 2, 3, 5, 9]) func returnsNewerMessagesUpToTheNextGap(limit: Int) throws {
        let store = try SQLiteStore()
        let places: [Int64] = [-4, 1, 2, 5, 6, 7, 20, 21, 22, 23]
        // Some are adjacent, without a message in between, and one is at the end.
        let gaps: [Int64] = [-4, 4, 5, 6, 10, 12, 21, 23, 30]
        try store.commit(
            [.chat(Chat(id: "ada", title: "Ada", total: places.count))]
                + places.map { .message(message(MessageID("m\($0)"), $0)) }
                + gaps.map { .gap("ada", at: $0, token: "t\($0)") })
        for place in Int64(-6)...31 {
            let answer = try store.load(.newerHistory("ada", after: place, limit: limit))
            guard case .history(.loaded(let page)) = answer else { return #expect(Bool(false)) }
            let after = places.filter { $0 > place }
            // A page that begins behind a gap ends at the next one.
            let gap = gaps.last { $0 > place && $0 <= after.first ?? .max }
            let end = gaps.first { $0 > after.first ?? .max } ?? .max
            let wanted = after.prefix { $0 < end }.prefix(limit)
            #expect(page.messages.map(\.position) == Array(wanted), "after \(place)")
            #expect(
                page.gap?.position == gap && page.hasNewer == (wanted.count < after.count || end < .max),
                "after \(place)")
            #expect(page.total == places.count)
        }
    }

    @Test(arguments: [(SQLiteStore.Durability.full, 2), (.normal, 1)])
    func waitsForTheDiskAsConfigured(durability: SQLiteStore.Durability, synchronous: Int) throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite").path
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
        let store = try SQLiteStore(path: path, durability: durability)
        let mode = try store.database.inDatabase { try Int.fetchOne($0, sql: "PRAGMA synchronous") }
        #expect(mode == synchronous)
    }

    @Test func keepsTheSenderAndTheKind() throws {
        let store = try SQLiteStore()
        let messages = MessageKind.allCases.enumerated().map { index, kind in
            Message(
                id: "m\(index)", chat: "ada", position: Int64(index + 1), isOwn: false,
                content: MessageContent(kind: kind, text: "t", senderName: index > 0 ? "Bob" : nil), date: date,
                delivery: .received)
        }
        let last = Chat.LastMessage(
            message: "m3", position: 4, isOwn: false,
            content: MessageContent(kind: .unshowable, text: "t", senderName: "Bob"), date: date)
        let chat = Chat(id: "ada", title: "Club", last: last, total: 4, unread: 4)
        try store.commit(messages.map { .message($0) } + [.chat(chat)])
        #expect(try page(store)?.messages == messages)
        #expect(try store.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: [chat]))))
    }

    @Test func loadsTheFirstChatsAndCountsTheOthers() throws {
        let store = try SQLiteStore()
        let chats = [
            Chat(id: "invited", title: "I", invitation: Invitation(inviter: "Bob", position: 9)),
            Chat(id: "recent", title: "R", lastOrder: 8, unread: 2, mentions: 1),
            Chat(
                id: "older", title: "O", lastOrder: 2, unread: 4, mentions: 1,
                unloaded: UnreadCount(messages: 3, mentions: 2)),
            Chat(id: "empty", title: "E"),
        ]
        try store.commit([chats[3], chats[1], chats[0], chats[2]].map { .chat($0) })
        let others = OtherChats(count: 2, unread: UnreadCount(messages: 7, mentions: 3))
        #expect(
            try store.load(.chats(first: 2)) == .chat(.loaded(LoadedChats(chats: Array(chats[..<2]), others: others))))
        for limit in [4, 5, nil] {
            #expect(try store.load(.chats(first: limit)) == .chat(.loaded(LoadedChats(chats: chats))))
        }
    }

    @Test(
        arguments: [
            .marked("ada", "a", .sent, at: 9), .marked("ada", "a", .sent), .revised("ada", "a", .text("b")),
            .delivered("ada", upTo: 1), .otherRead("ada", upTo: 1),
            .earlyReaction("ada", "a", Reaction(key: "x", sender: "bob"), isAdded: true),
        ] as [StoreChange])
    func bringsNoRemovedChatBack(late: StoreChange) throws {
        let store = try SQLiteStore()
        try store.commit([.chat(Chat(id: "ada", title: "Ada")), .message(message("a", 1)), .chatRemoved("ada")])
        try store.commit([late])
        #expect(try store.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: []))))
    }

    @Test func revisesStoredMessages() throws {
        let store = try SQLiteStore()
        let chat = Chat(id: "ada", title: "Ada", total: 3, unread: 3)
        let edited = MessageContent(kind: .notice, text: "changed", senderName: "Bob", isEdited: true)
        try store.commit(
            [.chat(chat), .message(message("a", 1)), .message(message("b", 2)), .message(message("c", 3))]
                + [.revised("ada", "b", edited), .revised("ada", "c", MessageContent(kind: .deleted))])
        #expect(
            try page(store)?.messages.map(\.content) == [.text("text a"), edited, MessageContent(kind: .deleted)])
        // A deleted message is not unread.
        #expect(
            try store.known(["a", "c"], in: "ada") == [
                "a": KnownMessage(position: 1, unreadAfter: 1, content: .text("text a")),
                "c": KnownMessage(position: 3, unreadAfter: 0, content: MessageContent(kind: .deleted)),
            ])
    }

    @Test func readsBackWhatWasWritten() throws {
        let store = try SQLiteStore()
        let deliveries: [Message.Delivery] = [.received, .sending, .waiting, .sent, .failed(reason: "why")]
        let messages = deliveries.enumerated().map { message("m\($0)", Int64($0 + 1), isOwn: $0 > 0, delivery: $1) }
        let last = Chat.LastMessage(message: "m4", position: 5, isOwn: true, content: .text("text m4"), date: date)
        let chat = Chat(id: "ada", title: "Ada", last: last, lastOrder: 5, total: 5, readUpTo: 0, unread: 1)
        try store.commit(
            messages.map { .message($0) } + [.chat(chat), .delivered("ada", upTo: 4), .otherRead("ada", upTo: 2)])
        try store.commit([.otherRead("ada", upTo: 1)])
        #expect(try store.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: [chat]))))
        #expect(
            try page(store)
                == HistoryPage(
                    chat: "ada", messages: messages, total: 5, hasOlder: false, deliveredUpTo: 4, otherReadUpTo: 2))
        #expect(try store.load(.outbox) == .outbox(.loaded(messages: [messages[1], messages[2], messages[4]])))
        #expect(try store.lastPosition() == 5)
    }

    @Test func keepsTheLastValueOfEachName() throws {
        let store = try SQLiteStore()
        try store.commit([
            .link(name: "a", value: "1"), .link(name: "b", value: "x"), .link(name: "a", value: "2"),
        ])
        #expect(try store.link.values("") == ["a": "2", "b": "x"])
    }

    @Test func keepsReminders() throws {
        let store = try SQLiteStore()
        var tea = Reminder(id: "t", name: "tea\u{0}", due: date, chat: "ada")
        let far = Reminder(id: "f", name: "far", due: date.addingTimeInterval(60), isDone: true, isNotified: true)
        try store.commit([.reminder(far), .reminder(tea)])
        #expect(try store.load(.reminders) == .reminder(.loaded(reminders: [tea, far])))
        tea.isDone = true
        try store.commit([.reminder(tea)])
        #expect(try store.load(.reminders) == .reminder(.loaded(reminders: [tea, far])))
    }

    @Test func keepsContacts() throws {
        let store = try SQLiteStore()
        var ada = Contact(id: "a", first: "Ada", last: "Lovelace", chat: "boss", details: "TEL:1\nNOTE:\u{0}")
        let zola = Contact(id: "z", first: "Émile", last: "Zola", chat: "writer")
        try store.commit([.contact(ada), .contact(zola)])
        try store.commit([.chat(Chat(id: "boss", title: "1")), .chat(Chat(id: "writer", title: "2"))])
        #expect(try store.load(.allContacts) == .contact(.loaded(contacts: [ada, zola])))
        #expect(
            try found("lovelace", 9, in: store) + found("zola", 9, in: store) == [
                "boss: Ada Lovelace", "writer: Émile Zola",
            ])
        ada.last = "King"
        try store.commit([.contact(ada), .contactRemoved("z"), .contactRemoved("nobody")])
        #expect(try store.load(.allContacts) == .contact(.loaded(contacts: [ada])))
        #expect(try found("lovelace", 9, in: store) + found("zola", 9, in: store) == [])
    }

    @Test(arguments: [
        ("z", ["k: Zoe King", "e: Émile Zola"]), ("EMI", ["e: Émile Zola"]), ("émile z", ["e: Émile Zola"]),
        ("emile k", []), ("ola", []), ("k", ["k: Zoe King"]), (" ", []), ("zo", ["k: Zoe King", "e: Émile Zola"]),
        ("boss", ["e: boss"]), ("ann", []),
    ])
    func findsChatsByTitleBeforeThoseByContact(query: String, names: [String]) throws {
        let store = try SQLiteStore()
        let last = Chat.LastMessage(message: "m", position: 1, isOwn: false, content: .text(""), date: date)
        try store.commit([
            .contact(Contact(id: "z", first: "Émile", last: "Zola", chat: "e")),
            .contact(Contact(id: "k", first: "Zoe", last: "King", chat: "k")),
            .chat(Chat(id: "k", title: "Zoe King", last: last, total: 1, readUpTo: 0, unread: 0)),
            .chat(Chat(id: "e", title: "boss")),
            // The name of a contact says nothing of whether the server knows one. Nor can a chat be opened that is gone.
            .contact(Contact(id: "a", first: "Ann", last: "")),
            .contact(Contact(id: "b", first: "Anna", last: "", chat: "gone")),
            // We are in neither of these chats, and strangers chose the titles.
            .chat(Chat(id: "i", title: "Anne", invitation: Invitation(inviter: "Eve", position: 1))),
            .contact(Contact(id: "c", first: "Annie", last: "", chat: "i")),
        ])
        #expect(try found(query, 9, in: store) == names)
    }

    @Test func pagesBackwards() throws {
        let store = try SQLiteStore()
        try store.commit((1...10).map { .message(message("m\($0)", $0)) })
        #expect(try page(store, limit: 4)?.messages.map(\.position) == [7, 8, 9, 10])
        #expect(try page(store, before: 7, limit: 6)?.messages.map(\.position) == [1, 2, 3, 4, 5, 6])
        #expect(try page(store, before: 7, limit: 6)?.hasOlder == false)
        #expect(try page(store, before: 7, limit: 5)?.hasOlder == true)
        #expect(try page(store, before: 1)?.messages == [])
    }

    @Test func continuesFromTheChatWithTheLatestMessage() throws {
        let store = try SQLiteStore()
        #expect(try store.lastPosition() == 0)
        try store.commit([
            .chat(Chat(id: "ada", title: "Ada", lastOrder: 3)), .chat(Chat(id: "bo", title: "Bo", lastOrder: 2)),
        ])
        #expect(try store.lastPosition() == 3)
        // System messages do not move their chat in the list, but their positions still count.
        let system = ([5, 7, 6] as [Int64]).map { position in
            var joined = message("j\(position)", position, in: "bo")
            joined.content = .system(.joined, by: "@bob:x")
            return StoreChange.message(joined)
        }
        try store.commit(system + [.message(message("own", (1 << 52) + 9, isOwn: true))])
        #expect(try store.lastPosition() == 7)
    }

    /// A waiting message counts with the number at which it was written.
    @Test(arguments: [(3, 7), (9, 9)] as [(Int64, Int64)])
    func ordersAChatThatWasNeverSavedByItsMessages(waiting: Int64, order: Int64) throws {
        let store = try SQLiteStore()
        try store.commit([
            .message(message("a", 6)), .message(message("b", 7)),
            .message(message("w", MessagePosition.last + waiting, isOwn: true, delivery: .waiting)),
            .message(message("c", 2, in: "bo")),
        ])
        guard case .chat(.loaded(let loaded)) = try store.load(.chats(first: nil)) else {
            return #expect(Bool(false))
        }
        let chats = loaded.chats
        #expect(chats.map(\.id) == ["ada", "bo"] && chats.map(\.lastOrder) == [order, 2])
        #expect(try store.lastPosition() == 7)
    }

    @Test func neverCountsSystemMessages() throws {
        let store = try SQLiteStore()
        var joined = message("j", 2)
        joined.content = .system(.joined, by: "@bob:x")
        joined.attention = .mention
        try store.commit([.message(message("a", 1)), .message(joined), .message(message("b", 3))])
        #expect(
            try store.known(["a"], in: "ada") == [
                "a": KnownMessage(position: 1, unreadAfter: 1, content: .text("text a"))
            ])
    }

    @Test func returnsAnEmptyPageForAnUnknownChat() throws {
        let answer = try SQLiteStore().load(.history("nobody", before: nil, limit: 50))
        #expect(
            answer == .history(.loaded(HistoryPage(chat: "nobody", messages: [], total: 0, hasOlder: false))))
    }

    @Test func knowsThePositionsOfMessages() throws {
        let store = try SQLiteStore()
        try store.commit([
            .message(message("a", 1)), .message(message("b", 2)), .message(message("own", 3, isOwn: true)),
            .message(message("c", 4)),
            .message(message("a", 9, in: "bo")),
        ])
        let known = try store.known(["a", "own", "c", "other"], in: "ada")
        #expect(
            known == [
                "a": KnownMessage(position: 1, unreadAfter: 2, content: .text("text a")),
                "own": KnownMessage(position: 3, unreadAfter: 1, isOwn: true, content: .text("text own")),
                "c": KnownMessage(position: 4, unreadAfter: 0, content: .text("text c")),
            ])
        #expect(try store.known(["a"], in: "nobody") == [:])
    }

    @Test func keepsTheUnreadCountsOfAChat() throws {
        let store = try SQLiteStore()
        let chat = Chat(id: "ada", title: "Ada", readUpTo: 1, unread: 77, mentions: 7)
        try store.commit([.message(message("a", 1)), .chat(chat)])
        #expect(try store.load(.chats(first: nil)) == .chat(.loaded(LoadedChats(chats: [chat]))))
    }

    @Test func derivesUnreadCountsFromTheReadMarkIfTheDetailsAreUnreadable() throws {
        let store = try SQLiteStore()
        var mention = message("b", 3)
        mention.attention = .mention
        for readUpTo in [0, 1, 2, 3, 99] as [Int64] {
            try store.commit([
                .message(message("a", 1)), .message(message("own", 2, isOwn: true)), .message(mention),
                .chat(Chat(id: "ada", title: "Ada", readUpTo: readUpTo, unread: 77, mentions: 7)),
            ])
            try store.database.write { try $0.execute(sql: "UPDATE chat SET details = NULL") }
            guard case .chat(.loaded(let loaded)) = try store.load(.chats(first: nil)) else {
                return #expect(Bool(false))
            }
            let chats = loaded.chats
            #expect(chats.map(\.unread) == [[1, 3].count { $0 > readUpTo }])
            #expect(chats.map(\.mentions) == [readUpTo < 3 ? 1 : 0])
        }
    }

    /// The chats that the store finds, each as its id and the name that matches.
    private func found(_ query: String, _ limit: Int, in store: SQLiteStore) throws -> [String] {
        guard case .search(.found(let people)) = try store.load(.contacts(query, limit: limit)) else { return ["?"] }
        #expect(people.query == query && people.recipients == [])
        return people.chats.map { "\($0.chat): \($0.title)" }
    }

    @Test(arguments: [
        ("a", ["Ada Lovelace", "Émile Adam", "Anna"]), ("ada", ["Ada Lovelace", "Émile Adam"]),
        ("LOVE", ["Ada Lovelace"]), ("emi", ["Émile Adam"]),
        ("éM", ["Émile Adam"]), ("lace", []), ("%", []), ("", ["Ada Lovelace", "Émile Adam", "Anna"]),
    ])
    func findsPeopleByTheStartOfAnyWord(query: String, names: [String]) throws {
        let store = try SQLiteStore()
        let people = ["Anna", "Émile Adam", "Ada Lovelace"]
        try store.commit(
            people.enumerated().map { number, name in
                let last = Chat.LastMessage(
                    message: "m", position: Int64(number), isOwn: false, content: .text(""), date: date)
                return .chat(Chat(id: "\(number)", title: name, last: last))
            })
        #expect(try found(query, 10, in: store).map { String($0.dropFirst(3)) } == names)
    }

    @Test func writesAllOfABatchOrNothing() throws {
        let store = try SQLiteStore()
        try store.database.write {
            try $0.execute(
                sql: """
                    CREATE TRIGGER breaks BEFORE INSERT ON message WHEN NEW.id = 'bad'
                    BEGIN SELECT RAISE(ABORT, 'the disk is broken'); END
                    """)
        }
        try store.commit([.message(message("a", 1))])
        #expect(throws: StoreError.notWritten(reason: "the disk is broken")) {
            try store.commit([
                .message(message("b", 2)), .message(message("x", 1, in: "new")), .message(message("bad", 3)),
            ])
        }
        #expect(try Set(store.known(["a", "b"], in: "ada").keys) == ["a"])
        try store.commit([.message(message("x", 5, in: "new"))])
        #expect(try store.known(["x"], in: "new").count == 1)
    }

    @Test func recognizesAMessageThatIsAlreadyStored() throws {
        let store = try SQLiteStore()
        try store.commit([.message(message("a", 1)), .message(message("b", 2))])
        try store.commit([.message(message("a", 1)), .message(message("b", 9)), .message(message("c", 2))])
        #expect(try page(store)?.messages.map(\.id) == ["a", "b"])
    }

    @Test(arguments: ["", "plain é😀", "a\u{0}b", "\u{1}", "\u{1}0", "\u{0}\u{0}", "\u{1}1\u{0}", "\u{1}\u{1}0"])
    func keepsEveryCharacter(text: String) {
        #expect(StoredText.decode(StoredText.encode(text)) == text)
        #expect(!StoredText.encode(text).utf8.contains(0))
    }

    @Test func locksAStoreForOneProcess() throws {
        let path = NSTemporaryDirectory() + "telex-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path + ".lock") }
        do {
            let lock = try StoreLock(path)
            #expect(throws: StoreError.locked(path: path, process: getpid())) { try StoreLock(path) }
            withExtendedLifetime(lock) {}
        }
        #expect(throws: Never.self) { try StoreLock(path) }
    }

    @Test(arguments: ["default", "work", "a.b-c_1", "ñandú"]) func acceptsValidProfileNames(name: String) {
        #expect(Profile.isName(name))
    }
    @Test(arguments: ["", ".", "..", ".hidden", "a/b", "a b", String(repeating: "x", count: 65)])
    func refusesInvalidProfileNames(name: String) { #expect(!Profile.isName(name)) }

    @Test(arguments: [
        (["HOME": "/h"], "/h/.local/share/telex/p"), (["HOME": "/h", "XDG_DATA_HOME": "/d"], "/d/telex/p"),
        (["HOME": "/h", "XDG_DATA_HOME": ""], "/h/.local/share/telex/p"),
        (["HOME": "/h", "XDG_DATA_HOME": "relative"], "/h/.local/share/telex/p"),
    ])
    func keepsFilesInTheXDGFolder(environment: [String: String], folder: String) {
        #expect(Profile(name: "p", environment: environment).folder == folder)
    }
}
