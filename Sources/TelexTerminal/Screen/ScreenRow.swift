/// One row of the screen: the bytes that paint it, and how many columns they fill.
struct ScreenRow: Hashable, Sendable {
    let text: String
    let width: Int

    init(_ text: String, width: Int) {
        self.text = text
        self.width = width
    }

    static let empty = ScreenRow("", width: 0)
}

/// Builds a row, piece by piece.
struct RowBuilder {
    private var text = ""
    private(set) var width = 0
    private var style = StyledText.Style.plain
    private let inColour: Bool

    init(inColour: Bool) { self.inColour = inColour }

    mutating func add(_ piece: some StringProtocol, _ newStyle: StyledText.Style, width columns: Int) {
        if inColour, newStyle != style {
            if style != .plain { text += "\u{1B}[0m" }
            if newStyle != .plain { text += "\u{1B}[\(newStyle.parameters)m" }
            style = newStyle
        }
        text += piece
        width += columns
    }

    mutating func take() -> ScreenRow {
        defer { self = RowBuilder(inColour: inColour) }
        return ScreenRow(inColour && style != .plain ? text + "\u{1B}[0m" : text, width: width)
    }
}
