import TelexCore

/// The create-chat form in words.
enum CreateChatText {
    static func changes(_ old: CreateChatViewModel?, _ new: CreateChatViewModel?) -> [StyledText] {
        guard let new else { return [] }
        if let error = new.error, error != old?.error || new.errorRevision != old?.errorRevision {
            return [StyledText("! \(error)", .red)]
        }
        if old == nil, !new.shouldShowBusy {
            return ["New chat. Type a name, /find TEXT to look for people, or /cancel."]
        }
        return []
    }

    /// What is said while the chat is being made.
    static func busy(_ model: CreateChatViewModel) -> StyledText {
        StyledText("Making the chat with \(model.typed)…", .dim)
    }
}

/// The autocomplete in words.
enum AutocompleteContactText {
    static func changes(
        _ old: AutocompleteContactViewModel?, _ new: AutocompleteContactViewModel?
    ) -> [StyledText] {
        guard let new, !new.shouldShowBusy else { return [] }
        if new.shouldShowEmpty {
            return ["Nobody is known whose name begins with \"\(new.query)\"."]
        }
        return new.candidates.enumerated().map { index, candidate in
            StyledText(Columns.right("\(index + 1)", 3) + "  ", .dim) + StyledText(candidate.contact)
        } + [StyledText("/choose N makes the chat.", .dim)]
    }
}

/// The notifications in words.
enum NotificationText {
    /// Those that say something new, the newest first.
    static func news(_ old: NotificationViewModel?, _ new: NotificationViewModel?) -> [Shown<NotificationViewModel.Row>]
    {
        guard let new else { return [] }
        let before = Dictionary((old?.notifications ?? []).map { ($0.id, $0) }) { first, _ in first }
        return new.notifications.filter { before[$0.id] != $0 }
    }

    static func changes(_ old: NotificationViewModel?, _ new: NotificationViewModel?) -> [StyledText] {
        // The newest stands first in the view, and is printed last.
        news(old, new).reversed().map { row in
            let count = row.unread > 1 ? " (\(row.unread) new)" : ""
            return StyledText("* \(row.who)\(count): ", .yellow) + StyledText(row.text)
                + StyledText("  /go opens it", .dim)
        }
    }
}
