import Foundation

/// The texts of messages about links.
package enum LinkReason {
    package static func loggedOut(_ account: some LinkAccount, isSoft: Bool = false) -> String {
        let failure =
            isSoft ? "Your login has expired. Nothing is lost." : "The server no longer accepts this login."
        return "\(failure) \(account.loginHint)"
    }

    /// The words in each reason that only a new login can resolve.
    package static let logInAgain = "Log in again"

    static func notLoggedIn(_ owner: String, _ loginOptions: String) -> String {
        "This profile belongs to \(owner) and is logged out. \(logInAgain): \(loginCommand(owner, loginOptions))"
    }

    /// The command that logs the owner of a profile in again, from its user and its server (`LinkAccount.owner`).
    package static func loginCommand(_ owner: String, _ loginOptions: String) -> String {
        guard let between = owner.range(of: " at ", options: .backwards) else {
            return "telex login URL\(loginOptions)"
        }
        let (user, url) = (owner[..<between.lowerBound], owner[between.upperBound...])
        return user.hasPrefix("@")
            ? "telex login --matrix \(url) --user \(user)\(loginOptions)" : "telex login \(url)\(loginOptions)"
    }

    package static func limited(until date: Date) -> String {
        "Rate-limited until \(time(date))"
    }

    private static func time(_ date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        return date.formatted(style.year().month().day().time(includingFractionalSeconds: false))
    }

    /// Why a message waits for its next attempt.
    static func next(at date: Date, after reason: String) -> String {
        "\(sentence(reason)) Telex tries again at \(time(date))."
    }

    static func sentence(_ reason: String) -> String { reason.last?.isPunctuation == true ? reason : "\(reason)." }

    /// The reason as a part of a sentence, without its period.
    static func clause(_ reason: String) -> String { reason.hasSuffix(".") ? String(reason.dropLast()) : reason }

    /// The server has answered, so there is a connection.
    static func unable(_ reason: String) -> String {
        "The server cannot do that now (\(clause(reason))). Try again later."
    }

    static func tryAgain(_ reason: String) -> String { "\(reason). Try again then." }

    package static let noFiles = "This session keeps no files."

    static let unsentBeforeLeaving =
        "You have not left this chat, because messages in it still wait to be sent or deleted. Try again later."

    static let noCommands = "Only the embedded backend accepts commands; this profile uses a server."
}
