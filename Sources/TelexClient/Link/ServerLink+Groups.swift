import Foundation
import TelexAPI
import TelexCore
import TelexNetwork

/// Handles the list of chats, and our standing in them.
extension ServerLink {
    /// The events that report chats from the server to the core, without states that are older than those reported before.
    mutating func events(of infos: [ChatInfo]) -> [Event] {
        let infos = infos.filter { $0.event >= reported[ChatID($0.chat)] ?? 0 }
        for info in infos { reported[ChatID(info.chat)] = info.event }
        let ours = infos.filter { $0.standing == nil }
        for info in ours { groups[ChatID(info.chat)] = info.group?.joined }
        for info in infos {
            if info.standing == nil { away.remove(ChatID(info.chat)) } else { away.insert(ChatID(info.chat)) }
        }
        var events: [Event] = []
        if !ours.isEmpty {
            events.append(.chat(.synced(chats: ours.map(chat))))
            events += ours.map {
                .member(.synced(SyncedMembers(chat: ChatID($0.chat), members: members(of: $0), isComplete: true)))
            }
        }
        let left = infos.filter { $0.standing == ChatInfo.left }.map { info in
            let own = ChatMember(id: UserID(account.user), name: account.name, standing: .left, isOwn: true)
            return Event.member(.synced(SyncedMembers(chat: ChatID(info.chat), members: [own], isComplete: false)))
        }
        // Those that we had joined stay in the list.
        let gone = infos.filter {
            [ChatInfo.left, ChatInfo.declined].contains($0.standing) && logs[ChatID($0.chat)] != nil
        }
        let titled = gone.map { ServerChat(id: ChatID($0.chat), title: "\($0.title) (left)") }
        if !titled.isEmpty { events.append(.chat(.synced(chats: titled))) }
        events += infos.compactMap(Self.invitation).map(Event.invitation) + left
        for info in infos { if let event = tellable(info) { events.append(event) } }
        return events
    }

    /// A person's display name, with the user name if it differs.
    private static func fullName(_ person: Person) -> String {
        person.name == person.user ? person.user : "\(MemberName.visible(person.name)) (\(person.user))"
    }

    /// In a group, its admins may change the title and the topic and remove others, and all members may invite. A chat of two stays as it is.
    private func chat(_ info: ChatInfo) -> ServerChat {
        let isAdmin = info.group?.admins.contains(account.user) == true
        let rights: [ChatRight] = info.group == nil ? [] : (isAdmin ? [.retitle, .setTopic] : []) + [.invite, .leave]
        return ServerChat(id: ChatID(info.chat), title: info.title, rights: rights, topic: info.topic ?? "")
    }

    private func members(of info: ChatInfo) -> [ChatMember] {
        let admins = Set(info.group?.admins ?? [])
        let ownGuests = Set(info.group?.ownGuests ?? [])
        func member(_ person: Person, _ standing: ChatMember.Standing) -> ChatMember {
            let isOwn = person.user == account.user
            let isAdmin = admins.contains(account.user)
            let canRemove = !isOwn && (isAdmin || ownGuests.contains(person.user))
            // A group has an admin.
            let canSetRole = isAdmin && standing == .joined && !(isOwn && admins.count == 1)
            return ChatMember(
                id: UserID(person.user), name: person.name, standing: standing,
                role: admins.contains(person.user) ? .admin : .member,
                rights: (canRemove ? [.remove] : []) + (canSetRole ? [.setRole] : []),
                isOwn: isOwn)
        }
        if let group = info.group {
            return group.people.map { member($0, .joined) } + group.invited.map { member($0, .invited) }
        }
        // The title of a direct chat is the other person's name.
        return info.marks.map { mark in
            member(Person(user: mark.user, name: mark.user == account.user ? account.name : info.title), .joined)
        }
    }

    /// The event that reports our standing in a group; `nil` for a direct chat.
    private static func invitation(_ info: ChatInfo) -> InvitationEvent? {
        let chat = ChatID(info.chat)
        return switch info.standing {
        case nil: info.group == nil ? nil : .accepted(chat: chat)
        case ChatInfo.invited:
            .received(
                ReceivedInvitation(
                    chat: chat, title: info.title, inviter: info.inviter.map(fullName) ?? "",
                    inviterID: info.inviter.map { UserID($0.user) }))
        case ChatInfo.declined, ChatInfo.left: .declined(chat: chat)
        default: nil
        }
    }

    mutating func admit(_ info: ChatInfo) {
        let wasAway = away.contains(ChatID(info.chat))
        for event in events(of: [info]) { tell(event) }
        fetchIfBehind(info)
        if wasAway { openSocket() }
    }

    /// Joins a chat again that a restored server has us only invited to.
    mutating func rejoin(_ info: ChatInfo) {
        let chat = ChatID(info.chat)
        guard info.standing == ChatInfo.invited, logs[chat] != nil else { return }
        request(Request(.join(chat: info.chat)), .rejoin)
    }

