import TelexCore

/// The lines that the messages of the reader take.
struct ReaderLayout {
    struct Line {
        let row: ScreenRow
        /// The index of the message that it belongs to; `nil` for the lines between messages.
        let message: Int?
    }

    /// The columns before each message, with the mark of the cursor.
    static let margin = 2

    private(set) var lines: [Line] = []
    private var laid: [String: Laid] = [:]
    private var layout = MessageLayout.inline
    private let nameLimit: Int
    private var paint: Paint

    /// - Parameter nameLimit: the most columns that names have to themselves; 0 if they stand before the text.
    init(nameLimit: Int, paint: Paint) {
        self.nameLimit = nameLimit
        self.paint = paint
    }

    /// Forgets what is laid out.
    mutating func use(_ paint: Paint) {
        self.paint = paint
        laid = [:]
    }

    /// The rows of a message, and what they were made of.
    private struct Laid {
        let row: Shown<MessagesViewModel.Row>
        let dayBefore: String?
        let isFirstNew: Bool
        let above: [ScreenRow]
        let own: [ScreenRow]
        let width: Int
        let layout: MessageLayout
    }

    /// Lays out the messages anew that have changed, or all if the width has.
    mutating func lay(_ model: MessagesViewModel, columns: Int) {
        let width = max(1, columns - 1 - Self.margin)
        if nameLimit > 0 { layout = layout.fitting(model, limit: min(nameLimit, columns / 5)) }
        let old = laid
        laid = [:]
        let gap = model.gapText.map { wrapped(Entry(lines: [StyledText($0, .warning)]), width) } ?? []
        lines = gap.map { Line(row: $0, message: nil) }
        for (index, row) in model.messages.enumerated() {
            let day = index > 0 ? model.messages[index - 1].dayText : nil
            let known = old[row.id].flatMap { old in
                let isSame = (old.width, old.dayBefore, old.isFirstNew) == (width, day, row.message == model.firstNew)
                return isSame && old.layout == layout && old.row == row ? old : nil
            }
            let made = known ?? lay(index, of: model, after: day, width: width)
            laid[row.id] = made
            lines += made.above.map { Line(row: $0, message: nil) } + made.own.map { Line(row: $0, message: index) }
        }
    }

    private func lay(_ index: Int, of model: MessagesViewModel, after day: String?, width: Int) -> Laid {
        let entries = MessagesText(layout).entries(model, index...index, after: day)
        let row = model.messages[index]
        return Laid(
            row: row, dayBefore: day, isFirstNew: row.message == model.firstNew,
            above: entries.dropLast().flatMap { wrapped($0, width) },
            own: entries.last.map { wrapped($0, width) } ?? [], width: width, layout: layout)
    }

    private func wrapped(_ entry: Entry, _ width: Int) -> [ScreenRow] {
        entry.lines.flatMap { WordWrap.rows($0, width: width, indent: entry.indent, paint: paint) }
    }

    /// The first line of a message.
    func first(_ index: Int) -> Int? { lines.firstIndex { $0.message == index } }

    /// The last line of a message.
    func last(_ index: Int) -> Int? { lines.lastIndex { $0.message == index } }
}
