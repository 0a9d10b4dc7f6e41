import TelexCore

/// An open chat in words.
enum MessagesText {
    static func changes(_ old: MessagesViewModel?, _ new: MessagesViewModel?) -> [StyledText] {
        guard let new else { return [] }
        let isNew = old == nil || old?.chat != new.chat
        let hadRows = !isNew && !(old!.shouldShowBusy && old!.messages.isEmpty)
        var lines: [StyledText] = []
        if !hadRows, !new.shouldShowBusy { lines += beginning(new) } else { lines += rows(old, new) }
        if let error = new.error, isNew || error != old?.error { lines.append(StyledText("! \(error)", .red)) }
        if let typing = new.typing, isNew || old?.typing == nil { lines.append(StyledText(typing, .dim)) }
        return lines
    }

    /// What is said while messages are being fetched.
    static func busy(_ model: MessagesViewModel) -> StyledText { StyledText("Loading messages…", .dim) }

    private static func beginning(_ model: MessagesViewModel) -> [StyledText] {
        var lines = [StyledText("── \(model.contact) ──", .bold)]
        if model.shouldShowEmpty { lines.append(StyledText("No messages yet. What you type is sent.", .dim)) }
        if model.loadOlder != nil {
            let older = model.total - model.messages.count
            lines.append(StyledText("\(older) older messages; /older shows more.", .dim))
        }
        return lines + withDays(model.messages, after: nil)
    }

    private static func rows(_ old: MessagesViewModel?, _ new: MessagesViewModel) -> [StyledText] {
        let before = Dictionary((old?.messages ?? []).map { ($0.id, $0) }) { first, _ in first }
        let firstKnown = new.messages.firstIndex { before[$0.id] != nil } ?? 0
        var lines: [StyledText] = []
        if firstKnown > 0 {
            lines.append(StyledText("── earlier ──", .dim))
            lines += withDays(new.messages[..<firstKnown], after: nil)
            lines.append(StyledText("── up to here ──", .dim))
        }
        lines += updates(before, new.messages[firstKnown...])
        let came = new.messages[firstKnown...].filter { before[$0.id] == nil }
        return lines + withDays(came, after: old?.messages.last?.day)
    }

    private static func withDays(
        _ rows: some Sequence<MessagesViewModel.Row>, after day: String?
    ) -> [StyledText] {
        var day = day
        var lines: [StyledText] = []
        for row in rows {
            if row.day != day { lines.append(StyledText("— \(row.day) —", .dim)) }
            day = row.day
            lines += Self.lines(row)
        }
        return lines
    }

    /// A message; its further lines stand below its first, so that none can pass for another message.
    private static func lines(_ row: MessagesViewModel.Row) -> [StyledText] {
        let time = hasTime(row) ? Columns.left(row.status, 5) : "--:--"
        let margin = String(repeating: " ", count: "\(time)  \(row.who): ".count)
        let texts = row.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        var lines = texts.enumerated().map { index, text in
            guard index == 0 else { return StyledText(margin + text) }
            return StyledText(time + "  ", .dim) + StyledText("\(row.who): ", row.isOwn ? .cyan : .green)
                + StyledText(String(text))
        }
        if row.isOwn {
            lines[lines.count - 1] =
                lines[lines.count - 1] + StyledText("  (\(words(row)))", row.mark == .failed ? .red : .dim)
        }
        return lines
    }

    /// What has become of messages that the terminal shows already.
    private static func updates(
        _ before: [String: MessagesViewModel.Row], _ rows: some Sequence<MessagesViewModel.Row>
    ) -> [StyledText] {
        let changed = rows.filter { row in before[row.id].map { $0.mark != row.mark } ?? false }
        guard let last = changed.last else { return [] }
        if changed.count > 1, changed.allSatisfy({ $0.mark == last.mark }), last.mark != .failed {
            return [StyledText("       (\(words(last))) \(changed.count) messages", .dim)]
        }
        return changed.map { row in
            let start = row.text.prefix(40)
            let text = String(start.map { $0.isNewline ? " " : $0 }) + (start.count < row.text.count ? "…" : "")
            return StyledText("       (\(words(row))) \(text)", row.mark == .failed ? .red : .dim)
        }
    }

    private static func hasTime(_ row: MessagesViewModel.Row) -> Bool {
        switch row.mark {
        case .none, .sent, .delivered, .read: true
        case .sending, .waiting, .failed: false
        }
    }

    private static func words(_ row: MessagesViewModel.Row) -> String {
        switch row.mark {
        case .none: ""
        case .sending: "sending…"
        case .waiting: "waiting for the connection"
        case .failed: "not sent: \(row.status) /retry sends it again"
        case .sent: "sent"
        case .delivered: "delivered"
        case .read: "read"
        }
    }
}
