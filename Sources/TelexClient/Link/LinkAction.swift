import Foundation
import TelexAPI
import TelexCore

/// What happens to the link with the server.
enum LinkInput {
    case perform(BackendRequest, effect: Int)
    case open(BackendChannel, effect: Int)
    case cancel(effect: Int)
    /// A request has its answer.
    case answered(Purpose, Result<Reply, RequestFailure>)
    /// Something came by the push channel of that connection.
    case pushed(connection: Int, Frame)
    case pushEnded(connection: Int, RequestFailure)
    /// Something came by that socket.
    case told(socket: Int, Frame)
    case socketEnded(socket: Int)
    /// The time has come.
    case woken(Alarm)
}

/// What is to be done about it.
enum LinkAction {
    case request(Request, Purpose)
    case openPush(connection: Int)
    case closePush
    case openSocket(ChatID, socket: Int)
    case closeSocket
    case tellTyping
    case wake(Alarm, after: TimeInterval)
    case answer(effect: Int, Event)
    case end(effect: Int)
}

/// What the link waits for.
enum Alarm: Hashable, Sendable {
    case reconnect(connection: Int)
    case reopen(socket: Int)
}

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
    /// The server cannot be reached, or not now; it may be another time.
    case offline(String)
    /// The server has refused.
    case refused(String)
    /// The server no longer knows the token.
    case loggedOut
}
