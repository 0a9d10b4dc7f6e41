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
    private var role = Role.plain
    /// The parameters of the SGR sequence that is in force; empty for none.
    private var look = ""
    /// What the last piece links to.
    private var link: String?
    /// Whether the last piece can be clicked.
    private var isClickable = false
    /// The link that goes on after the rows before this one, and how many rows it has filled.
    private var wrapped: (link: String?, rows: Int) = (nil, 0)
    private let paint: Paint

    /// The most rows of a link that can be clicked. Each of them has the whole address.
    private static let mostClickable = 4

    init(paint: Paint) { self.paint = paint }

    /// - Parameter newLink: what the text links to; `nil` for nothing.
    mutating func add(
        _ piece: String, _ newRole: Role, link newLink: String? = nil, width columns: Int
    ) {
        let isOther = newRole != role || newLink != link
        if paint.hasLinks, newLink != link {
            let wasClickable = isClickable
            isClickable = newLink != nil && (newLink != wrapped.link || wrapped.rows < Self.mostClickable)
            if isClickable || wasClickable { text += Link.sequence(isClickable ? newLink : nil) }
        }
        (role, link) = (newRole, newLink)
        if isOther { change(to: paint.parameters(newRole, isLink: newLink != nil)) }
        text += piece
        width += columns
    }

    private mutating func change(to newLook: String) {
        if newLook == look { return }
        if !look.isEmpty { text += "\u{1B}[0m" }
        if !newLook.isEmpty { text += "\u{1B}[\(newLook)m" }
        look = newLook
    }

    mutating func take() -> ScreenRow {
        change(to: "")
        if isClickable { text += Link.sequence(nil) }
        let row = ScreenRow(text, width: width)
        let rows = link != nil && link == wrapped.link ? wrapped.rows + 1 : 1
        let goesOn = (link, rows)
        self = RowBuilder(paint: paint)
        wrapped = goesOn
        return row
    }
}
