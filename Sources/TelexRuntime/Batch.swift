import TelexCore

/// What the events since the last commit want written down.
struct Batch {
    private(set) var changes: [StoreChange] = []
    private var chatPlaces: [ChatID: Int] = [:]
    private var bookmarkPlaces: [String: Int] = [:]
    private var positions: [Key: Int64] = [:]

    private struct Key: Hashable {
        let chat: ChatID
        let message: MessageID
    }

    var isEmpty: Bool { changes.isEmpty }

    /// Adds changes; of a chat's summaries, and of the values of a bookmark, only the last is kept.
    mutating func add(_ new: [StoreChange]) {
        for change in new {
            switch change {
            case .chat(let chat):
                if let place = chatPlaces[chat.id] {
                    changes[place] = change
                    continue
                }
                chatPlaces[chat.id] = changes.count
            case .bookmark(let name, _):
                if let place = bookmarkPlaces[name] {
                    changes[place] = change
                    continue
                }
                bookmarkPlaces[name] = changes.count
            case .message(let message):
                positions[Key(chat: message.chat, message: message.id)] = message.position
            case .chatRemoved(let chat): chatPlaces[chat] = nil
            case .moved(let chat, let message, let position):
                positions[Key(chat: chat, message: message)] = position
            case .edited, .deleted, .gap, .delivered, .otherRead, .contact, .contactRemoved, .reminder: break
            }
            changes.append(change)
        }
    }

    /// Where a message of this batch stands.
    func position(of message: MessageID, in chat: ChatID) -> Int64? {
        positions[Key(chat: chat, message: message)]
    }

    mutating func take() -> [StoreChange] {
        defer { self = Batch() }
        return changes
    }
}
