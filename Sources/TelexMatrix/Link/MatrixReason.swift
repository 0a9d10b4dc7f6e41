import Foundation

/// What is said of the link, in words.
enum MatrixReason {
    static func offline(_ reason: String) -> String { "There is no connection (\(reason)). Try again later." }

    static func loggedOut(_ account: MatrixAccount, isSoft: Bool) -> String {
        let login = "telex login --matrix \(account.url) --user \(account.user)\(account.loginOptions)"
        return isSoft
            ? "The session has expired; nothing is lost. Log in again: \(login)"
            : "The server no longer knows this login: it was ended, from another device perhaps. Log in again: \(login)"
    }

    /// The server answers, but not as the client-server API says.
    static func invalidAnswer(_ url: String) -> String { "The server at \(url) sent an invalid Matrix response" }

    static func limited(until date: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current)
        let time = date.formatted(style.year().month().day().time(includingFractionalSeconds: false))
        return "The server limits requests until \(time)"
    }

    static func tryAgain(_ reason: String) -> String { "\(reason). Try again then." }

    static let encrypted =
        "This chat is encrypted, and Telex cannot encrypt yet, so nothing was sent. Use another client for it."

    static let itself = "That is you: a chat needs somebody else."

    static func nobody(_ name: String) -> String {
        "Nobody is known as \"\(name)\" to the server. Give an id such as @ada:example.org."
    }

    static func several(_ name: String, _ users: [String]) -> String {
        "\"\(name)\" may be \(users.joined(separator: ", ")). Give the id of the one that you mean."
    }
}
