import Foundation
import TelexCore

/// What happens to a link.
package enum LinkInput<Link: BackendLink>: Sendable {
    case perform(BackendRequest, effect: Int)
    case open(BackendChannel, effect: Int)
    case cancel(effect: Int)
    /// A request, made on that connection, has an answer.
    case answered(Link.Purpose, Result<Link.Reply, RequestFailure>, connection: Int)
    /// What it waited for on that connection has come.
    case woken(LinkAlarm<Link.Alarm>, connection: Int)
}

/// What a link wants done.
package enum LinkAction<Link: BackendLink>: Sendable {
    case answer(effect: Int, Event)
    case end(effect: Int)
    case request(Link.Request, Link.Purpose, connection: Int)
    /// Forget the requests and timers that belong to the connection.
    case dropConnection
    case work(Link.Work)
    case wake(LinkAlarm<Link.Alarm>, after: TimeInterval, connection: Int)
    /// Wake the link when all that was answered so far is stored.
    case wakeAfterCommit(Link.Alarm, connection: Int)
}

/// What a link waits for.
package enum LinkAlarm<Own: Sendable>: Sendable {
    /// The next try to connect.
    case reconnect
    /// The next try to post a message.
    case repost(number: Int)
    /// The server takes messages again.
    case unlimited
    case own(Own)
}

extension LinkAlarm: Equatable where Own: Equatable {}
