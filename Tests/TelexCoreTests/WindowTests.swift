import Foundation
import Testing

@testable import TelexCore

/// Several windows at once, each with its own screens, forms and lists.
@Suite struct WindowTests {
    /// The views of one window.
    private final class Views {
        let chatList = Seen<ChatListViewModel>()
        let chatForm = Seen<ChatFormViewModel>()
        let recipients = Seen<RecipientsViewModel>()
        let contactList = Seen<ContactListViewModel>()
        let contactForm = Seen<ContactFormViewModel>()
        let upcoming = Seen<UpcomingViewModel>()
        let reminderForm = Seen<ReminderFormViewModel>()
        let messages = Seen<MessagesViewModel>()
        let members = Seen<MembersViewModel>()
        let inbox = Seen<InboxViewModel>()
        let notification = Seen<NotificationViewModel>()
        let badge = Seen<BadgeViewModel>()
        let connection = Seen<ConnectionViewModel>()

        init(_ telex: Telex, _ window: WindowID) {
            telex.bind(chatList, in: window)
            telex.bind(chatForm, in: window)
            telex.bind(recipients, in: window)
            telex.bind(contactList, in: window)
            telex.bind(contactForm, in: window)
            telex.bind(upcoming, in: window)
            telex.bind(reminderForm, in: window)
            telex.bind(messages, in: window)
            telex.bind(members, in: window)
            telex.bind(inbox, in: window)
            telex.bind(notification, in: window)
            telex.bind(badge, in: window)
            telex.bind(connection, in: window)
        }

        /// The views that differ from those of another window.
        func differences(from other: Views) -> [String] {
            [
                chatList.model == other.chatList.model ? nil : "chatList",
                chatForm.model == other.chatForm.model ? nil : "chatForm",
                recipients.model == other.recipients.model ? nil : "recipients",
                contactList.model == other.contactList.model ? nil : "contactList",
                contactForm.model == other.contactForm.model ? nil : "contactForm",
                upcoming.model == other.upcoming.model ? nil : "upcoming",
                reminderForm.model == other.reminderForm.model ? nil : "reminderForm",
                messages.model == other.messages.model ? nil : "messages",
                members.model == other.members.model ? nil : "members",
                inbox.model == other.inbox.model ? nil : "inbox",
                notification.model == other.notification.model ? nil : "notification",
                badge.model == other.badge.model ? nil : "badge",
                connection.model == other.connection.model ? nil : "connection",
            ].compactMap(\.self)
        }
    }

    /// A core with a store in memory, and a server that accepts everything.
    private final class House {
        let telex = Telex(region: .fixed)
        private(set) var views: [WindowID: Views] = [:]
        private var order: Int64 = 0
        private var stored: [ChatID: [Message]] = [:]
        private var arrived: [Message] = []

        init(_ windows: [WindowID]) {
            for window in windows {
                telex.open(window)
                views[window] = Views(telex, window)
            }
            send(.chat(.loading), in: .main)
        }

        func send(_ event: Event, in window: WindowID, _ place: Int64? = nil) {
            telex.receive(event, stamp(window, place))
            carryOut()
        }

        private func stamp(_ window: WindowID, _ place: Int64? = nil) -> Stamp {
            order = max(order + 1, place ?? 0)
            return Stamp(time: .start, order: order, freshID: "fresh-\(order)", window: window)
        }

        private func carryOut() {
            for case .message(let message) in telex.takeSaves() {
                stored[message.chat, default: []].append(message)
                arrived.append(message)
            }
            for order in telex.takeOrders() {
                for event in answers(to: order.work) {
                    telex.receive(event, stamp(.main), answering: order.number)
                }
                if order.work != .cancel { telex.end(effect: order.number) }
                carryOut()
            }
        }

