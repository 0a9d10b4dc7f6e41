/// What is said only of homeservers, in words.
enum MatrixReason {
    /// The server answers, but not as the client-server API says.
    static func invalidAnswer(_ url: String) -> String { "The server at \(url) sent an invalid Matrix response" }

    static let encrypted =
        "This chat is encrypted, and Telex cannot encrypt yet, so nothing was sent. Use another client for it."

    static let itself = "That is you: a chat needs somebody else."

    static func nobody(_ name: String) -> String {
        "Nobody is known as \"\(name)\" to the server. Give an id such as @ada:example.org."
    }

    static func noRoom(_ text: String) -> String {
        "\"\(text)\" is not the address of a room. Give one such as #club:example.org."
    }

    static func several(_ name: String, _ users: [String]) -> String {
        "Several people are called \"\(name)\": \(users.joined(separator: ", ")). Give the id of one of them."
    }
}
