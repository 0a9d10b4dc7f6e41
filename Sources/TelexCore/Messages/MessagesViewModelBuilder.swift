/// Formats the open chat.
package enum MessagesViewModelBuilder {
    /// - Parameter heading: `nil` if the chat does not exist.
    static func build(
        _ chat: OpenChat, _ heading: ChatHeading?, _ rows: [Shown<MessagesViewModel.Row>]
    ) -> MessagesViewModel {
        let isMissing = heading == nil && !chat.isBusy && chat.total == 0
        let error =
            heading?.barrier ?? chat.refusal ?? chat.error
            ?? (isMissing ? ChatHeading.missing(chat.id) : nil)
        let isBarred = heading?.barrier != nil
        let hasUnread = chat.isLoaded && heading?.hasUnread == true
        let actions = chat.actions
        let title = heading?.title ?? chat.id.text
        return MessagesViewModel(
            chat: chat.id,
            title: title,
            topic: heading?.topic,
            isEncrypted: heading?.isEncrypted ?? false,
            status: ViewStatus(
                isBusy: chat.isBusy, isEmpty: !chat.isBusy && chat.total == 0 && error == nil, error: error,
                errorCount: chat.refusals),
            inputRevision: chat.inputRevision,
            membersText: heading.flatMap(introduction),
            typingText: typing(chat, heading),
            totalCount: chat.total,
            messages: rows,
            firstNew: chat.firstNew,
            newCount: chat.news?.count,
            draftText: heading.flatMap { $0.draft.isEmpty ? nil : $0.draft },
            noticeText: chat.notice,
            noticeRevision: chat.notices > 0 ? chat.notices : nil,
            gapText: !chat.hasOlder && chat.gap?.isHole == true
                ? "Messages are missing before these." : nil,
            older: slide(.older, chat),
            newer: slide(.newer, chat),
            latest: slide(.latest, chat),
            first: slide(.first, chat),
            firstUnread: slide(.firstUnread, chat),
            send: isBarred ? nil : actions.send,
            reply: isBarred ? nil : actions.reply,
            sendFile: isBarred ? nil : actions.sendFile,
            react: isBarred ? nil : actions.react,
            report: isBarred || heading?.takesReports != true ? nil : actions.report,
            draft: actions.draft,
            typing: isBarred ? nil : actions.typing,
            markRead: hasUnread ? actions.markRead : nil,
            seen: hasUnread ? actions.seen : nil,
            openMembers: heading == nil ? nil : actions.openMembers,
            openSuccessor: heading?.openSuccessor,
            addReminder: actions.addReminder,
            close: actions.close)
    }

    private static func slide(_ direction: HistoryDirection, _ chat: OpenChat) -> Action? {
        chat.canLoad(direction) ? Action(.history(.loading(HistoryStep(chat: chat.id, direction: direction)))) : nil
    }

    /// Who the members of an unfamiliar chat are, if there are few and all are known, or else how many there are.
    private static func introduction(_ heading: ChatHeading) -> String? {
        if heading.isFamiliar { return nil }
        let known = heading.members.count > 100 ? [] : heading.members.all
        let others = known.filter { !$0.isOwn && $0.standing != .left && $0.standing != .requested }
        let count = heading.memberCount ?? 0
        if (1...3).contains(others.count), count <= others.count + 1 {
            return "This chat is with \(others.map { heading.members.fullName(of: $0.id) }.joined(separator: ", "))."
        }
        return count > 1 ? "This chat has \(count) members." : nil
    }

    private static func typing(_ chat: OpenChat, _ heading: ChatHeading?) -> String? {
        let (members, ignored) = (heading?.members ?? Members(), heading?.ignored.users ?? [])
        let names = chat.typists.filter { $0.map(ignored.contains) != true }.map {
            $0.map(members.displayName) ?? "Somebody"
        }
        return switch names.count {
        case 0: nil
        case 1: "\(names[0]) is typing…"
        case 2: "\(names[0]) and \(names[1]) are typing…"
        default: "\(names[0]) and \(names.count - 1) others are typing…"
        }
    }

    static func row(
        _ message: Message, _ members: Members, ignoring ignored: IgnoredPeople, _ state: MessagesViewModel.State,
        answering answered: AnsweredMessage?, _ transfers: Transfers, _ context: ViewContext
    ) -> MessagesViewModel.Row {
        var row = wholeRow(message, members, ignoring: ignored, state, answering: answered, transfers, context)
        if row.isIgnored {
            (row.kind, row.text, row.spans, row.file) = (.text, PreviewText.ignored, nil, nil)
            (row.isEdited, row.isMention, row.replyTo, row.reactions) = (false, false, nil, nil)
        }
        return row
    }

    private static func wholeRow(
        _ message: Message, _ members: Members, ignoring ignored: IgnoredPeople, _ state: MessagesViewModel.State,
        answering answered: AnsweredMessage?, _ transfers: Transfers, _ context: ViewContext
    ) -> MessagesViewModel.Row {
        MessagesViewModel.Row(
            message: message.id,
            isOwn: message.isOwn,
            sender: message.sender,
            senderName: members.senderName(of: message.content, isOwn: message.isOwn),
            program: message.program,
            kind: message.kind,
            text: message.pendingText ?? (message.file == nil ? text(message.content, members) : message.text),
            spans: spans(message),
            file: message.file.map { file($0, message.key, transfers) },
            change: message.change,
            isEdited: message.isEdited,
            isMention: message.attention == .mention,
            isIgnored: ignored.holds(message),
            date: message.date,
            dayText: DateText.day(message.date, now: context.now, context.region),
            statusText: status(message, context),
            state: state,
            replyTo: reply(message, answered, members, ignored),
            reactions: reactions(message, members, ignored),
            reason: message.delivery.reason ?? message.hold?.reason,
            retryDate: message.delivery == .waiting ? message.hold?.until : nil,
            retry: state == .failed ? Action(.outbox(.retrying(message.key))) : nil,
            edit: isChangeable(message) && message.kind.isEditable
                ? Action(
                    .revision(.editing(MessageEdit(chat: message.chat, message: message.id, text: ""))),
                    blanks: [.text]) : nil,
            delete: isChangeable(message)
                ? Action(.revision(.deleting(MessageDeletion(chat: message.chat, message: message.id)))) : nil,
            keep: state == .deleting && message.delivery != .deleting(at: .distantPast)
                ? Action(.revision(.keeping(message.key))) : nil)
    }

    static func text(_ content: MessageContent, _ members: Members) -> String {
        switch content.kind {
        case .text, .emote, .notice: content.text
        case .file: content.words
        case .unshowable: PreviewText.placeholder(for: content.text)
        case .deleted: PreviewText.deleted
        case .system where content.change == nil && content.text.isEmpty: PreviewText.deleted
        case .system: content.change.map { ChatChangeText.sentence($0, by: content.sender, members) } ?? content.text
        }
    }

    /// The sender and the text of a message as a chat shows them.
    package static func said(_ message: Message, _ members: Members) -> (sender: String, text: String) {
        (
            members.senderName(of: message.content, isOwn: message.isOwn),
            message.pendingText ?? text(message.content, members)
        )
    }

    static func file(
        _ file: MessageFile, _ key: MessageKey, _ transfers: Transfers
    ) -> MessagesViewModel.File {
        let place = transfers.place(of: file, in: key)
        let state = place.file
        let isThere = file.source != nil || state == .here
        let saving = FileSaving(chat: key.chat, message: key.message, path: "")
        return MessagesViewModel.File(
            name: file.name, mediaType: file.mediaType, byteCount: file.byteCount, width: file.width,
            height: file.height, durationMs: file.durationMs, fileText: FileText.details(file), state: state,
            path: transfers.path(of: file), thumbnailPath: file.thumbnailFile.flatMap(transfers.path),
            fetch: isThere && (state == .remote || state == .failed) ? Action(.file(.fetching(key))) : nil,
            fetchThumbnail: file.thumbnail != nil && !place.hasThumbnail ? Action(.file(.fetchingThumbnail(key))) : nil,
            save: isThere ? Action(.file(.saving(saving)), blanks: [.path]) : nil)
    }

    private static func reply(
        _ message: Message, _ answered: AnsweredMessage?, _ members: Members, _ ignored: IgnoredPeople
    ) -> MessagesViewModel.Reply? {
        guard let id = message.replyTo, message.content.isAnswerable else { return nil }
        guard let answered else {
            return MessagesViewModel.Reply(
                message: id, place: .unknown, sender: nil, senderName: nil, excerpt: PreviewText.unknown,
                isThreaded: message.isThreaded, open: nil)
        }
        let isHere = answered.chat == message.chat
        let open =
            isHere
            ? Event.history(.seeking(MessageKey(chat: message.chat, message: id)))
            : .screen(.opening(.messages(answered.chat)))
        if ignored.holds(answered.content, isOwn: answered.isOwn) {
            return MessagesViewModel.Reply(
                message: id, place: .ignored, sender: nil, senderName: nil, excerpt: PreviewText.ignored,
                isThreaded: message.isThreaded, open: Action(open))
        }
        return MessagesViewModel.Reply(
            message: id,
            place: answered.content.kind == .deleted ? .deleted : isHere ? .here : .elsewhere,
            sender: answered.content.sender,
            senderName: members.senderName(of: answered.content, isOwn: answered.isOwn),
            excerpt: PreviewText.line(of: text(answered.content.summary, members)),
            isThreaded: message.isThreaded,
            open: Action(open))
    }

    /// The most people that the reactions with one key name.
    private static let mostPeople = 20

    private static func reactions(
        _ message: Message, _ members: Members, _ ignored: IgnoredPeople
    ) -> [MessagesViewModel.Reactions]? {
        let counted = message.reactions.filter { !ignored.holds($0) }
        if counted.isEmpty { return nil }
        var keys: [String] = []
        var byKey: [String: [Reaction]] = [:]
        for reaction in counted {
            let plain = Reaction.plain(reaction.key)
            if byKey[plain] == nil { keys.append(plain) }
            byKey[plain, default: []].append(reaction)
        }
        return keys.map { plain in
            let reactions = byKey[plain] ?? []
            let key = reactions.first?.key ?? plain
            let isOwn = reactions.contains { $0.isOwn }
            // A name that is longer than ours may be can only be taken back.
            let canToggle = isOwn || MessageUseCase.refusal(ofReaction: key) == nil
            return MessagesViewModel.Reactions(
                key: key, count: reactions.count, isOwn: isOwn,
                people: reactions.prefix(mostPeople).map { person($0, members) },
                toggle: canToggle ? Action(.reaction(toggle(key, of: message, isOwn: isOwn))) : nil)
        }
    }

    private static func toggle(_ key: String, of message: Message, isOwn: Bool) -> ReactionEvent {
        let wish = ReactionWish(chat: message.chat, message: message.id, key: key)
        return isOwn ? .removing(wish) : .adding(wish)
    }

    private static func person(_ reaction: Reaction, _ members: Members) -> MessagesViewModel.Reactions.Person {
        let name = reaction.isOwn ? Members.us : reaction.sender.map(members.displayName) ?? Members.unknown
        return MessagesViewModel.Reactions.Person(user: reaction.sender, name: name)
    }

    private static func spans(_ message: Message) -> [TextSpan]? {
        let spans = message.pendingText == nil ? message.spans : message.pendingSpans
        return spans.isEmpty ? nil : spans
    }

    /// Whether it is our own message, and neither deleted nor to be deleted.
    private static func isChangeable(_ message: Message) -> Bool {
        message.isOwn && message.delivery.due == nil && message.kind != .deleted
    }

    private static func status(_ message: Message, _ context: ViewContext) -> String {
        switch message.delivery {
        case .received, .sent, .deleting: DateText.time(message.date, context.region)
        case .sending: "Sending…"
        case .waiting: message.hold.map { "Waiting. \($0.reason)" } ?? "Waiting for the connection"
        case .failed(let reason): reason
        }
    }

    static func state(_ message: Message, in chat: OpenChat) -> MessagesViewModel.State {
        switch message.delivery {
        case .received: .received
        case .sending: .sending
        case .waiting: .waiting
        case .failed: .failed
        case .deleting: .deleting
        case .sent where message.position <= chat.otherReadUpTo: .read
        case .sent where message.position <= chat.deliveredUpTo: .delivered
        case .sent: .sent
        }
    }
}
