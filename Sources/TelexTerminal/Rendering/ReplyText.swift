import TelexCore

/// What a message answers, and the reactions to it, as text.
enum ReplyText {
    /// As wide as the time before a message.
    private static let margin = String(repeating: " ", count: 7)
    /// The longest key and the most names that are printed.
    private static let longestKey = 20
    private static let mostNames = 3
    private static let mostKeys = 10

    /// The line above a message about what it answers.
    static func line(_ reply: MessagesViewModel.Reply) -> StyledText {
        let place =
            switch reply.place {
            case .here, .deleted, .unknown: ""
            case .elsewhere: " (in another chat)"
            }
        let thread = reply.isThreaded ? "in a thread, " : ""
        let who = reply.senderName.map { "\($0): " } ?? ""
        return StyledText("\(margin)↪ \(thread)\(who)\(reply.excerpt)\(place)", .secondary)
    }

    /// The line below a message with the reactions to it.
    static func line(_ reactions: [MessagesViewModel.Reactions]) -> StyledText {
        let more = reactions.count - mostKeys
        let texts =
            reactions.prefix(mostKeys).map { "\(key($0)) \(names($0))" } + (more > 0 ? ["and \(more) more"] : [])
        return StyledText(margin + texts.joined(separator: "  "), .secondary)
    }

    private static func key(_ reactions: MessagesViewModel.Reactions) -> String {
        let start = reactions.key.prefix(longestKey)
        return start.count < reactions.key.count ? "\(start)…" : String(start)
    }

    private static func names(_ reactions: MessagesViewModel.Reactions) -> String {
        let names = reactions.people.prefix(mostNames).map(\.name)
        let others = reactions.count - names.count
        return names.joined(separator: ", ") + (others > 0 ? " and \(others) more" : "")
    }

    /// The words for a change of the reactions to a message.
    static func change(
        _ old: [MessagesViewModel.Reactions]?, _ new: [MessagesViewModel.Reactions]?
    ) -> String {
        let (old, new) = (old ?? [], new ?? [])
        for reactions in new {
            let before = old.first { $0.key == reactions.key }
            if reactions.count > before?.count ?? 0 {
                let people = reactions.people.filter { before?.people.contains($0) != true }
                return "\(key(reactions)) from \(people.last?.name ?? "somebody")"
            }
        }
        for reactions in old {
            let after = new.first { $0.key == reactions.key }
            if after?.count ?? 0 < reactions.count {
                let people = reactions.people.filter { after?.people.contains($0) != true }
                return "\(key(reactions)) taken back by \(people.last?.name ?? "somebody")"
            }
        }
        return ""
    }
}
