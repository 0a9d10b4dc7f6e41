import TelexCore

/// An open chat as text.
struct MessagesText {
    /// Where the parts of a message are.
    let layout: MessageLayout

    init(_ layout: MessageLayout) { self.layout = layout }

    func changes(_ update: MessagesUpdate) -> [Printed] {
        let (change, opening) = (update.change, update.opening)
        guard let new = change.new else { return [] }
        let old = change.old?.chat == new.chat ? change.old : nil
        var changes: [Printed] = []
        // If the gap is above rows that are added at the top, their heading reports it.
        let isAbove = new.messages.dropFirst().contains { $0.id == old?.messages.first?.id }
        if let old, opening == nil, old.gapText == nil, !isAbove, let gap = new.gapText {
            changes.append(.line(StyledText("! \(gap) /history loads them.", .warning)))
        }
        changes += opening.map { entries($0).map(Printed.entry) } ?? rows(old, new, update.printed)
        // What bars us from a chat is said below its heading, which comes with its messages.
        let isHeaded = old?.isHeaded ?? false
        let isSaid =
            isHeaded
            ? new.errorText == old?.errorText && new.errorRevision == old?.errorRevision : opening == nil
        if let error = new.errorText, !isSaid {
            let hint = new.openSuccessor == nil ? "" : " /continue opens it."
            let invitation = update.invitation?.invitationText.map {
                "\($0). /accept joins the chat, /decline refuses."
            }
            // We have just left, or were removed: that is no error.
            let isOver = old?.send != nil && new.send == nil && hint.isEmpty
            let said = isOver ? StyledText(error, .secondary) : StyledText("! \(error)\(hint)", .error)
            let line = invitation.map { StyledText($0, .news) } ?? said
            changes.append(.line(line))
        }
        changes += update.notices.map { .line(StyledText($0, .secondary)) }
        return changes
    }

    /// The line about members who have begun to type; `nil` if nobody has.
    static func typing(_ change: Change<MessagesViewModel>) -> String? {
        let (old, new) = (change.old, change.new)
        return old?.chat != new?.chat || old?.typingText == nil ? new?.typingText : nil
    }

    /// What is printed of a chat that opens.
    func entries(_ opening: ChatOpening) -> [Entry] {
        let model = opening.model
        guard let resumption = opening.resumption else {
            return self.opening(model, opening.rows, isBelowNews: opening.isBelowNews)
        }
        var lines = [Self.heading(model)]
        if opening.skippedCount > 0 {
            lines.append(StyledText("\(opening.skippedCount) more came before these; /history shows them.", .secondary))
        }
        // The day of messages that were printed before need not be told again.
        let day = opening.start < resumption ? opening.rows.first?.dayText : nil
        return [Entry(id: Self.openingID(model), lines: lines)]
            + (opening.isBelowNews ? [Self.news(model, isAbove: true)] : [])
            + entries(opening.rows, in: model, after: day)
    }

    /// The height of a message, with the lines that stand above it.
    func height(_ index: Int, of model: MessagesViewModel, columns: Int) -> Int {
        let day = index > 0 ? model.messages[index - 1].dayText : nil
        return Self.height(entries(model.messages[index...index], in: model, after: day), columns: columns)
    }

    static func height(_ entries: [Entry], columns: Int) -> Int {
        entries.reduce(0) { height, entry in
            entry.lines.reduce(height) {
                $0 + WordWrap.rows($1, width: max(1, columns - 1), indent: entry.indent, paint: .none).count
            }
        }
    }

    /// Messages above those that are already printed, of which `known` is the first.
    func above(
        _ rows: ArraySlice<Shown<MessagesViewModel.Row>>, _ known: Shown<MessagesViewModel.Row>,
        in model: MessagesViewModel
    ) -> [Printed] {
        var above = opening(model, rows)
        if known.dayText != rows.last?.dayText { above.append(Entry(lines: [Self.day(known)])) }
        let hasNews = rows.contains { $0.message == model.firstNew }
        // Rows that are already printed are not printed again.
        return (hasNews ? [.replacement(Self.newsID(model), [], otherwise: [])] : [])
            + [.replacement(Self.openingID(model), above, otherwise: older(model, rows))]
    }

    /// The heading of the chat, and the rows that follow it.
    ///
    /// - Parameter isBelowNews: whether the first message that was unread is above the rows.
    func opening(
        _ model: MessagesViewModel, _ rows: ArraySlice<Shown<MessagesViewModel.Row>>, isBelowNews: Bool = false
    ) -> [Entry] {
        var lines = [Self.heading(model)]
        if let topic = model.topic { lines.append(MembersText.topic(topic)) }
        if let members = model.membersText { lines.append(StyledText(members, .secondary)) }
        if model.shouldShowEmpty { lines.append(StyledText("No messages yet. What you type is sent.", .secondary)) }
        lines += Self.hints(model, above: rows)
        if let first = rows.first { lines.append(Self.day(first)) }
        return [Entry(id: Self.openingID(model), lines: lines)] + (isBelowNews ? [Self.news(model, isAbove: true)] : [])
            + entries(rows, in: model, after: rows.first?.dayText)
    }

