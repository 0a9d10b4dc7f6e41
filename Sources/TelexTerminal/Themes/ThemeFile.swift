import TelexCore

/// A theme in a file: on each line a role and its look, such as `error = 160 bold`.
package struct ThemeFile {
    /// What is wrong with a line.
    package struct Fault: Error, Hashable {
        package let line: Int
        package let sentence: String
    }

    private(set) var choice = ThemeChoice()
    private let hasAllColours: Bool

    /// - Parameter hasAllColours: whether the terminal has more than the palette. Otherwise the nearest colours are taken.
    init(_ text: String, hasAllColours: Bool) throws(Fault) {
        self.hasAllColours = hasAllColours
        let lines = text.drop { $0 == "\u{FEFF}" }.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            do { try read(line) } catch { throw Fault(line: index + 1, sentence: error.sentence) }
        }
    }

    private mutating func read(_ line: Substring) throws(Mistake) {
        let line = line.drop(while: \.isWhitespace)
        if line.isEmpty || line.hasPrefix("#") { return }
        guard let sign = line.firstIndex(of: "=") else { throw .noSign }
        let name = String(line[..<sign].reversed().drop(while: \.isWhitespace).reversed())
        // A lone # begins a comment; others are colours.
        let words = line[line.index(after: sign)...].split(whereSeparator: \.isWhitespace).prefix { $0 != "#" }
        if name == "base" { return try readBase(words) }
        if name == "people" {
            choice.people = []
            for word in words { choice.people.append(try colour(word)) }
            return
        }
        guard let role = Role.named.first(where: { $0.name == name })?.role else { throw .noRole(name) }
        choice.looks[role] = try look(words)
    }

    private mutating func readBase(_ words: ArraySlice<Substring>) throws(Mistake) {
        let name = words.joined(separator: " ")
        guard ThemeChoice.names.contains(name) else { throw .noTheme(name) }
        choice.base = Theme.Name(rawValue: name)
    }

    /// Reads a look: a colour, `on` and the colour of the background, and attributes, each of which may be left out.
    private func look(_ words: ArraySlice<Substring>) throws(Mistake) -> Look {
        var look = Look()
        var isOn = false
        for word in words {
            if isOn {
                guard look.background == nil else { throw .tooMany(String(word)) }
                look.background = try colour(word)
                isOn = false
            } else if word == "on" {
                isOn = true
            } else if let attribute = Look.Attribute.allCases.first(where: { $0.name == word }) {
                look.attributes.insert(attribute)
            } else {
                let colour = try colour(word)
                guard look.foreground == nil else { throw .tooMany(String(word)) }
                look.foreground = colour
            }
        }
        if isOn { throw .noColour("") }
        return look
    }

    private func colour(_ word: Substring) throws(Mistake) -> Colour {
        if word.hasPrefix("#"), let rgb = RGB(hexadecimal: word.dropFirst()) {
            return hasAllColours ? .direct(rgb) : .nearest(to: rgb)
        }
        guard word.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let index = UInt8(word) else {
            throw .noColour(String(word))
        }
        return .indexed(index)
    }

    /// What is wrong.
    private enum Mistake: Error {
        case noSign
        case noRole(String)
        case noTheme(String)
        case noColour(String)
        case tooMany(String)

        var sentence: String {
            switch self {
            case .noSign: "A line is a role and its look, such as error = 160 bold, or begins with #."
            case .noRole(let name):
                "There is no role \"\(ThemeError.shown(name))\"." + Self.guess(name)
                    + " The roles are \(Role.named.map(\.name).joined(separator: ", ")), and people."
            case .noTheme(let name):
                "There is no theme \"\(ThemeError.shown(name))\". A base is one of \(ThemeChoice.names.joined(separator: ", "))."
            case .noColour(let word):
                "\"\(ThemeError.shown(word))\" is no colour. A colour is a number from 0 to 255, or #rrggbb. Attributes are "
                    + "\(Look.Attribute.allCases.map(\.name).joined(separator: ", "))."
            case .tooMany(let word):
                "\"\(ThemeError.shown(word))\" is one colour too many. The background follows \"on\"."
            }
        }

        private static func guess(_ name: String) -> String {
            let names = Role.named.map(\.name) + ["people", "base"]
            return Nearness.nearest(to: name, in: names).map { " Did you mean \($0)?" } ?? ""
        }
    }
}
