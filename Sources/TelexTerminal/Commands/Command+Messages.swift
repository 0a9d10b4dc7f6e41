import TelexCore

/// Commands in the open chat.
extension Command {
    static let messageCommands: [Command] =
        [
            .names, .title, .topic, .invite, .remove, .role, .leave, .ignore, .unignore, .read, .unread, .history,
            .newer,
            .latest, .pager, .continue,
            .retry, .numbers, .me,
            .edit, .delete, .markRead,
        ] + replyCommands + fileCommands

    static let names = Command(
        "names [COUNT]", "list the members of the open chat",
        details:
            "Shows the first 50 known members, or COUNT, each with name, id, role and membership. Anybody can choose any name; "
            + "ids are given by the server. It also says whom you ignore, in any chat.",
        actions: ["messages.openMembers", "members.loadMore", "members.close"]
    ) { try $0.listMembers() }

    static let title = Command(
        "title TEXT", "give the open chat another title",
        details: "All its members see it. Where only admins can change it, /title names them.",
        actions: ["members.retitle"]
    ) { try $0.changeChat { .chat(.retitling(TitledChat(chat: $0, title: $1))) } }

    static let topic = Command(
        "topic [TEXT]", "show or change what the open chat is about",
        details:
            "Without TEXT, shows the topic. All members see a new one; /topic - removes it. Where only admins can change it, "
            + "/topic names them.",
        actions: ["members.setTopic"]
    ) { try $0.showOrSetTopic() }

    static let invite = Command(
        "invite NAME", "invite somebody to the open chat",
        details: "NAME is a name or a user name, on Matrix an address: /invite @ada:example.org.",
        actions: ["members.invite"],
        candidates: { $0.recipients }
    ) { try $0.changeChat { .member(.inviting(Invitee(chat: $0, recipient: $1))) } }

    static let remove = Command(
        "remove NAME", "remove a member from the open chat",
        details:
            "NAME is a name or an id of /names. Also takes an invitation back. On telex-server, only the admins of a group "
            + "can remove others. At a terminal, it asks first, and the same line again removes them.",
        actions: ["members.remove"]
    ) { try $0.removeMember() }

    static let role = Command(
        "role NAME ROLE", "make a member an admin, or no admin any more",
        details:
            "ROLE is admin, member or, on Matrix, moderator: /role Ada admin. NAME is a name or an id of /names; it can be "
            + "yours. Where only admins can do that, /role names them.",
        actions: ["members.setRole"]
    ) { try $0.setRole() }

    static let leave = Command(
        "leave", "leave the open chat",
        details:
            "The chat and its messages stay here. You see nothing more of it until somebody invites you again. At a terminal, "
            + "/leave asks first, and a second /leave leaves.",
        actions: ["members.leave"]
    ) {
        if !$0.argument.isEmpty { throw Complaint.refused("/leave takes no argument.") }
        try $0.leaveChat()
    }

    static let ignore = Command(
        "ignore NAME", "hide what somebody writes, in all chats",
        details:
            "NAME is a name or an id of /names, or the name or id of who invites you to a chat. What they write is kept, but "
            + "is not shown, is not unread and does not notify, on all your devices. On telex-server, they can neither invite "
            + "you nor start a chat with you. They do not learn of it, unless they try.",
        actions: ["members.ignore", "chatList.ignore"]
    ) { try $0.ignore() }

    static let unignore = Command(
        "unignore NAME", "show again what somebody writes",
        details:
            "NAME is a name or an id of /names, which says whom you ignore. A chat shows it when you open it the next time.",
        actions: ["members.unignore"]
    ) { try $0.unignore() }

