import Foundation

/// The notifications of each window. Only this model changes them.
struct NotificationModel: WindowKeeping {
    var windows = Windows(PendingNotifications())

    mutating func list(rows: Int, in window: WindowID) { windows[window].limit.ask(for: rows) }

    mutating func raise(_ message: IncomingMessage, in notified: [WindowID], at time: Date) {
        for window in notified { windows[window].raise(message, at: time) }
    }

    mutating func react(_ message: IncomingMessage, in notified: [WindowID], at time: Date) {
        for window in notified { windows[window].react(message, at: time) }
    }

    mutating func revise(_ message: MessageID, in chat: ChatID, _ content: MessageContent) {
        windows.update { $0.revise(message, in: chat, content) }
    }

    mutating func remind(_ reminder: ReminderID, name: String, chat: ChatID?, at time: Date) {
        windows.update { $0.remind(reminder, name: name, chat: chat, at: time) }
    }

    /// Opens the subject of a notification, in the window where it was tapped.
    mutating func tap(_ key: PendingNotifications.Key, in window: WindowID) -> Consequences {
        guard let pending = windows[window].dismiss(key) else { return Self.nothing }
        let screen: Screen = pending.chat.map { .messages($0) } ?? .upcoming
        return Consequences(followUps: [.screen(.opening(screen))])
    }

    /// Dismisses the notification in one window.
    mutating func dismiss(_ key: PendingNotifications.Key, in window: WindowID) -> Consequences {
        windows[window].dismiss(key) == nil ? Self.nothing : .none
    }

    /// Dismisses the notification in one window until a time.
    mutating func snooze(_ snooze: Snooze, _ stamp: Stamp, _ region: Region) -> Consequences {
        let due: Date
        switch SnoozeUseCase.due(snooze.due, now: stamp.time, region) {
        case .success(let date): due = date
        case .failure(let refusal): return .refused(refusal.reason)
        }
        guard let key = PendingNotifications.Key(snooze.notification),
            windows[stamp.window].snooze(key, until: due)
        else { return Self.nothing }
        return Consequences(effects: nextReturn)
    }

    /// Brings the snoozed notifications back whose time has come.
    mutating func comeDue(_ time: Date) -> Consequences {
        windows.update(where: { $0.nextReturn.map { $0 <= time } == true }) { $0.bringBack(by: time) }
        return Consequences(effects: nextReturn)
    }

    /// The wake-up for the next snoozed notification.
    private var nextReturn: [Effect] {
        let next = windows.ids.compactMap { windows[$0].nextReturn }.min()
        return next.map { [Effect(.nextSnoozed, .wake(at: $0, .notification(.cameDue)))] } ?? []
    }

    /// Removes the notification from every window.
    mutating func resolve(_ key: PendingNotifications.Key) { windows.update { $0.dismiss(key) } }

    /// Removes the notifications of what somebody wrote from every window.
    mutating func silence(_ user: UserID) { windows.update { $0.silence(user) } }

    private static let nothing = Consequences.ignored("The notification does not exist.")
}
