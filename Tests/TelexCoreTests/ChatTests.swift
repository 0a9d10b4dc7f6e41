import Foundation
import Testing

@testable import TelexCore

@Suite struct ChatTests {
    @Test func tellsTheServerWhatWasReadWhileItCouldNotBeTold() {
        let flow = Flow()
        let stamp = flow.receive("ada", "a1")
        flow.send(.message(.userReads(chat: "ada")))
        #expect(flow.takeWorks() == [.ask(.markRead("ada", "a1"))])
        flow.answer(.ask(.markRead("ada", "a1")))
        flow.receive("ada", "a2")
        flow.send(.connection(.connected))
        #expect(flow.takeWorks() == [.resend(.markRead("ada", "a1"))])
        let known = KnownMessage(position: stamp.order, unreadAfter: 1)
        flow.answer(
            .resend(.markRead("ada", "a1")), .message(.userRead(chat: "ada", message: "a1")), known: ["a1": known])
        #expect(flow.chatList.model?.chats.map(\.unreadMessageCount) == [1])
        flow.send(.connection(.connected))
        #expect(flow.takeWorks() == [])
    }

    @Test func keepsWhatTheBackendHasBrought() {
        let flow = Flow()
        flow.send(.connection(.bookmarked(name: "chat/ada", value: "7")))
        #expect(flow.takeSaves() == [.bookmark(name: "chat/ada", value: "7")])
    }

