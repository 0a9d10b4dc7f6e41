import TelexAPI
import TelexCore
import TelexNetwork
import Testing

@testable import TelexClient

@Suite struct ServerLinkGroupTests {
    private let ada = Person(user: "ada", name: "Ada")
    private let bob = Person(user: "bob", name: "Bob")

    private func group(_ last: Int64, joined: Int64 = 0, standing: String? = nil, chat: String = "club") -> ChatInfo {
        ChatInfo(
            chat: chat, title: "The club", last: last, lastID: last == 0 ? nil : "bob/\(last)", marks: [], event: 9,
            group: ChatInfo.Group(people: [ada, bob], invited: [], admins: [], joined: joined), standing: standing,
            inviter: standing == ChatInfo.invited ? bob : nil)
    }

    private func said(_ seq: Int64, attention: Attention = .normal) -> IncomingMessage {
        IncomingMessage(
            chat: "club", message: MessageID("bob/\(seq)"),
            content: MessageContent(text: "text \(seq)", sender: "bob", senderName: "Bob", attention: attention),
            serverOrder: seq,
            date: message(seq).date)
    }

    @Test func reportsSendersAndTypistsInAGroup() {
        var driven = Driven()
        driven.push(.chat(group(0)))
        #expect(
            driven.takeEvents() == [
                .chat(
                    .synced(chats: [ServerChat(id: "club", title: "The club", rights: [.invite, .leave], topic: "")])),
                .invitation(.accepted(chat: "club")),
            ])
        driven.push(.message(message(1, in: "club")))
        driven.push(.message(message(2, in: "club", from: "ada", id: "mine")))
        driven.push(.typing(Frame.Typing(chat: "club", user: "bob", name: "Bob", active: true)))
        driven.push(.typing(Frame.Typing(chat: "club", user: "bob", name: "Bob", active: false)))
        driven.push(.typing(Frame.Typing(chat: "ada+bob", user: "bob", active: true)))
        #expect(
            driven.takeEvents() == [
                .message(.received(said(1))),
                .message(
                    .received(
                        IncomingMessage(
                            chat: "club", message: "mine", content: MessageContent(text: "text 2", sender: "ada"),
                            serverOrder: 2, date: message(2).date, isOwn: true))),
                .presence(.typingStarted(Typist(chat: "club", sender: "bob"))),
                .presence(.typingStopped(Typist(chat: "club", sender: "bob"))),
                .presence(.typingStarted(Typist(chat: "ada+bob", sender: "bob"))),
            ])
    }

    @Test func reportsRolesAndWhatWeMayDo() throws {
        let cleo = Person(user: "cleo", name: "Cleo"), dee = Person(user: "dee", name: "Dee")
        func reported(_ admins: [String]) throws -> ([ChatRight]?, [String]) {
            var driven = Driven()
            var info = group(0)
            info.group = ChatInfo.Group(
                people: [ada, bob], invited: [cleo, dee], admins: admins, joined: 0, ownGuests: ["dee"])
            driven.push(.chat(info))
            let members = try #require(driven.members()["club"])
            guard case .chat(.synced(let chats)) = driven.takeEvents().first else { return (nil, []) }
            return (chats[0].rights, members.map { "\($0.id) \($0.role) \($0.rights.map(\.rawValue))" })
        }
        #expect(
            try reported(["ada"]) == (
                [.retitle, .setTopic, .invite, .leave],
                [
                    "ada admin []", #"bob member ["remove", "setRole"]"#, #"cleo member ["remove"]"#,
                    #"dee member ["remove"]"#,
                ]
            ))
        // The last admin stays one.
        #expect(
            try reported(["ada", "bob"]).1[..<2] == [#"ada admin ["setRole"]"#, #"bob admin ["remove", "setRole"]"#])
        // Who has invited somebody can take that back.
        #expect(
            try reported(["bob"]) == (
                [.invite, .leave], ["ada member []", "bob admin []", "cleo member []", #"dee member ["remove"]"#]
            ))
    }

    @Test func keepsNoLiveChannelOfAChatThatWeHaveLeft() {
        var driven = Driven()
        driven.push(.chat(group(0)))
        driven.take(.open(.socket("club"), effect: 20))
        driven.tell(.ready(Frame.Ready(last: 0)), on: driven.sockets[0])
        // The server may end the channel before it says why.
        driven.endSocket(driven.sockets[0])
        driven.push(.chat(group(0, standing: ChatInfo.left)))
        driven.wake(driven.alarms[0])
        #expect(driven.sockets.count == 1)
        driven.push(.chat(group(0)))
        #expect(driven.sockets.count == 2)
        driven.push(.chat(group(0, standing: ChatInfo.left)))
        driven.endSocket(driven.sockets[1])
        #expect(driven.alarms.count == 1)
        // It opens once more when somebody lets us in again.
        driven.push(.chat(group(0, standing: ChatInfo.invited)))
        #expect(driven.sockets.count == 2)
        driven.push(.chat(group(0)))
        #expect(driven.sockets.count == 3)
    }

    @Test(arguments: [ChatInfo.left, ChatInfo.declined])
    func saysWhichChatsWeHaveLeft(standing: String) {
        var driven = Driven()
        func titles() -> [String] {
            driven.takeEvents().flatMap { event -> [String] in
                guard case .chat(.synced(let chats)) = event else { return [] }
                return chats.compactMap(\.title)
            }
        }
        // There is no sign of a group that we were only invited to.
        driven.push(.chat(group(0, standing: standing)))
        #expect(titles() == [])
        driven.push(.chat(group(0)))
        driven.push(.message(message(1, in: "club")))
        #expect(titles() == ["The club"])
        driven.push(.chat(group(1, standing: standing)))
        #expect(titles() == ["The club (left)"])
        driven.push(.chat(group(1)))
        #expect(titles() == ["The club"])
    }

    @Test func givesRoles() {
        var driven = Driven()
        for (effect, role) in ["admin", "moderator"].enumerated() {
            driven.take(.perform(.change("club", .role("bob", role)), effect: effect))
        }
        #expect(driven.requests.map(\.route) == [.setRole(chat: "club", user: "bob")])
        driven.answer(.done)
        #expect(driven.requests.isEmpty)
        let reason = "Groups on this server have admins and members, but no moderators."
        #expect(driven.takeEvents() == [.chat(.changeFailed(ChatFailure(chat: "club", reason: reason)))])
        #expect(driven.ended == [0, 1])
    }

    @Test func namesTheSettingsThatWeHaveChanged() throws {
        var driven = Driven()
        let settings = ChatSettings(pinOrder: 7, archiveKeeper: .device, sendsReceipts: false)
        let parts: [Set<ChatSettings.Part>] = [[], [.pinOrder], [.muted, .archive], [.unreadMark], [.receipts]]
        for (effect, changes) in parts.enumerated() {
            driven.take(.perform(.configure("club\(effect)", settings, changes: changes), effect: effect))
        }
        let bodies = try driven.requests.map { try SettingsRequest(body: try #require($0.body)) }
        #expect(
            bodies.map(\.changes) == [
                [], ["pinOrder"], ["isArchived", "muted"], ["isMarkedUnread"], ["sendsReceipts"],
            ])
        #expect(Set(bodies.map(\.settings)) == [ChatSettingsInfo(pinOrder: 7, isArchived: true, sendsReceipts: false)])
    }

    @Test func marksPrivatelyWhereOthersAreToldNothing() throws {
        var driven = Driven()
        driven.take(.perform(.markRead("club", "m", isPrivate: true), effect: 1))
        driven.take(.perform(.markRead("club", "m"), effect: 2))
        let bodies = try driven.requests.map { try MarkRequest(body: try #require($0.body)) }
        #expect(bodies.map(\.isPrivate) == [true, nil] && bodies.map(\.delivered) == [nil, nil])
    }

    @Test func saysWhatAGroupIsAbout() {
        var driven = Driven()
        driven.take(.perform(.change("club", .topic("Films")), effect: 7))
        #expect(driven.requests.map(\.route) == [.setTopic(chat: "club")])
        var info = group(0)
        info.topic = "Films"
        driven.answer(.chat(info))
        // The server reports it to us as to the others.
        #expect(driven.takeEvents() == [] && driven.ended == [7])
        driven.push(.chat(info))
        for (seq, text) in [(1, "Films"), (2, "")] as [(Int64, String)] {
            var said = message(seq, in: "club")
            (said.kind, said.text) = (MessageInfo.topicChanged, text)
            driven.push(.message(said))
        }
        let events = driven.takeEvents()
        let chat = ServerChat(id: "club", title: "The club", rights: [.invite, .leave], topic: "Films")
        #expect(events.first == .chat(.synced(chats: [chat])))
        let changes = events.compactMap { event -> ChatChange? in
            if case .message(.received(let message)) = event { message.change } else { nil }
        }
        #expect(changes == [.topicChanged("Films"), .topicChanged(nil)])
    }

    @Test func reportsNoStateOfAChatThatIsOlderThanAnother() {
        var driven = Driven()
        func topics() -> [String?] {
            driven.takeEvents().flatMap { event -> [String?] in
                if case .chat(.synced(let chats)) = event { chats.map(\.topic) } else { [] }
            }
        }
        func info(_ topic: String, event: Int64) -> ChatInfo {
            var info = group(0)
            (info.topic, info.event) = (topic, event)
            return info
        }
        driven.push(.chat(group(0, standing: ChatInfo.invited)))
        driven.take(.perform(.join("club"), effect: 10))
        driven.push(.chat(info("new", event: 12)))
        #expect(topics() == ["new"])
        // The answer says what was so when we joined.
        driven.answer(.chat(info("old", event: 11)))
        #expect(topics() == [] && driven.ended == [10])
        // After another connection, an older state is one of a server that was restored.
        driven.endPush(.offline("Cut"))
        driven.requests = []
        driven.take(.perform(.sync, effect: 11))
        driven.push(.ready(Frame.Ready(event: 10)))
        driven.answer(.chats(ChatPage(chats: [info("restored", event: 10)], cursor: 10, more: false)))
        #expect(topics() == ["restored"])
    }

    @Test func reportsMarksOfAllOtherMembers() {
        var driven = Driven()
        driven.push(.chat(group(0)))
        driven.push(.message(message(1, in: "club", from: "ada", id: "m")))
        _ = driven.takeEvents()
        for user in ["bob", "cleo"] {
            driven.push(
                .mark(Mark(chat: "club", user: user, read: nil, readSeq: 0, delivered: "ada/m", deliveredSeq: 1)))
        }
        #expect(
            driven.takeEvents()
                == Array(repeating: .message(.delivered(MessageKey(chat: "club", message: "m"))), count: 2))
    }

    @Test func fetchesEarlierMessagesAsSilentAfterJoining() {
        var driven = Driven()
        driven.push(.chat(group(0, standing: ChatInfo.invited)))
        #expect(
            driven.takeEvents() == [
                .invitation(
                    .received(
                        ReceivedInvitation(chat: "club", title: "The club", inviter: "Bob (bob)", inviterID: "bob")))
            ])
        driven.take(.perform(.join("club"), effect: 10))
        #expect(driven.requests.map(\.route) == [.join(chat: "club")])
        driven.answer(.chat(group(2, joined: 1)))
        #expect(driven.takeEvents().last == .invitation(.accepted(chat: "club")) && driven.ended == [10])
        // It is fetched once, though the push channel reports it, too.
        driven.push(.chat(group(2, joined: 1)))
        #expect(driven.requests.map(\.route) == [.messages(chat: "club", .after(0), limit: 200)])
        _ = driven.takeEvents()
        driven.answer(
            .messages(MessagePage(messages: [message(1, in: "club"), message(2, in: "club")], more: false)))
        #expect(
            driven.takeEvents() == [
                .history(
                    .synced(SyncedHistory(chat: "club", messages: [said(1, attention: .silent), said(2)], before: nil)))
            ])
    }

    @Test func reportsInvitationsAnsweredOnAnotherDevice() {
        var driven = Driven(isOnline: false)
        driven.push(.ready(Frame.Ready(event: 5)))
        let chats = [
            group(1, joined: 0), group(0, standing: ChatInfo.declined, chat: "walk"),
            group(0, standing: ChatInfo.invited, chat: "team"), group(0, standing: "of a newer server", chat: "x"),
        ]
        driven.answer(.chats(ChatPage(chats: chats, cursor: 9, more: false)))
        #expect(
            driven.takeEvents() == [
                .chat(
                    .synced(chats: [ServerChat(id: "club", title: "The club", rights: [.invite, .leave], topic: "")])),
                .invitation(.accepted(chat: "club")), .invitation(.declined(chat: "walk")),
                .invitation(
                    .received(
                        ReceivedInvitation(chat: "team", title: "The club", inviter: "Bob (bob)", inviterID: "bob"))),
            ])
        // Nothing is fetched from chats that we are not in.
        #expect(driven.requests.map(\.route) == [.messages(chat: "club", .after(0), limit: 200)])
    }

    @Test func rejoinsAChatAfterTheServerWasRestored() {
        var driven = Driven(kept: ["chat/club": "7 bob/7", "revisions": "20"], isOnline: false)
        driven.push(.ready(Frame.Ready(event: 50)))
        let chats = [group(0, standing: ChatInfo.invited), group(0, standing: ChatInfo.invited, chat: "walk")]
        driven.answer(.chats(ChatPage(chats: chats, cursor: 9, more: false)))
        #expect(driven.requests.map(\.route) == [.join(chat: "club")])
        driven.answer(.chat(group(2)))
        #expect(driven.requests.map(\.route) == [.messages(chat: "club", .after(0), limit: 200)])
    }

    @Test func declinesInvitationsThatAreOpenOrGone() {
        var driven = Driven()
        for effect in [10, 11, 12] { driven.take(.perform(.leave("club"), effect: effect)) }
        #expect(driven.requests.map(\.route) == [.decline(chat: "club")])
        driven.answer(.done)
        driven.fail(.refused("There is none.", isMissing: true))
        driven.fail(.refused("You are in it."))
        #expect(driven.requests.isEmpty)
        #expect(
            driven.takeEvents() == [
                .invitation(.declined(chat: "club")), .invitation(.declined(chat: "club")),
                .invitation(.failed(ChatFailure(chat: "club", reason: "You are in it."))),
            ])
        #expect(driven.ended == [10, 11, 12])
    }

    @Test func createsAGroupUnlessSomebodyHasTheWholeName() {
        var driven = Driven()
        driven.take(.perform(.create(recipient: "Bob,  Cleo,, Bob"), effect: 10))
        #expect(driven.requests.map(\.purpose) == [.create(effect: 10, recipient: "Bob,  Cleo,, Bob", isGroup: false)])
        driven.fail(.refused("Nobody.", isMissing: true))
        #expect(driven.requests.map(\.route) == [.createGroup])
        driven.answer(.chat(group(0)))
        driven.push(.message(message(1, in: "club")))
        #expect(
            driven.takeEvents() == [
                .chat(.created(TitledChat(chat: "club", title: "The club"))), .message(.received(said(1))),
            ])
        driven.take(.perform(.create(recipient: "Bob, Cleo"), effect: 11))
        driven.fail(.refused("Nobody.", isMissing: true))
        driven.fail(.refused("There is no user called \"Cleo\" here.", isMissing: true))
        driven.take(.perform(.create(recipient: "Lovelace, Ada"), effect: 12))
        driven.answer(.chat(chat(last: 0)))
        driven.take(.perform(.create(recipient: "Cleo"), effect: 13))
        driven.fail(.refused("Nobody.", isMissing: true))
        driven.fail(.refused("Too short."))
        // People with similar names are offered, namesakes with their user names.
        driven.take(.perform(.create(recipient: "Cleo"), effect: 14))
        driven.fail(.refused("Several."))
        #expect(driven.requests.map(\.route) == [.people(query: "Cleo")])
        let people = [
            ("cleo", "Cleo"), ("cleo2", "Cleo"), ("cleopatra", "Cleopatra"), ("eve", "Cleopatra (cleopatra)"),
            ("cleora", "Cora"), ("dee", "CLEORA"),
        ]
        driven.answer(.people(People(people: people.map { Person(user: $0.0, name: $0.1) })))
        let offered = [
            "Cleo (cleo)", "Cleo (cleo2)", "Cleopatra", "Cleopatra (cleopatra) (eve)", "Cora", "CLEORA (dee)",
        ]
        #expect(
            driven.takeEvents() == [
                .chat(.createFailed(CreationFailure(reason: "There is no user called \"Cleo\" here."))),
                .chat(.created(TitledChat(chat: "ada+bob", title: "Bob"))),
                .chat(.createFailed(CreationFailure(reason: "Nobody."))),
                .chat(.createFailed(CreationFailure(reason: "Several.", recipients: offered))),
            ])
        #expect(driven.ended == [10, 11, 12, 13, 14] && driven.requests.isEmpty)
    }

    @Test func createsAGroupWithATitle() {
        var driven = Driven()
        driven.take(.perform(.create(recipient: "Bob, Cleo,Bob", title: "The club"), effect: 10))
        #expect(driven.requests.map(\.route) == [.createGroup])
        #expect(
            driven.requests.map(\.purpose) == [.create(effect: 10, recipient: "Bob, Cleo,Bob", isGroup: true)])
        driven.answer(.chat(group(0)))
        driven.take(.perform(.create(recipient: "Bob", title: "x"), effect: 11))
        driven.fail(.refused("Too long."))
        #expect(
            driven.takeEvents() == [
                .chat(.created(TitledChat(chat: "club", title: "The club"))),
                .chat(.createFailed(CreationFailure(reason: "Too long."))),
            ])
    }

    @Test func failsRequestsWhileOffline() {
        var driven = Driven()
        driven.endPush(.offline("Cut"))
        _ = driven.takeEvents()
        driven.take(.perform(.join("club"), effect: 10))
        driven.take(.perform(.leave("club"), effect: 11))
        driven.take(.perform(.edit("ada+bob", "m1", text: "new"), effect: 12))
        driven.take(.perform(.delete("ada+bob", "m1"), effect: 13))
        let reason = BackendRequest.offline("Cut")
        #expect(
            driven.takeEvents() == [
                .invitation(.failed(ChatFailure(chat: "club", reason: reason))),
                .invitation(.failed(ChatFailure(chat: "club", reason: reason))),
                .revision(.failed(MessageFailure(chat: "ada+bob", message: "m1", reason: reason))),
                .revision(.postponed(MessageKey(chat: "ada+bob", message: "m1"))),
            ])
        #expect(driven.requests.isEmpty && driven.ended == [10, 11, 12, 13])
    }
}
