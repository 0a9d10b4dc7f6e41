/// A built-in chat partner.
package protocol Bot: Sendable {
    /// Its name, which is also the title of its chat.
    var name: String { get }
    /// Returns what it says when a chat begins.
    mutating func greeting() -> String
    /// Returns its answer to a message.
    mutating func reply(to text: String) -> String
}

/// Repeats every message, to try things out.
package struct Echo: Bot {
    package let name = "Echo"

    package init() {}

    package func greeting() -> String { "Hello. Whatever you write, I write it back." }

    package func reply(to text: String) -> String { text }
}