        /// A page of a chat, which has many old messages.
        private func page(of chat: ChatID, _ pick: ([Message]) -> ArraySlice<Message>) -> HistoryPage {
            let all = (1...170).map { Message.stored("o\($0)", in: chat, at: Int64($0) - 1000) } + (stored[chat] ?? [])
            let picked = pick(all)
            return HistoryPage(
                chat: chat, messages: Array(picked), total: all.count, hasOlder: picked.first?.id != all.first?.id,
                hasNewer: picked.last?.id != all.last?.id)
        }

        private func page(after cursor: InboxCursor?, _ limit: Int) -> InboxPage {
            let end = InboxCursor(store: "s", arrival: Int64(arrived.count))
            guard let cursor, cursor.arrival <= end.arrival else {
                return InboxPage(cursor: end, isAfterGap: cursor != nil)
            }
            let rest = arrived.dropFirst(Int(cursor.arrival))
            return InboxPage(
                cursor: InboxCursor(store: "s", arrival: cursor.arrival + Int64(min(limit, rest.count))),
                messages: rest.prefix(limit).enumerated().map {
                    InboxMessage(
                        cursor: InboxCursor(store: "s", arrival: cursor.arrival + Int64($0.offset) + 1),
                        message: $0.element)
                }, hasMore: rest.count > limit)
        }

        private func answers(to work: Effect.Work) -> [Event] {
            switch work {
            case .load(.chats): [.chat(.loaded(LoadedChats(chats: [])))]
            case .load(.outbox): [.outbox(.loaded(messages: []))]
            case .load(.contacts(let query, _)):
                [.search(.found(FoundPeople(query: query, chats: [TitledChat(chat: "c", title: "\(query)!")])))]
            case .load(.history(let chat, let before, let limit)):
                [.history(.loaded(page(of: chat) { $0.filter { $0.position < before ?? .max }.suffix(limit) }))]
            case .load(.newerHistory(let chat, let after, let limit)):
                [.history(.loaded(page(of: chat) { $0.filter { $0.position > after }.prefix(limit) }))]
            case .load(.inbox(let cursor, let limit)): [.inbox(.loaded(page(after: cursor, limit)))]
            case .ask(.search(let query)): [.search(.found(FoundPeople(query: query, recipients: ["\(query)?"])))]
            case .ask(.sync): [.connection(.connected)]
            default: []
            }
        }
    }

    private static let chats: [ChatID] = ["ada", "bo", "cy"]

    /// An event from the network, or one that concerns all windows.
    private static func shared(_ number: Int, _ chance: inout Generator) -> Event {
        let chat = chats.randomElement(using: &chance)!
        switch Int.random(in: 0..<6, using: &chance) {
        case 0: return .chat(.synced(chats: [ServerChat(id: chat, title: "\(chat) \(number)")]))
        case 1:
            let member = ChatMember(id: "@\(number % 5)", name: "Name \(number % 3)", standing: .joined)
            return .member(.synced(SyncedMembers(chat: chat, members: [member], isComplete: false)))
        case 2: return .presence(.typingStarted(Typist(chat: chat, sender: "@\(number % 5)")))
        case 3:
            return .invitation(.received(ReceivedInvitation(chat: ChatID("i\(number)"), title: "Team", inviter: "Bo")))
        default: return .message(.received(.new(MessageID("m\(number)"), in: chat, text: "text \(number)")))
        }
    }

    /// An event from a user who only looks.
    private static func look(_ chance: inout Generator) -> Event {
        let chat = chats.randomElement(using: &chance)!
        let screens: [Screen] = [
            .messages(chat), .messages(chat), .members(chat), .chatForm, .contactList, .contactForm(nil), .upcoming,
            .reminderForm(chat), .chatList,
        ]
        switch Int.random(in: 0..<15, using: &chance) {
        case 12: return .notification(.opening(chat: chat))
        case 13: return .notification(.dismissing(chat: chat))
        case 14: return .notification(.listing(rows: Int.random(in: 1...3, using: &chance)))
        case 9...11:
            return .history(
                .loading(HistoryStep(chat: chat, direction: HistoryDirection.allCases.randomElement(using: &chance)!)))
        case 0...3: return .screen(.opening(screens.randomElement(using: &chance)!))
        case 4: return .screen(.closing(ScreenName.allCases.randomElement(using: &chance)!))
        case 5: return .search(.searching(query: ["a", "b", ""].randomElement(using: &chance)!))
        case 6: return .chat(.listing(rows: Int.random(in: 1...200, using: &chance)))
        case 7:
            let places: [InboxCursor?] = [
                nil, InboxCursor(store: "s", arrival: 0), InboxCursor(store: "s", arrival: 900),
            ]
            return .inbox(.following(after: places.randomElement(using: &chance)!))
        default: return .message(.sending(OutgoingMessage(chat: chat, text: " ", message: nil)))
        }
    }

