import Foundation
import TelexCore
import TelexJSON
import TelexRuntime

/// Sees what the programs that have joined a session send, and what becomes of it.
package final class TrialWitness: InputListening, RequestListening, @unchecked Sendable {  // `lock` guards what changes
    /// Something that happened.
    package struct Deed: Sendable {
        package let date: Date
        /// The line of the scenario, or `nil` for what the program did.
        package let line: Int?
        package let text: String
    }

    private let lock = Condition()
    private var sent: SentEvents
    private var requests: [Cause: Int] = [:]
    /// The outcomes of the lines of the scenario.
    private var outcomes: [String: JSONValue] = [:]
    private var deeds: [Deed] = []
    private var dropped = 0
    /// The latest time that was seen.
    private var now = SessionClock.start

    /// How many deeds are kept: the last ones.
    private static let most = 500

    package init(isLenient: Bool = false) { sent = SentEvents(isLenient: isLenient) }

    // MARK: On the thread of the session

    package func received(_ event: Event, _ stamp: Stamp, answering effect: Int?) {
        lock.withLock { now = stamp.time }
        guard stamp.window.guest > 0, effect == nil, let info = EventNamer(event).info,
            info.origin == .user || info.origin == .look, let value = JSONValue(text: Array(event.json.utf8)[...])
        else { return }
        let isQuiet = info.origin == .look || info.name == "presence.typing"
        lock.withLock {
            let entry = SentEvents.Entry(event: value, isQuiet: isQuiet, isRequest: stamp.cause != nil)
            let place = sent.add(entry)
            if let place, let cause = stamp.cause { requests[cause] = place }
            if !isQuiet { note(value.text + (place == nil ? "  (again)" : ""), line: nil) }
            lock.broadcast()
        }
    }

    package func ended(effect: Int) {}
    package func closed(_ window: WindowID) {}

    package func settled(_ cause: Cause, _ outcome: Outcome) { conclude(cause, outcome) }
    package func concluded(_ cause: Cause, _ outcome: Outcome) { conclude(cause, outcome) }

    private func conclude(_ cause: Cause, _ outcome: Outcome) {
        guard let value = JSONValue(text: Array(outcome.json.utf8)[...]) else { return }
        lock.withLock {
            if cause.window.guest == 0 {
                outcomes[cause.id] = value
            } else if let place = requests[cause] {
                sent.conclude(place, value)
                if outcome.kind > .sent { note("\(value.text)  (the outcome of \(cause.id))", line: nil) }
            }
            lock.broadcast()
        }
    }

    // MARK: On another thread

    /// Notes something that happened.
    package func tell(_ text: String, line: Int? = nil) { lock.withLock { note(text, line: line) } }

    private func note(_ text: String, line: Int?) {
        if deeds.count >= Self.most {
            deeds.removeFirst()
            dropped += 1
        }
        deeds.append(Deed(date: now, line: line, text: text))
    }

    /// What happened last, and how much before that is left out.
    package var history: (deeds: [Deed], dropped: Int) { lock.withLock { (deeds, dropped) } }

    /// Reads or changes what is known of the events.
    package func with<Value>(_ body: (inout SentEvents) throws -> Value) rethrows -> Value {
        try lock.withLock { try body(&sent) }
    }

    /// Waits until something new is known, until `time` at the latest.
    package func wait(until time: Date) { lock.withLock { _ = lock.wait(until: time) } }

    /// The outcome of a request of the scenario; `nil` if it has none yet.
    package func outcome(of request: String) -> JSONValue? { lock.withLock { outcomes[request] } }
}
