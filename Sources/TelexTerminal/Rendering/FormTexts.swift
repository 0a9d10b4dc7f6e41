import TelexCore

/// The form for a new chat as text.
enum ChatFormText {
    static func changes(_ old: ChatFormViewModel?, _ new: ChatFormViewModel?) -> [StyledText] {
        guard let new else { return [] }
        if let error = new.errorText, error != old?.errorText || new.errorRevision != old?.errorRevision {
            let hint = new.knock == nil ? "" : " /knock asks to join."
            return [StyledText("! \(error)\(hint)", .error)]
        }
        if old == nil, !new.shouldShowBusy {
            return ["New chat. Type a name, or /find TEXT to search for people. /close cancels."]
        }
        return []
    }
}

/// The search results as text.
enum RecipientsText {
    static func changes(
        _ old: RecipientsViewModel?, _ new: RecipientsViewModel?
    ) -> [StyledText] {
        guard let new, !new.shouldShowBusy else { return [] }
        if new.shouldShowEmpty {
            return ["No name begins with \"\(new.query)\"."]
        }
        return new.candidates.enumerated().map { index, candidate in
            let text =
                StyledText(Columns.right("\(index + 1)", 3) + "  ", .secondary) + StyledText(candidate.recipient)
                + StyledText(candidate.chat == nil ? "" : "  chat", .secondary)
            return text.asRow
        } + [StyledText("/choose NUMBER opens the chat.", .secondary)]
    }
}

/// The notifications as text.
enum NotificationText {
    /// The new and changed notifications, newest first.
    static func news(_ old: NotificationViewModel?, _ new: NotificationViewModel?) -> [Shown<NotificationViewModel.Row>]
    {
        guard let new else { return [] }
        let before = Dictionary((old?.notifications ?? []).map { ($0.id, $0) }) { first, _ in first }
        // Older rows take the place of those that go from a list that does not show all.
        let last = old?.loadMore == nil ? nil : new.notifications.lastIndex { before[$0.id] != nil }
        return new.notifications.prefix(last.map { $0 + 1 } ?? new.notifications.count).filter { row in
            // A date that is worded anew at midnight is no news.
            guard let old = before[row.id] else { return true }
            return (old.message, old.previewText, old.heading) != (row.message, row.previewText, row.heading)
                || old.unreadCount != row.unreadCount
        }
    }

    /// The notifications that nobody needs any more, because they were opened, dismissed, or read elsewhere.
    static func gone(_ old: NotificationViewModel?, _ new: NotificationViewModel?) -> [Shown<NotificationViewModel.Row>]
    {
        guard let old, let new else { return [] }
        let pending = Set(new.notifications.map(\.id))
        // Newer rows push the last ones out of a list that does not show all.
        let last = old.notifications.lastIndex { pending.contains($0.id) } ?? 0
        let shown = new.loadMore == nil ? old.notifications[...] : old.notifications.prefix(last)
        return shown.filter { !pending.contains($0.id) }
    }

    static func line(_ row: Shown<NotificationViewModel.Row>) -> StyledText {
        let count = row.unreadCount > 1 ? " (\(row.unreadCount) new)" : ""
        return StyledText("* \(row.heading)\(count): ", .news) + StyledText(row.previewText)
            + StyledText("  \(row.dateText)", .secondary)
    }

    /// One line for each subject. As long as it is on the screen, it is updated in place, and goes with its notification.
    ///
    /// - Parameter news: the new and changed notifications to print, newest first.
    static func changes(
        _ old: NotificationViewModel?, _ new: NotificationViewModel?, news: [Shown<NotificationViewModel.Row>]
    ) -> [Printed] {
        // The newest is first in the view, and is printed last.
        gone(old, new).map { .replacement(id(of: $0), [], otherwise: []) }
            + news.reversed().map { row in
                let text = line(row) + StyledText("  /go opens it", .secondary)
                let id = id(of: row)
                let entry = Entry(id: id, lines: [text.asRow])
                let isKnown = old?.notifications.contains { $0.id == row.id } == true
                return isKnown ? .replacement(id, [entry], otherwise: [entry]) : .entry(entry)
            }
    }

    private static func id(of row: Shown<NotificationViewModel.Row>) -> EntryID {
        EntryID(text: "notification\u{0}\(row.id)")
    }
}
