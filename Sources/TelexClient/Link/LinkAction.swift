import Foundation
import TelexCore

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
    case repost(number: Int)
}
