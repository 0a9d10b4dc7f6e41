import Foundation
import GRDB

/// The last plausible time that a server has noted. Dates of messages and logins do not count, because a wrong clock may
/// have made them.
enum ClockTable {
    /// The time that the clock has reached; `nil` if there was never one.
    static func reached(_ database: Database) throws -> Date? {
        try Int64.fetchOne(database, sql: "SELECT max(CAST(reached AS INTEGER)) FROM clock")
            .map { Date(timeIntervalSince1970: TimeInterval($0)) }
    }

    /// Notes a plausible time. It never goes back.
    static func note(_ date: Date, _ database: Database) throws {
        try database.execute(
            sql: "INSERT INTO clock SELECT ? WHERE NOT EXISTS (SELECT 1 FROM clock)",
            arguments: [Int64(date.timeIntervalSince1970)])
        try database.execute(
            sql: "UPDATE clock SET reached = ?1 WHERE CAST(reached AS INTEGER) < ?1",
            arguments: [Int64(date.timeIntervalSince1970)])
    }
}
