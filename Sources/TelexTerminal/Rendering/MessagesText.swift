import TelexCore

/// An open chat as text.
enum MessagesText {
    static func changes(_ old: MessagesViewModel?, _ new: MessagesViewModel?) -> [Printed] {
        guard let new else { return [] }
        let isNew = old == nil || old?.chat != new.chat
        let hadRows = !isNew && !(old!.shouldShowBusy && old!.messages.isEmpty)
        var changes: [Printed] = []
        // If the gap is above rows that are added at the top, their heading reports it.
        let isAbove = new.messages.dropFirst().contains { $0.id == old?.messages.first?.id }
        let hasNewGap = new.gapText != nil && old?.gapText == nil
        if hadRows, hasNewGap, !isAbove, let gap = new.gapText {
            changes.append(.line(StyledText("! \(gap) /history loads them.", .warning)))
        }
        if hadRows || new.shouldShowBusy {
            changes += rows(isNew ? nil : old, new)
        } else {
            changes += beginning(new).map(Printed.entry)
        }
        let isSaid = !isNew && new.errorText == old?.errorText && new.errorRevision == old?.errorRevision
        if let error = new.errorText, !isSaid {
            let hint = new.openSuccessor == nil ? "" : " /continue opens it."
            changes.append(.line(StyledText("! \(error)\(hint)", .error)))
        }
        return changes
    }

    /// The line about members who have begun to type; `nil` if nobody has.
    static func typing(_ change: Change<MessagesViewModel>) -> String? {
        let (old, new) = (change.old, change.new)
        return old?.chat != new?.chat || old?.typingText == nil ? new?.typingText : nil
    }

    /// The whole chat, as far as it is loaded.
    static func beginning(_ model: MessagesViewModel) -> [Entry] { opening(model, model.messages[...]) }

    /// Messages above those that are already printed, of which `known` is the first.
    static func above(
        _ rows: ArraySlice<Shown<MessagesViewModel.Row>>, _ known: Shown<MessagesViewModel.Row>,
        in model: MessagesViewModel
    ) -> Printed {
        var above = opening(model, rows)
        if known.dayText != rows.last?.dayText { above.append(Entry(lines: [day(known)])) }
        // Rows that are already printed are not printed again.
        return .replacement(openingID(model), above, otherwise: older(model, rows))
    }

    /// The heading of the chat, and the rows that follow it.
    static func opening(_ model: MessagesViewModel, _ rows: ArraySlice<Shown<MessagesViewModel.Row>>) -> [Entry] {
        let title = model.isEncrypted ? "\(model.title) (encrypted)" : model.title
        var lines = [StyledText("── \(title) ──", .heading)]
        if let members = model.membersText { lines.append(StyledText(members, .secondary)) }
        if model.shouldShowEmpty { lines.append(StyledText("No messages yet. What you type is sent.", .secondary)) }
        lines += hints(model)
        if let first = rows.first { lines.append(day(first)) }
        return [Entry(id: openingID(model), lines: lines)] + entries(rows, in: model, after: rows.first?.dayText)
    }

    /// Older messages, as a block below those that are already printed.
    private static func older(
        _ model: MessagesViewModel, _ rows: ArraySlice<Shown<MessagesViewModel.Row>>
    ) -> [Entry] {
        let heading = [StyledText("── \(model.title): older messages ──", .heading)] + hints(model)
        return [Entry(lines: heading)] + entries(rows, in: model, after: nil)
    }

    /// The lines about messages that are not loaded.
    private static func hints(_ model: MessagesViewModel) -> [StyledText] {
        if let gap = model.gapText { return [StyledText("\(gap) /history loads them.", .warning)] }
        return model.older == nil ? [] : [StyledText(moreText(model), .secondary)]
    }

    private static func moreText(_ model: MessagesViewModel) -> String {
        // If the last messages are not shown, the number of older messages is unknown.
        if model.latest != nil { return "/history shows more." }
        let older = model.totalCount - model.messages.count
        return older > 0
            ? "\(older) older message\(older == 1 ? "" : "s"); /history shows more."
            : "/history loads older messages."
    }

    private static func rows(_ old: MessagesViewModel?, _ new: MessagesViewModel) -> [Printed] {
        let before = Dictionary((old?.messages ?? []).map { ($0.id, $0) }) { first, _ in first }
        let shared = new.messages.firstIndex { before[$0.id] != nil }
        if shared == nil, !before.isEmpty, !new.messages.isEmpty, new.gapText == nil || old?.gapText != nil {
            // The window shows another part of the chat.
            return beginning(new).map(Printed.entry)
        }
        let firstKnown = shared ?? 0
        var changes: [Printed] = []
        if let old, old.firstNew != nil, old.firstNew != new.firstNew {
            changes.append(.replacement(newsID(old), [], otherwise: []))
        }
        if old?.shouldShowEmpty == true, !new.messages.isEmpty {
            // The messages of a newly joined chat arrive after it has opened.
            changes.append(.replacement(openingID(new), opening(new, []), otherwise: []))
        }
        if firstKnown > 0 {
            changes.append(above(new.messages[..<firstKnown], new.messages[firstKnown], in: new))
        }
        let revisions = revisions(before, new.messages[firstKnown...], in: new)
        if !revisions.isEmpty { changes.append(.revisions(revisions)) }
        changes += removed(old, new)
        changes += overtaken(before, new).map(Printed.line)
        let came = new.messages[firstKnown...].filter { before[$0.id] == nil }
        return changes + entries(came[...], in: new, after: old?.messages.last?.dayText).map(Printed.entry)
    }