    /// Fetches the missing messages of a chat that we are in.
    mutating func fetchIfBehind(_ info: ChatInfo) {
        guard info.standing == nil else { return }
        forgetIfAnother(info)
        let log = logs[ChatID(info.chat)] ?? ChatLog()
        if connection.isConnecting {
            missed.add(info)
        } else if connection.isOnline, log.known < info.last, !log.isFetching {
            fetch(ChatID(info.chat))
        }
    }

    // MARK: Changing chats

    mutating func change(_ chat: String, _ change: GroupChange, _ effect: Int) {
        let changed: Request
        switch change {
        case .title(let title): changed = Request(.setTitle(chat: chat), TitleRequest(title: title))
        case .topic(let topic): changed = Request(.setTopic(chat: chat), TopicRequest(topic: topic))
        case .leave: changed = Request(.remove(chat: chat, user: account.user))
        case .invite(let name): changed = Request(.invite(chat: chat), InviteRequest(people: [name]))
        case .remove(let user): changed = Request(.remove(chat: chat, user: user.text))
        case .role(_, ChatMember.Role.moderator.rawValue):
            return fail(effect, "Groups on this server have admins and members, but no moderators.")
        case .role(let user, let role):
            let body = RoleRequest(isAdmin: role == ChatMember.Role.admin.rawValue)
            changed = Request(.setRole(chat: chat, user: user.text), body)
        }
        request(changed, .change(effect: effect))
    }

    // MARK: Settings

    mutating func configure(_ wish: SettingsRequests.Wish) {
        let settings = wish.settings
        let mute = settings.muted.map { mute in
            ChatSettingsInfo.Mute(
                until: mute.until.map { Int64($0.timeIntervalSince1970 * 1000) }, keepsMentions: mute.keepsMentions)
        }
        let info = ChatSettingsInfo(
            pinOrder: settings.pinOrder, muted: mute, isArchived: settings.archiveKeeper != nil,
            isMarkedUnread: settings.isMarkedUnread, sendsReceipts: settings.sendsReceipts)
        let changes = wish.changes.map { Self.change(of: $0).rawValue }.sorted()
        let body = SettingsRequest(settings: info, changes: changes)
        request(Request(.configure(chat: wish.chat.text), body), .configure(wish))
    }

    private static func change(of part: ChatSettings.Part) -> ChatSettingsInfo.Change {
        switch part {
        case .pinOrder: .pinOrder
        case .muted: .muted
        case .archive: .isArchived
        case .unreadMark: .isMarkedUnread
        case .receipts: .sendsReceipts
        }
    }

    /// Sends the settings that have waited for the answer to a request.
    mutating func configured(_ chat: ChatID) {
        if let next = settings.end(chat) { configure(next) }
    }

    /// The event that reports the settings of a chat; `nil` if it is older than an answer, or has to wait for one.
    private mutating func tellable(_ info: ChatInfo) -> Event? {
        let chat = ChatID(info.chat)
        if info.event < answeredSettings[chat] ?? 0 { return nil }
        guard settings.isUnderway(chat) else { return Self.settings(of: info) }
        heldSettings[chat] = info
        return nil
    }

    /// The event that reports the settings of a chat; `nil` if there are none.
    static func settings(of info: ChatInfo, isAnswer: Bool = false) -> Event? {
        guard let settings = info.settings else { return nil }
        let mute = settings.muted.map { mute in
            let until = mute.until.map { Date(timeIntervalSince1970: Double($0) / 1000).clamped }
            return ChatSettings.Mute(until: until, keepsMentions: mute.keepsMentions)
        }
        let known = ChatSettings(
            pinOrder: settings.pinOrder, muted: mute, archiveKeeper: settings.isArchived ? .server : nil,
            isMarkedUnread: settings.isMarkedUnread, sendsReceipts: settings.sendsReceipts)
        return .chat(
            .configured(ConfiguredChat(chat: ChatID(info.chat), settings: known, isComplete: true, isAnswer: isAnswer)))
    }

    // MARK: Ignored people

    mutating func ignore(_ wish: IgnoreRequests.Wish) {
        let user = wish.user.text
        request(Request(wish.isIgnored ? .ignore(user: user) : .unignore(user: user)), .ignore(wish))
    }

    static func ignored(_ users: [String]) -> Event { .member(.ignoredSynced(SyncedIgnoring(all: users))) }

    // MARK: Creating chats

    /// Creates a chat with one person. If there is nobody of that name, `recover` calls `createGroup`.
    mutating func create(_ recipient: String, _ effect: Int) {
        request(
            Request(.createChat, CreateChatRequest(recipient: recipient)),
            .create(effect: effect, recipient: recipient, isGroup: false))
    }

    /// The names in a text that separates them by commas, each of them once.
    static func names(in text: String) -> [String] {
        var names: [String] = []
        for name in text.split(separator: ",").map({ $0.trimmingCharacters(in: .whitespaces) })
        where !name.isEmpty && !names.contains(name) { names.append(name) }
        return names
    }

    /// - Parameter title: `nil` to let the server name the group after its members.
    mutating func createGroup(_ recipient: String, _ names: [String], _ title: String?, _ effect: Int) {
        request(
            Request(.createGroup, CreateGroupRequest(people: names, name: title)),
            .create(effect: effect, recipient: recipient, isGroup: true))
    }
}
