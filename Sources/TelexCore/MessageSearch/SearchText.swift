import Foundation

/// Splits texts into the units that search compares: words, characters of scripts without spaces, and symbols.
///
/// It holds the units of one text at a time, so that reading many texts takes no memory for each.
package final class SearchText {
    /// A word, a character or a symbol.
    struct Unit {
        var kind: ScalarFolds.Kind
        /// Its folded bytes, in `bytes`.
        var folded: Range<Int>
        /// Its scalars, counted from the start of the text.
        var scalars: Range<Int>
        /// Whether nothing stands between it and the unit before it.
        var isJoined: Bool
    }

    private let folds = ScalarFolds()
    private(set) var units: [Unit] = []
    private(set) var bytes: [UInt8] = []
    /// What `terms(of:)` has made.
    var terms: [UInt8] = []

    package init() {}

    /// Whether the bytes of two units are the same, or the first ones those that the second begins with.
    func matches(_ folded: ArraySlice<UInt8>, _ unit: Unit, isPrefix: Bool) -> Bool {
        let count = folded.count
        guard isPrefix ? unit.folded.count >= count : unit.folded.count == count else { return false }
        var place = unit.folded.lowerBound
        for byte in folded {
            if bytes[place] != byte { return false }
            place += 1
        }
        return true
    }

    /// Reads a text.
    package func read(_ text: String) {
        var text = text
        text.withUTF8 { read($0) }
    }

    /// Reads a text.
    ///
    /// - Parameter text: valid UTF-8.
    package func read(_ text: UnsafeBufferPointer<UInt8>) {
        units.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        var reading = Reading()
        var place = 0
        while place < text.count {
            let byte = text[place]
            // ASCII needs no tables, unless a mark changes the letter.
            if byte < 0x80 {
                place += 1
                let folded = byte | (byte &- 0x41 < 26 ? 0x20 : 0)
                if folded &- 0x61 < 26 || folded &- 0x30 < 10 {
                    if !reading.isInWord { begin(.word, &reading) }
                    bytes.append(folded)
                    reading.isInWord = true
                } else {
                    end(&reading)
                    reading.isJoined = false
                }
                reading.scalar += 1
                continue
            }
            let start = place
            let scalar = Self.scalar(text, &place)
            // Ideographs are what they are.
            if 0x4E00...0x9FFF ~= scalar.value || 0x3400...0x4DBF ~= scalar.value {
                end(&reading)
                begin(.wide, &reading)
                bytes.append(contentsOf: text[start..<place])
                endWide(1, &reading)
                reading.scalar += 1
                continue
            }
            var fold = folds[scalar]
            var marks: [Unicode.Scalar] = []
            if fold.kind == .word || fold.kind == .wide {
                var next = place
                while next < text.count, text[next] >= 0x80 {
                    let mark = Self.scalar(text, &next)
                    guard folds[mark].kind == .composing else { break }
                    marks.append(mark)
                    place = next
                }
                if !marks.isEmpty { fold = folds[Self.composed(scalar, marks)] }
            }
            add(fold, 1 + marks.count, &reading)
        }
        end(&reading)
    }

    private struct Reading {
        /// The number of the next scalar.
        var scalar = 0
        var isInWord = false
        var isJoined = false
    }

    private func add(_ fold: ScalarFolds.Fold, _ length: Int, _ reading: inout Reading) {
        switch fold.kind {
        case .ignored, .composing: break
        case .separator:
            end(&reading)
            reading.isJoined = false
        case .word:
            if !reading.isInWord { begin(.word, &reading) }
            append(fold)
            reading.isInWord = true
        case .wide, .symbol:
            end(&reading)
            begin(fold.kind, &reading)
            append(fold)
            endWide(length, &reading)
        }
        reading.scalar += length
    }

    private func begin(_ kind: ScalarFolds.Kind, _ reading: inout Reading) {
        units.append(
            Unit(
                kind: kind, folded: bytes.count..<bytes.count, scalars: reading.scalar..<reading.scalar,
                isJoined: reading.isJoined))
    }

    /// Ends a unit of one character.
    ///
    /// - Parameter length: its length in scalars.
    private func endWide(_ length: Int, _ reading: inout Reading) {
        let last = units.count - 1
        units[last].folded = units[last].folded.lowerBound..<bytes.count
        units[last].scalars = reading.scalar..<reading.scalar + length
        reading.isJoined = true
    }

    /// Ends the word that is being read, if any.
    private func end(_ reading: inout Reading) {
        guard reading.isInWord else { return }
        let last = units.count - 1
        units[last].folded = units[last].folded.lowerBound..<bytes.count
        units[last].scalars = units[last].scalars.lowerBound..<reading.scalar
        (reading.isInWord, reading.isJoined) = (false, true)
    }

    private func append(_ fold: ScalarFolds.Fold) {
        var rest = fold.bytes
        for _ in 0..<fold.count {
            bytes.append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Decodes the scalar at a place, and moves the place behind it.
    private static func scalar(_ text: UnsafeBufferPointer<UInt8>, _ place: inout Int) -> Unicode.Scalar {
        let first = text[place]
        let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = first < 0x80 ? UInt32(first) : UInt32(first) & (0x7F >> UInt32(length))
        for byte in text[min(place + 1, text.count)..<min(place + length, text.count)] {
            value = value << 6 | UInt32(byte & 0x3F)
        }
        // The last character of a damaged text may be cut off.
        place = min(place + length, text.count)
        return Unicode.Scalar(value) ?? "\u{FFFD}"
    }

    /// The letter that a letter and marks are; the letter itself if they do not make one.
    private static func composed(_ letter: Unicode.Scalar, _ marks: [Unicode.Scalar]) -> Unicode.Scalar {
        var text = String(letter).precomposedStringWithCompatibilityMapping
        for mark in marks {
            // The voicing marks of half width do not compose.
            text.unicodeScalars.append(mark == "\u{FF9E}" ? "\u{3099}" : mark == "\u{FF9F}" ? "\u{309A}" : mark)
        }
        let scalars = text.precomposedStringWithCanonicalMapping.unicodeScalars
        return scalars.count == 1 ? scalars[scalars.startIndex] : letter
    }
}