    private static func heading(_ model: MessagesViewModel) -> StyledText {
        StyledText("── \(model.isEncrypted ? "\(model.title) (encrypted)" : model.title) ──", .heading)
    }

    /// Older messages, as a block below those that are already printed.
    private func older(
        _ model: MessagesViewModel, _ rows: ArraySlice<Shown<MessagesViewModel.Row>>
    ) -> [Entry] {
        let heading = [StyledText("── \(model.title): older messages ──", .heading)] + Self.hints(model, above: rows)
        return [Entry(lines: heading)] + entries(rows, in: model, after: nil)
    }

    /// The lines about messages above these that are not printed.
    private static func hints(
        _ model: MessagesViewModel, above rows: ArraySlice<Shown<MessagesViewModel.Row>>
    ) -> [StyledText] {
        let above = rows.startIndex
        if above == 0, let gap = model.gapText { return [StyledText("\(gap) /history loads them.", .warning)] }
        return above == 0 && model.older == nil ? [] : [StyledText(moreText(model, above), .secondary)]
    }

    private static func moreText(_ model: MessagesViewModel, _ above: Int) -> String {
        // If the last messages are not shown, the number of older messages is unknown.
        if model.latest != nil { return "/history shows more." }
        let older = model.totalCount - model.messages.count + above
        return older > 0
            ? "\(older) older message\(older == 1 ? "" : "s"); /history shows more."
            : "/history loads older messages."
    }

    private func rows(
        _ old: MessagesViewModel?, _ new: MessagesViewModel, _ printed: PrintedOrder
    ) -> [Printed] {
        let before = Dictionary((old?.messages ?? []).map { ($0.id, $0) }) { first, _ in first }
        let firstKnown = new.messages.firstIndex { before[$0.id] != nil } ?? 0
        var changes: [Printed] = []
        if let old, old.newCount != nil, new.newCount == nil {
            changes.append(.replacement(Self.newsID(old), [], otherwise: []))
        }
        if old?.shouldShowEmpty == true, !new.messages.isEmpty {
            // The messages of a newly joined chat arrive after it has opened.
            changes.append(.replacement(Self.openingID(new), opening(new, []), otherwise: []))
        }
        if firstKnown > 0 {
            changes += above(new.messages[..<firstKnown], new.messages[firstKnown], in: new)
        }
        let revisions = revisions(before, printed, in: new)
        if !revisions.isEmpty { changes.append(.revisions(revisions)) }
        changes += Self.removed(old, new)
        changes += Self.overtaken(before, new).map(Printed.line)
        let came = new.messages[firstKnown...].filter { before[$0.id] == nil }
        // More of somebody whom we ignore: the line about those before them counts them, too.
        let more = came.prefix { $0.isIgnored }
        let start = new.messages.firstIndex { $0.id == more.first?.id } ?? 0
        let run = new.messages[..<start].reversed().prefix { $0.isIgnored && $0.dayText == more.first?.dayText }
        if let first = run.last, let last = more.last, last.dayText == first.dayText {
            let whole = Self.ignored(first, run.count + more.count, new)
            changes.append(
                .replacement(MessageText.id(first, new), [whole], otherwise: [Self.ignored(more[0], more.count, new)]))
            return changes + entries(came[more.count...], in: new, after: last.dayText).map(Printed.entry)
        }
        return changes + entries(came[...], in: new, after: old?.messages.last?.dayText).map(Printed.entry)
    }

    private func entries(
        _ rows: ArraySlice<Shown<MessagesViewModel.Row>>, in model: MessagesViewModel, after day: String?
    ) -> [Entry] {
        var day = day
        var entries: [Entry] = []
        var ignored: (first: Shown<MessagesViewModel.Row>, count: Int)?
        for row in rows {
            if row.isIgnored, row.dayText == day, let run = ignored {
                ignored = (run.first, run.count + 1)
                entries[entries.count - 1] = Self.ignored(run.first, run.count + 1, model)
                continue
            }
            ignored = row.isIgnored ? (row, 1) : nil
            if row.dayText != day { entries.append(Entry(lines: [Self.day(row)])) }
            day = row.dayText
            if row.message == model.firstNew {
                entries.append(Self.news(model, isAbove: model.firstUnread != nil))
            }
            entries.append(row.isIgnored ? Self.ignored(row, 1, model) : entry(row, in: model))
        }
        return entries
    }

