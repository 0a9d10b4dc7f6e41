import Foundation
import Testing

@testable import TelexCore

@Suite struct FlowTests {
    @Test func showsAListenerTheCurrentModelAtOnce() {
        let flow = Flow()
        let late = Seen<BadgeViewModel>()
        flow.receive("ada", "a1")
        flow.telex.bind(late)
        #expect(late.takeChanges() == ["badge opens: total = 1"])
        flow.telex.unbind(late)
        flow.receive("ada", "a2")
        #expect(late.takeChanges() == [])
        flow.forget()
        flow.telex.bind(late)
        #expect(late.takeChanges() == ["badge: total = 2"])
        flow.expect()
    }

    @Test func forgetsAListenerThatGoesAway() {
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
        flow.send(.message(.userReads(chat: "ada")))
        flow.expect(
            saves: [.chat(.ending(with: a1, readUpTo: a1.position) { $0.untold = "a1" })],
            works: [.ask(.markRead("ada", "a1"))],
            changes: """
                chatList[ada]: unreadMessageCount = 0
                notification: shouldShow = false, total = 0
                notification[chat:ada] goes
                badge: total = 0
                """)
    }

    @Test func showsAViewOnlyWhenItsModelChanged() {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.forget()
        flow.send(.presence(.typing(chat: "ada", author: nil)))
        flow.send(.chat(.listing(rows: 50)))
        flow.send(.connection(.bookmarked(name: "n", value: "v")))
        flow.expect(saves: [.bookmark(name: "n", value: "v")])
        #expect(flow.chatList.count == 0)
        flow.send(.chat(.listing(rows: 1)))
        flow.receive("bo", "b1")
        let b1 = Message.stored("b1", in: "bo", at: flow.order)
        flow.expect(
            saves: [.message(b1), .chat(.ending(with: b1, unread: 1))],
            changes: """
                chatList: total = 2, loadMore = chat.listing(51)
                chatList[bo] comes: contact = bo, message = hello, lastMessageDate = 09:00, unreadMessageCount = 1, \
                tapped = screen.opened.messages(bo)
                chatList[ada] goes
                notification: total = 2
                notification[chat:bo] comes before [chat:ada]: chat = bo, who = bo, text = hello, unread = 1, \
                tapped = notification.tapped(bo), dismissed = notification.dismissed(bo)
                badge: total = 2
                """)
        #expect(flow.chatList.count == 1)
    }

    @Test func closesAViewWhoseScreenIsCovered() {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        flow.send(.screen(.opened(.createChat)))
        flow.expect(
            works: [.cancel],
            changes: """
                createChat opens: createEnabled = true, create = chat.creating(<contact>), \
                search = search.changed(<query>), cancel = screen.closed.createChat
                messages closes
                """)
        flow.send(.screen(.closed(.createChat)))
        flow.expect(
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                createChat closes
                messages opens: chat = ada, contact = Ada, shouldShowBusy = true, \
                send = message.sending(ada, <text>), whileTyping = presence.userTyping(ada), \
                remind = screen.opened.addReminder(ada), back = screen.closed.messages
                """)
    }

    @Test func dropsTheAnswerToAnEffectThatWasCancelled() throws {
        let flow = Flow()
        let create = Effect.Work.ask(.create(contact: "Ada"))
        flow.send(.screen(.opened(.createChat)))
        flow.send(.chat(.creating(contact: "Ada")), id: "a")
        flow.forget()
        let number = try #require(flow.number(of: create))
        flow.send(.screen(.closed(.createChat)))
        flow.expect(
            works: [.cancel],
            settled: ["a"],
            changes: "createChat closes")
        flow.answer(number, [.chat(.created(chat: "ada", contact: "Ada"))])
        flow.expect()
    }

    @Test func dropsTheAnswerToAnEffectThatWasReplaced() throws {
        let flow = Flow()
        flow.send(.search(.changed(query: "e")), id: "a")
        let replaced = try #require(flow.number(of: .ask(.search("e"))))
        flow.send(.search(.changed(query: "ev")), id: "b")
        flow.send(.search(.changed(query: "e")), id: "c")
        let number = try #require(flow.number(of: .ask(.search("e"))))
        flow.forget()
        flow.answer(replaced, [.search(.found(query: "e", contacts: ["Eve"]))])
        flow.expect()
        flow.answer(number, [.search(.found(query: "e", contacts: ["Eliza"]))])
        flow.expect(changes: "autocompleteContact[Eliza] comes: chosen = chat.creating(Eliza)")
        // What has ended answers no more.
        flow.answer(number, [.search(.found(query: "e", contacts: ["Eva"]))])
        flow.expect()
    }

    @Test func notifiesOnceForAPushThatComesTwoWays() {
        let flow = Flow()
        let push = IncomingMessage.new("a1", contact: "Ada")
        flow.send(.message(.received(push)))
        flow.forget()
        flow.send(.message(.received(push)), known: .known("a1", at: flow.order))
        flow.expect()
    }

    @Test func opensTheChatOfANotificationAndNotifiesNoMore() throws {
        let flow = Flow()
        flow.receive("ada", "a1", contact: "Ada")
        flow.forget()
        flow.send(try #require(flow.notification.model?.notifications.first?.tapped).event)
        flow.expect(
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                messages opens: chat = ada, contact = Ada, shouldShowBusy = true, \
                send = message.sending(ada, <text>), whileTyping = presence.userTyping(ada), \
                remind = screen.opened.addReminder(ada), back = screen.closed.messages
                notification: shouldShow = false, total = 0
                notification[chat:ada] goes
                """)
        flow.receive("ada", "a2")
        let a2 = Message.stored("a2", at: flow.order)
        flow.expect(
            saves: [.message(a2), .chat(.ending(with: a2, contact: "Ada", total: 2, unread: 2))],
            changes: """
                chatList[ada]: unreadMessageCount = 2
                messages: total = 1
                messages[a2] comes: who = Ada, kind = text, text = hello, day = Today, status = 09:00, mark = none
                badge: total = 2
                """)
    }

