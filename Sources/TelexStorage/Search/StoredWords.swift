import Foundation
import GRDB
import TelexCore

/// The texts of stored messages, read without making values of the rest.
enum StoredWords {
    /// How the JSON of a message with a text begins: the text is its first member.
    private static let start = Array("{\"text\":\"".utf8)

    /// Returns the arrival and the text of a message.
    static func of(_ id: MessageID, chat key: Int64, _ database: Database) throws -> (arrival: Int64, text: String)? {
        var found: (Int64, String)?
        try read(
            "SELECT content, arrival FROM message WHERE chat = ? AND id = ?", [key, StoredText.encode(id.text)],
            database
        ) { row, text in
            if let arrival = row.read({ $0.number(1) }) { found = (arrival, String(decoding: text, as: UTF8.self)) }
        }
        return found
    }

    /// Calls the body with each row and its text.
    ///
    /// - Parameter sql: a query whose first column is `content`.
    static func read(
        _ sql: String, _ arguments: StatementArguments, _ database: Database,
        _ body: (Row, UnsafeBufferPointer<UInt8>) throws -> Void
    ) throws {
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
        while let row = try rows.next() { try withText(of: row) { try body(row, $0) } }
    }

    /// Calls the body with the text of a row, whose first column is `content`.
    static func withText<Value>(of row: Row, _ body: (UnsafeBufferPointer<UInt8>) throws -> Value) throws -> Value {
        try row.withUnsafeData(atIndex: 0) { data in
            try (data ?? Data()).withUnsafeBytes { bytes in
                let json = bytes.bindMemory(to: UInt8.self)
                if let text = plain(json) { return try body(text) }
                var text = MessageContent(json: String(decoding: json, as: UTF8.self))?.words ?? ""
                return try text.withUTF8(body)
            }
        }
    }

    /// The text if it has no escape sequences, so that it stands in the JSON as it is. A file would be the last member.
    private static func plain(_ json: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8>? {
        guard json.starts(with: start), !json.suffix(2).elementsEqual("}}".utf8) else { return nil }
        var end = start.count
        while end < json.count, json[end] != UInt8(ascii: "\"") {
            if json[end] == UInt8(ascii: "\\") { return nil }
            end += 1
        }
        return UnsafeBufferPointer(rebasing: json[start.count..<end])
    }
}
