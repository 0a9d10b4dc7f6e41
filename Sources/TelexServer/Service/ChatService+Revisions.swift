import GRDB
import TelexAPI

/// Edits and deletions of messages.
extension ChatService {
    /// Edits a message of the user. The same text again changes nothing.
    ///
    /// - Throws: `ServerError.noChat`, `.noMessage`, `.notYours`, `.isDeleted`, `.noText` and `.textTooLong`.
    func edit(_ id: String, in address: String, to edit: EditRequest, by user: User) throws -> MessageInfo {
        try change(id, in: address, by: user) { message, chat, database in
            guard message.sender == user.name else { throw ServerError.notYours(id) }
            try Self.check(edit.text, edit.spans, hasFile: message.file != nil)
            if message.kind == MessageTable.deleted { throw ServerError.isDeleted(id) }
            if message.text.utf8.elementsEqual(edit.text.utf8), message.spans ?? [] == edit.spans ?? [] { return nil }
            return {
                try MessageTable.revise(
                    message.seq, edit.text, edit.spans, kind: message.kind, event: $0, in: chat, database)
            }
        }
    }

    /// Deletes a message of the user. Deleting it again changes nothing.
    ///
    /// - Throws: `ServerError.noChat`, `.noMessage` and `.notYours`.
    func delete(_ id: String, in address: String, by user: User) throws -> MessageInfo {
        try change(id, in: address, by: user) { message, chat, database in
            guard message.sender == user.name else { throw ServerError.notYours(id) }
            if message.kind == MessageTable.deleted { return nil }
            return {
                try MessageTable.revise(
                    message.seq, "", nil, kind: MessageTable.deleted, event: $0, in: chat, database)
            }
        }
    }

    /// Adds a reaction of the user. The same one again changes nothing.
    ///
    /// - Throws: `ServerError.noChat`, `.noMessage`, `.isDeleted`, `.badReaction` and `.tooManyReactions`.
    func react(_ key: String, to id: String, in address: String, by user: User) throws -> MessageInfo {
        try change(id, in: address, by: user) { message, chat, database in
            guard ReactionInfo.isKey(key) else { throw ServerError.badReaction }
            if !PostRequest.kinds.contains(message.kind ?? "text") { throw ServerError.isDeleted(id) }
            guard try ReactionTable.add(key, to: message.seq, by: user, in: chat, database) else { return nil }
            return { try MessageTable.touch(message.seq, event: $0, in: chat, database) }
        }
    }

    /// Removes a reaction of the user. If there is none, nothing changes.
    ///
    /// - Throws: `ServerError.noChat`, `.noMessage` and `.badReaction`.
    func unreact(_ key: String, to id: String, in address: String, by user: User) throws -> MessageInfo {
        try change(id, in: address, by: user) { message, chat, database in
            guard ReactionInfo.isKey(key) else { throw ServerError.badReaction }
            guard try ReactionTable.remove(key, from: message.seq, by: user, in: chat, database) else { return nil }
            return { try MessageTable.touch(message.seq, event: $0, in: chat, database) }
        }
    }

    /// Changes a message, and sends it to everybody in the chat.
    ///
    /// - Parameter change: returns what stores the message under the number of the change's event; `nil` if nothing
    ///   changes.
    private func change(
        _ id: String, in address: String, by user: User,
        _ change: (MessageInfo, ChatRow, Database) throws -> ((_ event: Int64) throws -> MessageInfo)?
    ) throws -> MessageInfo {
        let (chat, message, event) = try database.write { database -> (ChatRow, MessageInfo, Int64?) in
            let chat = try ChatTable.find(address, for: user, database)
            let message = try MessageTable.find(id, in: chat, database)
            guard let store = try change(message, chat, database) else { return (chat, message, nil) }
            let event = try EventLog.add(.revision, chat: chat.key, user: user.key, seq: message.seq, database)
            return (chat, try store(event), event)
        }
        if let event {
            noteErasure()
            channels.tell(.revision(message), event: event, in: chat)
        }
        return message
    }
}
