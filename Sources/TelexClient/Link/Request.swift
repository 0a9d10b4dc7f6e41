import TelexAPI
import TelexCore

/// A request to the server.
struct Request: Sendable {
    let route: Route
    var body: [UInt8]?

    init(_ route: Route) { self.route = route }

    init(_ route: Route, _ body: some Encodable) {
        self.route = route
        self.body = APICoder.encode(body)
    }
}

/// What a request was for.
enum Purpose: Hashable, Sendable {
    case chats(connection: Int)
    case messages(ChatID, connection: Int)
    case post(number: Int)
    case mark(effect: Int, ChatID, MessageID)
    case create(effect: Int)
    case search(effect: Int, query: String)
}

/// An answer of the server.
enum Reply: Sendable {
    case chats(ChatPage)
    case messages(MessagePage)
    case chat(ChatInfo)
    case people(People)
    case done
}

/// Why there is no answer, or not the one that was asked for.
enum RequestFailure: Error, Hashable, Sendable {
    /// The server cannot be reached.
    case offline(String)
    /// The server's certificate is not to be trusted.
    case untrusted(String)
    /// The server is there, but cannot do it now.
    case busy(String)
    /// The server has refused.
    case refused(String)
    /// The server no longer knows the token.
    case loggedOut
}
