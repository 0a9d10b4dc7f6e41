import TelexCore

/// The store changes that events have requested since the last commit.
struct Batch {
    private(set) var changes: [StoreChange] = []
    private var chatPlaces: [ChatID: Int] = [:]
    private var linkPlaces: [String: Int] = [:]
    /// The messages whose positions are set, each with the change that adds it, if one does.
    private var placed: [MessageKey: (position: Int64, change: Int?)] = [:]

    /// Whether any reaction came before its message.
    private(set) var hasEarlyReactions = false

    var isEmpty: Bool { changes.isEmpty }

    /// Adds changes. Keeps only the last summary of each chat and the last value of each name of a backend's state. A new
    /// message of ours that is sent by now is stored like that.
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
                placed[message.key] = (message.position, changes.count)
            case .chatRemoved(let chat):
                chatPlaces[chat] = nil
                placed = placed.filter { $0.key.chat != chat }
            case .marked(let chat, let message, let delivery, let position):
                let key = MessageKey(chat: chat, message: message)
                let place = placed[key]?.change
                if let position { placed[key] = (position, place) }
                if let place, case .message(var message) = changes[place] {
                    message.delivery = delivery
                    message.position = position ?? message.position
                    changes[place] = .message(message)
                    continue
                }
            case .removed(let chat, let message): placed[MessageKey(chat: chat, message: message)] = nil
            case .earlyReaction: hasEarlyReactions = true
            case .members, .revised, .rewritten, .gap, .delivered, .otherRead, .contact, .contactRemoved,
                .reminder,
                .sendsReceipts, .reminderRemoved, .ignored:
                break
            }
            changes.append(change)
        }
    }

    /// Returns the position of a message; `nil` if this batch does not set it.
    func position(of message: MessageKey) -> Int64? { placed[message]?.position }

    /// The messages whose positions this batch sets.
    var messages: some Sequence<MessageKey> { placed.keys }

    mutating func take() -> [StoreChange] {
        defer { self = Batch() }
        return changes
    }
}
