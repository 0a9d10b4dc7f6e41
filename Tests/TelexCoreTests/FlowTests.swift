import Foundation
import Testing

@testable import TelexCore

@Suite struct FlowTests {
    @Test func showsANewListenerTheCurrentModelImmediately() {
        let flow = Flow()
        let late = Seen<BadgeViewModel>()
        flow.receive("ada", "a1")
        flow.telex.bind(late)
        #expect(late.takeChanges() == ["badge opens: unreadCount = 1"])
        flow.telex.unbind(late)
        flow.receive("ada", "a2")
        #expect(late.takeChanges() == [])
        flow.forget()
        flow.telex.bind(late)
        #expect(late.takeChanges() == ["badge: unreadCount = 2"])
        flow.expect()
    }

    @Test func forgetsADeallocatedListener() {
        let flow = Flow()
        flow.receive("ada", "a1")
        let a1 = Message.stored("a1", at: flow.order)
        flow.forget()
        weak var gone: Seen<BadgeViewModel>?
        do {
            let listener = Seen<BadgeViewModel>()
            flow.telex.bind(listener)
            gone = listener
        }
        #expect(gone == nil)
        flow.send(.message(.reading(chat: "ada")))
        flow.expect(
            saves: [.chat(.ending(with: a1, readUpTo: a1.position) { $0.unconfirmedRead = "a1" })],
            works: [.ask(.markRead("ada", "a1"))],
            changes: """
                chatList[ada]: unreadCount = 0
                notification: shouldShow = false, totalCount = 0
                notification[chat:ada] goes
                badge: unreadCount = 0
                """)
    }

    @Test func showsAViewOnlyWhenItsModelChanged() {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.forget()
        flow.send(.presence(.typingStarted(Typist(chat: "ada", sender: nil))))
        flow.send(.chat(.listing(rows: 50)))
        #expect(flow.chatList.count == 0)
        flow.send(.chat(.listing(rows: 1)))
        flow.receive("bo", "b1")
        let b1 = Message.stored("b1", in: "bo", at: flow.order)
        flow.expect(
            saves: [.message(b1), .chat(.ending(with: b1, unread: 1))],
            changes: """
                chatList: totalCount = 2, loadMore = chat.listing(51)
                chatList[bo] comes: title = bo, \
                lastMessage = (message: b1, sender: bo, senderName: bo, kind: text, excerpt: hello, date: 2026-01-05T09:00:00Z), \
                previewText = hello, dateText = 09:00, unreadCount = 1, sendsReceipts = true, \
                open = screen.opening.messages(bo)
                chatList[ada] goes
                notification: totalCount = 2
                notification[chat:bo] comes before [chat:ada]: chat = bo, message = b1, sender = bo, heading = bo, \
                previewText = hello, dateText = 09:00, unreadCount = 1, open = notification.opening(bo), dismiss = notification.dismissing(bo), snooze = notification.snoozing(chat:bo, <dueText>)
                badge: unreadCount = 2
                """)
        #expect(flow.chatList.count == 1)
    }

