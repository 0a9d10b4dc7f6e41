import TelexCore

/// What has changed in a message that was printed.
enum MessageChange: Equatable {
    /// Only its own row says so.
    case silent
    case deleted
    /// What a member did to the chat is hidden now.
    case hidden
    case edited
    case kept
    case notDeleted
    case deleting
    case failed
    /// How far our message has come.
    case progress(String)
    case reaction(name: String, key: String, isTakenBack: Bool)
    /// Its file is here now.
    case fetched

    /// - Returns: `nil` if nothing has changed that a row shows.
    init?(_ old: Shown<MessagesViewModel.Row>, _ new: Shown<MessagesViewModel.Row>) {
        if old.kind != new.kind, new.kind == .deleted {
            self = .deleted
        } else if new.kind == .system {
            // A member's new name in a system message is not an edit.
            if old.change == new.change { return nil }
            self = .hidden
        } else if old.text != new.text || old.spans != new.spans {
            self = .edited
        } else if old.state == .deleting, new.state != .deleting {
            self = old.keep == nil ? .notDeleted : .kept
        } else if old.state != new.state || old.keep != nil && new.keep == nil {
            self = Self.progress(of: old, to: new)
        } else if old.reactions != new.reactions, let change = ReplyText.change(old.reactions, new.reactions) {
            self = .reaction(name: change.name, key: change.key, isTakenBack: change.isTakenBack)
        } else if old.file?.state == .fetching, new.file?.state == .here {
            self = .fetched
        } else if old.replyTo != new.replyTo || old.reactions != new.reactions || old.file != new.file {
            self = .silent
        } else {
            return nil
        }
    }

    private static func progress(
        of old: Shown<MessagesViewModel.Row>, to new: Shown<MessagesViewModel.Row>
    ) -> MessageChange {
        switch new.state {
        case .deleting: .deleting
        case .failed: .failed
        case .received, .sent: .progress("sent")
        case .sending: .silent
        // It was tried again.
        case .waiting where new.retryDate != nil && old.reason != nil: .silent
        case .waiting: .progress(new.reason.map { "waiting. \($0)" } ?? "kept until there is a connection")
        case .delivered: .progress("delivered")
        case .read: .progress("read")
        }
    }

    /// What is said of it if the message is not on the screen any more.
    ///
    /// - Parameter isOld: whether the message is of another day than the last one.
    func news(of row: Shown<MessagesViewModel.Row>, isOld: Bool) -> Revision.News? {
        let quote = "\"\(MessagesText.excerpt(row))\""
        let place =
            !row.isPlaced ? "that is not sent" : isOld ? "of \(row.statusText), \(row.dayText)" : "of \(row.statusText)"
        if case .progress(let word) = self { return .progress(message: quote, word: word) }
        // Not the program that has sent it: we may have changed it ourselves.
        let author = row.isOwn ? "You" : row.senderName
        let sentence: String? =
            switch self {
            case .silent, .progress: nil
            case .hidden: "What \(row.senderName) did to the chat was hidden."
            case .deleted: "\(author) deleted the message \(place)."
            case .edited: "\(author) edited the message \(place): \(MessagesText.wholeText(row))"
            case .kept: "Your message \(quote) was kept."
            case .notDeleted: "Your message \(quote) could not be deleted."
            case .deleting: "Your message \(quote) is being deleted\(row.keep == nil ? "" : "; /undo keeps it")."
            case .failed: "Your message \(quote) was not sent: \(row.statusText) /retry sends it again."
            case .fetched: "\(row.file?.name ?? "") is here now. /view opens it, /save copies it."
            case .reaction(let name, let key, let isTakenBack):
                "\(name) \(isTakenBack ? "took back" : "reacted") \(key) \(isTakenBack ? "from" : "to") "
                    + "\(row.isOwn ? "your message" : "\(row.senderName)'s message") \(quote)."
            }
        return sentence.map { .sentence(StyledText($0, self == .failed ? .error : .secondary)) }
    }
}