    @Test(arguments: 1...20) func eachWindowShowsWhatASingleWindowWouldShow(seed: UInt64) {
        var chance = Generator(state: seed)
        let windows = [WindowID.main, WindowID("two"), WindowID("three")]
        let together = House(windows)
        let alone = windows.map { _ in House([.main]) }
        for number in 1...150 {
            if Bool.random(using: &chance) {
                let event = Self.shared(number, &chance)
                together.send(event, in: .main, Int64(number) * 100)
                for house in alone { house.send(event, in: .main, Int64(number) * 100) }
            } else {
                let (index, event) = (Int.random(in: windows.indices, using: &chance), Self.look(&chance))
                together.send(event, in: windows[index])
                alone[index].send(event, in: .main)
            }
            for (window, house) in zip(windows, alone) {
                let differences = together.views[window]!.differences(from: house.views[.main]!)
                #expect(differences == [], "window \(window.name ?? "main"), step \(number)")
                if !differences.isEmpty { return }
            }
        }
    }

    @Test func closingCancelsItsRequests() throws {
        let flow = Flow(chats: [.ada], isStrict: false)
        let window = WindowID("two")
        flow.telex.open(window)
        let views = Views(flow.telex, window)
        flow.send(.screen(.opening(.messages("ada"))), id: "open", in: window)
        flow.send(.search(.searching(query: "a")), id: "find", in: window)
        #expect(views.messages.model?.chat == "ada" && flow.messages.model == nil)
        #expect(flow.settled.take() == [] && !flow.telex.isIdle)
        _ = flow.takeWorks()
        let load = try #require(flow.number(of: .load(.history("ada", before: nil, limit: 50))))
        flow.telex.close(window)
        // Its requests have ended, and late answers are dropped.
        #expect(flow.settled.take().sorted() == ["find", "open"])
        #expect(flow.telex.isIdle)
        flow.answer(load, [.history(.loadFailed(ChatFailure(chat: "ada", reason: "late")))])
        flow.receive("ada", "a1")
        #expect(flow.messages.model == nil && views.chatList.model?.chats.first?.unreadCount == 0)
        // The same name opens a new window.
        flow.telex.open(window)
        let again = Views(flow.telex, window)
        #expect(again.messages.model == nil && again.chatList.model?.chats.count == 1)
    }

    @Test func passesTheLiveChannelToAWindowThatShowsAChat() {
        let flow = Flow(chats: [.ada, Chat(id: "bo", title: "Bo")], isStrict: false)
        let (two, three) = (WindowID("two"), WindowID("three"))
        flow.telex.open(two)
        flow.telex.open(three)
        let sockets = { flow.takeWorks().filter { if case .hold(.socket) = $0 { true } else { $0 == .cancel } } }
        flow.send(.screen(.opening(.messages("ada"))))
        flow.send(.screen(.opening(.messages("bo"))), in: two)
        #expect(sockets() == [.hold(.socket("ada")), .hold(.socket("bo"))])
        flow.send(.screen(.closing(.messages)), in: two)
        // Cancels the page and the channel of one window, then reopens the channel of the other.
        #expect(sockets() == [.cancel, .cancel, .cancel, .hold(.socket("ada"))])
        flow.send(.screen(.opening(.messages("bo"))), in: two)
        _ = sockets()
        flow.telex.close(two)
        #expect(flow.telex.takeOrders().map(\.work).last == .hold(.socket("ada")))
        flow.telex.close(three)
        #expect(!flow.telex.hasOrders)
    }

