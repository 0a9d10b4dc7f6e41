/// Somebody to chat with who is always there.
package protocol Bot: Sendable {
    /// The name that its chat is under.
    var name: String { get }
    /// What it says when a chat begins.
    mutating func greeting() -> String
    /// What it says to a message.
    mutating func reply(to text: String) -> String
}

/// Says what was said to it; for trying things out.
package struct Echo: Bot {
    package let name = "Echo"

    package init() {}

    package func greeting() -> String { "Hello. Whatever you write, I write it back." }

    package func reply(to text: String) -> String { text }
}