    @Test func closesAViewWhoseScreenIsCovered() {
        let flow = Flow()
        flow.open("ada", title: "Ada")
        flow.send(.screen(.opening(.chatForm)))
        flow.expect(
            works: [.cancel],
            changes: """
                chatForm opens: create = chat.creating(<recipient>), createGroup = chat.creating(<recipient>, <title>), \
                search = search.searching(<query>), close = screen.closing.chatForm
                messages closes
                """)
        flow.send(.screen(.closing(.chatForm)))
        flow.expect(
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                chatForm closes
                messages opens: chat = ada, title = Ada, shouldShowBusy = true, \
                send = message.sending(ada, <text>), reply = message.sending(ada, <text>, <replyTo>), sendFile = message.sending(ada, <text>, <path>), react = reaction.adding(ada, <messageID>, <key>), draft = chat.drafting(ada, <text>), typing = presence.typing(ada), \
                openMembers = screen.opening.members(ada), addReminder = screen.opening.reminderForm(ada), close = screen.closing.messages
                """)
    }

    @Test func dropsTheAnswerToACancelledEffect() throws {
        let flow = Flow()
        let create = Effect.Work.ask(.create(recipient: "Ada"))
        flow.send(.screen(.opening(.chatForm)))
        flow.send(.chat(.creating(recipient: "Ada")), id: "a")
        flow.forget()
        let number = try #require(flow.number(of: create))
        flow.send(.screen(.closing(.chatForm)))
        flow.expect(
            works: [.cancel],
            settled: ["a"],
            changes: "chatForm closes")
        flow.answer(number, [.chat(.created(TitledChat(chat: "ada", title: "Ada")))])
        flow.expect()
    }

    @Test func dropsTheAnswerToAReplacedEffect() throws {
        let flow = Flow()
        flow.send(.search(.searching(query: "e")), id: "a")
        let replaced = try #require(flow.number(of: .ask(.search("e"))))
        flow.send(.search(.searching(query: "ev")), id: "b")
        flow.send(.search(.searching(query: "e")), id: "c")
        let number = try #require(flow.number(of: .ask(.search("e"))))
        flow.forget()
        flow.answer(replaced, [.search(.found(FoundPeople(query: "e", recipients: ["Eve"])))])
        flow.expect()
        flow.answer(number, [.search(.found(FoundPeople(query: "e", recipients: ["Eliza"])))])
        flow.expect(changes: "recipients[recipient:Eliza] comes: recipient = Eliza, create = chat.creating(Eliza)")
        // The answer to an effect that has ended is dropped.
        flow.answer(number, [.search(.found(FoundPeople(query: "e", recipients: ["Eva"])))])
        flow.expect()
    }

    /// A message of the open chat notifies while the user looks elsewhere, and no longer once they are back.
    @Test func notifiesOfTheOpenChatWhileItIsNotLookedAt() throws {
        let flow = Flow(isStrict: false)
        func notified() -> [String] { flow.notification.model?.notifications.map(\.id) ?? [] }
        flow.open("ada", title: "Ada")
        flow.receive("ada", "a1")
        #expect(notified() == [])
        flow.send(.presence(.unfocusing))
        #expect(flow.messages.model?.chat == "ada")
        flow.receive("ada", "a2")
        flow.receive("bo", "b1")
        #expect(notified() == ["chat:bo", "chat:ada"])
        flow.send(.presence(.focusing))
        #expect(notified() == ["chat:bo"])
        flow.receive("ada", "a3")
        #expect(notified() == ["chat:bo"] && flow.badge.model?.unreadCount == 4)
        // Another window has a focus of its own.
        flow.telex.open(WindowID("w"))
        flow.send(.presence(.unfocusing), in: WindowID("w"))
        flow.receive("ada", "a4")
        #expect(notified() == ["chat:bo"])
    }

    @Test func notifiesOnceForADuplicatePush() {
        let flow = Flow()
        let push = IncomingMessage.new("a1", title: "Ada")
        flow.send(.message(.received(push)))
        flow.forget()
        flow.send(.message(.received(push)), known: .known("a1", at: flow.order))
        flow.expect()
    }

    @Test func opensTheChatOfANotificationAndStopsNotifying() throws {
        let flow = Flow()
        flow.receive("ada", "a1", title: "Ada")
        flow.forget()
        flow.send(try #require(flow.notification.model?.notifications.first?.open).event)
        flow.expect(
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                messages opens: chat = ada, title = Ada, shouldShowBusy = true, newCount = 1, \
                send = message.sending(ada, <text>), reply = message.sending(ada, <text>, <replyTo>), sendFile = message.sending(ada, <text>, <path>), react = reaction.adding(ada, <messageID>, <key>), draft = chat.drafting(ada, <text>), typing = presence.typing(ada), \
                openMembers = screen.opening.members(ada), addReminder = screen.opening.reminderForm(ada), close = screen.closing.messages
                notification: shouldShow = false, totalCount = 0
                notification[chat:ada] goes
                """)
        flow.receive("ada", "a2")
        let a2 = Message.stored("a2", at: flow.order)
        flow.expect(
            saves: [.message(a2), .chat(.ending(with: a2, title: "Ada", total: 2, unread: 2))],
            changes: """
                chatList[ada]: lastMessage = (message: a2, sender: ada, senderName: ada, kind: text, excerpt: hello, date: 2026-01-05T09:00:00Z), unreadCount = 2
                messages: totalCount = 1, firstNew = a2
                messages[a2] comes: sender = ada, senderName = ada, kind = text, text = hello, date = 2026-01-05T09:00:00Z, dayText = Today, statusText = 09:00, state = received
                badge: unreadCount = 2
                """)
    }