    @Test func keepsTheLiveChannelOfAChatThatAnotherWindowOpens() {
        let flow = Flow(chats: [.ada], isStrict: false)
        let two = WindowID("two")
        flow.telex.open(two)
        let sockets = { flow.takeWorks().filter { if case .hold(.socket) = $0 { true } else { false } } }
        flow.send(.screen(.opening(.messages("ada"))))
        #expect(sockets() == [.hold(.socket("ada"))])
        flow.send(.screen(.opening(.messages("ada"))), in: two)
        #expect(sockets() == [])
        flow.send(.screen(.closing(.messages)), in: two)
        #expect(sockets() == [])
        flow.send(.screen(.opening(.messages("ada"))), in: two)
        flow.send(.screen(.closing(.messages)))
        #expect(sockets() == [.hold(.socket("ada"))])
    }

    /// The answer to a closed window's request opens nothing, even in a new window of the same name.
    @Test(arguments: [true, false]) func dropsAnswersToRequestsOfAClosedWindow(isReopened: Bool) throws {
        let flow = Flow(isStrict: false)
        let window = WindowID("two")
        flow.telex.open(window)
        flow.send(.invitation(.received(ReceivedInvitation(chat: "ada", title: "Ada", inviter: ""))))
        flow.send(.invitation(.accepting(chat: "ada")), in: window)
        let join = try #require(flow.number(of: .ask(.join("ada"))))
        flow.telex.close(window)
        if isReopened { flow.telex.open(window) }
        let views = isReopened ? Views(flow.telex, window) : nil
        _ = flow.takeWorks()
        let stamp = Stamp(time: .start, order: 99, freshID: "f")
        flow.telex.receive(.invitation(.accepted(chat: "ada")), stamp, answering: join)
        #expect(!flow.telex.hasOrders && views?.messages.model == nil && flow.messages.model == nil)
    }

    @Test func passesTheLiveChannelOnOnlyIfItHadIt() {
        let flow = Flow(chats: [.ada, Chat(id: "bo", title: "Bo"), Chat(id: "cy", title: "Cy")], isStrict: false)
        let (two, three) = (WindowID("two"), WindowID("three"))
        flow.telex.open(two)
        flow.telex.open(three)
        let sockets = { flow.takeWorks().filter { if case .hold(.socket) = $0 { true } else { false } } }
        flow.send(.screen(.opening(.messages("ada"))))
        flow.send(.screen(.opening(.messages("bo"))), in: three)
        flow.send(.screen(.opening(.messages("cy"))), in: two)
        #expect(sockets() == [.hold(.socket("ada")), .hold(.socket("bo")), .hold(.socket("cy"))])
        flow.send(.screen(.closing(.messages)))
        #expect(sockets() == [])
        flow.send(.screen(.closing(.messages)), in: two)
        #expect(sockets() == [.hold(.socket("bo"))])
    }

    @Test func ignoresEventsOfAClosedWindow() {
        let flow = Flow(isStrict: false)
        flow.send(.screen(.opening(.messages("ada"))), in: WindowID("gone"))
        flow.send(.chat(.creating(recipient: "Ada")), in: WindowID("gone"))
        #expect(flow.messages.model == nil && flow.chatForm.model == nil)
    }

    @Test func notifiesTheWindowsInWhichTheChatIsNotOpen() {
        let flow = Flow(chats: [.ada], isStrict: false)
        let window = WindowID("two")
        flow.telex.open(window)
        let notification = Seen<NotificationViewModel>()
        flow.telex.bind(notification, in: window)
        flow.open("ada", title: "Ada")
        flow.receive("ada", "a1")
        #expect(flow.notification.model?.totalCount == 0 && notification.model?.totalCount == 1)
    }
}
