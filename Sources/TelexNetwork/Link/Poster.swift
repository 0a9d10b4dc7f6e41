import Foundation
import TelexCore

/// Our messages on their way to the server: one at a time, in their order.
package struct Poster: Sendable {
    package struct Entry: Sendable {
        package let message: Message
        package let effect: Int
    }

    /// How long a message waits without a word for a server that takes none, in seconds.
    static let longestSilence = 10.0

    private var queue: [Entry] = []
    /// Tells the answer to one try from that to the next.
    package private(set) var number = 0
    private var isPosting = false
    private var backoff = Backoff()

    package init() {}

    package var isEmpty: Bool { queue.isEmpty }

    package mutating func add(_ message: Message, _ effect: Int) {
        queue.append(Entry(message: message, effect: effect))
    }

    /// The next one to post, or the one that is under way.
    package var first: Entry? { queue.first }

    /// The next one to post, unless one is under way.
    package mutating func begin() -> Entry? {
        guard !isPosting, let first = queue.first else { return nil }
        isPosting = true
        number += 1
        return first
    }

    /// Whether the message is on its way: its answer says that it has come, to those who wait for that.
    package func holds(_ message: MessageID, in chat: ChatID) -> Bool {
        queue.contains { $0.message.id == message && $0.message.chat == chat }
    }

    /// The one that was under way, which has its answer; `nil` if the answer comes too late.
    package mutating func finish(_ number: Int) -> Entry? {
        guard isPosting, number == self.number else { return nil }
        isPosting = false
        backoff.reset()
        return queue.removeFirst()
    }

    /// How long to wait before the one that was under way is tried again; `nil` if the answer comes too late.
    package mutating func postpone(_ number: Int, _ chance: Double) -> TimeInterval? {
        isPosting && number == self.number ? backoff.next(chance) : nil
    }

    /// The one that was postponed, under a new number; `nil` if it has been given up since.
    package mutating func beginAgain(_ number: Int) -> Entry? {
        guard isPosting, number == self.number, let first = queue.first else { return nil }
        self.number += 1
        return first
    }

    /// Gives all of them up for now.
    package mutating func giveUp() -> [Entry] {
        defer {
            queue = []
            isPosting = false
        }
        return queue
    }
}
