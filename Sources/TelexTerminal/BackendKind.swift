/// The people that a profile can chat with.
package enum BackendKind: Sendable {
    /// The built-in bots.
    case bots
    /// The users of a telex-server.
    case server
    /// The users of Matrix.
    case matrix

    /// A hint on how to start the first chat.
    var hint: String {
        switch self {
        case .bots: "/new Eliza starts one with the built-in bot"
        case .server: "/new NAME starts one with a person on the server"
        case .matrix: "/new @ada:example.org starts one"
        }
    }
}
