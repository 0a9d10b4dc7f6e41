import TelexCore

/// The size of a screen, in columns and rows.
package struct ScreenSize: Hashable, Sendable {
    package let columns: Int
    package let rows: Int
}

/// What to print of a chat that is opened: what is new since it was last printed, or the last messages.
struct ChatOpening {
    let model: MessagesViewModel
    /// The index of the first message to print.
    let start: Int
    /// The index of the first message that has not been printed in this run; `nil` if none is known to have been.
    let resumption: Int?

    let layout: MessageLayout

    var rows: ArraySlice<Shown<MessagesViewModel.Row>> { model.messages[start...] }

    /// How many messages have come since the chat was last printed, and are not printed now.
    var skippedCount: Int { resumption.map { max(0, start - $0) } ?? 0 }

    /// Whether the first shown message that was unread is further up.
    var isBelowNews: Bool { model.messages[..<start].contains { $0.message == model.firstNew } }

    private init(_ model: MessagesViewModel, start: Int, resumption: Int?, _ layout: MessageLayout) {
        self.model = model
        self.layout = layout
        self.start = start
        self.resumption = resumption
    }

    /// The whole chat, as far as it is loaded.
    init(_ model: MessagesViewModel, _ layout: MessageLayout = .inline) {
        self.init(model, start: 0, resumption: nil, layout)
    }

    /// What is new, below two messages that were printed before; all of it, or the last messages, as far as they fit.
    ///
    /// - Parameters:
    ///   - last: the message that was printed last.
    ///   - size: the size of the screen; `nil` if there is room for all.
    init(_ model: MessagesViewModel, after last: MessageID?, on size: ScreenSize?, _ layout: MessageLayout) {
        let known = last.flatMap { last in model.messages.lastIndex { $0.message == last } }
        self.init(model, start: known.map { max(0, $0 - 1) } ?? 0, resumption: known.map { $0 + 1 }, layout)
        guard let size else { return }
        let heading = ChatOpening(model, start: model.messages.endIndex, resumption: resumption, layout)
        let above = MessagesText.height(MessagesText(layout).entries(heading), columns: size.columns)
        // The day of the first message, the bar and the input line take a row each.
        let first = Self.firstVisible(of: model, on: size, layout, besides: above + 3)
        self.init(model, start: max(start, first), resumption: resumption, layout)
    }

    /// The index of the first message that fits on the screen with all after it. The last one counts whatever its height.
    ///
    /// - Parameters:
    ///   - others: how many rows show something else.
    ///   - bound: the index of the first message that matters.
    static func firstVisible(
        of model: MessagesViewModel, on size: ScreenSize, _ layout: MessageLayout, besides others: Int = 2,
        upTo bound: Int = 0
    ) -> Int {
        let (text, end) = (MessagesText(layout), model.messages.endIndex)
        var room = size.rows - others
        let fitting = model.messages.indices[bound...].reversed().prefix { index in
            room -= text.height(index, of: model, columns: size.columns)
            return room >= 0 || index == end - 1
        }
        return fitting.last ?? 0
    }
}

/// A change of the open chat, and what must be known to print it.
struct MessagesUpdate {
    let change: Change<MessagesViewModel>
    /// What to print of a chat that opens; `nil` if none does.
    let opening: ChatOpening?
    /// The messages that are printed.
    let printed: PrintedOrder
    let layout: MessageLayout
    /// The chat in the list of chats, if the user is invited to it.
    let invitation: Shown<ChatListViewModel.Row>?
    /// What the chat has said since.
    let notices: [String]

    init(
        _ change: Change<MessagesViewModel>, _ opening: ChatOpening?, of printed: PrintedOrder,
        _ layout: MessageLayout, invitation: Shown<ChatListViewModel.Row>?, notices: [String] = []
    ) {
        self.change = change
        self.opening = opening
        self.printed = printed
        self.layout = layout
        self.invitation = invitation
        self.notices = notices
    }
}

extension Change where Model == MessagesViewModel {
    /// Whether it opens a chat, or shows another part of it.
    var opens: Bool {
        guard let new else { return false }
        guard let old, old.chat == new.chat, old.isHeaded else { return new.isHeaded }
        let known = Set(old.messages.map(\.id))
        return !known.isEmpty && !new.messages.isEmpty && !new.messages.contains { known.contains($0.id) }
            && (new.gapText == nil || old.gapText != nil)
    }
}

extension MessagesViewModel {
    /// Whether it is printed below a heading. While a chat loads and nothing of it is known, nothing is printed.
    var isHeaded: Bool { !messages.isEmpty || !status.shouldShowBusy }
}