    private static func entries(
        _ rows: ArraySlice<Shown<MessagesViewModel.Row>>, in model: MessagesViewModel, after day: String?
    ) -> [Entry] {
        var day = day
        var entries: [Entry] = []
        for row in rows {
            if row.dayText != day { entries.append(Entry(lines: [Self.day(row)])) }
            day = row.dayText
            if row.message == model.firstNew {
                entries.append(Entry(id: newsID(model), lines: [StyledText("── \(news(model)) ──", .news)]))
            }
            entries.append(entry(row, in: model))
        }
        return entries
    }

    /// Some of the messages, each after the lines that stand above it.
    static func entries(_ model: MessagesViewModel, _ indices: ClosedRange<Int>, after day: String?) -> [Entry] {
        entries(model.messages[indices], in: model, after: day)
    }

    /// Who wrote a message, and how it begins, on one line.
    static func summary(of row: Shown<MessagesViewModel.Row>) -> StyledText {
        StyledText("\(row.senderName): \(excerpt(row))", .secondary)
    }

    /// A message that is printed once more.
    static func excerpt(
        of row: Shown<MessagesViewModel.Row>, in model: MessagesViewModel, showsSpoilers: Bool = false
    ) -> Entry {
        var copy = entry(row, in: model, showsSpoilers: showsSpoilers)
        copy.id = nil
        return copy
    }

    /// The last messages, each with its number.
    static func numbered(_ model: MessagesViewModel, _ count: Int) -> [Entry] {
        let rows = model.messages.suffix(max(0, count))
        return zip(rows, stride(from: rows.count, to: 0, by: -1)).map { row, number in
            var line = excerpt(of: row, in: model)
            line.indent += 5
            line.lines = line.lines.enumerated().map { index, text in
                StyledText(Columns.right(index == (row.replyTo == nil ? 0 : 1) ? "\(number)" : "", 3) + "  ", .accent)
                    + text
            }
            return line
        }
    }

    /// The names of those who wrote the shown messages, the last one first.
    static func senders(_ model: MessagesViewModel?) -> [String] {
        var seen: Set<String> = []
        return (model?.messages ?? []).reversed().filter { !$0.isOwn && $0.kind != .system }.map { $0.senderName }
            .filter { seen.insert($0).inserted }
    }

    /// How many messages are new, and how to get to the first of them if it is not shown.
    private static func news(_ model: MessagesViewModel) -> String {
        "\(model.newCount ?? 0) new" + (model.firstUnread == nil ? "" : "; /unread shows the first of them")
    }

    /// The line above the messages that were unread when the chat was opened.
    private static func newsID(_ model: MessagesViewModel) -> EntryID { EntryID(text: "\(model.chat)\u{0}\u{0}new") }

    private static func day(_ row: Shown<MessagesViewModel.Row>) -> StyledText {
        StyledText("— \(row.dayText) —", .secondary)
    }

    private static func openingID(_ model: MessagesViewModel) -> EntryID { EntryID(text: "\(model.chat)") }

    /// A message. Its further lines are indented, so that none can pass for another message.
    private static func entry(
        _ row: Shown<MessagesViewModel.Row>, in model: MessagesViewModel, showsSpoilers: Bool = false
    ) -> Entry {
        let time = hasTime(row) ? Columns.left(row.statusText, 5) : "--:--"
        let who =
            switch row.kind {
            case .emote: "* \(row.senderName) "
            case .system: "-- \(row.senderName) "
            case .text, .notice, .unshowable, .deleted: "\(row.senderName): "
            }
        let indent = TextWidth.of(HarmlessText.of("\(time)  \(who)"))
        let texts = SpanText.lines(FormattedText(row.text, row.spans ?? []), text(row), showsSpoilers: showsSpoilers)
        var lines = texts.enumerated().map { index, text in
            guard index == 0 else { return StyledText(String(repeating: " ", count: indent)) + text }
            return StyledText(time + "  ", .secondary) + StyledText(who, sender(row)) + text
        }
        let words = [row.isOwn ? words(row) : "", row.isEdited ? "edited" : ""].filter { !$0.isEmpty }
        if !words.isEmpty {
            let said = words.joined(separator: ", ")
            lines[lines.count - 1] =
                lines[lines.count - 1] + StyledText("  (\(said))", row.state == .failed ? .error : .secondary)
        }
        lines =
            (row.replyTo.map { [ReplyText.line($0)] } ?? []) + lines
            + (row.reactions.map { [ReplyText.line($0)] } ?? [])
        return Entry(id: entryID(row, model), lines: lines, indent: indent)
    }

