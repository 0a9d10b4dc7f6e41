/// What is said of the link, in words.
enum LinkReason {
    static func loggedOut(_ url: String) -> String {
        "The server no longer knows this login. With a new invitation, log in again: telex login \(url)"
    }

    static func notLoggedIn(_ owner: String) -> String {
        "This profile is that of \(owner), and is logged out. Log in again with telex login."
    }

    static let noGap = "A telex-server leaves out nothing, so there is nothing older."

    static let noInvitation = "A telex-server knows no invitations to chats."

    static let noChange = "A telex-server does not change messages that have gone out."

    static func offline(_ reason: String) -> String { "There is no connection (\(reason)). Try again later." }
}