    static let history = Command(
        "history [COUNT|DAY|first]", "show older messages",
        details:
            "/history 500 shows at least 500 more, and /history yesterday, monday or 2026-12-24 all since that day, as far as "
            + "they are stored here. The chat stays at its end, and after that each /history goes on from there. Otherwise "
            + "each /history, or PgUp, shows the 50 messages before those shown. A chat then "
            + "shows at most 100. Once the newest ones are no longer shown, you are only notified of new messages. /latest, or sending a message, goes back. /history first shows the beginning of the chat.",
        actions: ["messages.older", "messages.first"]
    ) { try $0.showOlder() }

    static let newer = Command(
        "newer", "show newer messages, after /history",
        details: "Goes forward 50 messages at a time. PgDn does the same.",
        actions: ["messages.newer"]
    ) { try $0.press(\.newer, orSay: "There are no newer messages.") }

    static let pager = Command(
        "pager", "show the whole chat in $PAGER",
        details: "As far as it is stored here. Without $PAGER, less is used."
    ) { try $0.page() }

    static let latest = Command(
        "latest", "show the latest messages, after /history",
        details: "Sending a message does the same.",
        actions: ["messages.latest"]
    ) { try $0.press(\.latest, orSay: "The latest messages are already shown.") }

    static let `continue` = Command(
        "continue", "open the chat that replaced the open one",
        details: "Joins the new chat first if you are not in it.",
        actions: ["messages.openSuccessor"]
    ) { try $0.press($0.screen.messages?.openSuccessor) }

    static let retry = Command(
        "retry [NUMBER]", "send a refused message again",
        details: "NUMBER counts the refused messages of the open chat from the first. The default is the last.",
        actions: ["messages.retry"],
        candidates: { CompletionWorld.numbered($0.refused) }
    ) { try $0.receive($0.actions.retry($0.argument)) }

    static let numbers = Command(
        "numbers [COUNT]", "show the last messages with their numbers",
        details:
            "Shows the last 10 messages of the open chat, or COUNT, with the numbers that /reply, /react, /edit and /delete take. They stay "
            + "until you show them again or leave the chat."
    ) { try $0.listNumbers() }

    static let me = Command(
        "me TEXT", "send an action, shown after your name",
        details: "/me waves appears as * Ada waves, if your name is Ada. Editing it keeps it an action.",
        actions: ["messages.send"]
    ) { try $0.sendEmote() }

    static let edit = Command(
        "edit [NUMBER] TEXT", "edit a message of yours",
        details:
            "TEXT replaces the whole message, or the caption of a file. Others may have read the old text. NUMBER counts from the "
            + "last message of the chat; /numbers shows it. Without it, your last message is edited. NUMBER alone removes the "
            + "caption of a file. Up in an empty line begins to edit, too.",
        actions: ["messages.edit"]
    ) { try $0.receive($0.actions.edit($0.argument)) }

    static let delete = Command(
        "delete [NUMBER|NAME]", "delete a message of yours, or a contact",
        details:
            "In a chat, deletes your message NUMBER, counted from the last message of the chat (/numbers shows it), or your "
            + "last one; others may have read it. One that is not sent is removed at once. Otherwise, the deletion waits for 10 seconds, or for a connection, and /undo keeps the message "
            + "until then. Elsewhere, deletes the contact NUMBER in /contacts, or NAME; the chat with them stays, and /undo brings the contact back.",
        actions: ["messages.delete", "contactList.delete"],
        candidates: { $0.contacts }
    ) { try $0.delete() }

    static let read = Command(
        "read", "read the open chat on the full screen",
        details:
            "PgUp does the same. The arrow keys, or j and k, choose a message, and h lists the other keys, such as r to answer "
            + "and u for the first unread message. q goes back: what is at the prompt is as it was, and nothing that you "
            + "read there moves it. What it has shown is marked as read.",
        actions: ["messages.seen"]
    ) { try $0.readChat(nil) }

    static let unread = Command(
        "unread", "read from the first unread message on",
        details:
            "Opens the reader at the first message that was unread when the chat was opened. Without a terminal, prints that part of the chat.",
        actions: ["messages.firstUnread"]
    ) {
        if $0.screen.messages?.newCount == nil {
            throw Complaint.refused("Nothing was unread when the chat was opened.")
        }
        try $0.readChat(.firstUnread)
    }

