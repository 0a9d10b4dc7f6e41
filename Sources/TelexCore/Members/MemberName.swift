import Foundation

/// The rules of names.
package enum MemberName {
    /// What a name looks like: texts that a reader could take for each other have the same (Unicode Technical Standard 39,
    /// section 4). It goes further than the standard: case, width, white space and marks make no difference, nor does it
    /// whether there is an `i` or an `l`.
    static func skeleton(_ name: String) -> String {
        var name = name
        // A capital letter may look like another one whose small letter does not.
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

    /// What the name of a member and the id look like.
    static func looks(of member: ChatMember) -> Set<String> {
        let id = member.id.text
        // The part of a Matrix id that people know somebody by (Matrix specification, appendix "User Identifiers").
        let part = id.hasPrefix("@") ? String(id.dropFirst().prefix { $0 != ":" }) : id
        let names = member.name.map { [$0, $0.lowercased()] } ?? []
        return Set(([id, part] + names).map(skeleton))
    }

    /// Whether a name misleads wherever it stands: it seems to be us, or to have an id in it or behind it, or holds what
    /// cannot be seen.
    static func deceives(_ name: String) -> Bool {
        let plain = replacingConfusables(name)
        let look = skeleton(name).filter { $0.isLetter || $0.isNumber }
        // A name with a colon could be a whole line, and what stands in brackets an id.
        // Nor may what is told of somebody begin as what is told of us.
        let words = name.split(whereSeparator: \.isWhitespace).map {
            skeleton(String($0)).filter { $0.isLetter || $0.isNumber }
        }
        let isLine = plain.hasPrefix("--") || plain.hasPrefix("*")
        return isLine || words.first { !$0.isEmpty } == ownLook || plain.contains { ":@()[]{}<>".contains($0) }
            || look.isEmpty || look == ownLook || visible(name) != name
    }

    private static let ownLook = skeleton("You")

    /// The name without what cannot be seen, on one line.
    package static func visible(_ name: String) -> String {
        var visible = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            if scalar.properties.isWhitespace {
                if visible.last?.properties.isWhitespace == false { visible.append(" ") }
            } else if !isInvisible(scalar) || joiners.contains(scalar) {
                visible.append(scalar)
            }
        }
        while visible.last?.properties.isWhitespace == true { visible.removeLast() }
        return String(visible)
    }

    /// What emoji are joined by, and marked with.
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

    /// What stands for characters that look like others. It is read when a name is first seen that is not ASCII.
    private static let confusables: [Unicode.Scalar: String.UnicodeScalarView] = {
        var confusables: [Unicode.Scalar: String.UnicodeScalarView] = [:]
        for line in ConfusableTable.text.split(separator: ";") {
            let texts = line.split(whereSeparator: \.isWhitespace).map { text in
                String.UnicodeScalarView(
                    text.split(separator: "+").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) })
            }
            for text in texts.dropFirst() { confusables[text[text.startIndex]] = texts[0] }
        }
        return confusables
    }()
}
