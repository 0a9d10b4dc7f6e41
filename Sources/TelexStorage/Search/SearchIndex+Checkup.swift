import Foundation
import GRDB
import TelexCore

/// Whether the index has all that it should. It takes a lookup for each word of each few thousand messages, so a checkup
/// asks it, and a search only asks for a sample.
extension SearchIndex {
    /// How many pairs of a word and a message are looked for together, so that a large store takes no more memory.
    private static let together = 50_000

    /// Returns whether each message that should be in the index is found by each of its words.
    func isWhole(_ database: Database) throws -> Bool {
        let (first, last) = try bounds(database)
        // By their bytes: strings that differ in them can be equal.
        var wanted: [Data: Set<Int64>] = [:]
        var count = 0
        var isWhole = true
        try StoredWords.read(
            "SELECT content, arrival FROM message WHERE arrival >= ? AND arrival <= ? ORDER BY arrival", [first, last],
            database
        ) { row, text in
            guard isWhole, let arrival = row.read({ $0.number(1) }) else { return }
            // A space and a mark would be one character.
            for term in reader.terms(of: text).utf8.split(separator: UInt8(ascii: " ")) {
                wanted[Data(term), default: []].insert(arrival)
                count += 1
            }
            guard count >= Self.together else { return }
            isWhole = try has(wanted, database)
            (wanted, count) = ([:], 0)
        }
        return try isWhole && has(wanted, database)
    }

    private func has(_ wanted: [Data: Set<Int64>], _ database: Database) throws -> Bool {
        let statement = try database.cachedStatement(
            sql: "SELECT rowid FROM messageText WHERE messageText MATCH ? AND rowid >= ? AND rowid <= ?")
        for (term, arrivals) in wanted {
            let expression = "\"\(String(decoding: term, as: UTF8.self))\""
            let found = try Int64.fetchSet(statement, arguments: [expression, arrivals.min(), arrivals.max()])
            if !arrivals.isSubset(of: found) { return false }
        }
        return true
    }
}
