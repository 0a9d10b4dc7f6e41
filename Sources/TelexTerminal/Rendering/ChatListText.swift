import TelexCore

/// The chat list as text.
enum ChatListText {
    /// The changes that are printed unprompted: errors, and the chats that the user has asked to join. The rest is
    /// printed on request.
    static func changes(_ old: ChatListViewModel?, _ new: ChatListViewModel?) -> [StyledText] {
        var lines = requested(old, new).map {
            StyledText(
                "You asked to join \"\($0)\". It becomes an invitation once a member lets you in.", .secondary)
        }
        if let error = new?.errorText, error != old?.errorText {
            lines.append(StyledText("! \(error) /reload tries again.", .error))
        }
        return lines
    }

    /// The titles of the chats that the user has newly asked to join.
    private static func requested(_ old: ChatListViewModel?, _ new: ChatListViewModel?) -> [String] {
        guard let old, let new, !old.shouldShowBusy, new.totalCount > old.totalCount else { return [] }
        let requests = new.chats.filter { $0.invitationText != nil && $0.accept == nil }
        return requests.filter { row in old.chats.first { $0.chat == row.chat }?.invitationText == nil }.map(\.title)
    }

    /// The whole list.
    static func lines(_ model: ChatListViewModel, _ backend: BackendKind) -> [StyledText] {
        if model.shouldShowBusy { return [StyledText("Loading the chats…", .secondary)] }
        if let error = model.errorText { return [StyledText("! \(error) /reload tries again.", .error)] }
        if model.shouldShowEmpty {
            return [StyledText("No chats yet. \(backend.hint); /help lists the commands.")]
        }
        let width = model.chats.map { TextWidth.of(HarmlessText.of($0.title)) }.max().map { min($0, 24) } ?? 0
        let dates = model.chats.map { TextWidth.of($0.dateText) }.max() ?? 0
        var lines: [StyledText] = []
        var section: ChatSection?
        for (index, row) in model.chats.enumerated() {
            if row.section != section { lines.append(StyledText(heading(row.section), .heading)) }
            section = row.section
            lines.append(line(row, number: index + 1, width: width, dates: dates))
        }
        if model.loadMore != nil {
            lines.append(StyledText("\(model.chats.count) of \(model.totalCount) chats; /more shows more.", .secondary))
        }
        return lines
    }

    private static func heading(_ section: ChatSection) -> String {
        switch section {
        case .invitations: "Invitations"
        case .pinned: "Pinned"
        case .chats: "Chats"
        case .archived: "Archived"
        }
    }

    /// The unread count, and the number of mentions if there are any.
    private static func count(_ row: Shown<ChatListViewModel.Row>) -> String {
        row.mentionCount > 0 ? "\(row.unreadCount), @\(row.mentionCount)" : "\(row.unreadCount)"
    }

    /// The commands that answer an invitation.
    private static func answers(_ row: Shown<ChatListViewModel.Row>) -> String {
        if row.decline == nil { return "" }
        return row.accept == nil ? "/decline withdraws: " : "/accept or /decline: "
    }

    private static func cut(_ text: String, to width: Int) -> String { TextWidth.cut(HarmlessText.of(text), to: width) }

    private static func line(_ row: Shown<ChatListViewModel.Row>, number: Int, width: Int, dates: Int) -> StyledText {
        let title = cut(row.title, to: width)
        let unread = row.unreadCount > 0 && row.muted == nil || row.isMarkedUnread
        let text =
            StyledText(Columns.right("\(number)", 3) + "  ", .secondary)
            + StyledText(Columns.left(title, width), unread ? .unread : .plain)
            + StyledText(dates > 0 ? "  " + Columns.right(row.dateText, dates) : "", .secondary)
            + StyledText(row.unreadCount > 0 ? " (\(count(row)))" : "", row.muted == nil ? .news : .secondary)
            + StyledText(row.isMarkedUnread ? "  [unread]" : "", .news)
            + StyledText(row.muteText.map { "  [\($0.prefix(1).lowercased())\($0.dropFirst())]" } ?? "", .secondary)
            + StyledText(row.isEncrypted ? "  [encrypted]" : "", .secondary)
            + StyledText(
                row.invitationText.map { "  \(answers(row))\($0)" } ?? "",
                .news)
            + StyledText(row.draftText.map { "  Draft: " + cut($0, to: 30) } ?? "", .draft)
            + StyledText(row.previewText.isEmpty ? "" : "  " + cut(row.previewText, to: 60))
        return text.asRow
    }
}
