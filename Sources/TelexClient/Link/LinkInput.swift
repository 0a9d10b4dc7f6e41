import TelexAPI
import TelexCore
import TelexNetwork

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
