import TelexCore

extension FoundViewModel {
    /// The rows in the order of their numbers.
    var numbered: [Row] { messages + (serverMessages ?? []) }
}

/// The messages that a search found as text.
package enum FoundText {
    /// What is new: the messages, or those that were not shown before. The newest one is the last, next to the prompt.
    static func changes(_ old: FoundViewModel?, _ new: FoundViewModel?) -> [StyledText] {
        guard let new, !new.shouldShowBusy else { return [] }
        let old = old.flatMap { $0.query == new.query ? $0 : nil }
        let known = Set((old?.messages ?? []).map(\.id))
        let rows = new.messages.enumerated().filter { !known.contains($0.element.id) }
        let summary = summary(new)
        let isKnown = rows.isEmpty && old.map(Self.summary) == summary
        return (isKnown ? [] : rows.reversed().map { line($0.element, number: $0.offset + 1) } + summary)
            + onServer(old, new)
    }

    /// Everything, the newest message first.
    static func lines(_ model: FoundViewModel) -> [StyledText] {
        let found = model.serverMessages ?? []
        return model.messages.map { line($0) } + summary(model) + (found.isEmpty ? [] : [heading])
            + found.map { line($0) } + (model.serverError.map { [StyledText($0, .secondary)] } ?? [])
    }

    /// What is new of what the server found. If the numbers have changed, everything.
    private static func onServer(_ old: FoundViewModel?, _ new: FoundViewModel) -> [StyledText] {
        let found = new.serverMessages ?? []
        let known = old?.messages.count == new.messages.count ? old?.serverMessages?.count ?? 0 : 0
        let rows = found.enumerated().dropFirst(known)
        var lines: [StyledText] = []
        if !rows.isEmpty {
            lines.append(heading)
            lines += rows.reversed().map { line($0.element, number: new.messages.count + $0.offset + 1) }
            let more = new.loadMoreFromServer == nil ? "" : "; /more finds older ones"
            lines.append(
                StyledText("/choose NUMBER opens the chat where /history fetches the message\(more).", .secondary))
        }
        if let error = new.serverError, error != old?.serverError { lines.append(StyledText(error, .secondary)) }
        return lines
    }

    private static let heading = StyledText("Only on the server:", .secondary)

    private static func line(_ row: FoundViewModel.Row, number: Int? = nil) -> StyledText {
        let place = row.title == row.senderName ? "" : "\(row.title), "
        let ignored = row.isIgnored ? " (ignored)" : ""
        let start = number.map { StyledText(Columns.right("\($0)", 3) + "  ", .secondary) } ?? ""
        return
            (start + StyledText(Columns.right(row.dateText, 9) + "  ", .secondary) + StyledText(place, .secondary)
            + StyledText("\(row.senderName)\(ignored): ", .accent) + excerpt(row)).asRow
    }

    /// How many code points of the text are shown before the first place that matches.
    private static let lead = 20
    /// The most code points that are shown.
    private static let longest = 400

    /// The text from shortly before the first place that matches, on one line.
    private static func excerpt(_ row: FoundViewModel.Row) -> StyledText {
        // What is hidden stays hidden.
        if row.spans?.contains(where: { $0.style == .spoiler }) == true {
            return StyledText(oneLine(FormattedText(row.text, row.spans ?? []).visible.unicodeScalars.prefix(longest)))
        }
        let scalars = Array(row.text.unicodeScalars.prefix(row.ranges.first.map { $0.start + longest } ?? longest))
        var place = max(0, (row.ranges.first?.start ?? 0) - lead)
        // From the beginning of a word on, if there is one.
        if place > 0, let space = scalars[place..<place + lead].firstIndex(where: \.properties.isWhitespace) {
            place = space + 1
        }
        var text = StyledText(place > 0 ? "…" : "", .secondary)
        for range in row.ranges where range.start >= place && range.start + range.length <= scalars.count {
            text += StyledText(oneLine(scalars[place..<range.start]))
            text += StyledText(oneLine(scalars[range.start..<range.start + range.length]), .mention)
            place = range.start + range.length
        }
        return text + StyledText(oneLine(scalars[place...]))
    }

    private static func oneLine(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in scalars { text.append(scalar.properties.isWhitespace ? " " : scalar) }
        return String(text)
    }

    /// How many messages there are, what was not searched, and what can be done.
    private static func summary(_ model: FoundViewModel) -> [StyledText] {
        if let error = model.errorText { return [StyledText("! \(error)", .error)] }
        var lines: [StyledText] = []
        switch model.totalCount {
        case 0?: lines.append("No message matches: \(model.query)")
        case let total?:
            let count = total == 1 ? "1 message" : "\(total) messages"
            let more = model.loadMore == nil ? "" : ", \(model.messages.count) of them shown; /more shows more"
            lines.append(StyledText("\(count)\(more). /choose NUMBER opens the chat around one.", .secondary))
        // It says the rest once they are counted.
        case nil: return []
        }
        if let unseen = unseen(model) { lines.append(StyledText(unseen, .secondary)) }
        return lines
    }

    /// Which messages were not searched, in a sentence or two; `nil` if all were.
    package static func unseen(_ model: FoundViewModel) -> String? {
        let reasons: [(FoundViewModel.UnseenReason, String)] = [
            (.notFetched, "messages that only the server has (/history in a chat fetches them)"),
            (.encrypted, "encrypted messages"),
        ]
        let parts = reasons.compactMap { reason, what in
            let titles = model.unseen.filter { $0.reason == reason }.map(\.title)
            return titles.isEmpty ? nil : "\(what), in \(titles.listed)"
        }
        let rest = model.unseenCount - model.unseen.count
        return parts.isEmpty
            ? nil : "Not searched here: \(parts.joined(separator: "; "))\(rest > 0 ? "; and \(rest) more chats" : "")."
    }
}
