/// What the index of a store has of a text.
///
/// The index splits at spaces, and compares bytes. A word is one of its terms; a character of a script without spaces is
/// one together with the character that follows, so that any two are found.
extension SearchText {
    /// How many bytes of a word the index has.
    private static let longestTerm = 48

    /// The terms of a text, with spaces between them; empty if it has none.
    package func terms(of text: String) -> String {
        var text = text
        return text.withUTF8(terms)
    }

    /// The terms of a text, with spaces between them; empty if it has none.
    ///
    /// - Parameter text: UTF-8.
    package func terms(of text: UnsafeBufferPointer<UInt8>) -> String {
        read(text)
        terms.removeAll(keepingCapacity: true)
        for index in units.indices {
            if !terms.isEmpty { terms.append(UInt8(ascii: " ")) }
            terms += term(index)
        }
        return String(decoding: terms, as: UTF8.self)
    }

    private func term(_ index: Int) -> ArraySlice<UInt8> {
        let folded = units[index].folded
        guard units[index].kind == .wide else { return cut(folded) }
        let next = index + 1
        let hasNext = next < units.count && units[next].kind == .wide && units[next].isJoined
        return bytes[folded.lowerBound..<(hasNext ? units[next].folded.upperBound : folded.upperBound)]
    }

    private func cut(_ folded: Range<Int>) -> ArraySlice<UInt8> {
        guard folded.count > Self.longestTerm else { return bytes[folded] }
        var end = folded.lowerBound + Self.longestTerm
        // Not within a scalar.
        while bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return bytes[folded.lowerBound..<end]
    }

    /// The expression of the index (SQLite, "Full-text Query Syntax") for the texts that may have this part of a query.
    /// Nothing that a person typed is syntax in it.
    ///
    /// - Returns: `nil` if the index has nothing of the part.
    func expression(for part: SearchPart) -> String? {
        read(part.text)
        var terms: [String] = []
        for index in units.indices {
            let unit = units[index]
            let isLast = index + 1 == units.count
            var term = term(index)
            var isPrefix = isLast && !part.isWhole && unit.kind == .word
            switch unit.kind {
            case .wide:
                // What follows it in a text is not known, unless the part says it; the pair before it has it, too.
                let isPair = term.count > unit.folded.count
                if !isPair, index > 0, units[index - 1].kind == .wide, unit.isJoined { continue }
                isPrefix = !isPair
            case .word where unit.folded.count > Self.longestTerm:
                term = cut(unit.folded)
                isPrefix = true
            default: break
            }
            terms.append("\"\(String(decoding: term, as: UTF8.self))\"\(isPrefix ? "*" : "")")
        }
        return terms.isEmpty ? nil : terms.joined(separator: " AND ")
    }
}
