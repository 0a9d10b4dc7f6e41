/// Reactions to messages. They are never unread, and do not move a chat in the list.
extension ChatModel {
    /// Asks the server to add our reaction, or to remove it.
    mutating func wishReaction(_ wish: ReactionWish, isAdding: Bool, _ stamp: Stamp) -> Consequences {
        let (chat, id) = (wish.key.chat, wish.key.message)
        let content = stamp.known[id]?.content
        if let refusal = MessageUseCase.refusal(ofReaction: wish.text) ?? refusalToAnswer(wish.key, content) {
            return refuse(chat, refusal, in: stamp.window)
        }
        let plain = Reaction.plain(wish.text)
        let same = content?.reactions.filter { Reaction.plain($0.key) == plain } ?? []
        let own = same.first(where: \.isOwn)
        let last = reactionWishes[wish.key, plain]
        if (own != nil) == isAdding, last.map({ $0.isAdding == isAdding }) ?? true {
            return .ignored(
                isAdding ? "You have already reacted with this." : "You have not reacted with this.")
        }
        // Servers compare keys byte by byte.
        let text = (isAdding ? same.first : own)?.key ?? last?.text ?? wish.text
        reactionWishes.note(isAdding, text, wish.key, plain)
        let request = BackendRequest.react(chat, id, key: text, isAdding: isAdding)
        return Consequences(effects: [Effect(.react(wish.key, text), .ask(request))])
    }

    /// Why nobody can answer a message or react to it; `nil` if that is possible.
    ///
    /// - Parameter content: the content of the message; `nil` if the chat has no such message.
    func refusalToAnswer(_ key: MessageKey, _ content: MessageContent?) -> String? {
        guard let content else { return "The chat has no message \"\(key.message)\"." }
        if outbox[key] != nil { return "The message is not sent yet." }
        return content.isAnswerable
            ? nil : "You cannot reply or react to a deleted message, or to a change of the chat."
    }

    /// Adds a reaction. One that comes before its message is stored until the message comes.
    mutating func add(_ reaction: Reaction, to key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard let known = stamp.known[key.message] else {
            return Consequences(saves: [.earlyReaction(key.chat, key.message, reaction, isAdded: true)])
        }
        let reactions = known.content.reactions
        reactionWishes.settle(key, as: reactions + [reaction])
        let others = reactions.count { ($0.sender, $0.isOwn) == (reaction.sender, reaction.isOwn) }
        if reactions.contains(reaction) || reactions.count >= Reaction.most || others >= Reaction.mostOfPerson {
            return .none
        }
        return list(reactions + [reaction], of: key, stamp)
    }

    mutating func remove(_ reaction: Reaction, from key: MessageKey, _ stamp: Stamp) -> Consequences {
        guard let known = stamp.known[key.message] else {
            return Consequences(saves: [.earlyReaction(key.chat, key.message, reaction, isAdded: false)])
        }
        return list(known.content.reactions.filter { $0 != reaction }, of: key, stamp)
    }

    /// Replaces the reactions to a message. A new one to a message of ours notifies. Those that come before their message
    /// are stored until it comes.
    mutating func list(_ reactions: [Reaction], of key: MessageKey, _ stamp: Stamp) -> Consequences {
        var seen: Set<Reaction> = []
        let distinct = reactions.filter { seen.insert($0).inserted }.prefix(Reaction.most)
        guard let known = stamp.known[key.message] else {
            return Consequences(saves: distinct.map { .earlyReaction(key.chat, key.message, $0, isAdded: true) })
        }
        guard known.content.isAnswerable else { return .none }
        reactionWishes.settle(key, as: distinct)
        var consequences = revise(key, stamp) { $0.reactions = Array(distinct) }
        // Those from before the first connection of this run are no news, and those in muted chats never are.
        guard known.isOwn, hasConnected, chats[key.chat]?.settings.muted == nil else { return consequences }
        let windows = windows.all { !$0.isWatching(key.chat) }
        let new = distinct.last {
            !$0.isOwn && !known.content.reactions.contains($0) && !ignored.holds($0)
        }
        if let new, !windows.isEmpty, notified.insert(key, new) {
            var content = known.content
            content.reactions = [new]
            let said = IncomingMessage(
                chat: key.chat, message: key.message, title: chats[key.chat]?.title, content: content)
            consequences.follow(with: .notification(.reacted(said, in: windows)))
        }
        return consequences
    }
}
