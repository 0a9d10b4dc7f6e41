import Foundation

/// What search makes of each Unicode scalar: whether it belongs to a word, and what it is compared as.
///
/// Case, accents and width are folded as a reader expects: `É`, `é` and `e` are the same, as are `ł` and `l`, and `ё` and
/// `е`. What makes another letter stays: `й` is not `и`, `が` is not `か`, and the vowel signs of Indic scripts are kept.
/// The optional vowel points of Hebrew and Arabic are not.
///
/// Scalars are looked up in pages of 256, each of which is made when a text first needs it.
final class ScalarFolds {
    /// How a scalar takes part in search.
    enum Kind: UInt8 {
        /// White space and punctuation.
        case separator
        /// A letter or a digit of a script that has spaces between its words.
        case word
        /// A character of a script that has none, so that any two of them are searched for.
        case wide
        /// An emoji or another symbol, which is searched for by itself.
        case symbol
        /// A mark or a control character that changes nothing.
        case ignored
        /// A mark that makes another letter of the one before it.
        case composing
    }

    /// A scalar as it is compared: up to eight bytes of UTF-8, the first one lowest.
    struct Fold {
        var kind = Kind.separator
        var count: UInt8 = 0
        var bytes: UInt64 = 0
    }

    /// Where the folds of each page begin in `folds`; -1 if they are not made.
    private var pages = Array(repeating: -1, count: 0x1100)
    private var folds: [Fold] = []

    subscript(scalar: Unicode.Scalar) -> Fold {
        let (page, place) = (Int(scalar.value >> 8), Int(scalar.value & 0xFF))
        if pages[page] < 0 {
            pages[page] = folds.count
            folds += (0..<256).map { Unicode.Scalar(UInt32(page << 8 | $0)).map(Self.fold) ?? Fold() }
        }
        return folds[pages[page] + place]
    }

    private static func fold(_ scalar: Unicode.Scalar) -> Fold {
        let kind = kind(of: scalar)
        switch kind {
        case .separator, .ignored, .composing: return Fold(kind: kind)
        case .symbol: return Fold(kind, String(scalar))
        case .word, .wide:
            let folded = Fold(kind, text(of: scalar))
            // Some letters stand for whole words.
            return folded.count == 0 ? Fold(kind, String(scalar)) : folded
        }
    }

    private static func kind(of scalar: Unicode.Scalar) -> Kind {
        switch scalar.value {
        // ASCII symbols are punctuation in what people write: `a+b`, `<https://example.com>`.
        case 0..<0x80: return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? .word : .separator
        // The breve of й and ў, the voicing marks of kana, and the vowels and final consonants of Hangul.
        case 0x306, 0x3099, 0x309A, 0xFF9E, 0xFF9F, 0x1160...0x11FF, 0xD7B0...0xD7FB: return .composing
        // The skin tones of emoji.
        case 0x1F3FB...0x1F3FF: return .ignored
        default: break
        }
        if isOptional(scalar) { return .ignored }
        switch scalar.properties.generalCategory {
        case .format: return .ignored
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark, .unassigned:
            return isWide(scalar) ? .wide : .word
        case .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol, .privateUse: return .symbol
        case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
            .finalPunctuation, .otherPunctuation, .spaceSeparator, .lineSeparator, .paragraphSeparator, .control,
            .surrogate:
            return .separator
        @unknown default: return .separator
        }
    }

    /// Whether a mark is left out by many who write, or only changes the look of the character before it.
    private static func isOptional(_ mark: Unicode.Scalar) -> Bool {
        switch mark.value {
        case 0x300...0x36F, 0x483...0x489, 0x591...0x5C7, 0x610...0x61A, 0x64B...0x65F, 0x670, 0x6D6...0x6ED, 0x711,
            0x730...0x74A, 0x1AB0...0x1AFF, 0x1DC0...0x1DFF, 0x20D0...0x20FF, 0xFE00...0xFE0F, 0xFE20...0xFE2F,
            0xE0100...0xE01EF:
            true
        default: false
        }
    }

    /// Whether the scalar belongs to a script without spaces between words, or to Korean, whose words end in many ways.
    static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // Thai, Lao, Tibetan, Myanmar.
        case 0xE00...0xEFF, 0xF00...0x109F: true
        // Hangul; Khmer; Tai Le, New Tai Lue, Tai Tham; Balinese and Javanese.
        case 0x1100...0x11FF, 0x1780...0x17FF, 0x1950...0x1AAF, 0x1B00...0x1B7F, 0xA960...0xA9DF, 0xAA60...0xAADF:
            true
        // Ideographs, kana, bopomofo, Yi, Hangul syllables, and their forms of half and full width.
        case 0x2E80...0x2FDF, 0x3005...0x3007, 0x3021...0x3029, 0x3031...0x312F, 0x3130...0x318F, 0x31A0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF66...0xFFDC,
            0x16F00...0x18D8F, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFF:
            true
        default: false
        }
    }

    /// The text that a letter or a digit is compared as.
    private static func text(of scalar: Unicode.Scalar) -> String {
        if let other = letters[scalar] { return other }
        // In lower case twice: what a compatibility character stands for may have capitals.
        let plain = scalar.properties.lowercaseMapping.precomposedStringWithCompatibilityMapping.lowercased()
        var folded = String.UnicodeScalarView()
        for part in plain.precomposedStringWithCanonicalMapping.unicodeScalars {
            if isWide(part) || kept.contains(part) {
                folded.append(part)
            } else if let other = letters[part] {
                folded += other.unicodeScalars
            } else {
                folded += String(part).decomposedStringWithCanonicalMapping.unicodeScalars.filter {
                    [.word, .wide].contains(kind(of: $0))
                }
            }
        }
        return String(folded)
    }

    /// Letters that are not those without their mark.
    private static let kept: Set<Unicode.Scalar> = ["й", "ў"]

    /// Letters that Unicode does not decompose, and which are written without their strokes, or as two, by those whose
    /// keyboards lack them.
    private static let letters: [Unicode.Scalar: String] = [
        "ß": "ss", "ẞ": "ss", "ς": "σ", "ł": "l", "Ł": "l", "ø": "o", "Ø": "o", "đ": "d", "Đ": "d", "ð": "d", "Ð": "d",
        "þ": "th", "Þ": "th", "æ": "ae", "Æ": "ae", "œ": "oe", "Œ": "oe", "ı": "i", "ħ": "h", "Ħ": "h", "ŧ": "t",
        "Ŧ": "t", "ŋ": "n", "Ŋ": "n", "ĸ": "k", "ə": "e", "Ə": "e", "ɨ": "i", "ƀ": "b", "ɓ": "b", "ɗ": "d", "ƙ": "k",
    ]
}

extension ScalarFolds.Fold {
    /// Keeps a text that is too long as nothing, and ASCII characters that are no letters or digits out of it.
    init(_ kind: ScalarFolds.Kind, _ text: String) {
        self.init(kind: kind)
        let utf8 = text.utf8.filter { $0 >= 0x80 || isWord($0) }
        guard utf8.count <= 8 else { return }
        for byte in utf8.reversed() { bytes = bytes << 8 | UInt64(byte) }
        count = UInt8(utf8.count)
    }
}

private func isWord(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}
