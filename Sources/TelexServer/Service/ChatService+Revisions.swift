import GRDB
import TelexAPI

/// Edits and deletions of messages.
extension ChatService {
    /// Edits a message of the user. The same text again changes nothing.
    ///
    /// - Throws: `ServerError.noChat`, `.noMessage`, `.notYours`, `.isDeleted`, `.noText` and `.textTooLong`.
    func edit(_ id: String, in address: String, to edit: EditRequest, by user: User) throws -> MessageInfo {
        try revise(id, in: address, by: user) { message in
            try Self.check(edit.text, edit.spans)
            if message.kind == MessageTable.deleted { throw ServerError.isDeleted(id) }
            let isSame = message.text.utf8.elementsEqual(edit.text.utf8) && message.spans ?? [] == edit.spans ?? []
            return isSame ? nil : (edit.text, edit.spans, message.kind)
        }
    }

    /// Deletes a message of the user. Deleting it again changes nothing.
    ///
    /// - Throws: `ServerError.noChat`, `.noMessage` and `.notYours`.
    func delete(_ id: String, in address: String, by user: User) throws -> MessageInfo {
        try revise(id, in: address, by: user) {
            $0.kind == MessageTable.deleted ? nil : ("", nil, MessageTable.deleted)
        }
    }

    /// Adds a reaction of the user. The same one again changes nothing.
    ///
    /// - Throws: `ServerError.noChat`, `.noMessage`, `.isDeleted`, `.badReaction` and `.tooManyReactions`.
    func react(_ key: String, to id: String, in address: String, by user: User) throws -> MessageInfo {
        try changeReactions(of: id, in: address, by: user) { message, chat, database in
            guard ReactionInfo.isKey(key) else { throw ServerError.badReaction }
            if !PostRequest.kinds.contains(message.kind ?? "text") { throw ServerError.isDeleted(id) }
            return try ReactionTable.add(key, to: message.seq, by: user, in: chat, database)
        }
    }

    /// Removes a reaction of the user. If there is none, nothing changes.
    ///
    /// - Throws: `ServerError.noChat`, `.noMessage` and `.badReaction`.
    func unreact(_ key: String, to id: String, in address: String, by user: User) throws -> MessageInfo {
        try changeReactions(of: id, in: address, by: user) { message, chat, database in
            guard ReactionInfo.isKey(key) else { throw ServerError.badReaction }
            return try ReactionTable.remove(key, from: message.seq, by: user, in: chat, database)
        }
    }

    /// - Parameter change: returns whether anything has changed.
    private func changeReactions(
        of id: String, in address: String, by user: User,
        _ change: (MessageInfo, ChatRow, Database) throws -> Bool
    ) throws -> MessageInfo {
        let (chat, message, event) = try database.write { database -> (ChatRow, MessageInfo, Int64?) in
            let chat = try ChatTable.find(address, for: user, database)
            let message = try MessageTable.find(id, in: chat, database)
            guard try change(message, chat, database) else { return (chat, message, nil) }
            let event = try EventLog.add(.revision, chat: chat.key, user: user.key, seq: message.seq, database)
            return (chat, try MessageTable.touch(message.seq, event: event, in: chat, database), event)
        }
        if let event { tell(.revision(message), event: event, in: chat) }
        return message
    }

    private func revise(
        _ id: String, in address: String, by user: User,
        _ change: (MessageInfo) throws -> (text: String, spans: [SpanInfo]?, kind: String?)?
    ) throws -> MessageInfo {
        let (chat, message, event) = try database.write { database -> (ChatRow, MessageInfo, Int64?) in
            let chat = try ChatTable.find(address, for: user, database)
            let message = try MessageTable.find(id, in: chat, database)
            guard message.sender == user.name else { throw ServerError.notYours(id) }
            guard let (text, spans, kind) = try change(message) else { return (chat, message, nil) }
            let event = try EventLog.add(.revision, chat: chat.key, user: user.key, seq: message.seq, database)
            let revised = try MessageTable.revise(
                message.seq, text, spans, kind: kind, event: event, in: chat, database)
            return (chat, revised, event)
        }
        if let event { tell(.revision(message), event: event, in: chat) }
        return message
    }
}
