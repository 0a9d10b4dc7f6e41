import TelexCore

/// Where the parts of a message are in its row.
struct MessageLayout: Hashable, Sendable {
    /// The columns of the sender's name; `nil` if it stands before the text, with a colon.
    var nameWidth: Int?
    /// Whether it is read aloud: with words in place of signs, and without marks.
    var isPlain = false

    static let inline = MessageLayout(nameWidth: nil)
    static let plain = MessageLayout(nameWidth: nil, isPlain: true)

    /// The same, with room for the names of a chat.
    ///
    /// - Parameter limit: the most columns of a name.
    func fitting(_ model: MessagesViewModel, limit: Int) -> MessageLayout {
        let widest = model.messages.map { TextWidth.of(HarmlessText.of($0.senderName)) }.max() ?? 0
        // In a group, others with longer names may follow.
        let isGroup = Set(model.messages.lazy.filter { !$0.isOwn }.map { $0.senderName }).count > 1
        return MessageLayout(nameWidth: min(limit, max(widest, nameWidth ?? 0, isGroup ? 8 : 3)))
    }
}

/// One message as text.
struct MessageText {
    private let layout: MessageLayout

    init(_ layout: MessageLayout) { self.layout = layout }

    /// A message. Its further lines are indented, so that none can pass for another message.
    func entry(
        _ row: Shown<MessagesViewModel.Row>, in model: MessagesViewModel, showsSpoilers: Bool = false,
        hasMarks: Bool? = nil
    ) -> Entry {
        let marks = hasMarks ?? !layout.isPlain
        let time = time(row, in: model)
        let who = who(row, in: model)
        let indent = TextWidth.of(HarmlessText.of(time + who))
        let file = row.file.map { [FileLine.text($0, isOwn: row.isOwn, isPlain: layout.isPlain)] } ?? []
        let texts =
            !file.isEmpty && row.text.isEmpty
            ? file
            : file
                + SpanText.lines(
                    FormattedText(row.text, row.spans ?? []), Self.text(row), showsSpoilers: showsSpoilers,
                    isPlain: layout.isPlain)
        var lines = texts.enumerated().map { index, text in
            guard index == 0 else { return StyledText(String(repeating: " ", count: indent)) + text }
            let name = layout.nameWidth != nil && Self.sign(row) != nil ? "\(row.senderName) " : ""
            return StyledText(time, .secondary) + StyledText(who, Self.sender(row)) + StyledText(name, Self.sender(row))
                + text
        }
        let words = [row.isOwn && (marks || row.state == .failed) ? Self.words(row) : "", row.isEdited ? "edited" : ""]
            .filter { !$0.isEmpty }
        if !words.isEmpty {
            let said = words.joined(separator: ", ")
            lines[lines.count - 1] += StyledText("  (\(said))", row.state == .failed ? .error : .secondary)
        }
        let margin = layout.nameWidth == nil ? TextWidth.of(time) : indent
        lines =
            (row.replyTo.map { [ReplyText.line($0, margin: margin, isPlain: layout.isPlain)] } ?? []) + lines
            + (row.reactions.map { [ReplyText.line($0, margin: margin, isPlain: layout.isPlain)] } ?? [])
        return Entry(id: Self.id(row, model), lines: lines, indent: indent)
    }

    static func id(_ row: Shown<MessagesViewModel.Row>, _ model: MessagesViewModel) -> EntryID {
        EntryID(text: "\(model.chat)\u{0}\(row.message)")
    }

    /// What stands before the text: the name, or a sign.
    private func who(_ row: Shown<MessagesViewModel.Row>, in model: MessagesViewModel) -> String {
        if layout.isPlain, Self.sign(row) != nil { return "\(row.senderName) " }
        guard let width = layout.nameWidth else {
            return Self.sign(row).map { "\($0) \(row.senderName) " } ?? "\(row.senderName): "
        }
        if let sign = Self.sign(row) { return Columns.right(sign, width) + "  " }
        return mayCut(row, to: width, in: model)
            ? Columns.right(TextWidth.cut(HarmlessText.of(row.senderName), to: width), width) + "  "
            : "\(row.senderName): "
    }

    /// Whether a name can be cut without looking like that of another, whose id may be all that tells them apart.
    private func mayCut(_ row: Shown<MessagesViewModel.Row>, to width: Int, in model: MessagesViewModel) -> Bool {
        let name = HarmlessText.of(row.senderName)
        if TextWidth.of(name) <= width { return true }
        if let id = row.sender?.text, row.senderName.hasSuffix("(\(id))") { return false }
        let cut = TextWidth.cut(name, to: width)
        return !model.messages.contains {
            $0.senderName != row.senderName && TextWidth.cut(HarmlessText.of($0.senderName), to: width) == cut
        }
    }

    private func time(_ row: Shown<MessagesViewModel.Row>, in model: MessagesViewModel) -> String {
        if layout.isPlain { return row.isPlaced ? "\(row.statusText)  " : "" }
        return Columns.right(row.isPlaced ? row.statusText : "--:--", Self.timeWidth(model)) + "  "
    }

    /// The sign of a text that follows the name; `nil` for any other.
    private static func sign(_ row: Shown<MessagesViewModel.Row>) -> String? {
        switch row.kind {
        case .emote: "*"
        case .system: "--"
        case .text, .notice, .file, .unshowable, .deleted: nil
        }
    }

    /// The columns of a time, which are more on a clock of twelve hours. Most times have five bytes, and need not be measured.
    private static func timeWidth(_ model: MessagesViewModel) -> Int {
        let long = model.messages.lazy.filter { $0.statusText.utf8.count > 5 && $0.isPlaced }
        return long.map { TextWidth.of($0.statusText) }.max().map { max(5, $0) } ?? 5
    }

    /// The role of the sender's name.
    private static func sender(_ row: Shown<MessagesViewModel.Row>) -> Role {
        if row.kind == .system { return .system }
        return row.isOwn ? .own : .person(row.sender?.text ?? row.senderName)
    }

    /// The role of the text.
    private static func text(_ row: Shown<MessagesViewModel.Row>) -> Role {
        if row.isMention { return .mention }
        switch row.kind {
        case .text, .emote, .file: return .plain
        case .system: return .system
        case .notice, .unshowable, .deleted: return .secondary
        }
    }

    private static func words(_ row: Shown<MessagesViewModel.Row>) -> String {
        switch row.state {
        case .received: ""
        case .sending: "sending…"
        case .waiting: row.statusText.prefix(1).lowercased() + row.statusText.dropFirst()
        case .failed: "not sent: \(row.statusText) /retry sends it again"
        case .sent: "sent"
        case .delivered: "delivered"
        case .read: "read"
        case .deleting: row.keep == nil ? "being deleted" : "being deleted, /undo keeps it"
        }
    }
}