    @Test func settlesARequestWhenTheLastOfItsEffectsHasEnded() {
        let flow = Flow()
        flow.send(.screen(.opened(.createChat)))
        flow.forget()
        flow.send(.search(.changed(query: "e")), id: "a")
        flow.expect(
            works: [.load(.contacts("e", limit: 10)), .ask(.search("e"))],
            changes: "autocompleteContact opens: query = e, shouldShowBusy = true")
        flow.answer(.load(.contacts("e", limit: 10)), .search(.found(query: "e", contacts: ["Eve"])))
        flow.expect(changes: "autocompleteContact[Eve] comes: chosen = chat.creating(Eve)")
        flow.answer(.ask(.search("e")), .search(.found(query: "e", contacts: ["Eliza", "Eve"])))
        flow.expect(
            settled: ["a"],
            changes: """
                autocompleteContact: shouldShowBusy = false
                autocompleteContact[Eliza] comes: chosen = chat.creating(Eliza)
                """)
    }

    @Test func followsTheDay() {
        let flow = Flow()
        flow.receive("ada", "a1")
        flow.forget()
        flow.now += 86_400
        flow.send(.clock(.dayChanged))
        flow.expect(
            works: [.cancel, .wake(at: .midnight + 86_400, .clock(.dayChanged))],
            changes: """
                chatList[ada]: lastMessageDate = Yesterday
                connection: since = Yesterday
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
    func writesDates(text: String, locale: String, time: String, short: String, day: String) throws {
        let date = try Date(text, strategy: .iso8601)
        let now = try Date("2026-01-05T18:00:00Z", strategy: .iso8601)
        let region = Region(timeZone: .gmt, locale: Locale(identifier: locale))
        #expect(DateText.time(date, region) == time)
        #expect(DateText.short(date, now: now, region) == short)
        #expect(DateText.day(date, now: now, region) == day)
    }

    @Test(arguments: ["Europe/Rome", "America/Sao_Paulo", "Asia/Kathmandu", "Pacific/Apia"])
    func reckonsTheDayAsTheCalendarDoes(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let region = Region(timeZone: zone, locale: Locale(identifier: "en_GB"))
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
    func findsWhatWasMeant(typed: String, meant: String?) {
        #expect(Nearness.nearest(to: typed, in: ["help", "chats", "open"]) == meant)
    }

    @Test(arguments: [("2s", 2), ("500ms", 0.5), ("3m", 180), ("1h", 3600), ("2d", 172_800), ("0s", 0)])
    func readsSpans(text: String, seconds: Double) {
        #expect(DurationText.seconds(text) == seconds)
    }

    @Test(arguments: ["", "2", "s", "2 s", "-1s", "1.5s", "٣s", "99999999999d", "2S"])
    func refusesWhatIsNoSpan(text: String) {
        #expect(DurationText.seconds(text) == nil)
    }

    @Test func fillsInTheBlanksOfActions() {
        let send = Action(.message(.sending(chat: "ada", text: "", message: nil)), blanks: [.text])
        #expect(send.filled("hi") == .message(.sending(chat: "ada", text: "hi", message: nil)))
        #expect(
            Action(.chat(.creating(contact: "")), blanks: [.contact]).filled("Ada") == .chat(.creating(contact: "Ada")))
        #expect(Action(.chat(.creating(contact: "Eve"))).filled("Ada") == .chat(.creating(contact: "Eve")))
    }
}
