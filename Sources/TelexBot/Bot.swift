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
    /// The file that it brings, by a name of the host; `nil` for none.
    package var file: String?

    package init(_ text: String, isEmote: Bool = false, file: String? = nil) {
        self.text = text
        self.isEmote = isEmote
        self.file = file
    }
}

extension Speech: ExpressibleByStringLiteral {
    package init(stringLiteral text: String) { self.init(text) }
}

/// Repeats every message, with its file, to try things out.
package struct Echo: Bot {
    package let name = "Echo"

    package init() {}

    package func greeting() -> String { "Hello. Whatever you write, I write it back." }

    package func reply(to speech: Speech) -> Speech { speech }
}
