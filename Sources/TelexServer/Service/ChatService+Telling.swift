import GRDB
import TelexAPI

/// Sends frames to the open channels. Ends the channels of revoked tokens first.
extension ChatService {
    /// Sends a frame to everybody in the chat, on all their channels.
    func tell(_ frame: Frame, event: Int64, in chat: ChatRow) {
        endRevoked()
        hub.tell(frame, event: event, in: chat)
    }

    /// Sends a frame to the push channels of one user.
    func tell(_ user: User, _ frame: Frame, event: Int64) {
        endRevoked()
        hub.tell(user, frame, event: event)
    }

    /// Sends a frame to the live channels of a chat, except those of one user.
    func tellLive(_ frame: Frame, in chat: Int64, except user: User) {
        endRevoked()
        hub.tellLive(frame, in: chat, except: user)
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