    static let markRead = Command(
        "markread", "mark the open chat as read",
        details:
            "What you have seen is marked as read already, and all of a chat that you answer. This marks the rest.",
        actions: ["messages.markRead", "inbox.markRead"]
    ) { try $0.press(\.markRead, orSay: "Everything here is marked as read.") }
}

extension Invocation {
    fileprivate func sendEmote() throws {
        let event = try actions.emote(argument)
        try session.together {
            // `/undo` has put the line there.
            if let chat = screen.messages, chat.draftText == "/\(command.name) \(argument)" {
                try receive(chat.draft.filled(""))
            }
            try receive(event)
        }
        screen.note(.message)
    }

    /// Opens the reader, or does in the open chat what the key would do there.
    fileprivate func readChat(_ key: ReaderKey?) throws {
        if try repl.read(key) { return }
        if key == nil { throw Complaint.noReader }
        try press(\.firstUnread, orSay: "The first unread message is shown already.")
    }

    /// Lists the members of the open chat: as many as the argument says, or one page.
    fileprivate func listMembers() throws {
        let count = argument.isEmpty ? RowLimit.page : try actions.number(argument, command)
        guard let chat = screen.messages?.chat else { throw Complaint.nothingToDo(command) }
        guard let members = try session.beside({ try $0.members(of: chat, count) }) else { return }
        for line in MembersText.lines(members) { say(line) }
    }

    /// The members of the open chat.
    private func allMembers() throws -> MembersViewModel {
        let chat = try openChat()
        guard let members = try session.beside({ try $0.members(of: chat, 100_000) }) else {
            throw Complaint.nothingToDo(command)
        }
        return members
    }

    fileprivate func openChat() throws -> ChatID {
        guard let chat = screen.messages?.chat else { throw Complaint.nothingToDo(command) }
        return chat
    }

    /// Sends an event about the open chat, with the argument. Where the rules of the chat do not let us, the core says who may.
    fileprivate func changeChat(_ event: (ChatID, String) -> Event) throws {
        if argument.isEmpty { throw Complaint.needsArgument(command) }
        try receive(event(openChat(), argument))
    }

    fileprivate func showOrSetTopic() throws {
        if !argument.isEmpty {
            return try changeChat { .chat(.settingTopic(ChatTopic(chat: $0, topic: $1 == "-" ? "" : $1))) }
        }
        guard let chat = screen.messages else { throw Complaint.nothingToDo(command) }
        say(
            chat.topic.map(MembersText.topic) ?? StyledText("This chat has no topic. /topic TEXT sets one.", .secondary)
        )
    }

    fileprivate func leaveChat() throws {
        let chat = try openChat()
        let title = HarmlessText.of(screen.messages?.title ?? chat.text)
        let sentence = "Leave \"\(title)\"? /leave again leaves it; to return, you need an invitation."
        if isConfirmed(.leaving(chat), orAsk: sentence) { try receive(.chat(.leaving(chat: chat))) }
    }

    fileprivate func removeMember() throws {
        if argument.isEmpty { throw Complaint.needsArgument(command) }
        let (chat, member) = (try openChat(), try member(named: argument))
        let key = MemberKey(chat: chat, user: member.user)
        let (title, name) = (HarmlessText.of(screen.messages?.title ?? ""), HarmlessText.of(member.name ?? argument))
        let sentence =
            "Remove \(name) (\(HarmlessText.of(member.user.text))) from \"\(title)\"? The same line again removes them."
        if isConfirmed(.removing(key), orAsk: sentence) { try receive(.member(.removing(key))) }
    }

