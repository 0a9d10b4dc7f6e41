import Foundation

/// Our messages that the server is to delete, and has not deleted yet.
struct Deletions: Hashable {
    struct Entry: Hashable {
        let message: MessageKey
        /// When the server is asked.
        var due: Date
        /// The requests that the outcome is reported to.
        var causes: [Cause]
        /// Whether the server has been asked, so that the deletion cannot be undone.
        var isAsked = false
    }

    /// Whether nothing waits for its time any more, because the program ends.
    private(set) var isFlushed = false
    /// In the order in which they were wished; those of an earlier run come first.
    private(set) var entries: [Entry] = []

    subscript(key: MessageKey) -> Entry? { entries.first { $0.message == key } }

    /// The time at which the model is woken; `nil` if it is not.
    private var alarm: Date?

    /// The effects that wake the model when the next one is due.
    mutating func schedule(after now: Date) -> [Effect] {
        let next = entries.filter { !$0.isAsked && $0.due > now }.map(\.due).min()
        if let alarm, alarm <= now { self.alarm = nil }
        guard next != alarm else { return [] }
        alarm = next
        return [Effect(.nextDeletion, next.map { .wake(at: $0, .revision(.cameDue)) } ?? .cancel)]
    }

    /// The messages that can still be kept, in the same order.
    var undoable: [MessageKey] { entries.filter { !$0.isAsked }.map(\.message) }

    /// Adds an entry, or replaces that of the same message.
    mutating func add(_ entry: Entry) {
        remove(entry.message)
        entries.append(entry)
    }

    @discardableResult
    mutating func remove(_ key: MessageKey) -> Entry? {
        entries.firstIndex { $0.message == key }.map { entries.remove(at: $0) }
    }

    /// Lets no deletion in a chat wait any longer; returns whether any can be asked for.
    mutating func hurry(in chat: ChatID, at now: Date) -> Bool {
        let waiting = entries.indices.filter { entries[$0].message.chat == chat && !entries[$0].isAsked }
        for index in waiting { entries[index].due = min(entries[index].due, now) }
        return !waiting.isEmpty
    }

    /// Lets no deletion wait any longer. Those of messages that are still being sent are made once the server has them.
    mutating func flush(at now: Date) {
        isFlushed = true
        for index in entries.indices where !entries[index].isAsked { entries[index].due = min(entries[index].due, now) }
    }

    /// Reports the outcome to a request, too.
    mutating func adopt(_ cause: Cause, _ key: MessageKey) {
        if let index = entries.firstIndex(where: { $0.message == key }) { entries[index].causes.append(cause) }
    }

    /// Notes that the server could not be asked; returns when it was to be.
    mutating func postpone(_ key: MessageKey) -> Date? {
        guard let index = entries.firstIndex(where: { $0.message == key }) else { return nil }
        entries[index].isAsked = false
        return entries[index].due
    }

    /// Marks those due by `now` as asked, and returns them.
    ///
    /// - Parameter isThere: whether the server has a message.
    mutating func takeDue(by now: Date, _ isThere: (MessageKey) -> Bool) -> [Entry] {
        var taken: [Entry] = []
        for index in entries.indices
        where !entries[index].isAsked && entries[index].due <= now && isThere(entries[index].message) {
            entries[index].isAsked = true
            taken.append(entries[index])
        }
        return taken
    }
}
