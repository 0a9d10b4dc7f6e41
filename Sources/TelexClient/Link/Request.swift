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