    fileprivate func setRole() throws {
        guard let space = argument.lastIndex(of: " ") else { throw Complaint.needsArgument(command) }
        let name = argument[..<space].trimmingCharacters(in: .whitespaces)
        let role = argument[space...].dropFirst().lowercased()
        let key = MemberKey(chat: try openChat(), user: try member(named: name, orOwn: true).user)
        try receive(.member(.assigning(RoleWish(key: key, role: role))))
    }

    /// Another person who is in the open chat or invited to it, or we, by name or id.
    private func member(named name: String, orOwn: Bool = false) throws -> Shown<MembersViewModel.Row> {
        let here = try allMembers().members.filter {
            [.joined, .invited].contains($0.standing) && (orOwn || !$0.isOwn)
        }
        let found = here.filter { $0.user.text == name }
        let named = found.isEmpty ? here.filter { $0.name?.lowercased() == name.lowercased() } : found
        guard let member = named.first else {
            throw Complaint.refused("There is no \(orOwn ? "" : "other ")member \"\(name)\". /names lists them.")
        }
        if named.count > 1 {
            throw Complaint.refused("Several members have this name. Type the id: /names lists them.")
        }
        return member
    }

    /// The member of the open chat whose name or id is the argument, among those who have an action; `nil` if there is none.
    private func member(
        with action: KeyPath<MembersViewModel.Row, Action?>
    ) throws -> Shown<MembersViewModel.Row>? {
        let rows = try allMembers().members.filter { $0.row[keyPath: action] != nil }
        let found = rows.filter { $0.user.text == argument }
        let named = found.isEmpty ? rows.filter { $0.name?.lowercased() == argument.lowercased() } : found
        if named.count > 1 {
            throw Complaint.refused("Several members have this name. Type the id: /names lists them.")
        }
        return named.first
    }

    fileprivate func ignore() throws {
        if argument.isEmpty { throw Complaint.needsArgument(command) }
        let member = screen.messages == nil ? nil : try member(with: \.ignore)
        guard let action = try member?.ignore ?? amongAllChats().ignoreOfInviter(argument) else {
            throw Complaint.refused(
                "There is nobody \"\(argument)\" here whom you could ignore. Open a chat with them; /names lists its members."
            )
        }
        try receive(action.event)
        say(StyledText("You ignore \(argument).", .secondary))
    }

    fileprivate func unignore() throws {
        if argument.isEmpty { throw Complaint.needsArgument(command) }
        let member = screen.messages == nil ? nil : try member(with: \.unignore)
        // Any chat says whom we ignore in all of them.
        let chat = screen.messages?.chat ?? screen.chatList?.chats.first?.chat
        let members = try chat.flatMap { chat in try session.beside { try $0.members(of: chat, 1) } }
        guard let user = member?.user ?? members?.ignored?.first(where: { $0.text == argument }) else {
            throw Complaint.refused("You do not ignore \"\(argument)\". /names says whom you ignore.")
        }
        try receive(.member(.unignoring(user: user)))
        say(StyledText("You no longer ignore \(argument).", .secondary))
    }

    /// Prints the last messages of the open chat, each with its number.
    fileprivate func listNumbers() throws {
        guard let chat = screen.seen.messages else { throw Complaint.nothingToDo(command) }
        if chat.latest != nil { throw Complaint.notAtEnd(command) }
        let count = argument.isEmpty ? 10 : try actions.number(argument, command)
        screen.numbers.messages.print(chat.messages.reversed())
        for entry in MessagesText(screen.layout).numbered(chat, count) { repl.skin.say(entry) }
    }

    fileprivate func delete() throws {
        if screen.messages == nil {
            try deleteContact()
            screen.note(screen.contactList?.undo.map(Undoable.contact))
        } else {
            let event = try actions.delete(argument)
            let rows = (screen.messages?.messages ?? []) + (screen.reader?.messages ?? [])
            try receive(event)
            guard case .revision(.deleting(let deletion)) = event,
                let row = rows.first(where: { $0.message == deletion.key.message })
            else { return }
            screen.note(.deletion(row, deletion.key.chat))
        }
    }
}
