import Foundation
import Testing

@testable import TelexCore

@Suite struct FlowTests {
    @Test func showsAListenerTheCurrentModelAtOnce() {
        let flow = Flow()
        flow.receive("ada", "a1")
        let late = Seen<BadgeViewModel>()
        flow.telex.bind(late)
        #expect(late.model?.total == 1 && late.count == 1)
        flow.telex.unbind(late)
        flow.receive("ada", "a2")
        #expect(late.model?.total == 1)
        flow.telex.bind(late)
        #expect(late.model?.total == 2)
    }

    @Test func forgetsAListenerThatGoesAway() {
        let flow = Flow()
        weak var gone: Seen<BadgeViewModel>?
        do {
            let listener = Seen<BadgeViewModel>()
            flow.telex.bind(listener)
            gone = listener
        }
        #expect(gone == nil)
        flow.receive("ada", "a1")
        #expect(flow.badge.model?.total == 1)
    }

    @Test func showsAViewOnlyWhenItsModelChanged() {
        let flow = Flow()
        flow.receive("ada", "a1")
        let shown = flow.chatList.count
        flow.send(.presence(.typing(chat: "ada", author: nil)))
        flow.send(.chat(.listing(rows: 50)))
        flow.send(.connection(.retrying))
        #expect(flow.chatList.count == shown)
        flow.send(.chat(.listing(rows: 1)))
        flow.receive("ada", "a2")
        #expect(flow.chatList.count == shown + 1)
    }

    @Test func shutsAViewWhoseScreenIsCovered() {
        let flow = Flow()
        flow.open("ada", contact: "Ada")
        flow.send(.screen(.opened(.createChat)))
        #expect(flow.messages.model == nil && flow.createChat.model != nil)
        #expect(flow.takeWorks() == [.cancel], "the live channel; the page has come")
        flow.send(.screen(.closed(.createChat)))
        #expect(flow.messages.model?.chat == "ada")
        #expect(flow.takeWorks() == [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))])
    }

    @Test func dropsTheAnswerToAnEffectThatWasCancelled() throws {
        let flow = Flow()
        flow.send(.screen(.opened(.createChat)))
        flow.send(.chat(.creating(contact: "Ada")), id: "a")
        let number = try #require(flow.number(of: .ask(.create(contact: "Ada"))))
        flow.send(.screen(.closed(.createChat)))
        flow.forget()
        flow.telex.receive(
            .chat(.created(chat: "ada", contact: "Ada")), Stamp(time: flow.now, order: 99, freshID: ""),
            answering: number)
        flow.telex.end(effect: number)
        #expect(flow.telex.takeSaves() == [] && flow.telex.takeOrders() == [])
        #expect(flow.chatList.model?.chats.isEmpty == true && flow.messages.model == nil)
        #expect(flow.settled.ids == ["a"])
    }

    @Test func notifiesOnceForAPushThatComesTwoWays() throws {
        let flow = Flow()
        let push = IncomingMessage(chat: "ada", message: "a1", contact: "Ada", content: .text("hi"))
        flow.send(.message(.received(push)))
        flow.send(.message(.received(push)), known: ["a1": KnownMessage(position: 1, unreadAfter: 0)])
        #expect(flow.notification.model?.notifications.map(\.unread) == [1])
        flow.send(try #require(flow.notification.model?.notifications.first?.tapped).event)
        #expect(flow.notification.model?.total == 0 && flow.messages.model?.chat == "ada")
        flow.receive("ada", "a2")
        #expect(flow.notification.model?.total == 0)
    }

    @Test func settlesARequestWhenTheLastOfItsEffectsHasEnded() {
        let flow = Flow()
        flow.send(.screen(.opened(.createChat)))
        flow.send(.search(.changed(query: "e")), id: "a")
        flow.answer(.load(.contacts("e", limit: 10)), .search(.found(query: "e", contacts: ["Eve"])))
        #expect(flow.settled.ids == [])
        flow.answer(.ask(.search("e")), .search(.found(query: "e", contacts: ["Eliza", "Eve"])))
        #expect(flow.settled.ids == ["a"])
        #expect(flow.autocompleteContact.model?.candidates.map(\.contact) == ["Eve", "Eliza"])
    }

    @Test func followsTheDay() {
        let flow = Flow()
        flow.receive("ada", "a1")
        #expect(flow.chatList.model?.chats.first?.lastMessageDate == "09:00")
        flow.now += 86_400
        flow.send(.clock(.dayChanged))
        #expect(flow.chatList.model?.chats.first?.lastMessageDate == "Yesterday")
        #expect(flow.takeWorks().last == .wake(at: Date(timeIntervalSince1970: 1_767_744_000), .clock(.dayChanged)))
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
