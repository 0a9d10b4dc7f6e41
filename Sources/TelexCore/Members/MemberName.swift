import Foundation

/// The rules for members' names.
package enum MemberName {
    /// The skeleton of a name: names that a reader could confuse have the same one (Unicode Technical Standard 39,
    /// section 4). Unlike the standard, it also ignores case, width, white space and marks, and does not distinguish
    /// `i` from `l`.
    static func skeleton(_ name: String) -> String {
        var name = name
        // A capital letter may look like another whose lowercase form looks different.
        if !name.utf8.allSatisfy({ $0 < 0x80 }) { name = replacingConfusables(replacingConfusables(name).lowercased()) }
        var skeleton = ""
        for character in name.lowercased().unicodeScalars where !character.properties.isWhitespace {
            switch character {
            case "0": skeleton += "o"
            case "1", "i", "|": skeleton += "l"
            case "m": skeleton += "rn"
            case "`": skeleton += "'"
            case "\"": skeleton += "''"
            default: skeleton.unicodeScalars.append(character)
            }
        }
        return skeleton
    }

    private static func replacingConfusables(_ name: String) -> String {
        var plain = String.UnicodeScalarView()
        for scalar in name.decomposedStringWithCompatibilityMapping.unicodeScalars
        where !isMark(scalar) && !isInvisible(scalar) {
            if let alike = confusables[scalar] { plain += alike } else { plain.append(scalar) }
        }
        return String(plain)
    }

    /// The skeletons of a member's name and id.
    static func looks(of member: ChatMember) -> Set<String> {
        let id = member.id.text
        // The localpart of a Matrix id, by which people know each other (Matrix specification, appendix "User
        // Identifiers").
        let part = id.hasPrefix("@") ? String(id.dropFirst().prefix { $0 != ":" }) : id
        let names = member.name.map { [$0, $0.lowercased()] } ?? []
        return Set(([id, part] + names).map(skeleton))
    }

    /// Whether a name misleads in any chat: it looks like `You` or like a line of output, could contain an id, or has
    /// invisible characters.
    static func deceives(_ name: String) -> Bool {
        let plain = replacingConfusables(name)
        let look = skeleton(name).filter { $0.isLetter || $0.isNumber }
        // A name with a colon could be a whole line, and text in brackets an id. Nor may a name begin with `You`, as
        // lines about us do.
        let words = name.split(whereSeparator: \.isWhitespace).map {
            skeleton(String($0)).filter { $0.isLetter || $0.isNumber }
        }
        let isLine = plain.hasPrefix("--") || plain.hasPrefix("*")
        return isLine || words.first { !$0.isEmpty } == ownLook || plain.contains { ":@()[]{}<>".contains($0) }
            || look.isEmpty || look == ownLook || visible(name) != name
    }

    private static let ownLook = skeleton("You")

    /// The longest name that is shown, in Unicode code points. Names stand in many rows.
    private static let longest = 200

    /// The beginning of a name of a person or a chat, which ends with an ellipsis if there is more.
    package static func cut(_ name: String) -> String { cut(name, to: longest) }

    /// The beginning of a text about a chat, which ends with an ellipsis if it has more code points than `longest`.
    package static func cut(_ name: String, to longest: Int) -> String {
        let scalars = name.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: longest, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return name }
        return name[..<end] + "…"
    }

    /// The beginning of the name without invisible characters, on one line.
    package static func visible(_ name: String) -> String { visible(name, to: longest) }

    package static func visible(_ name: String, to longest: Int) -> String {
        var visible = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar.properties.isWhitespace {
                if visible.last?.properties.isWhitespace == false { visible.append(" ") }
            } else if !isInvisible(scalar) || joiners.contains(scalar) {
                visible.append(scalar)
            }
        }
        while visible.last?.properties.isWhitespace == true { visible.removeLast() }
        return cut(String(visible), to: longest)
    }

    /// The joiner and the variation selector that emoji need.
    private static let joiners: Set<Unicode.Scalar> = ["\u{200D}", "\u{FE0F}"]

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .privateUse, .unassigned, .surrogate: true
        // The Braille pattern without dots.
        default: scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}"
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }

    /// The replacements for characters that look like others, of Unicode Technical Standard 39. Parsed when the first
    /// non-ASCII name is seen. Scripts/lib/confusables makes the resource, and says how it is written.
    private static let confusables: [Unicode.Scalar: String.UnicodeScalarView] = {
        var confusables: [Unicode.Scalar: String.UnicodeScalarView] = [:]
        for line in String(decoding: PackageResources.confusables_txt, as: UTF8.self).split(separator: "\n") {
            let texts = line.split(separator: " ").map { text in
                String.UnicodeScalarView(
                    text.split(separator: "+").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) })
            }
            for text in texts.dropFirst() { confusables[text[text.startIndex]] = texts[0] }
        }
        return confusables
    }()
}