    @Test func loadsFromDiskBeforeAnyNetwork() {
        let flow = Flow(isStarted: false)
        #expect(flow.chatList.model?.shouldShowBusy == true)
        flow.send(.chat(.started))
        let tomorrow = Date(timeIntervalSince1970: 1_767_657_600)
        #expect(
            flow.takeWorks() == [
                .load(.chats), .load(.outbox), .wake(at: tomorrow, .clock(.dayChanged)), .load(.reminders),
            ])
        flow.answer(.load(.chats), .chat(.loaded(chats: [Chat(id: "ada", contact: "Ada", unread: 2)])))
        #expect(flow.chatList.model?.chats.map(\.contact) == ["Ada"])
        #expect(flow.badge.model?.total == 2)
        #expect(flow.takeWorks() == [.hold(.push), .ask(.sync)])
        #expect(flow.takeSaves() == [])
    }

    @Test func offersToLoadAgainAfterAnError() throws {
        let flow = Flow(isStarted: false)
        flow.send(.chat(.started))
        flow.answer(.load(.chats), .chat(.loadFailed(reason: "No disk.")))
        #expect(flow.chatList.model?.error == "No disk." && flow.chatList.model?.shouldShowBusy == false)
        flow.forget()
        flow.send(try #require(flow.chatList.model?.retry).event)
        #expect(flow.takeWorks().contains(.load(.chats)))
        #expect(flow.chatList.model?.shouldShowBusy == true)
    }

    @Test(arguments: ["", "  ", "\n", String(repeating: "x", count: 201)])
    func refusesANameAndKeepsWhatWasTyped(name: String) {
        let flow = Flow()
        flow.send(.screen(.opened(.createChat)))
        flow.send(.chat(.creating(contact: name)), id: "a")
        #expect(flow.createChat.model?.typed == name && flow.createChat.model?.error != nil)
        #expect(flow.takeWorks() == [] && flow.settled.ids == ["a"])
    }

    @Test func replacesTheFormByTheNewChat() {
        let flow = Flow()
        flow.send(.screen(.opened(.createChat)))
        flow.send(.chat(.creating(contact: " Ada ")), id: "a")
        #expect(flow.createChat.model?.shouldShowBusy == true && flow.createChat.model?.create == nil)
        #expect(flow.takeWorks() == [.ask(.create(contact: "Ada"))])
        flow.answer(.ask(.create(contact: "Ada")), .chat(.created(chat: "ada", contact: "Ada")))
        #expect(flow.createChat.model == nil)
        #expect(flow.messages.model?.contact == "Ada")
        #expect(flow.takeSaves() == [.chat(Chat(id: "ada", contact: "Ada"))])
        #expect(flow.settled.ids == [], "the first page is still being fetched for it")
    }

    @Test func forgetsTheFormWhenItIsLeft() throws {
        let flow = Flow()
        flow.send(.screen(.opened(.createChat)))
        flow.send(.chat(.creating(contact: "Ada")), id: "a")
        flow.forget()
        flow.send(try #require(flow.createChat.model?.cancel).event)
        #expect(flow.createChat.model == nil)
        #expect(flow.takeWorks() == [.cancel])
        #expect(flow.settled.ids == ["a"])
        flow.send(.screen(.opened(.createChat)))
        #expect(flow.createChat.model?.typed == "" && flow.createChat.model?.shouldShowBusy == false)
    }

    @Test func countsWhatIsUnreadPerChatAndInTotal() throws {
        let flow = Flow()
        for (chat, message) in [("ada", "a1"), ("bo", "b1"), ("bo", "b2")] {
            flow.receive(ChatID(chat), MessageID(message))
        }
        #expect(flow.chatList.model?.chats.map(\.unreadMessageCount) == [2, 1])
        #expect(flow.badge.model?.total == 3)
        flow.open("bo", contact: "bo")
        flow.receive("bo", "b3")
        #expect(flow.badge.model?.total == 4)
        flow.send(try #require(flow.messages.model?.afterShowingMessages).event)
        #expect(flow.badge.model?.total == 1 && flow.messages.model?.afterShowingMessages == nil)
        #expect(flow.takeWorks() == [.ask(.markRead("bo", "b3"))])
        flow.send(.message(.sending(chat: "ada", text: "answering does not read", message: nil)))
        #expect(flow.badge.model?.total == 1)
    }

    @Test func aServersCountMeansWhatIsNotHere() throws {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.send(.activity(.counted(chat: "ada", unread: UnreadCount(messages: 3, mentions: 1))))
        #expect(flow.chatList.model?.chats.map(\.unreadMessageCount) == [3])
        #expect(flow.badge.model == BadgeViewModel(total: 3, mentions: 1))
        flow.send(.activity(.counted(chat: "ada", unread: UnreadCount(messages: 1))))
        #expect(flow.badge.model == BadgeViewModel(total: 1, mentions: 0))
    }

    @Test func aServerThatCountsNothingHasReadWhatStandsAtAGap() {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.send(
            .history(
                .synced(
                    chat: "ada", messages: [IncomingMessage(chat: "ada", message: "a9", content: .text("t"))],
                    before: "token")))
        #expect(flow.badge.model?.total == 2)
        flow.send(.activity(.counted(chat: "ada", unread: UnreadCount())))
        #expect(flow.badge.model?.total == 0)
        // Without a gap what is here counts, whatever the server says.
        flow.receive("bo", "b1")
        flow.send(.activity(.counted(chat: "bo", unread: UnreadCount())))
        #expect(flow.badge.model?.total == 1)
    }

    @Test func aServersCountIsIgnoredWhileItHasNotBeenToldWhatWasRead() throws {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.send(.message(.userReads(chat: "ada")))
        flow.send(.activity(.counted(chat: "ada", unread: UnreadCount(messages: 5))))
        #expect(flow.badge.model?.total == 0)
    }

    @Test func followsWhatWasReadElsewhereAndNeverGoesBack() {
        let flow = Flow()
        for number in 1...3 { flow.receive("ada", MessageID("a\(number)")) }
        func known(_ position: Int64, _ after: Int) -> KnownMessage {
            KnownMessage(position: position, unreadAfter: after)
        }
        let positions = (flow.order - 2...flow.order).map { $0 }
        flow.send(.message(.userRead(chat: "ada", message: "a2")), known: ["a2": known(positions[1], 1)])
        #expect(flow.badge.model?.total == 1)
        flow.send(.message(.userRead(chat: "ada", message: "a1")), known: ["a1": known(positions[0], 2)])
        #expect(flow.badge.model?.total == 1)
        #expect(flow.notification.model?.total == 1)
        flow.send(.message(.userRead(chat: "ada", message: "a3")), known: ["a3": known(positions[2], 0)])
        #expect(flow.badge.model?.total == 0 && flow.notification.model?.total == 0)
    }

    @Test func keepsChatsInTheOrderOfTheirLastMessages() {
        var order = ChatOrder()
        func chat(_ id: ChatID, _ position: Int64?) -> Chat {
            let last = position.map {
                Chat.LastMessage(message: "m", position: $0, isOwn: false, content: .text(""), date: .distantPast)
            }
            return Chat(id: id, contact: id.text, last: last)
        }
        for (id, position) in [("c", 30), ("b", 20), ("a", 10), ("empty", nil)] as [(ChatID, Int64?)] {
            order.update(chat(id, position))
        }
        #expect(order.prefix(9).map(\.id) == ["c", "b", "a", "empty"])
        order.update(chat("a", 40))
        order.update(chat("b", 20))
        order.update(chat("new", 35))
        #expect(order.prefix(9).map(\.id) == ["a", "new", "c", "b", "empty"])
        #expect(order.count == 5 && order["new"]?.contact == "new")
    }
}
