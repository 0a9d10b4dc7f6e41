import GRDB
import TelexAPI

/// Ends the channels of revoked tokens before it sends anything.
extension ChatService {
    /// The channels to send frames to: all open ones, without those of revoked tokens.
    var channels: Hub {
        endRevoked()
        return hub
    }

    /// Ends the channels of tokens that another process has revoked.
    private func endRevoked() {
        do {
            // The writing connection does not count its own commits (sqlite.org/pragma.html#pragma_data_version).
            let current = try database.writeWithoutTransaction { database in
                try Int.fetchOne(database.cachedStatement(sql: "PRAGMA data_version")) ?? 0
            }
            guard current != version else { return }
            let tokens = Set(hub.all.map(\.caller.token))
            let existing = try database.look { try Accounts.existing(tokens, $0) }
            version = current
            hub.end(tokens.subtracting(existing))
        } catch {
            logger.error("cannot look up revoked tokens", metadata: ["error": "\(error)"])
        }
    }

    /// - Throws: `Problem` with 401 if the token was revoked since the request was authenticated.
    static func check(_ caller: Caller, _ database: Database) throws {
        if try Accounts.existing([caller.token], database).isEmpty { throw Problem.invalidToken }
    }
}
