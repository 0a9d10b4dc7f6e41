/// The texts of messages about homeservers.
enum MatrixReason {
    /// The server's response does not conform to the client-server API.
    static func invalidAnswer(_ url: String) -> String { "The server at \(url) sent an invalid Matrix response" }

    static let encrypted =
        "This chat is encrypted, which Telex does not support yet. Nothing was sent. Use another client."

    static let alreadyJoined =
        "You have joined this chat on another device, so there is no invitation to decline."

    static let untitled = "A group needs a title: @ada:example.org, @bob:example.org: Walkers."

    static let itself = "That is you. Name somebody else."

    static func noAddress(_ text: String) -> String {
        "\"\(text.prefix(100))\" is not an address. Type one, such as @ada:example.org."
    }
    static let left = "You are no longer a member of this chat. Nothing was sent."

    static func nobody(_ name: String) -> String {
        "The server has no user \"\(name)\". Give an id such as @ada:example.org."
    }

    static func noRoom(_ text: String) -> String {
        "\"\(text)\" is not a room address. Give one such as #club:example.org."
    }

    static func space(_ address: String) -> String {
        "You joined the space \"\(address)\". It has no messages. Join its chats by their own addresses."
    }

    static func several(_ name: String, _ users: [String]) -> String {
        "Several people are called \"\(name)\": \(users.joined(separator: ", ")). Give the id of one of them."
    }
}
