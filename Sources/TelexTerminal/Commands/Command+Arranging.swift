import TelexCore

/// Commands that arrange the list of chats.
extension Command {
    static let arrangingCommands: [Command] = [.pin, .unpin, .mute, .unmute, .archive, .unarchive, .mark, .receipts]

    /// What the commands are about.
    private static let target = "Without NUMBER or NAME, it is the open chat. Others do not see it."
    private static let onMatrix = " On Matrix, only this device knows it."

    static let pin = Command(
        "pin [NUMBER|NAME] [first]", "keep a chat at the top of the list",
        details: "It goes after the other pinned chats, or before them: /pin ada first. \(target)",
        actions: ["chatList.pin"], candidates: { $0.chats }
    ) { try $0.pin() }

    static let unpin = Command(
        "unpin [NUMBER|NAME]", "do not keep a chat at the top any more", details: target,
        actions: ["chatList.unpin"], candidates: { $0.chats }
    ) { try $0.arrange("is not pinned", \.unpin) }

    static let mute = Command(
        "mute [NUMBER|NAME] [TIME] [mentions]", "let the messages of a chat not notify",
        details:
            "TIME is how long, or until when: /mute 8h, /mute ada tomorrow 9:00; without it, until /unmute. With mentions, "
            + "messages that mention you still notify: /mute mentions. Without NUMBER or NAME, it is the open chat. On Matrix, "
            + "only this device knows when it ends.",
        actions: ["chatList.mute"], candidates: { $0.chats }
    ) { try $0.mute() }

    static let unmute = Command(
        "unmute [NUMBER|NAME]", "let a muted chat notify again", details: target,
        actions: ["chatList.unmute"], candidates: { $0.chats }
    ) { try $0.arrange("is not muted", \.unmute) }

    static let archive = Command(
        "archive [NUMBER|NAME]", "move a chat to the end of the list",
        details: "The next message brings it back, unless the chat is muted. \(target)\(onMatrix)",
        actions: ["chatList.archive"], candidates: { $0.chats }
    ) { try $0.arrange("is archived", \.archive) }

    static let unarchive = Command(
        "unarchive [NUMBER|NAME]", "move an archived chat back into the list", details: "\(target)\(onMatrix)",
        actions: ["chatList.unarchive"], candidates: { $0.chats }
    ) { try $0.arrange("is not archived", \.unarchive) }

    static let mark = Command(
        "mark [NUMBER|NAME]", "mark a chat as unread",
        details: "The bar shows it until you read it once more. \(target)",
        actions: ["chatList.markUnread"], candidates: { $0.chats }
    ) { try $0.arrange("is marked as unread", \.markUnread) }

    static let receipts = Command(
        "receipts [on|off] [all]", "choose whether others see what you read, and that you type",
        details:
            "It is for the open chat; with all, or if none is open, for all chats that have no setting of their own. Your "
            + "other devices still learn what you have read. Without on or off, it says how it is. The setting for all "
            + "chats is for this device.\(onMatrixToo)",
        actions: ["chatList.hideReceipts", "chatList.sendReceipts"]
    ) { try $0.receipts() }

    private static let onMatrixToo = " On Matrix, that of a chat is, too."
}

extension Invocation {
    /// Sends an action of the list for the chat that the argument names.
    ///
    /// - Parameter state: how the chat is then.
    fileprivate func arrange(_ state: String, _ action: KeyPath<ChatListViewModel, Action>) throws {
        let row = try amongAllChats().chat(named: argument, or: screen.messages?.chat, command)
        try arrange(row, state) { $0[keyPath: action].filled(row.chat.text) }
    }

    private func arrange(
        _ row: Shown<ChatListViewModel.Row>, _ state: String, _ event: (ChatListViewModel) -> Event
    ) throws {
        guard let list = screen.chatList else { throw Complaint.nothingToDo(command) }
        try receive(event(list))
        say(StyledText("\"\(row.title)\" \(state).", .secondary))
    }

    fileprivate func receipts() throws {
        guard let list = screen.chatList else { throw Complaint.nothingToDo(command) }
        var words = argument.split(separator: " ").map { $0.lowercased() }
        let isForAll = words.last == "all"
        if isForAll { words.removeLast() }
        guard words.isEmpty || words == ["on"] || words == ["off"] else {
            throw Complaint.wrongArgument(command, argument)
        }
        let chat = isForAll ? nil : screen.messages
        let isOn =
            words.first.map { $0 == "on" } ?? (chat == nil ? list : nil)?.sendsReceipts
            ?? screen.openRow?.sendsReceipts ?? list.sendsReceipts
        if !words.isEmpty {
            if let chat {
                try receive((isOn ? list.sendReceipts : list.hideReceipts).filled(chat.chat.text))
            } else {
                try receive(.chat(isOn ? .sendingReceipts(chat: nil) : .hidingReceipts(chat: nil)))
            }
        }
        let place = chat.map { " in \"\($0.title)\"" } ?? ""
        let rest = chat == nil ? " Chats with a setting of their own keep it." : ""
        say(
            StyledText(
                isOn
                    ? "Others see what you read\(place), and that you type.\(rest)"
                    : "Nobody sees what you read\(place), or that you type.\(rest)", .secondary))
    }

    fileprivate func pin() throws {
        let words = argument.split(separator: " ")
        let isFirst = words.last == "first"
        let name = isFirst ? words.dropLast().joined(separator: " ") : argument
        let finder = try amongAllChats()
        let row = try finder.chat(named: name, or: screen.messages?.chat, command)
        let first = finder.pinned.first { $0.chat != row.chat }
        try arrange(row, "is pinned") { list in
            guard case .chat(.pinning(var wish)) = list.pin.filled(row.chat.text) else { return list.pin.event }
            if isFirst { wish.before = first?.chat }
            return .chat(.pinning(wish))
        }
    }

    /// Whether a text says for how long to mute a chat.
    private func isTime(_ text: String) -> Bool {
        let words = text.split(separator: " ")
        let time = (words.last == "mentions" ? words.dropLast() : words).joined(separator: " ")
        if time.isEmpty { return true }
        if case .success = SnoozeUseCase.due(time, now: session.now, session.region) { return true }
        return false
    }

    fileprivate func mute() throws {
        let finder = try amongAllChats()
        var (row, rest) = try finder.chat(before: argument, or: screen.messages?.chat, command)
        if screen.messages != nil, !rest.isEmpty, !isTime(rest),
            let named = try? finder.chat(before: rest, or: nil, command)
        {
            (row, rest) = named
        }
        let keepsMentions = rest.split(separator: " ").last == "mentions"
        if keepsMentions { rest = rest.split(separator: " ").dropLast().joined(separator: " ") }
        var state = keepsMentions ? "is muted, but for mentions" : "is muted"
        if !rest.isEmpty {
            switch SnoozeUseCase.due(rest, now: session.now, session.region) {
            case .failure(let refusal): throw Complaint.refused(refusal.reason)
            case .success(let date): state += " until \(SnoozeUseCase.words(date, session.region))"
            }
        }
        try arrange(row, state) { [rest] list in
            guard case .chat(.muting(var wish)) = list.mute.filled(row.chat.text, rest) else { return list.mute.event }
            wish.keepsMentions = keepsMentions
            return .chat(.muting(wish))
        }
    }
}
