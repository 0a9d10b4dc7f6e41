import TelexCore

/// What the screen shows.
extension Reader {
    /// What the screen shows, from top to bottom: a heading, messages, and nothing below the last.
    var painted: [ScreenRow] {
        if let helpPage { return help(helpPage) }
        let selected = index
        let mark = StyledText("▌ ", .accent).row(width: ReaderLayout.margin + 1, paint: paint)
        let shown = layout.lines[top..<min(layout.lines.count, top + height)].map { line in
            let margin =
                line.message == selected && selected != nil ? mark : ScreenRow("  ", width: ReaderLayout.margin)
            return ScreenRow(margin.text + line.row.text, width: margin.width + line.row.width)
        }
        let room = Array(repeating: ScreenRow.empty, count: height - shown.count)
        return [heading] + shown + room
    }

    private var heading: ScreenRow {
        var parts = [HarmlessText.of(model.title)]
        if let target { parts.append(target.dayText) }
        if model.shouldShowBusy { parts.append("loading…") }
        if let index, let number = number(of: index) { parts.append("\(number) of \(model.totalCount)") }
        if let number = matchNumber, let found {
            parts.append("match \(number) of \(found.totalCount ?? found.messages.count)")
        }
        if model.gapText != nil, index == 0 { parts.append("messages are missing before this one") }
        let text = TextWidth.cut(" " + parts.joined(separator: " · "), to: columns - 1)
        return StyledText(Columns.left(text, columns - 1), .bar).row(width: columns, paint: paint)
    }

    /// Which message of the chat this is, from 1; `nil` if neither the beginning nor the end of the chat is shown.
    private func number(of index: Int) -> Int? {
        if model.older == nil { return index + 1 }
        return model.newer == nil ? model.totalCount - (rows.count - 1 - index) : nil
    }

    /// Shows the next page of the help, or none after the last.
    mutating func turnHelp() {
        let next = helpPage.map { $0 + 1 } ?? 0
        helpPage = next * height < ReaderKey.allCases.count ? next : nil
    }

    private func help(_ page: Int) -> [ScreenRow] {
        let rows = ReaderKey.help(page, height: height).map { $0.row(width: columns - 1, paint: paint) }
        return rows + Array(repeating: ScreenRow.empty, count: max(0, height + 1 - rows.count))
    }
}