    private static func entryID(_ row: Shown<MessagesViewModel.Row>, _ model: MessagesViewModel) -> EntryID {
        EntryID(text: "\(model.chat)\u{0}\(row.message)")
    }

    /// The role of the sender's name.
    private static func sender(_ row: Shown<MessagesViewModel.Row>) -> Role {
        if row.kind == .system { return .system }
        return row.isOwn ? .own : .person(row.sender?.text ?? row.senderName)
    }

    /// The role of the text.
    private static func text(_ row: Shown<MessagesViewModel.Row>) -> Role {
        if row.isMention { return .mention }
        switch row.kind {
        case .text, .emote: return .plain
        case .system: return .system
        case .notice, .unshowable, .deleted: return .secondary
        }
    }

    /// The changes to messages that are already printed.
    private static func revisions(
        _ before: [String: Shown<MessagesViewModel.Row>], _ rows: some Sequence<Shown<MessagesViewModel.Row>>,
        in model: MessagesViewModel
    ) -> [Revision] {
        rows.compactMap { row in
            guard let old = before[row.id], let word = change(old, row) else { return nil }
            return Revision(
                entry: entry(row, in: model), word: word, text: excerpt(row), isBad: row.state == .failed)
        }
    }

    /// The beginning of a message's text, on one line.
    private static func excerpt(_ row: Shown<MessagesViewModel.Row>) -> String {
        let text = FormattedText(row.text, row.spans ?? []).visible
        let start = text.prefix(40)
        return String(start.map { $0.isNewline ? " " : $0 }) + (start.count < text.count ? "…" : "")
    }

    /// The messages that were removed before they were sent.
    private static func removed(_ old: MessagesViewModel?, _ new: MessagesViewModel) -> [Printed] {
        if new.latest != nil { return [] }
        let (rows, left) = (old?.messages ?? [], Set(new.messages.map(\.id)))
        // Those before the first one that is left may just have made room.
        let first = rows.firstIndex { left.contains($0.id) } ?? rows.count
        return rows.enumerated().filter { index, row in
            row.isOwn && !left.contains(row.id) && (index > first || !hasTime(row))
        }.map { _, row in
            .replacement(
                entryID(row, new), [],
                otherwise: [
                    Entry(lines: [StyledText("\"\(excerpt(row))\" was removed before it was sent.", .secondary)])
                ])
        }
    }

    /// The lines about messages that were sent late, and so come after messages that were printed below them.
    private static func overtaken(
        _ before: [String: Shown<MessagesViewModel.Row>], _ new: MessagesViewModel
    ) -> [StyledText] {
        new.messages.indices.compactMap { index in
            let row = new.messages[index]
            guard row.isOwn, hasTime(row), let old = before[row.id], !hasTime(old),
                new.messages[..<index].contains(where: { !$0.isOwn && $0.date > row.date })
            else { return nil }
            return StyledText(
                "\"\(excerpt(row))\" moved below the messages that arrived while it was waiting.", .secondary)
        }
    }

    /// The word for a change to a message; `nil` if the change is not reported.
    private static func change(_ old: Shown<MessagesViewModel.Row>, _ new: Shown<MessagesViewModel.Row>) -> String? {
        if old.kind != new.kind, new.kind == .deleted { return "deleted" }
        // A member's new name in a system message is not an edit.
        if new.kind == .system { return old.change == new.change ? nil : "deleted" }
        if old.text != new.text || old.spans != new.spans { return "edited" }
        if old.state == .deleting, new.state != .deleting { return old.keep == nil ? "not deleted" : "kept" }
        if old.keep != nil, new.state == .deleting, new.keep == nil { return words(new) }
        if old.state != new.state { return words(new) }
        if old.reactions != new.reactions { return ReplyText.change(old.reactions, new.reactions) }
        return old.replyTo != new.replyTo ? "" : nil
    }

    private static func hasTime(_ row: Shown<MessagesViewModel.Row>) -> Bool {
        switch row.state {
        case .received, .sent, .delivered, .read, .deleting: true
        case .sending, .waiting, .failed: false
        }
    }

    private static func words(_ row: Shown<MessagesViewModel.Row>) -> String {
        switch row.state {
        case .received: ""
        case .sending: "sending…"
        case .waiting: "waiting for the connection"
        case .failed: "not sent: \(row.statusText) /retry sends it again"
        case .sent: "sent"
        case .delivered: "delivered"
        case .read: "read"
        case .deleting: row.keep == nil ? "being deleted" : "being deleted, /undo keeps it"
        }
    }
}
