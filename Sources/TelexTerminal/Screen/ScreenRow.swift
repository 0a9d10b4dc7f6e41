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
    private var link: String?
    private let paint: Paint

    init(paint: Paint) { self.paint = paint }

    /// - Parameter newLink: what the text links to; `nil` for nothing.
    mutating func add(
        _ piece: String, _ newStyle: StyledText.Style, link newLink: String? = nil, width columns: Int
    ) {
        if paint.hasLinks, newLink != link {
            text += Link.sequence(newLink)
            link = newLink
        }
        if paint.hasColour, newStyle != style {
            if style != .plain { text += "\u{1B}[0m" }
            if newStyle != .plain { text += "\u{1B}[\(newStyle.parameters)m" }
            style = newStyle
        }
        text += piece
        width += columns
    }

    mutating func take() -> ScreenRow {
        defer { self = RowBuilder(paint: paint) }
        if paint.hasColour, style != .plain { text += "\u{1B}[0m" }
        if link != nil { text += Link.sequence(nil) }
        return ScreenRow(text, width: width)
    }
}
