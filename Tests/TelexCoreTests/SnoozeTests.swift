import Foundation
import Testing

@testable import TelexCore

/// Notifications that come back.
@Suite struct SnoozeTests {
    private let flow = Flow(isStrict: false)
    private var shown: [String] {
        flow.notification.model?.notifications.map { "\($0.id) \($0.unreadCount)" } ?? []
    }

    private func snooze(_ id: String, _ due: String, in window: WindowID = .main, _ request: String? = nil) {
        flow.send(.notification(.snoozing(Snooze(notification: id, due: due))), id: request, in: window)
    }

    /// When the port is to wake the core, as asked since the last call.
    private func wakes() -> [Effect.Work] { flow.takeWorks().filter { $0 != .cancel } }

    /// Lets time pass, as the port does that was asked to wake.
    private func pass(_ seconds: TimeInterval) {
        flow.now += seconds
        flow.send(.notification(.cameDue))
    }

    @Test func comesBackAtItsTime() throws {
        flow.receive("ada", "a1", title: "Ada")
        flow.receive("bo", "b1", title: "Bo")
        _ = wakes()
        let row = try #require(flow.notification.model?.notifications.last)
        flow.send(row.snooze.filled("10m"))
        let due = flow.now + 600
        #expect(wakes() == [.wake(at: due, .notification(.cameDue))])
        #expect(shown == ["chat:bo 1"] && flow.takeSaves().count == 4)
        pass(599)
        #expect(shown == ["chat:bo 1"] && wakes() == [.wake(at: due, .notification(.cameDue))])
        pass(1)
        #expect(shown == ["chat:ada 1", "chat:bo 1"] && wakes() == [])
        pass(600)
        #expect(shown.count == 2 && wakes() == [])
    }

    @Test func wakesForTheFirstOfSeveral() {
        flow.receive("ada", "a1", title: "Ada")
        flow.receive("bo", "b1", title: "Bo")
        _ = wakes()
        snooze("chat:ada", "2 hours")
        snooze("chat:bo", "tomorrow 9:00")
        let first = flow.now + 7200
        #expect(wakes() == Array(repeating: .wake(at: first, .notification(.cameDue)), count: 2))
        pass(7200)
        #expect(shown == ["chat:ada 1"])
        #expect(wakes() == [.wake(at: .start + 86_400, .notification(.cameDue))])
    }

    /// Whatever makes a notification go ends its snooze, too.
    @Test func staysAwayOnceNobodyNeedsIt() {
        for (chat, ending) in [
            ("ada", Event.message(.reading(chat: "ada"))), ("bo", .screen(.opening(.messages("bo")))),
            ("cy", .notification(.resolved(chat: "cy"))), ("dee", .notification(.dismissing(chat: "dee"))),
        ] {
            flow.receive(ChatID(chat), "m", title: chat)
            snooze("chat:\(chat)", "in 10 min")
            flow.send(ending)
        }
        pass(600)
        #expect(shown == [])
    }

    @Test func countsAMessageThatComesMeanwhile() {
        flow.receive("ada", "a1", title: "Ada")
        snooze("chat:ada", "10m")
        flow.receive("ada", "a2", title: "Ada")
        #expect(shown == ["chat:ada 2"])
        pass(600)
        #expect(shown == ["chat:ada 2"])
    }

    @Test func snoozesAReminderThatIsDue() {
        flow.send(.notification(.reminded(reminder: "r", name: "Tea", chat: nil)))
        snooze("reminder:r", "10m")
        #expect(shown == [])
        pass(600)
        #expect(shown == ["reminder:r 1"])
        snooze("reminder:r", "10m")
        flow.send(.notification(.resolvedReminder(reminder: "r")))
        pass(600)
        #expect(shown == [])
    }

    @Test func snoozesInOneWindowOnly() {
        flow.telex.open(WindowID("w"))
        flow.receive("ada", "a1", title: "Ada")
        snooze("chat:ada", "10m", in: WindowID("w"))
        #expect(shown == ["chat:ada 1"])
    }

    @Test(arguments: [
        ("chat:ada", "never", "s refused"), ("chat:ada", "", "s refused"), ("chat:ada", "10m tea", "s refused"),
        ("chat:bo", "10m", "s ignored"), ("ada", "10m", "s ignored"), ("thing:ada", "10m", "s ignored"),
    ])
    func refusesWhatItCannotSnooze(id: String, due: String, outcome: String) {
        flow.receive("ada", "a1", title: "Ada")
        snooze(id, due, "s")
        #expect(flow.settled.take() == [outcome] && shown == ["chat:ada 1"])
    }

    @Test(arguments: [
        ("never", "\"never\" is not a time."), ("10m tea", "\"tea\" is not part of a time."),
        ("today 8:00", "That time is in the past."), ("31 feb", "February 2026 has only 28 days."),
    ])
    func saysWhyItIsNoTime(text: String, reason: String) {
        guard case .failure(let refusal) = SnoozeUseCase.due(text, now: .start, .fixed) else {
            Issue.record("\(text) is a time")
            return
        }
        #expect(refusal.reason.hasPrefix(reason), "\(refusal.reason)")
    }

    @Test(arguments: [
        ("10m", 600.0), ("in 10 min", 600), ("2 hours", 7200), ("an hour and a half", 5400), ("tomorrow 9:00", 86_400),
        ("18:00", 9 * 3600), ("at 18:00", 9 * 3600), ("fri", nil),
    ])
    func readsTimesAsRemindersDo(text: String, seconds: Double?) {
        guard case .success(let due) = SnoozeUseCase.due(text, now: .start, .fixed) else {
            Issue.record("\(text) is refused")
            return
        }
        if let seconds { #expect(due == .start + seconds) }
    }
}
