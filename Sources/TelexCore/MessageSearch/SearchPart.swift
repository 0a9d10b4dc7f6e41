import Foundation
import TelexJSON

/// A part of what is searched for: a word, or several that follow each other. A text matches if it has all parts.
///
/// A part matches at the beginnings of words: `tele` finds `Telex`. In scripts without spaces it matches anywhere. What
/// stands between words does not matter: `example.com/a` finds `example com a`. If there is nothing else, it does: `:)`
/// finds only itself.
public struct SearchPart: Hashable, Sendable {
    public var text: String
    /// Whether its last word must be a whole one, because it was in quotation marks.
    public var isWhole: Bool

    public init(_ text: String, isWhole: Bool = false) {
        self.text = text
        self.isWhole = isWhole
    }
}

/// Compares texts with the parts of a query.
package final class SearchMatcher {
    private struct Part {
        var units: [SearchText.Unit]
        var bytes: [UInt8]
        var isWhole: Bool
        /// The text itself if it has no units.
        var literal: String?
    }

    private let reader: SearchText
    private let parts: [Part]
    /// The expression of the index for the texts that may match; `nil` if the index says nothing about them.
    package let expression: String?

    package init(_ parts: [SearchPart], _ reader: SearchText) {
        self.reader = reader
        self.parts = parts.map { part in
            reader.read(part.text)
            return Part(
                units: reader.units, bytes: reader.bytes, isWhole: part.isWhole,
                literal: reader.units.isEmpty ? part.text : nil)
        }
        let expressions = parts.compactMap { reader.expression(for: $0) }
        expression = expressions.isEmpty ? nil : expressions.joined(separator: " AND ")
    }

    /// Whether a text has all parts.
    package func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8(matches)
    }

    /// Whether a text has all parts.
    ///
    /// - Parameter text: valid UTF-8.
    package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if parts.isEmpty { return true }
        reader.read(text)
        return parts.allSatisfy { part in
            if let literal = part.literal { return Self.contains(text, literal) }
            return reader.units.indices.contains { matches(part, at: $0) }
        }
    }

    /// Where a text has the parts, in order and without overlaps.
    package func ranges(in text: String) -> [TextRange] {
        reader.read(text)
        var found = Set<Range<Int>>()
        for part in parts {
            if let literal = part.literal {
                found.formUnion(Self.places(of: literal, in: text))
                continue
            }
            for index in reader.units.indices where matches(part, at: index) {
                let last = reader.units[index + part.units.count - 1]
                found.insert(reader.units[index].scalars.lowerBound..<end(of: part, in: last))
            }
        }
        var ranges: [TextRange] = []
        for range in found.sorted(by: { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }) {
            if let last = ranges.last, range.lowerBound <= last.start + last.length {
                ranges[ranges.count - 1].length = max(last.length, range.upperBound - last.start)
            } else {
                ranges.append(TextRange(start: range.lowerBound, length: range.count))
            }
        }
        return ranges
    }

    /// The end of a match, which may be within its last word. Where a scalar became several, the whole word is meant.
    private func end(of part: Part, in last: SearchText.Unit) -> Int {
        let folded = part.units[part.units.count - 1].folded
        guard last.kind == .word, folded.count < last.folded.count else { return last.scalars.upperBound }
        // Each scalar of both words is one byte, or in the same script throughout.
        let scalars = reader.bytes[last.folded].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
        guard scalars == last.scalars.count else { return last.scalars.upperBound }
        return last.scalars.lowerBound + part.bytes[folded].reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    }

    /// Whether a part stands at a unit of the text that was read last.
    private func matches(_ part: Part, at index: Int) -> Bool {
        guard index + part.units.count <= reader.units.count else { return false }
        for place in part.units.indices {
            let (wanted, unit) = (part.units[place], reader.units[index + place])
            guard wanted.kind == unit.kind else { return false }
            // Characters of scripts without spaces follow each other, as the index has them.
            if place > 0, unit.kind == .wide, part.units[place - 1].kind == .wide, wanted.isJoined, !unit.isJoined {
                return false
            }
            let isPrefix = unit.kind == .word && !part.isWhole && place == part.units.count - 1
            guard reader.matches(part.bytes[wanted.folded], unit, isPrefix: isPrefix) else { return false }
        }
        return true
    }

    private static func contains(_ text: UnsafeBufferPointer<UInt8>, _ literal: String) -> Bool {
        let wanted = Array(literal.utf8)
        guard let first = wanted.first, text.count >= wanted.count else { return false }
        return (0...text.count - wanted.count).contains { start in
            text[start] == first && wanted.indices.allSatisfy { text[start + $0] == wanted[$0] }
        }
    }

    private static func places(of literal: String, in text: String) -> [Range<Int>] {
        let (text, wanted) = (Array(text.unicodeScalars), Array(literal.unicodeScalars))
        guard !wanted.isEmpty, text.count >= wanted.count else { return [] }
        return (0...text.count - wanted.count).filter { text[$0..<$0 + wanted.count].elementsEqual(wanted) }
            .map { $0..<$0 + wanted.count }
    }
}

/// A part of a text, in Unicode code points from its start.
public struct TextRange: Hashable, Sendable {
    public var start: Int
    public var length: Int

    public init(start: Int, length: Int) {
        self.start = start
        self.length = length
    }
}

extension TextRange: WireRecord {
    public static var blank: TextRange { TextRange(start: 0, length: 1) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("start", &start)
        try visitor.visit("length", &length)
    }
}
