import Foundation
import TelexCore

/// Our messages that are being sent: in order in each chat, and one text and one file at a time.
///
/// The first message of a chat that has to wait lets other chats go first. A message is done once it has come back among
/// the messages of its chat, which tells its position.
package struct Poster: Sendable {
    package struct Entry: Sendable {
        package fileprivate(set) var message: Message
        package let effect: Int
        /// Whether the message came back before the server's reply, or nobody waits for it any more.
        package fileprivate(set) var isPlaced = false
        /// Whether the server may have it.
        fileprivate(set) var isAttempted = false
        /// Its place among the messages of all chats.
        fileprivate var order = 0

        init(message: Message, effect: Int) {
            self.message = message
            self.effect = effect
        }

        /// Whether the server lacks its file.
        var isUpload: Bool { message.file.map { $0.source == nil } == true }
    }

    /// The messages of a chat.
    private struct Lane {
        var entries: [Entry] = []
        var turn = Turn.open
    }

    /// What the first message of a chat does. Attempts have numbers.
    fileprivate enum Turn: Equatable {
        case open
        case running(Int)
        /// It waits for the next attempt.
        case waiting(Int)
    }

    /// A message that has failed, of which the failures are counted over connections.
    private struct Trouble {
        let message: MessageID
        var policy = RetryPolicy()
    }

    private var lanes: [ChatID: Lane] = [:]
    /// The chats of the current attempts, by their numbers. Late replies have other numbers.
    private var attempts: [Int: ChatID] = [:]
    /// The attempts that further texts, or files, wait for.
    private var (post, upload): (Int?, Int?)
    private var troubles: [ChatID: Trouble] = [:]
    /// The messages that the server has accepted, and that have not come back.
    private var taken: [Entry] = []
    private var (number, orders) = (0, 0)

    package init() {}

    /// Whether no message is waiting for the server to accept it.
    package var isEmpty: Bool { lanes.isEmpty }
    /// Whether messages are being posted, or have not come back. Those that wait for a file do not count.
    package var isPosting: Bool { !taken.isEmpty || lanes.values.contains { $0.entries.first?.isUpload == false } }
    /// Whether files are being uploaded.
    package var isUploading: Bool { lanes.values.contains { $0.entries.first?.isUpload == true } }

    mutating func add(_ message: Message, _ effect: Int) {
        var entry = Entry(message: message, effect: effect)
        orders += 1
        entry.order = orders
        lanes[message.chat, default: Lane()].entries.append(entry)
    }

    // MARK: Attempts

    /// Starts the next attempt; `nil` if nothing can be sent now.
    ///
    /// - Parameter canPost: whether messages can be posted to a chat.
    mutating func begin(_ canPost: (ChatID) -> Bool) -> (entry: Entry, number: Int)? {
        let next = lanes.values.compactMap { lane -> Entry? in
            guard lane.turn == .open, let entry = lane.entries.first, (entry.isUpload ? upload : post) == nil,
                canPost(entry.message.chat)
            else { return nil }
            return entry
        }.min { $0.order < $1.order }
        guard let next else { return nil }
        return (next, start(next))
    }

    private mutating func start(_ entry: Entry) -> Int {
        number += 1
        if entry.isUpload { upload = number } else { post = number }
        attempts[number] = entry.message.chat
        lanes[entry.message.chat]?.turn = .running(number)
        if !entry.isUpload { lanes[entry.message.chat]?.entries[0].isAttempted = true }
        return number
    }

    /// The message of an attempt; `nil` if the attempt is over.
    package func entry(_ number: Int) -> Entry? { attempts[number].flatMap { lanes[$0]?.entries.first } }

    /// Goes on with an attempt under a new number; `nil` if it is over.
    mutating func beginAgain(_ number: Int) -> (entry: Entry, number: Int)? {
        guard let entry = entry(number) else { return nil }
        end(number)
        return (entry, start(entry))
    }

    /// Ends an attempt. Its message stays.
    private mutating func end(_ number: Int) {
        if let chat = attempts.removeValue(forKey: number) { lanes[chat]?.turn = .open }
        release(number)
    }

    private mutating func release(_ number: Int) {
        if post == number { post = nil }
        if upload == number { upload = nil }
    }

    /// The text that others wait for, if one to another chat can be posted; `nil` if there is none.
    func slowPost(_ canPost: (ChatID) -> Bool) -> Int? {
        let waits = lanes.values.contains { lane in
            lane.turn == .open && lane.entries.first.map { !$0.isUpload && canPost($0.message.chat) } == true
        }
        return waits ? post : nil
    }

    /// Lets other chats go first while an attempt has no answer.
    mutating func overtake(_ number: Int) { release(number) }

    /// Records that the server has the file of a message; returns `nil` if the attempt is over.
    mutating func uploaded(_ number: Int, _ source: String) -> Entry? {
        guard let chat = attempts[number] else { return nil }
        end(number)
        troubles[chat] = nil
        lanes[chat]?.entries[0].message.content.file?.source = source
        return lanes[chat]?.entries[0]
    }

    /// Records that the server has accepted a message; `nil` if the reply is late.
    mutating func accept(_ number: Int) -> Entry? {
        guard let entry = finish(number) else { return nil }
        if !entry.isPlaced { taken.append(entry) }
        return entry
    }

    /// Removes the message of an attempt; `nil` if the attempt is over.
    mutating func finish(_ number: Int) -> Entry? {
        guard let chat = attempts[number] else { return nil }
        end(number)
        return remove(0, of: chat)
    }

    private mutating func remove(_ index: Int, of chat: ChatID) -> Entry? {
        guard let entry = lanes[chat]?.entries.remove(at: index) else { return nil }
        if troubles[chat]?.message == entry.message.id { troubles[chat] = nil }
        if lanes[chat]?.entries.isEmpty == true { lanes[chat] = nil }
        return entry
    }

    // MARK: Failures

    /// How often the message of an attempt has failed.
    func failures(_ number: Int) -> Int {
        guard let entry = entry(number), let trouble = troubles[entry.message.chat] else { return 0 }
        return trouble.message == entry.message.id ? trouble.policy.failures : 0
    }

    /// Counts a failure of an attempt.
    mutating func fail(
        _ number: Int, _ retryAfter: TimeInterval?, _ chance: Double
    ) -> (seconds: TimeInterval, isSilent: Bool)? {
        guard let entry = entry(number) else { return nil }
        let (chat, message) = (entry.message.chat, entry.message.id)
        var trouble = troubles[chat].flatMap { $0.message == message ? $0 : nil } ?? Trouble(message: message)
        defer { troubles[chat] = trouble }
        return trouble.policy.fail(retryAfter, chance)
    }

    /// Ends an attempt, after which its message waits for the next one.
    mutating func postpone(_ number: Int) {
        guard let chat = attempts[number] else { return }
        lanes[chat]?.turn = .waiting(number)
        release(number)
        // What has come back meanwhile is not sent again.
        if lanes[chat]?.entries[0].isPlaced == true { dropFirst(of: chat, number) }
    }

    private mutating func dropFirst(of chat: ChatID, _ number: Int) {
        end(number)
        _ = remove(0, of: chat)
    }

    /// Ends the wait for the next attempt.
    mutating func resume(_ number: Int) {
        if let chat = attempts[number], lanes[chat]?.turn == .waiting(number) { end(number) }
    }

    // MARK: Messages that come back

    /// Whether a message of ours has not come back yet.
    package func holds(_ message: MessageID, in chat: ChatID) -> Bool {
        index(of: message, in: chat) != nil || taken.contains { $0.message.id == message && $0.message.chat == chat }
    }

    private func index(of message: MessageID, in chat: ChatID) -> Int? {
        lanes[chat]?.entries.firstIndex { $0.message.id == message && !$0.isPlaced }
    }

    /// Records that a message has come back; returns it if it was expected.
    mutating func place(_ message: MessageID, in chat: ChatID) -> Entry? {
        if let index = taken.firstIndex(where: { $0.message.id == message && $0.message.chat == chat }) {
            return taken.remove(at: index)
        }
        guard let index = index(of: message, in: chat), let entry = lanes[chat]?.entries[index] else { return nil }
        settle(index, of: chat)
        return entry
    }

    /// Has a message not sent, or not waited for if the server may get it right now.
    private mutating func settle(_ index: Int, of chat: ChatID) {
        switch (index, lanes[chat]?.turn) {
        case (0, .running): lanes[chat]?.entries[0].isPlaced = true
        case (0, .waiting(let number)): dropFirst(of: chat, number)
        default: _ = remove(index, of: chat)
        }
    }

    /// The messages of a chat that the server has accepted, and that have not come back.
    func taken(in chat: ChatID) -> [MessageID] { taken.filter { $0.message.chat == chat }.map(\.message.id) }

    // MARK: Messages that are given up

    /// Drops the message of an effect that was cancelled. If the server has got it, it comes back like one that another
    /// device has sent.
    mutating func forget(_ effect: Int) {
        taken.removeAll { $0.effect == effect }
        for (chat, lane) in lanes {
            guard let index = lane.entries.firstIndex(where: { $0.effect == effect }) else { continue }
            // Its upload is cancelled, too.
            if index == 0, lane.entries[0].isUpload, case .running(let number) = lane.turn {
                return dropFirst(of: chat, number)
            }
            return settle(index, of: chat)
        }
    }

    /// Gives up all messages for now, but not the uploads that are going on; returns those that have not come back.
    mutating func giveUp() -> [Entry] {
        var given = taken
        taken = []
        for (chat, lane) in lanes {
            let isUploading = lane.entries.first?.isUpload == true && lane.turn.isRunning
            given += lane.entries.dropFirst(isUploading ? 1 : 0)
            if isUploading {
                lanes[chat]?.entries.removeLast(lane.entries.count - 1)
            } else {
                lanes[chat] = nil
                attempts = attempts.filter { $0.value != chat }
            }
        }
        post = nil
        return given.filter { !$0.isPlaced }.sorted { $0.order < $1.order }
    }

    /// Gives up the messages of the chat of an attempt for now; returns them.
    mutating func giveUp(_ number: Int) -> [Entry] {
        guard let chat = attempts[number] else { return [] }
        end(number)
        return (lanes.removeValue(forKey: chat)?.entries ?? []).filter { !$0.isPlaced }
    }
}

extension Poster.Turn {
    fileprivate var isRunning: Bool { if case .running = self { true } else { false } }
}
