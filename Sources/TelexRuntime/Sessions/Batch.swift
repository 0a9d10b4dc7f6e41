import TelexCore

/// The store changes that events have requested since the last commit.
struct Batch {
    private(set) var changes: [StoreChange] = []
    private var chatPlaces: [ChatID: Int] = [:]
    private var linkPlaces: [String: Int] = [:]
    private var positions: [MessageKey: Int64] = [:]

    /// Whether any reaction came before its message.
    private(set) var hasEarlyReactions = false

    var isEmpty: Bool { changes.isEmpty }

    /// Adds changes. Keeps only the last summary of each chat and the last value of each name of a backend's state.
    mutating func add(_ new: [StoreChange]) {
        for change in new {
            switch change {
            case .chat(let chat):
                if let place = chatPlaces[chat.id] {
                    changes[place] = change
                    continue
                }
                chatPlaces[chat.id] = changes.count
            case .link(let name, _):
                if let place = linkPlaces[name] {
                    changes[place] = change
                    continue
                }
                linkPlaces[name] = changes.count
            case .message(let message), .earlier(let message):
                positions[message.key] = message.position
            case .chatRemoved(let chat):
                chatPlaces[chat] = nil
                positions = positions.filter { $0.key.chat != chat }
            case .moved(let chat, let message, let position):
                positions[MessageKey(chat: chat, message: message)] = position
            case .removed(let chat, let message): positions[MessageKey(chat: chat, message: message)] = nil
            case .earlyReaction: hasEarlyReactions = true
            case .members, .marked, .revised, .rewritten, .gap, .delivered, .otherRead, .contact, .contactRemoved,
                .reminder,
                .sendsReceipts, .reminderRemoved, .ignored:
                break
            }
            changes.append(change)
        }
    }

    /// Returns the position of a message; `nil` if this batch does not set it.
    func position(of message: MessageKey) -> Int64? { positions[message] }

    /// The messages whose positions this batch sets.
    var messages: some Sequence<MessageKey> { positions.keys }

    mutating func take() -> [StoreChange] {
        defer { self = Batch() }
        return changes
    }
}
