import TelexCore
import TelexNetwork

/// How we have arranged rooms: tags, push rules, and the mark of unread rooms (client-server API, `#room-tagging`,
/// `#push-rules` and `#unread-markers`). A homeserver knows neither when a mute ends, nor what is
/// archived, nor where receipts are private.
extension MatrixLink {
    func settings(of room: Room) -> ChatSettings {
        ChatSettings(
            pinOrder: room.pinOrder, muted: rules.mutes[room.id], isMarkedUnread: room.isMarkedUnread ?? false)
    }

    /// The settings, if they are not those of any room.
    static func noted(_ settings: ChatSettings) -> ChatSettings? { settings == ChatSettings() ? nil : settings }

    /// Reports the settings of a room, if they have changed. While a request for them is under way, that may be older, so it
    /// waits. The next run reports it if this one is killed.
    mutating func tellSettings(of room: Room) {
        let (chat, settings) = (ChatID(room.id), settings(of: room))
        guard configured[room.id] != Self.noted(settings) else { return }
        if self.settings.isUnderway(chat) || answeredSinceSync.contains(chat) || answeredBeforeSync.contains(chat) {
            var room = room
            room.reported = Room.Reported(configured[room.id] ?? ChatSettings())
            return keep(room)
        }
        tell(note(settings, of: chat))
    }

    /// Restores which settings were reported, and those that are still to be.
    mutating func recallSettings() {
        for room in rooms.all {
            configured[room.id] = Self.noted(room.reported?.settings ?? settings(of: room))
            if room.reported != nil { answeredBeforeSync.insert(ChatID(room.id)) }
        }
    }

    /// Applies new push rules, and reports the rooms that are muted or no longer are.
    mutating func apply(_ rules: PushRules) {
        let rooms = Set(self.rules.mutes.keys).union(rules.mutes.keys).sorted().compactMap { self.rooms[$0] }
        self.rules = rules
        for room in rooms { tellSettings(of: room) }
    }

    // MARK: Changing them

    /// Asks the server to keep the settings of a room, one request after the other.
    mutating func configure(_ wish: SettingsRequests.Wish) {
        let (room, settings) = (wish.chat.text, wish.settings)
        let known = configured[room] ?? ChatSettings()
        beforeRequest[wish.chat] = known
        let requests =
            pin(room, known.pinOrder, settings.pinOrder) + mute(room, known.muted, settings.muted)
            + (known.isMarkedUnread == settings.isMarkedUnread ? [] : [mark(room, settings.isMarkedUnread)])
        configure(wish, requests)
    }

    mutating func configure(_ wish: SettingsRequests.Wish, _ requests: [MatrixRequest]) {
        if let next = requests.first { return request(next, .configure(wish, Array(requests.dropFirst()))) }
        let (chat, settings) = (wish.chat, wish.settings)
        var kept = settings
        kept.archiveKeeper = nil
        kept.sendsReceipts = nil
        kept.muted?.until = nil
        // A sync may have brought them already, with what another device has changed since.
        if let now = rooms[chat.text].map(self.settings), let before = beforeRequest[chat] {
            if now.pinOrder != before.pinOrder { kept.pinOrder = now.pinOrder }
            if now.muted != before.muted { kept.muted = now.muted }
            if now.isMarkedUnread != before.isMarkedUnread { kept.isMarkedUnread = now.isMarkedUnread }
        }
        rules.mutes[chat.text] = kept.muted
        if var room = rooms[chat.text] {
            room.pinOrder = kept.pinOrder
            room.isMarkedUnread = kept.isMarkedUnread ? true : nil
            keep(room)
        }
        answeredSinceSync.insert(chat)
        finish(wish.effect, note(kept, of: chat, isAnswer: true))
        configured(chat)
    }

    /// Notes that settings are reported; returns the event.
    private mutating func note(_ settings: ChatSettings, of chat: ChatID, isAnswer: Bool = false) -> Event {
        configured[chat.text] = Self.noted(settings)
        if var room = rooms[chat.text], room.reported != nil {
            room.reported = nil
            keep(room)
        }
        return .chat(
            .configured(ConfiguredChat(chat: chat, settings: settings, isComplete: false, isAnswer: isAnswer)))
    }

    /// Sends the settings that have waited for the end of a request.
    mutating func configured(_ chat: ChatID) {
        beforeRequest[chat] = nil
        if let next = settings.end(chat) { configure(next) }
    }

    private func pin(_ room: String, _ old: Int64?, _ new: Int64?) -> [MatrixRequest] {
        let path = ["user", account.user, "rooms", room, "tags", "m.favourite"]
        if old == new { return [] }
        guard let new else { return [MatrixRequest(.delete, path)] }
        return [MatrixRequest(.put, path, body: ["order": .number(Double(new) / Double(ChatSettings.lastPin))])]
    }

    private func mute(_ room: String, _ old: ChatSettings.Mute?, _ new: ChatSettings.Mute?) -> [MatrixRequest] {
        if old?.keepsMentions == new?.keepsMentions { return [] }
        func path(_ keepsMentions: Bool) -> [String] {
            ["pushrules", "global", keepsMentions ? "room" : "override", room]
        }
        let removed = old.map { MatrixRequest(.delete, path($0.keepsMentions)) }
        let added = new.map { mute in
            let condition: JSON = ["kind": "event_match", "key": "room_id", "pattern": .string(room)]
            return MatrixRequest(
                .put, path(mute.keepsMentions),
                body: mute.keepsMentions ? ["actions": []] : ["actions": [], "conditions": [condition]])
        }
        // First the new rule, so that the room is muted all the time.
        return [added, removed].compactMap(\.self)
    }

    private func mark(_ room: String, _ isUnread: Bool) -> MatrixRequest {
        MatrixRequest(
            .put, ["user", account.user, "rooms", room, "account_data", "m.marked_unread"],
            body: ["unread": .bool(isUnread)])
    }
}

extension Room {
    /// Settings as they were reported.
    struct Reported: Codable, Hashable {
        private let pinOrder: Int64?
        /// `nil` if the room was not muted.
        private let keepsMentions: Bool?
        private let isMarkedUnread: Bool

        init(_ settings: ChatSettings) {
            (pinOrder, keepsMentions) = (settings.pinOrder, settings.muted?.keepsMentions)
            isMarkedUnread = settings.isMarkedUnread
        }

        var settings: ChatSettings {
            ChatSettings(
                pinOrder: pinOrder, muted: keepsMentions.map { ChatSettings.Mute(keepsMentions: $0) },
                isMarkedUnread: isMarkedUnread)
        }
    }

    /// Applies an event of our account data for the room.
    mutating func apply(accountData event: JSON) {
        switch event["type"].string {
        case "m.tag":
            let tag = event["content"]["tags"]["m.favourite"]
            // Missing sorts last.
            pinOrder = tag.exists ? Self.pinOrder(tag["order"].number ?? 1) : nil
        case "m.marked_unread": isMarkedUnread = event["content"]["unread"].bool == true ? true : nil
        default: break
        }
    }

    private static func pinOrder(_ order: Double) -> Int64 {
        Int64((min(max(0, order), 1) * Double(ChatSettings.lastPin)).rounded())
    }
}
