import Foundation

/// How we have arranged the chats.
extension ChatModel {
    /// Changes the settings of a chat, here at once, and on the server as soon as possible.
    mutating func configure(_ id: ChatID, _ change: (inout ChatSettings) -> Void) -> Consequences {
        guard var chat = chats[id] else { return .ignored(ChatHeading.missing(id)) }
        change(&chat.settings)
        if chat.settings == chats[id]?.settings { return .ignored("The chat is arranged like that already.") }
        chat.serverSettings = chat.serverSettings ?? chats[id]?.settings
        let request = BackendRequest.configure(id, chat.settings, changes: changes(of: chat))
        var consequences = save(chat, effects: [Effect(.configure(id), .ask(request))])
        consequences.outcome = Outcome(chat: id)
        return consequences
    }

    func tell(_ chat: Chat) -> Effect {
        Effect(.configure(chat.id), .resend(.configure(chat.id, chat.settings, changes: changes(of: chat))))
    }

    /// What we have changed since the settings that the server has, also if it has been changed back: the server may have
    /// got it before that.
    func changes(of chat: Chat) -> Set<ChatSettings.Part> {
        guard let before = chat.serverSettings else { return [] }
        return chat.settings.parts(differingFrom: before).union(untold[chat.id] ?? [])
    }

    /// Sends the settings that the server does not have yet.
    func tellSettings() -> Consequences {
        Consequences(effects: untold.keys.sorted().compactMap { chats[$0].map(tell) })
    }

    /// Shows why the server refused a setting: in its chat, or in the open chat if the setting belongs to the account.
    mutating func failSetting(of chat: ChatID? = nil, _ reason: String, in window: WindowID) -> Consequences {
        let reason = "\(reason) The change applies on this device. Telex retries after it reconnects."
        guard let chat = chat ?? windows[window].chat?.id else { return .failed(reason) }
        return refuse(chat, reason, .failed, in: window)
    }

    /// Applies the settings that the server keeps, where a mute may have ended.
    mutating func accept(_ configured: ConfiguredChat, at time: Date) -> Consequences {
        guard var chat = chats[configured.chat] else { return .ignored(ChatHeading.missing(configured.chat)) }
        var settings = configured.settings
        settings.pinOrder = settings.pinOrder.map { min(max(0, $0), ChatSettings.lastPin) }
        if !configured.isComplete {
            settings.archiveKeeper = chat.settings.archiveKeeper
            settings.sendsReceipts = chat.settings.sendsReceipts
            if settings.muted != nil { settings.muted?.until = chat.settings.muted?.until }
        }
        if let until = settings.muted?.until, until <= time { settings.muted = nil }
        if !configured.isAnswer, let ours = untold[chat.id] {
            // The server does not have ours yet: they count, as far as we have changed something.
            chat.serverSettings = settings
            settings.take(ours, of: chat.settings)
            chat.settings = settings
        } else {
            chat.settings = settings
            chat.serverSettings = nil
        }
        return chat == chats[chat.id] ? .none : save(chat, effects: nextMuteEnd)
    }

    /// Notes that a chat that was marked as unread has been read.
    mutating func unmarkUnread(_ id: ChatID) -> Consequences {
        guard chats[id]?.settings.isMarkedUnread == true else { return .none }
        return configure(id) { $0.isMarkedUnread = false }
    }

    /// Sets whether others see what we read, and that we type: in a chat, or in all that have no setting of their own.
    mutating func sendReceipts(_ areSent: Bool, in chat: ChatID?) -> Consequences {
        if let chat { return configure(chat) { $0.sendsReceipts = areSent } }
        if sendsReceipts == areSent { return .ignored("That is set already.") }
        sendsReceipts = areSent
        return Consequences(saves: [.sendsReceipts(areSent)])
    }

    mutating func pin(_ wish: PinWish) -> Consequences {
        if let before = wish.before, pins[before] == nil { return .refused("The chat \"\(before)\" is not pinned.") }
        let others = pins.filter { $0.key != wish.chat }.sorted { $0.value < $1.value }
        let place = others.firstIndex { $0.key == wish.before } ?? others.count
        let low = place > 0 ? others[place - 1].value >> 20 : 0
        let high = place < others.count ? others[place].value >> 20 : ChatSettings.lastPin
        if high - low >= 2 { return configure(wish.chat) { $0.pinOrder = low + (high - low) / 2 } }
        // No room is left between the two: all places are assigned anew.
        guard chats[wish.chat] != nil else { return .ignored(ChatHeading.missing(wish.chat)) }
        var order = others.map(\.key)
        order.insert(wish.chat, at: place)
        let step = ChatSettings.lastPin / Int64(order.count + 1)
        var consequences = Consequences.none
        for (index, id) in order.enumerated() {
            consequences += configure(id) { $0.pinOrder = step * Int64(index + 1) }
        }
        consequences.outcome = nil
        return consequences
    }

    mutating func mute(_ wish: MuteWish, _ stamp: Stamp, _ region: Region) -> Consequences {
        var until: Date?
        if !wish.due.tidied.isEmpty {
            switch SnoozeUseCase.due(wish.due, now: stamp.time, region) {
            case .success(let date): until = date
            case .failure(let refusal): return .refused(refusal.reason)
            }
        }
        let muted = configure(wish.chat) {
            $0.muted = ChatSettings.Mute(until: until, keepsMentions: wish.keepsMentions)
        }
        return muted + Consequences(effects: nextMuteEnd, followUps: [.notification(.resolved(chat: wish.chat))])
    }

    /// Ends the mutes whose time has come.
    mutating func endMutes(by time: Date) -> Consequences {
        var consequences = Consequences.none
        for (id, _) in muteEnds.filter({ $0.value <= time }).sorted(by: { $0.key < $1.key }) {
            consequences += configure(id) { $0.muted = nil }
        }
        consequences.outcome = nil
        return consequences + Consequences(effects: nextMuteEnd)
    }

    /// The wake-up for the end of the next mute.
    var nextMuteEnd: [Effect] {
        muteEnds.values.min().map { [Effect(.nextMuteEnd, .wake(at: $0, .chat(.muteEnded)))] } ?? []
    }
}

extension Chat {
    /// Moves an archived chat back into the list, unless it is muted. Where the server keeps the archive, it does so.
    ///
    /// - Returns: whether the chat was archived.
    mutating func comeBack() -> Bool {
        guard own.settings.archiveKeeper == .device, own.settings.muted == nil else { return false }
        own.settings.archiveKeeper = nil
        return true
    }
}
