import Foundation
import TelexCore

/// What is to be done about it.
enum MatrixAction {
    case request(MatrixRequest, Purpose)
    /// Forget what was asked for on the connection.
    case drop
    case wake(Alarm, after: TimeInterval)
    case answer(effect: Int, Event)
    case end(effect: Int)
}
