import Foundation

@testable import TelexCore

/// A search as typed, and after the first zero byte a text to search.
enum SearchTarget {
    static func check(_ bytes: [UInt8]) throws {
        let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        let (typed, text) = (String(decoding: parts[0], as: UTF8.self), String(decoding: parts.last!, as: UTF8.self))
        let (query, reader) = (TypedQuery(typed), SearchText())
        let matcher = SearchMatcher(query.parts, reader)
        let (matches, ranges) = (matcher.matches(text), matcher.ranges(in: text))
        if matches, !query.parts.isEmpty { try promise(!ranges.isEmpty, "a match without a place") }
        var end = 0
        for range in ranges {
            try promise(range.start >= end && range.length > 0, "ranges overlap: \(ranges)")
            end = range.start + range.length
        }
        try promise(end <= text.unicodeScalars.count, "a range is behind the end")
        let terms = reader.terms(of: text).split(separator: " ", omittingEmptySubsequences: false)
        try promise(terms == [""] || !terms.contains(""), "an empty term")
        guard matches, let expression = matcher.expression else { return }
        for wanted in expression.components(separatedBy: " AND ") {
            let isPrefix = wanted.hasSuffix("*")
            let term = wanted.dropFirst().dropLast(isPrefix ? 2 : 1)
            try promise(!term.contains("\""), "a term could end early")
            try promise(
                terms.contains { isPrefix ? $0.utf8.starts(with: term.utf8) : $0 == term },
                "the index does not lead to the text: \(expression)")
        }
    }
}
