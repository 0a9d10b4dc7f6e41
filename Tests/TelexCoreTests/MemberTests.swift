import Testing

@testable import TelexCore

@Suite struct MemberTests {
    // MARK: Names

    @Test(arguments: [
        ("Bob", "bob"), ("Bob", "Bоb"), ("Bob", "Ｂｏｂ"), ("Bob", "B\u{200B}ob"), ("Bob", "Bo\u{301}b"),
        ("Bob", "B ob"), ("Bob", "B0b"), ("pay", "рау"), ("Emma", "Ernrna"), ("Ian", "lan"), ("Alice", "AIice"),
        ("José", "Jose\u{301}"), ("scope", "ѕсоре"), ("𝐁𝐨𝐛", "Bob"),
    ])
    func findsNamesThatLookAlike(name: String, other: String) {
        #expect(MemberName.skeleton(name) == MemberName.skeleton(other))
    }

    @Test(arguments: [("Bob", "Rob"), ("Ann", "Anna"), ("山田", "山口"), ("Иван", "Игорь"), ("", "a")])
    func distinguishesNamesThatLookDifferent(name: String, other: String) {
        #expect(MemberName.skeleton(name) != MemberName.skeleton(other))
    }

    @Test(arguments: [
        ("Bob", "Bob"), ("B\u{202E}ob", "Bob"), ("Bob\n\tHope ", "Bob Hope"), ("\u{2066}Bob\u{2069}", "Bob"),
        ("👩\u{200D}🚀 ❤\u{FE0F}", "👩\u{200D}🚀 ❤\u{FE0F}"), ("\u{3164}", ""), ("\u{E0041}", ""),
    ])
    func removesInvisibleCharacters(name: String, visible: String) { #expect(MemberName.visible(name) == visible) }

    /// The display names in a chat with Bob, whose id is @bob:x, and us, named Ada.
    @Test(
        arguments: [
            ("Eve", "Eve", "Bob"), ("Bob", "Bob (@eve:y)", "Bob (@bob:x)"), ("Воb", "Воb (@eve:y)", "Bob (@bob:x)"),
            ("@bob:x", "@bob:x (@eve:y)", "Bob"), ("Bob (@bob:x)", "Bob (@bob:x) (@eve:y)", "Bob"),
            ("ada", "ada (@eve:y)", "Bob"), ("You", "You (@eve:y)", "Bob"), ("you\u{200B}", "you (@eve:y)", "Bob"),
            ("\u{200B}", "@eve:y", "Bob"), (" ", "@eve:y", "Bob"), ("@eve:y", "@eve:y", "Bob"),
            ("Ada: hi. Bob", "Ada: hi. Bob (@eve:y)", "Bob"), ("You.", "You. (@eve:y)", "Bob"),
            ("You left. Eve", "You left. Eve (@eve:y)", "Bob"), ("Young", "Young", "Bob"),
            ("-- You left", "-- You left (@eve:y)", "Bob"), ("* Bob", "* Bob (@eve:y)", "Bob"),
            ("- You", "- You (@eve:y)", "Bob"),
            ("Bob （@bob：x）", "Bob （@bob：x） (@eve:y)", "Bob"), ("Bob\u{2800}", "Bob (@eve:y)", "Bob (@bob:x)"),
            ("\u{301}", "\u{301} (@eve:y)", "Bob"), ("Eve\nand all", "Eve and all (@eve:y)", "Bob"),
            (nil, "@eve:y", "Bob"),
        ] as [(String?, String, String)])
    func showsTheIDOfMisleadingNames(name: String?, as shown: String, whileBobIs bob: String) {
        var members = Members()
        let all = [
            ChatMember(id: "@bob:x", name: "Bob", standing: .joined),
            ChatMember(id: "@ada:x", name: "Ada", standing: .joined, isOwn: true),
            ChatMember(id: "@eve:y", name: name, standing: .joined),
        ]
        for member in all.shuffled() { note(member, in: &members) }
        #expect(members.displayName(of: "@eve:y") == shown && members.displayName(of: "@bob:x") == bob)
        // The same holds after a restart.
        let stored = Members(stored: members.all)
        #expect(stored == members && stored.displayName(of: "@eve:y") == shown)
        for member in all { note(member, in: &members, isNew: false) }
    }

    private func note(_ member: ChatMember, in members: inout Members, isNew: Bool = true) {
        let wasNew = members.note(member)
        #expect(wasNew == isNew)
    }

    @Test func showsTheNameAloneOnceItIsUniqueAgain() {
        var members = Members(stored: [ChatMember(id: "a", name: "Bob"), ChatMember(id: "b", name: "Ann")])
        note(ChatMember(id: "b", name: "BOB"), in: &members)
        #expect(members.displayName(of: "a") == "Bob (a)")
        note(ChatMember(id: "b", name: "Ann"), in: &members)
        #expect(members.displayName(of: "a") == "Bob")
        // Members who left still count, because their messages remain.
        note(ChatMember(id: "b", name: "Bob", standing: .left), in: &members)
        #expect(members.displayName(of: "a") == "Bob (a)")
    }

    /// Bridged rooms have thousands of members called "Deleted Account". Comparing each with all others would take hours.
    @Test func noteManyMembersOfOneName() {
        var members = Members()
        for number in 0..<10_000 {
            _ = members.note(ChatMember(id: UserID("@u\(number):x"), name: "Deleted Account", standing: .joined))
        }
        for number in 1..<10_000 {
            _ = members.note(ChatMember(id: UserID("@u\(number):x"), name: "User \(number)", standing: .joined))
        }
        #expect(members.all.allSatisfy { !$0.isMisleading })
    }

    /// What changes piece by piece is the same as what is worked out from all names at once.
    @Test func marksTheSameNamesInAnyOrder() {
        let names = ["Bob", "BOB", "B0b", "Ann", "u1", "@u2:x", "Нина", "НИНА", nil]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<50 {
            var members = Members()
            for _ in 0..<30 {
                let id = UserID("@u\(Int.random(in: 0..<6, using: &random)):x")
                _ = members.note(ChatMember(id: id, name: names.randomElement(using: &random)!))
                var others = Members()
                for member in members.all.shuffled(using: &random) {
                    _ = others.note(ChatMember(id: member.id, name: member.name))
                }
                #expect(members == others)
            }
        }
    }

    @Test(arguments: [("НИНА", "Нина"), ("ΑΛΕΞΑ", "Αλεξα"), ("ИВАН", "Иван")])
    func treatsNamesThatDifferOnlyInCaseAsMisleading(name: String, other: String) {
        var members = Members(stored: [ChatMember(id: "a", name: name)])
        note(ChatMember(id: "b", name: other), in: &members)
        #expect(members.displayName(of: "a") == "\(name) (a)" && members.displayName(of: "b") == "\(other) (b)")
    }

    @Test func keepsAKnownNameOverAnOlderOne() {
        var members = Members()
        var isNew = members.learn("Old", of: "a", isLate: true)
        #expect(isNew && members.displayName(of: "a") == "Old")
        isNew = members.learn("New", of: "a")
        #expect(isNew && members.displayName(of: "a") == "New")
        isNew = members.learn("Old", of: "a", isLate: true)
        #expect(!isNew && members.displayName(of: "a") == "New" && members.displayName(of: "b") == "b")
    }

    @Test func sortsMembersByStandingAndName() {
        let members = Members(stored: [
            ChatMember(id: "1"), ChatMember(id: "2", name: "b", standing: .left),
            ChatMember(id: "3", name: "b", standing: .joined), ChatMember(id: "4", name: "A", standing: .joined),
            ChatMember(id: "5", standing: .invited),
        ])
        #expect(members.all.map(\.id) == ["4", "3", "5", "2", "1"])
    }

    // MARK: In chats

    private static let bob = ChatMember(id: "@bob:x", name: "Bob", standing: .joined)

    /// A message in a room titled Bob must not appear to be from Bob.
    @Test func doesNotUseTheTitleAsASenderName() {
        let flow = Flow(chats: [Chat(id: "r", title: "Bob")], isStrict: false)
        flow.send(.screen(.opening(.messages("r"))))
        flow.send(.member(.synced(SyncedMembers(chat: "r", members: [Self.bob], isComplete: false))))
        let said = { MessageContent(text: "hi", sender: $0, senderName: $1) }
        let messages = [said("@bob:x", nil), said("@eve:x", "Eve"), said(nil, "Bo"), said(nil, nil)].enumerated()
        for (number, content) in messages {
            flow.send(
                .message(.received(IncomingMessage(chat: "r", message: MessageID("\(number)"), content: content))))
        }
        #expect(flow.messages.model?.messages.map(\.senderName) == ["Bob", "Eve", "Bo", "Unknown sender"])
        #expect(flow.chatList.model?.chats.map(\.previewText) == ["Unknown sender: hi"])
    }

    @Test func updatesShownMessagesWhenANameBecomesKnown() {
        let flow = Flow(chats: [Chat(id: "r", title: "room")])
        flow.open("r", title: "room", messages: [.stored("m", in: "r", at: 1)])
        var members = Members()
        _ = members.note(ChatMember(id: "r", name: "Ann", standing: .joined))
        flow.send(.member(.synced(SyncedMembers(chat: "r", members: members.all, isComplete: false))))
        flow.expect(
            saves: [.members("r", members)],
            changes: "messages: membersText = This chat is with Ann (r).\nmessages[m]: senderName = Ann")
        flow.send(.member(.synced(SyncedMembers(chat: "r", members: members.all, isComplete: true))))
        flow.expect()
        flow.send(.member(.synced(SyncedMembers(chat: "x", members: members.all, isComplete: true))), id: "x")
        flow.expect(settled: ["x ignored"])
    }

    /// All members of a chat are stored as one value, and a chat can have thousands.
    @Test func savesNoMembersForAMessageOfAKnownOne() {
        let flow = Flow(chats: [Chat(id: "r", title: "room", members: Members(stored: [Self.bob]))], isStrict: false)
        func savesMembers(_ event: Event) -> Bool {
            flow.send(event)
            return flow.takeSaves().contains { if case .members = $0 { true } else { false } }
        }
        func received(_ id: MessageID, _ name: String) -> Event {
            let content = MessageContent(text: "hi", sender: "@bob:x", senderName: name)
            return .message(.received(IncomingMessage(chat: "r", message: id, content: content)))
        }
        #expect(!savesMembers(received("1", "Bob")))
        #expect(!savesMembers(.member(.synced(SyncedMembers(chat: "r", members: [Self.bob], isComplete: false)))))
        #expect(savesMembers(received("2", "Rob")))
    }

    /// The server of a large chat reports only some of its members.
    @Test(arguments: [
        (nil, "This chat is with Bob (@bob:x)."), (2, "This chat is with Bob (@bob:x)."),
        (1, "This chat is with Bob (@bob:x)."), (3, "This chat has 3 members."), (5_002, "This chat has 5002 members."),
    ])
    func namesTheMembersOnlyIfItKnowsAllOfThem(count: Int?, text: String) {
        let flow = Flow(isStrict: false)
        flow.send(.chat(.synced(chats: [ServerChat(id: "r", title: "room", memberCount: count)])))
        flow.send(.screen(.opening(.messages("r"))))
        let own = ChatMember(id: "@ada:x", name: "Ada", standing: .joined, isOwn: true)
        flow.send(.member(.synced(SyncedMembers(chat: "r", members: [own, Self.bob], isComplete: false))))
        #expect(flow.messages.model?.membersText == text)
        // The count stays known while only the title changes.
        flow.send(.chat(.synced(chats: [ServerChat(id: "r", title: "Room")])))
        #expect(flow.messages.model?.membersText == text)
        let many = (0..<200).map { ChatMember(id: UserID("@u\($0):x"), standing: .joined) }
        flow.send(.member(.synced(SyncedMembers(chat: "r", members: many, isComplete: false))))
        #expect(flow.messages.model?.membersText == count.flatMap { $0 > 1 ? "This chat has \($0) members." : nil })
    }

    @Test func marksMembersMissingFromACompleteListAsLeft() {
        let flow = Flow(chats: [Chat(id: "r", title: "room", members: Members(stored: [Self.bob]))], isStrict: false)
        flow.send(.screen(.opening(.members("r"))))
        let eve = ChatMember(id: "@eve:x", standing: .invited)
        for (isComplete, standing) in [(false, ChatMember.Standing.joined), (true, .left)] {
            flow.send(.member(.synced(SyncedMembers(chat: "r", members: [eve], isComplete: isComplete))))
            let rows = flow.members.model?.members ?? []
            #expect(rows.first { $0.user == "@bob:x" }?.standing == standing)
            #expect(rows.first { $0.user == "@eve:x" }?.standing == .invited)
        }
    }

    @Test func showsMoreMembersOnRequest() {
        let many = (1...60).map { ChatMember(id: UserID("\($0)"), standing: .joined) }
        let flow = Flow(chats: [Chat(id: "r", title: "room", members: Members(stored: many))], isStrict: false)
        flow.send(.screen(.opening(.members("r"))))
        #expect(flow.members.model?.members.count == 50 && flow.members.model?.totalCount == 60)
        flow.send(flow.members.model!.loadMore!.event)
        #expect(flow.members.model?.members.count == 60 && flow.members.model?.loadMore == nil)
        flow.send(flow.members.model!.close.event)
        #expect(flow.members.model == nil)
    }

    /// The chat stays open below the list of its members.
    @Test func keepsTheChatOpenBelowItsMembers() {
        let flow = Flow(chats: [.ada])
        flow.open("ada", title: "ada")
        flow.send(.screen(.opening(.members("ada"))))
        flow.expect(
            changes:
                "members opens: chat = ada, title = ada, retitle = chat.retitling(ada, <title>), setTopic = chat.settingTopic(ada, <topic>), invite = member.inviting(ada, <recipient>), leave = chat.leaving(ada), close = screen.closing.members"
        )
        flow.send(.screen(.closing(.members)))
        flow.expect(changes: "members closes")
        flow.send(.screen(.opening(.members("nobody"))), id: "n")
        flow.expect(settled: ["n refused"])
    }
}
