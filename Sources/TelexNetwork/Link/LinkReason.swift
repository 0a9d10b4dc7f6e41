import Foundation

/// What is said of a link, in words.
package enum LinkReason {
    package static func loggedOut(_ account: some LinkAccount, isSoft: Bool = false) -> String {
        let failure =
            isSoft ? "The session has expired; nothing is lost." : "The server no longer knows this login."
        return "\(failure) \(account.loginHint)"
    }

    static func notLoggedIn(_ owner: String, _ loginOptions: String) -> String {
        "This profile is that of \(owner), and is logged out. Log in again with telex login\(loginOptions)."
    }

    package static func limited(until date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        let time = date.formatted(style.year().month().day().time(includingFractionalSeconds: false))
        return "The server limits requests until \(time)"
    }

    static func tryAgain(_ reason: String) -> String { "\(reason). Try again then." }

    static let noCommands = "A server takes no commands from here; only the embedded backend does."
}
