import Foundation
import TelexCore

/// Our messages that are being sent, one at a time and in order.
///
/// A message is done once it has come back among the messages of its chat, which tells its position.
package struct Poster: Sendable {
    package struct Entry: Sendable {
        package let message: Message
        package let effect: Int
        /// Whether the message came back before the server's reply, or nobody waits for it any more.
        package var isPlaced = false
        /// Whether the server may have it.
        var isAttempted = false
    }

    /// The longest rate limit, in seconds, that a message waits for without a report to the user.
    static let longestSilence = 10.0

    private var queue: [Entry] = []
    /// The messages that the server has accepted, and that have not come back.
    private var taken: [Entry] = []
    /// The number of the current attempt, by which late replies are recognized.
    package private(set) var number = 0
    private var isPosting = false
    private var backoff = Backoff()

    package init() {}

    /// Whether no message is waiting for the server to accept it.
    package var isEmpty: Bool { queue.isEmpty }
    /// Whether all messages are done.
    package var isIdle: Bool { queue.isEmpty && taken.isEmpty }

    package mutating func add(_ message: Message, _ effect: Int) {
        queue.append(Entry(message: message, effect: effect))
    }

    /// The post in progress, or the next message to post.
    package var first: Entry? { queue.first }

    /// Starts the next post; `nil` if one is in progress or no message is waiting.
    package mutating func begin() -> Entry? {
        guard !isPosting, !queue.isEmpty else { return nil }
        isPosting = true
        number += 1
        queue[0].isAttempted = true
        return queue[0]
    }

    /// Whether a message of ours has not come back yet.
    package func holds(_ message: MessageID, in chat: ChatID) -> Bool {
        let isIt: (Entry) -> Bool = { $0.message.id == message && $0.message.chat == chat && !$0.isPlaced }
        return queue.contains(where: isIt) || taken.contains(where: isIt)
    }

    /// Records that a message has come back; returns it if it was expected.
    mutating func place(_ message: MessageID, in chat: ChatID) -> Entry? {
        let isIt: (Entry) -> Bool = { $0.message.id == message && $0.message.chat == chat && !$0.isPlaced }
        if let index = taken.firstIndex(where: isIt) { return taken.remove(at: index) }
        guard let index = queue.firstIndex(where: isIt) else { return nil }
        queue[index].isPlaced = true
        return queue[index]
    }

    /// The messages of a chat that the server has accepted, and that have not come back.
    func taken(in chat: ChatID) -> [MessageID] { taken.filter { $0.message.chat == chat }.map(\.message.id) }

    /// Records that the server has accepted the post in progress; `nil` if the reply is late.
    mutating func accept(_ number: Int) -> Entry? {
        guard let entry = finish(number) else { return nil }
        if !entry.isPlaced { taken.append(entry) }
        return entry
    }

    /// Ends the post in progress; `nil` if the reply is late.
    mutating func finish(_ number: Int) -> Entry? {
        guard isPosting, number == self.number else { return nil }
        isPosting = false
        backoff.reset()
        return queue.removeFirst()
    }

    /// The delay before the post in progress is retried, in seconds; `nil` if the reply is late.
    package mutating func postpone(_ number: Int, _ chance: Double) -> TimeInterval? {
        isPosting && number == self.number ? backoff.next(chance) : nil
    }

    /// Retries the post in progress under a new number; `nil` if it has been given up since.
    package mutating func beginAgain(_ number: Int) -> Entry? {
        guard isPosting, number == self.number, let first = queue.first else { return nil }
        self.number += 1
        return first
    }

    /// Drops the message of an effect that was cancelled. If the server has got it, it comes back like one that another
    /// device has sent.
    mutating func forget(_ effect: Int) {
        taken.removeAll { $0.effect == effect }
        guard let index = queue.firstIndex(where: { $0.effect == effect }) else { return }
        if index == 0, isPosting { queue[0].isPlaced = true } else { queue.remove(at: index) }
    }

    /// Gives up all messages for now; returns those that have not come back.
    package mutating func giveUp() -> [Entry] {
        defer {
            queue = []
            taken = []
            isPosting = false
        }
        return (taken + queue).filter { !$0.isPlaced }
    }
}