    @Test func settlesARequestWhenItsLastEffectEnds() {
        let flow = Flow()
        flow.send(.screen(.opening(.chatForm)))
        flow.forget()
        flow.send(.search(.searching(query: "e")), id: "a")
        flow.expect(
            works: [.load(.contacts("e", limit: 10)), .ask(.search("e"))],
            changes: "recipients opens: query = e, shouldShowBusy = true")
        flow.answer(.load(.contacts("e", limit: 10)), .search(.found(FoundPeople(query: "e", recipients: ["Eve"]))))
        flow.expect(changes: "recipients[recipient:Eve] comes: recipient = Eve, create = chat.creating(Eve)")
        flow.answer(.ask(.search("e")), .search(.found(FoundPeople(query: "e", recipients: ["Eliza", "Eve"]))))
        flow.expect(
            settled: ["a"],
            changes: """
                recipients: shouldShowBusy = false
                recipients[recipient:Eliza] comes: recipient = Eliza, create = chat.creating(Eliza)
                """)
    }

    @Test func updatesDatesWhenTheDayChanges() {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.forget()
        flow.now += 86_400
        flow.send(.clock(.dayChanged))
        flow.expect(
            works: [.cancel, .wake(at: .midnight + 86_400, .clock(.dayChanged))],
            changes: """
                chatList[ada]: dateText = Yesterday
                notification[chat:ada]: dateText = Yesterday
                connection: sinceText = Yesterday
                """)
    }

    @Test(arguments: [
        ("2026-01-05T09:05:00Z", "en_GB", "09:05", "09:05", "Today"),
        ("2026-01-05T09:05:00Z", "en_US", "9:05 am", "9:05 am", "Today"),
        ("2026-01-05T00:05:00Z", "en_US", "12:05 am", "12:05 am", "Today"),
        ("2026-01-05T12:00:00Z", "en_US", "12:00 pm", "12:00 pm", "Today"),
        ("2026-01-04T23:59:59Z", "en_GB", "23:59", "Yesterday", "Yesterday"),
        ("2026-01-02T10:00:00Z", "en_GB", "10:00", "Fri", "Friday"),
        ("2025-12-30T10:00:00Z", "en_GB", "10:00", "Tue", "Tuesday"),
        ("2025-12-29T10:00:00Z", "en_GB", "10:00", "29 Dec 2025", "29 December 2025"),
        ("2026-02-01T10:00:00Z", "en_GB", "10:00", "1 Feb", "1 February 2026"),
        ("1969-07-20T20:17:00Z", "en_GB", "20:17", "20 Jul 1969", "20 July 1969"),
    ])
    func formatsDates(text: String, locale: String, time: String, short: String, day: String) throws {
        let date = try Date(text, strategy: .iso8601)
        let now = try Date("2026-01-05T18:00:00Z", strategy: .iso8601)
        let region = Region(timeZone: .gmt, locale: locale)
        #expect(DateText.time(date, region) == time)
        #expect(DateText.short(date, now: now, region) == short)
        #expect(DateText.day(date, now: now, region) == day)
    }

    @Test(arguments: ["Europe/Rome", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Apia"])
    func computesLocalTimeLikeTheCalendar(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let region = Region(timeZone: zone, locale: "en_GB")
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        for step in 0..<2000 {
            let date = Date(timeIntervalSince1970: 1_700_000_000 + Double(step) * 31_337)
            let parts = calendar.dateComponents([.hour, .minute, .weekday], from: date)
            let local = region.local(date)
            #expect(local.minute == parts.hour! * 60 + parts.minute! && local.weekday == parts.weekday! - 1)
        }
    }

    @Test(arguments: [
        ("hlep", "help"), ("chats", "chats"), ("opne", "open"), ("xyzzy", nil), ("", nil),
    ])
    func suggestsTheNearestName(typed: String, meant: String?) {
        #expect(Nearness.nearest(to: typed, in: ["help", "chats", "open"]) == meant)
    }

    @Test(arguments: [("2s", 2), ("500ms", 0.5), ("3m", 180), ("1h", 3600), ("2d", 172_800), ("0s", 0)])
    func readsDurations(text: String, seconds: Double) {
        #expect(DurationText.seconds(text) == seconds)
    }

    @Test(arguments: ["", "2", "s", "2 s", "-1s", "1.5s", "٣s", "99999999999d", "2S"])
    func refusesInvalidDurations(text: String) {
        #expect(DurationText.seconds(text) == nil)
    }

    @Test func fillsInTheBlanksOfActions() {
        let send = Action(.message(.sending(OutgoingMessage(chat: "ada", text: "", message: nil))), blanks: [.text])
        #expect(send.filled("hi") == .message(.sending(OutgoingMessage(chat: "ada", text: "hi", message: nil))))
        #expect(
            Action(.chat(.creating(recipient: "")), blanks: [.recipient]).filled("Ada")
                == .chat(.creating(recipient: "Ada")))
        #expect(Action(.chat(.creating(recipient: "Eve"))).filled("Ada") == .chat(.creating(recipient: "Eve")))
    }
}
