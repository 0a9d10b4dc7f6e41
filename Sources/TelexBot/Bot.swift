/// A built-in chat partner.
package protocol Bot: Sendable {
    /// Its name, which is also the title of its chat.
    var name: String { get }
    /// Returns what it says when a chat begins.
    mutating func greeting() -> String
    /// Returns its answer to a message.
    mutating func reply(to speech: Speech) -> Speech
}

/// What somebody says in a chat with a bot.
package struct Speech: Hashable, Sendable {
    package var text: String
    /// Whether it is an action, such as "waves".
    package var isEmote: Bool

    package init(_ text: String, isEmote: Bool = false) {
        self.text = text
        self.isEmote = isEmote
    }
}

extension Speech: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(text) }
}

/// Repeats every message, to try things out.
package struct Echo: Bot {
    package let name = "Echo"

    package init() {}

    package func greeting() -> String { "Hello. Whatever you write, I write it back." }

    package func reply(to speech: Speech) -> Speech { speech }
}
