import Foundation
import TelexCore

/// Our messages in a chat that the server has not accepted yet. One is on its way, and the others wait for it.
struct PostLane {
    struct Entry {
        let message: Message
        /// How long it takes, in seconds, in addition to its file.
        let delay: TimeInterval
        let answer: Answer
    }

    private var waiting: ArraySlice<Entry> = []
    /// The effect of the message that is on its way.
    private var current: Int?
    /// Whether the caller sends messages.
    var isAdvancing = false

    var isEmpty: Bool { waiting.isEmpty && current == nil }

    mutating func add(_ entry: Entry) { waiting.append(entry) }

    /// Starts the next message; `nil` if there is none, or another one is on its way.
    mutating func next() -> Entry? {
        guard current == nil, let entry = waiting.popFirst() else { return nil }
        current = entry.answer.effect
        return entry
    }

    /// Notes that a message is no longer on its way.
    mutating func end(_ effect: Int) { if current == effect { current = nil } }

    /// Drops a message that nobody waits for any more.
    ///
    /// - Parameter isStopped: whether it stops on its way.
    /// - Returns: whether the next one can follow.
    mutating func cancel(_ effect: Int, _ isStopped: Bool) -> Bool {
        waiting.removeAll { $0.answer.effect == effect }
        if isStopped, current == effect { current = nil }
        return current == nil
    }
}
