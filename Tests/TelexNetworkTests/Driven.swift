import Foundation
import TelexCore

@testable import TelexNetwork

/// A link that a test drives by hand. It records the link's actions for inspection.
struct Driven {
    typealias Asked = (request: String, purpose: PlainLink.Purpose, connection: Int)

    var link = PlainLink()
    var events: [Event] = []
    var requests: [Asked] = []
    var timers: [(alarm: LinkAlarm<PlainLink.Alarm>, seconds: TimeInterval, connection: Int)] = []
    var ended: [Int] = []
    var uploads: [(message: MessageID, number: Int)] = []

    init(isOnline: Bool = true) {
        handle(.open(.push, effect: 1))
        handle(.perform(.sync, effect: 2))
        guard isOnline else { return }
        answer("")
        events = []
        ended = []
    }

    mutating func handle(_ input: LinkInput<PlainLink>) {
        for action in link.handle(input) {
            switch action {
            case .answer(_, let event): events.append(event)
            case .end(let effect): ended.append(effect)
            case .request(let request, let purpose, let connection):
                requests.append((request, purpose, connection))
            case .upload(_, let key, let number, _): uploads.append((key.message, number))
            case .wake(let alarm, let seconds, let connection): timers.append((alarm, seconds, connection))
            case .dropConnection, .wakeAfterCommit, .keep: break
            }
        }
    }

    mutating func answer(_ reply: String) { end(requests.removeFirst(), .success(reply)) }

    mutating func fail(_ failure: RequestFailure) { end(requests.removeFirst(), .failure(failure)) }

    mutating func end(_ asked: Asked, _ result: Result<String, RequestFailure>) {
        handle(.answered(asked.purpose, result, connection: asked.connection))
    }

    /// Ends the first upload.
    mutating func upload(_ result: Result<String, RequestFailure>) {
        handle(.uploaded(number: uploads.removeFirst().number, result))
    }

    mutating func wake(_ index: Int) {
        handle(.woken(timers[index].alarm, connection: timers[index].connection))
    }

    mutating func lose(_ failure: RequestFailure = .offline("Cut")) {
        handle(.answered(.news, .failure(failure), connection: link.connection.number))
    }

    mutating func takeEvents() -> [Event] {
        defer { events = [] }
        return events
    }
}
