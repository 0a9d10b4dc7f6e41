import TelexCore

/// What a message answers, and the reactions to it, as text.
enum ReplyText {
    /// The longest key and the most names that are printed.
    private static let longestKey = 20
    private static let mostNames = 3
    private static let mostKeys = 10

    /// The line above a message about what it answers.
    static func line(_ reply: MessagesViewModel.Reply, margin: Int, isPlain: Bool) -> StyledText {
        let margin = String(repeating: " ", count: margin)
        let place =
            switch reply.place {
            case .here, .deleted, .ignored, .unknown: ""
            case .elsewhere: " (in another chat)"
            }
        let thread = reply.isThreaded ? "in a thread, " : ""
        let sign = isPlain ? "In answer to " : "↪ "
        let who = reply.senderName.map { "\($0): " } ?? ""
        return StyledText("\(margin)\(sign)\(thread)\(who)\(reply.excerpt)\(place)", .secondary).asRow
    }

    /// The line below a message with the reactions to it.
    static func line(_ reactions: [MessagesViewModel.Reactions], margin: Int, isPlain: Bool) -> StyledText {
        let more = reactions.count - mostKeys
        let texts =
            reactions.prefix(mostKeys).map { "\(key($0)) \(names($0))" } + (more > 0 ? ["and \(more) more"] : [])
        return StyledText(
            String(repeating: " ", count: margin) + (isPlain ? "Reactions: " : "") + texts.joined(separator: "  "),
            .secondary
        )
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

    /// Who has reacted to a message with which key, or has taken that back; `nil` if nothing of it has changed.
    static func change(
        _ old: [MessagesViewModel.Reactions]?, _ new: [MessagesViewModel.Reactions]?
    ) -> (name: String, key: String, isTakenBack: Bool)? {
        let (old, new) = (old ?? [], new ?? [])
        for reactions in new {
            let before = old.first { $0.key == reactions.key }
            if reactions.count > before?.count ?? 0 {
                let people = reactions.people.filter { before?.people.contains($0) != true }
                return (people.last?.name ?? "Somebody", key(reactions), false)
            }
        }
        for reactions in old {
            let after = new.first { $0.key == reactions.key }
            if after?.count ?? 0 < reactions.count {
                let people = reactions.people.filter { after?.people.contains($0) != true }
                return (people.last?.name ?? "Somebody", key(reactions), true)
            }
        }
        return nil
    }
}
