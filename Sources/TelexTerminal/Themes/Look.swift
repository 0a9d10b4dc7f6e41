import Foundation

/// What a text looks like: its colours, and how it is set off.
struct Look: Hashable, Sendable {
    /// How a text is set off, in the order of the numbers of SGR (ECMA-48).
    enum Attribute: Int, Hashable, Sendable, CaseIterable {
        case bold = 1
        case italic = 3
        case underline = 4
        case reverse = 7
        case strikethrough = 9

        var name: String { "\(self)" }
    }

    /// `nil` for that of the terminal.
    var foreground: Colour?
    /// `nil` for that of the terminal.
    var background: Colour?
    var attributes: Set<Attribute> = []

    init(_ foreground: UInt8? = nil, on background: UInt8? = nil, _ attributes: Attribute...) {
        self.foreground = foreground.map(Colour.indexed)
        self.background = background.map(Colour.indexed)
        self.attributes = Set(attributes)
    }

    /// The look of a text that is this, and something below it: colours below stay, attributes are added.
    func added(to other: Look) -> Look {
        var both = other
        if other.foreground == nil { both.foreground = foreground }
        if other.background == nil { both.background = background }
        both.attributes.formUnion(attributes)
        return both
    }

    /// The parameters of the SGR sequence that selects it; empty for ordinary text.
    var parameters: String {
        let numbers =
            attributes.map(\.rawValue).sorted().map(String.init)
            + [foreground.map { "38;\($0.parameters)" }, background.map { "48;\($0.parameters)" }].compactMap(\.self)
        return numbers.joined(separator: ";")
    }
}

/// A colour of a terminal.
enum Colour: Hashable, Sendable {
    /// One of xterm's palette. Only those from 16 on are the same everywhere.
    case indexed(UInt8)
    /// Any colour, for terminals that have all.
    case direct(RGB)

    /// The parameters of SGR after those for the foreground or background.
    var parameters: String {
        switch self {
        case .indexed(let index): "5;\(index)"
        case .direct(let rgb): "2;\(rgb.red);\(rgb.green);\(rgb.blue)"
        }
    }

    /// `nil` if it depends on the terminal.
    var rgb: RGB? {
        switch self {
        case .direct(let rgb): rgb
        case .indexed(let index) where index < 16: nil
        case .indexed(let index): RGB(index)
        }
    }

    /// The colour of the palette that is nearest to a colour.
    static func nearest(to rgb: RGB) -> Colour {
        .indexed((16...255).min { RGB($0).distance(to: rgb) < RGB($1).distance(to: rgb) } ?? 16)
    }
}

/// A colour of sRGB.
struct RGB: Hashable, Sendable {
    var red, green, blue: UInt8

    init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// A colour of xterm's palette.
    ///
    /// - Parameter index: from 16 on: a cube of 6 levels each, and then a ramp of greys.
    init(_ index: UInt8) {
        if index >= 232 {
            let grey = 8 + 10 * (index - 232)
            self.init(grey, grey, grey)
        } else {
            let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
            let place = Int(index) - 16
            self.init(levels[place / 36], levels[place / 6 % 6], levels[place % 6])
        }
    }

    /// Reads six hexadecimal digits.
    init?(hexadecimal digits: some StringProtocol) {
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let number = UInt32(digits, radix: 16)
        else { return nil }
        self.init(UInt8(number >> 16 & 0xFF), UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF))
    }

    /// The square of the distance, as the eye weighs it.
    func distance(to other: RGB) -> Int {
        let (red, green, blue) = (
            Int(red) - Int(other.red), Int(green) - Int(other.green), Int(blue) - Int(other.blue)
        )
        return 3 * red * red + 6 * green * green + blue * blue
    }

    /// Relative luminance, from 0 for black to 1 for white (WCAG 2.1).
    var luminance: Double {
        func linear(_ level: UInt8) -> Double {
            let level = Double(level) / 255
            return level <= 0.03928 ? level / 12.92 : pow((level + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }

    /// The contrast ratio, from 1 to 21 (WCAG 2.1).
    func contrast(with other: RGB) -> Double {
        let (one, another) = (luminance, other.luminance)
        return (max(one, another) + 0.05) / (min(one, another) + 0.05)
    }
}
