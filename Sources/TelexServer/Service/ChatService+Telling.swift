import GRDB
import TelexAPI

/// Tells the channels what happens. A channel whose token was revoked before is told nothing more.
extension ChatService {
    /// Tells everybody in the chat, on all their channels.
    func tell(_ frame: Frame, event: Int64, in chat: ChatRow) {
        endRevoked()
        hub.tell(frame, event: event, in: chat)
    }

    /// Tells one user, on the push channels.
    func tell(_ user: User, _ frame: Frame, event: Int64) {
        endRevoked()
        hub.tell(user, frame, event: event)
    }

    /// Tells those who have the chat open, except one user.
    func tellLive(_ frame: Frame, in chat: Int64, except user: User) {
        endRevoked()
        hub.tellLive(frame, in: chat, except: user)
    }

    /// Ends the channels of tokens that another process has revoked.
    private func endRevoked() {
        do {
            // Only the connection that writes does not count its own commits (sqlite.org/pragma.html#pragma_data_version).
            let current = try database.writeWithoutTransaction { try Int.fetchOne($0, sql: "PRAGMA data_version") ?? 0 }
            guard current != version else { return }
            let tokens = Set(hub.all.map(\.caller.token))
            let existing = try database.read { try Accounts.existing(tokens, $0) }
            version = current
            hub.end(tokens.subtracting(existing))
        } catch {
            logger.error("cannot look up revoked tokens", metadata: ["error": "\(error)"])
        }
    }

    /// - Throws: `Problem` with 401 if the token was revoked after the request showed it.
    static func check(_ caller: Caller, _ database: Database) throws {
        if try Accounts.existing([caller.token], database).isEmpty { throw Problem.invalidToken }
    }
}
