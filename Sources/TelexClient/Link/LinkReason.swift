/// What is said of the link, in words.
enum LinkReason {
    static func loggedOut(_ account: Account) -> String {
        "The server no longer knows this login. With a new invitation, log in again: "
            + "telex login \(account.url)\(account.loginOptions)"
    }

    static func notLoggedIn(_ owner: String, _ loginOptions: String) -> String {
        "This profile is that of \(owner), and is logged out. Log in again with telex login\(loginOptions)."
    }

    static let noGap = "A telex-server leaves out nothing, so there is nothing older."

    /// What stands for a message of a kind that only newer ones know.
    static func unknownKind(_ kind: String) -> String { "A message of the kind \"\(kind.prefix(40))\"" }

    static func offline(_ reason: String) -> String { "There is no connection (\(reason)). Try again later." }
}