    /// The line that stands for messages of people whom we ignore.
    private static func ignored(
        _ first: Shown<MessagesViewModel.Row>, _ count: Int, _ model: MessagesViewModel
    ) -> Entry {
        let what = count == 1 ? "1 message" : "\(count) messages"
        return Entry(
            id: MessageText.id(first, model), lines: [StyledText("\(what) of somebody you ignore", .secondary)])
    }

    /// Some of the messages, each after the lines that stand above it.
    func entries(_ model: MessagesViewModel, _ indices: ClosedRange<Int>, after day: String?) -> [Entry] {
        entries(model.messages[indices], in: model, after: day)
    }

    /// Who wrote a message, and how it begins, on one line.
    static func summary(of row: Shown<MessagesViewModel.Row>) -> StyledText {
        StyledText("\(row.senderName): \(excerpt(row))", .secondary)
    }

    /// A message that is printed once more.
    func excerpt(
        of row: Shown<MessagesViewModel.Row>, in model: MessagesViewModel, showsSpoilers: Bool = false
    ) -> Entry {
        var copy = MessageText(layout).entry(row, in: model, showsSpoilers: showsSpoilers)
        copy.id = nil
        return copy
    }

    /// The last messages, each with its number.
    func numbered(_ model: MessagesViewModel, _ count: Int) -> [Entry] {
        let rows = model.messages.suffix(max(0, count))
        return zip(rows, stride(from: rows.count, to: 0, by: -1)).map { row, number in
            var line = MessageText(layout).entry(row, in: model, hasMarks: true)
            line.id = nil
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

    /// The line above the messages that were unread when the chat was opened.
    ///
    /// - Parameter isAbove: whether the first of them is further up.
    private static func news(_ model: MessagesViewModel, isAbove: Bool) -> Entry {
        let hint = isAbove ? "; /unread shows the first of them" : ""
        return Entry(id: Self.newsID(model), lines: [StyledText("── \(model.newCount ?? 0) new\(hint) ──", .news)])
    }

    private static func newsID(_ model: MessagesViewModel) -> EntryID { EntryID(text: "\(model.chat)\u{0}\u{0}new") }

    private static func day(_ row: Shown<MessagesViewModel.Row>) -> StyledText {
        StyledText("— \(row.dayText) —", .secondary)
    }

    private static func openingID(_ model: MessagesViewModel) -> EntryID { EntryID(text: "\(model.chat)") }

    private func entry(_ row: Shown<MessagesViewModel.Row>, in model: MessagesViewModel) -> Entry {
        MessageText(layout).entry(row, in: model)
    }

    /// The changes to messages that are already printed.
    private func revisions(
        _ before: [String: Shown<MessagesViewModel.Row>], _ printed: PrintedOrder, in model: MessagesViewModel
    ) -> [Revision] {
        model.messages.compactMap { row in
            guard !row.isIgnored, let old = before[row.id], !old.isIgnored, let change = MessageChange(old, row) else {
                return nil
            }
            let isOld = row.dayText != model.messages.last?.dayText
            // One that was not printed since the chat was opened may still be on the screen from before.
            let news = printed.contains(row) ? change.news(of: row, isOld: isOld) : nil
            return Revision(entry: entry(row, in: model), news: news)
        }
    }

    /// The beginning of a message's text, on one line.
    static func excerpt(_ row: Shown<MessagesViewModel.Row>) -> String {
        let text = row.said
        let start = text.prefix(40)
        return String(start.map { $0.isNewline ? " " : $0 }) + (start.count < text.count ? "…" : "")
    }

    /// A message's text, on one line.
    static func wholeText(_ row: Shown<MessagesViewModel.Row>) -> String {
        let text = row.said
        return String(text.map { $0.isNewline ? " " : $0 })
    }

    /// The messages that were removed before they were sent.
    private static func removed(_ old: MessagesViewModel?, _ new: MessagesViewModel) -> [Printed] {
        if new.latest != nil { return [] }
        let (rows, left) = (old?.messages ?? [], Set(new.messages.map(\.id)))
        // Those before the first one that is left may just have made room.
        let first = rows.firstIndex { left.contains($0.id) } ?? rows.count
        return rows.enumerated().filter { index, row in
            row.isOwn && !left.contains(row.id) && (index > first || !row.isPlaced)
        }.map { _, row in
            .replacement(
                MessageText.id(row, new), [],
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
            guard row.isOwn, row.isPlaced, let old = before[row.id], !old.isPlaced,
                new.messages[..<index].contains(where: { $0.date > row.date })
            else { return nil }
            return StyledText(
                "\"\(excerpt(row))\" moved below the messages that came before it was sent.", .secondary)
        }
    }
}

extension Shown<MessagesViewModel.Row> {
    /// The name of its file, and its text without hidden parts.
    var said: String {
        let text = FormattedText(row.text, row.spans ?? []).visible
        return row.file.map { text.isEmpty ? $0.name : "\($0.name): \(text)" } ?? text
    }
}
