/// Whom a profile can chat with.
package enum Company: Sendable {
    /// The bots in the program.
    case bots
    /// The users of a telex-server.
    case server
    /// The users of Matrix.
    case matrix

    /// How to start a first chat.
    var hint: String {
        switch self {
        case .bots: "/new Eliza starts one with the built-in bot"
        case .server: "/new NAME starts one with somebody on the server"
        case .matrix: "/new @ada:example.org starts one"
        }
    }
}
