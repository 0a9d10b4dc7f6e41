/// Text for a terminal, in pieces of one style each. Whatever the pieces hold, only the styles become escape sequences.
struct StyledText: Hashable, ExpressibleByStringLiteral, ExpressibleByStringInterpolation {
    /// How a piece looks, by ECMA-48's SGR parameters.
    enum Style: Int {
        case plain = 0
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
        case cyan = 36
    }

    private var pieces: [Piece]

    private struct Piece: Hashable {
        let text: String
        let style: Style
    }

    init(_ text: String, _ style: Style = .plain) { pieces = [Piece(text: text, style: style)] }

    init(stringLiteral value: String) { self.init(value) }

    static func + (first: StyledText, second: StyledText) -> StyledText {
        var both = first
        both.pieces += second.pieces
        return both
    }

    /// The bytes for the terminal, made harmless.
    func rendered(inColour: Bool) -> String {
        pieces.map { piece in
            let text = HarmlessText.of(piece.text)
            let hasStyle = inColour && piece.style != .plain && !text.isEmpty
            return hasStyle ? "\u{1B}[\(piece.style.rawValue)m\(text)\u{1B}[0m" : text
        }.joined()
    }
}
