import Foundation
import TelexCore

/// An input of a link.
package enum LinkInput<Link: BackendLink>: Sendable {
    case perform(BackendRequest, effect: Int)
    case open(BackendChannel, effect: Int)
    case cancel(effect: Int)
    /// A request that was made on that connection has a result.
    case answered(Link.Purpose, Result<Link.Reply, RequestFailure>, connection: Int)
    /// All of a file was sent, and the answer is awaited.
    case sentFile(number: Int)
    /// The upload of a file has ended, with the place where the server has it.
    case uploaded(number: Int, Result<String, RequestFailure>)
    /// Something that the link waited for on that connection has happened.
    case woken(LinkAlarm<Link.Alarm>, connection: Int)
}

/// An action that a link wants performed.
package enum LinkAction<Link: BackendLink>: Sendable {
    case answer(effect: Int, Event)
    case end(effect: Int)
    /// Keep a value of the link's own state, together with what the effect was answered before.
    case keep(effect: Int, name: String, value: String)
    case request(Link.Request, Link.Purpose, connection: Int)
    /// Upload the file of a message of ours.
    case upload(MessageFile, of: MessageKey, number: Int, effect: Int)
    /// Cancel the requests and timers that belong to the connection.
    case dropConnection
    case work(Link.Work)
    case wake(LinkAlarm<Link.Alarm>, after: TimeInterval, connection: Int)
    /// Wake the link when everything that it has reported so far is stored.
    case wakeAfterCommit(Link.Alarm, connection: Int)
}

/// Something that a link waits for.
package enum LinkAlarm<Own: Sendable>: Sendable {
    /// The next attempt to connect.
    case reconnect
    /// The next attempt to post a message.
    case repost(number: Int)
    /// A post, or an upload, has had time enough: messages to other chats go first from now on.
    case overtake(number: Int)
    /// The next attempt to make deletions, and to tell settings, that have failed.
    case unanswered
    case own(Own)
}

extension LinkAlarm: Equatable where Own: Equatable {}
