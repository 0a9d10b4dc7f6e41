import Foundation
import TelexCore

/// What is to be done about it.
enum MatrixAction {
    case request(MatrixRequest, Purpose)
    /// Forget what was asked for on the connection.
    case drop
    case wake(Alarm, after: TimeInterval)
    /// Say when all that was answered so far is stored.
    case awaitCommit(connection: Int)
    case answer(effect: Int, Event)
    case end(effect: Int)
}
