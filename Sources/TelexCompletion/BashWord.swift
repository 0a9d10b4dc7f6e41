/// The word before the cursor in bash, which may have quotes and escapes and may be unfinished.
struct BashWord {
    enum Quote: Equatable { case none, single, double }

    /// What the word means.
    private(set) var text = String.UnicodeScalarView()
    /// The quote that is open at its end.
    private(set) var quote = Quote.none
    /// How much of `text` was written before that quote. Readline replaces only what follows the quote.
    private(set) var kept = 0
    /// What readline replaces, as it was typed.
    private(set) var replaced: String

    init(_ typed: String) {
        replaced = typed
        let scalars = Array(typed.unicodeScalars)
        var index = 0
        while index < scalars.count {
            let scalar = scalars[index]
            index += 1
            switch (quote, scalar) {
            case (.none, "'"): open(.single, scalars[index...])
            case (.none, "\""): open(.double, scalars[index...])
            case (.single, "'"), (.double, "\""): close(typed)
            case (.none, "\\"), (.double, "\\"):
                guard index < scalars.count else { break }
                // Within double quotes, the backslash stands for itself before most characters.
                if quote == .double, !"\"\\$`\n".unicodeScalars.contains(scalars[index]) { text.append("\\") }
                text.append(scalars[index])
                index += 1
            default: text.append(scalar)
            }
        }
    }

    private mutating func open(_ new: Quote, _ rest: ArraySlice<Unicode.Scalar>) {
        (quote, kept) = (new, text.count)
        replaced = String(String.UnicodeScalarView(rest))
    }

    private mutating func close(_ typed: String) {
        (quote, kept) = (.none, 0)
        replaced = typed
    }

    /// What to offer in place of the word: lines for `COMPREPLY`. A single name is quoted, and complete. Of several,
    /// readline inserts what they have in common, which is quoted, and lists them; what follows it is only shown.
    func replies(_ names: [String]) -> [String] {
        var seen: Set<String> = []
        let matches = names.filter { $0.unicodeScalars.starts(with: text) && seen.insert($0).inserted }
            .map { Array($0.unicodeScalars) }
        guard var common = matches.first else { return [] }
        if matches.count == 1 { return [Self.quoted(common.dropFirst(kept), quote, isWhole: true)] }
        for name in matches { common = zip(common, name).prefix { $0 == $1 }.map { $0.0 } }
        let head = common.count > text.count ? Self.quoted(common.dropFirst(kept), quote, isWhole: false) : replaced
        return matches.map { head + Self.shown($0.dropFirst(common.count)) }
    }

    /// A text as it is written after an open quote.
    ///
    /// - Parameter isWhole: whether the quote ends with it.
    private static func quoted(_ text: ArraySlice<Unicode.Scalar>, _ quote: Quote, isWhole: Bool) -> String {
        let mark =
            switch quote {
            case .none: ""
            case .single: "'"
            case .double: "\""
            }
        var quoted = ""
        for scalar in text {
            switch scalar {
            // Neither a control character nor, between double quotes, a `!` can be escaped.
            case _ where isControl(scalar): quoted += "\(mark)$'\\\(octal(scalar))'\(mark)"
            case "'" where quote == .single: quoted += "'\\''"
            case "!" where quote == .double: quoted += "\"'!'\""
            case "\"", "\\", "$", "`": quoted += (quote == .single ? "" : "\\") + String(scalar)
            case _ where quote == .none && scalar.isASCII && !isPlain(scalar): quoted += "\\\(scalar)"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return isWhole ? quoted + mark : quoted
    }

    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "_-./,+%".unicodeScalars.contains(scalar)
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control
    }

    /// The bytes of a control character, as `$'…'` has them.
    private static func octal(_ scalar: Unicode.Scalar) -> String {
        UTF8.encode(scalar)!.map { byte in
            let digits = String(byte, radix: 8)
            return String(repeating: "0", count: 3 - digits.count) + digits
        }.joined(separator: "\\")
    }

    /// A text without control characters.
    private static func shown(_ text: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(text.map { isControl($0) ? "\u{FFFD}" : $0 }))
    }
}
