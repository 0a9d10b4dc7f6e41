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
    case revisions(connection: Int)
    case post(number: Int)
    case revise(effect: Int, ChatID, MessageID)
    case mark(effect: Int, ChatID, MessageID)
    /// A chat with somebody; if there is nobody of that name, a group of these.
    case create(effect: Int, orGroup: [String])
    case join(effect: Int, ChatID)
    /// Into a chat that we were in before.
    case rejoin(ChatID)
    case leave(effect: Int, ChatID)
    case search(effect: Int, query: String)
}

/// An answer of the server.
enum Reply: Sendable {
    case chats(ChatPage)
    case messages(MessagePage)
    case revisions(RevisionPage)
    case message(MessageInfo)
    case chat(ChatInfo)
    case people(People)
    case done
}
