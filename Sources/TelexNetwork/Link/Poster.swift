import Foundation
import TelexCore

/// Our messages on their way to the server: one at a time, in their order. One is through once it has come back among those of
/// the others, which tells where it stands.
package struct Poster: Sendable {
    package struct Entry: Sendable {
        package let message: Message
        package let effect: Int
        /// Whether it has come back before the server has said that it took it.
        package var isPlaced = false
    }

    /// How long a message waits without a word for a server that takes none, in seconds.
    static let longestSilence = 10.0

    private var queue: [Entry] = []
    /// Those that the server has taken, and that have not come back.
    private var taken: [Entry] = []
    /// Tells the answer to one try from that to the next.
    package private(set) var number = 0
    private var isPosting = false
    private var backoff = Backoff()

    package init() {}

    /// Whether none waits for the server to take it.
    package var isEmpty: Bool { queue.isEmpty }
    /// Whether all are through.
    package var isIdle: Bool { queue.isEmpty && taken.isEmpty }

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

    /// Whether the message has not come back.
    package func holds(_ message: MessageID, in chat: ChatID) -> Bool {
        let isIt: (Entry) -> Bool = { $0.message.id == message && $0.message.chat == chat && !$0.isPlaced }
        return queue.contains(where: isIt) || taken.contains(where: isIt)
    }

    /// Notes that a message has come back; returns it if that was waited for.
    mutating func place(_ message: MessageID, in chat: ChatID) -> Entry? {
        let isIt: (Entry) -> Bool = { $0.message.id == message && $0.message.chat == chat && !$0.isPlaced }
        if let index = taken.firstIndex(where: isIt) { return taken.remove(at: index) }
        guard let index = queue.firstIndex(where: isIt) else { return nil }
        queue[index].isPlaced = true
        return queue[index]
    }

    /// Those of a chat that the server has taken, and that have not come back.
    func taken(in chat: ChatID) -> [MessageID] { taken.filter { $0.message.chat == chat }.map(\.message.id) }

    /// The server has taken the one that was under way; `nil` if that is known, since its answer comes too late.
    mutating func take(_ number: Int) -> Entry? {
        guard let entry = finish(number) else { return nil }
        if !entry.isPlaced { taken.append(entry) }
        return entry
    }

    /// The one that was under way, which has its answer; `nil` if the answer comes too late.
    mutating func finish(_ number: Int) -> Entry? {
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
            taken = []
            isPosting = false
        }
        return (taken + queue).filter { !$0.isPlaced }
    }
}
