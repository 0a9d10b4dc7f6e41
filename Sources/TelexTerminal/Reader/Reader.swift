import TelexCore

/// One chat on the full screen, with a cursor over its messages.
///
/// It is pure: models and keys go in, rows and wishes come out. It shows a window of its own, so nothing that it does moves
/// the chat at the prompt. All that it wishes are actions of the view model, or commands that can be typed.
struct Reader {
    /// What a key asks for.
    enum Wish: Hashable, Sendable {
        /// An action of the view model, in the reader's window.
        case press(Event)
        /// A command about the message under the cursor, as if it were typed.
        case run(Typed)
        /// Begin a line with this text. Commands in it mean the message under the cursor.
        case type(String)
        /// Copy a text to the clipboard.
        case copy(String)
        /// Open a link.
        case open(String)
        /// The key does nothing here; the sentence says why.
        case nothing(String)
        case leave
    }

    /// What to do once a page has come.
    enum Goal: Hashable {
        /// Move by so many messages.
        case step(Int)
        case page(Int)
        case beginning
        case end
        case firstUnread
        /// The message with this id.
        case message(MessageID)
        /// The next mention of the user further up.
        case mention
    }

    private(set) var model: MessagesViewModel
    /// The id of the row under the cursor; `nil` if there are no rows.
    var cursor: String?
    /// The first line of the layout that the screen shows.
    var top = 0
    var goal: Goal?
    /// The message whose page was asked for, and has not come.
    var sought: MessageID?
    var layout: ReaderLayout
    var columns: Int
    /// The height of the part that shows messages.
    var height: Int
    var paint: Paint
    /// What the last search of the chat has found; `nil` if there was none.
    var found: FoundViewModel?
    /// Whether the last search was for newer messages.
    var searchesNewer = false
    /// Which way to go once more of what was found is loaded; `nil` if nothing is awaited.
    var awaitedMatch: MatchGoal?
    /// The page of the help that is shown; `nil` for none.
    var helpPage: Int?
    /// The message that the same key again deletes; `nil` if the last key did not ask for that.
    var doomed: MessageID?

    /// - Parameters:
    ///   - columns, height: the size of the screen that messages may fill.
    ///   - nameLimit: the most columns that names have to themselves; 0 if they stand before the text.
    init(_ model: MessagesViewModel, columns: Int, height: Int, nameLimit: Int = 0, paint: Paint) {
        self.model = model
        self.columns = columns
        self.height = max(1, height)
        self.paint = paint
        layout = ReaderLayout(nameLimit: nameLimit, paint: paint)
        cursor = model.messages.last?.id
        layout.lay(model, columns: columns)
        moveInView()
    }

    // MARK: What there is

    var rows: [Shown<MessagesViewModel.Row>] { model.messages }

    var index: Int? { cursor.flatMap { id in rows.firstIndex { $0.id == id } } }

    /// The message under the cursor.
    var target: Shown<MessagesViewModel.Row>? { index.map { rows[$0] } }

    /// What to tell of the messages on the screen; `nil` if that makes no difference.
    var seen: Event? {
        let shown = layout.lines[top..<min(layout.lines.count, top + height)].compactMap(\.message)
        guard helpPage == nil, let first = shown.first else { return nil }
        // Of a message that goes on below the screen, the end was not seen.
        let last =
            layout.lines[min(layout.lines.count, top + height)...].first?.message == shown.last
            ? shown.last! - 1 : shown.last!
        return first <= last ? model.seen(rows[first...last]) : nil
    }

    /// Shows a newer model. The message under the cursor stays where it is on the screen. Returns what is still missing for
    /// the last key.
    mutating func show(_ new: MessagesViewModel) -> Wish? {
        let place = index.flatMap(layout.first).map { $0 - top }
        let (old, before) = (rows, index)
        model = new
        if index == nil {
            // The window has moved on, or begins anew; or the message is gone: then the next one that is left, or the last.
            goal = goal ?? before.map { .message(old[$0].message) }
            let later = before.map { old[$0...].map(\.id) } ?? []
            cursor = later.first { id in rows.contains { $0.id == id } } ?? rows.last?.id
        }
        layout.lay(model, columns: columns)
        if let place, let line = index.flatMap(layout.first) { top = line - place }
        moveInView()
        if let wish = holdOn(old) { return wish }
        return new.shouldShowBusy ? nil : pursue()
    }

    /// Messages that come at the end push the first ones out of the window. Before that reaches the screen, the page around
    /// the message under the cursor is shown.
    private func holdOn(_ old: [Shown<MessagesViewModel.Row>]) -> Wish? {
        guard goal == nil, model.latest == nil, top < 10, top + height < layout.lines.count, let first = old.first,
            let index, !rows.contains(where: { $0.id == first.id })
        else { return nil }
        return .press(.history(.seeking(MessageKey(chat: model.chat, message: rows[index].message))))
    }

    /// Whether the first messages are still to come.
    var isLoading: Bool { rows.isEmpty && model.shouldShowBusy }

    mutating func resize(columns: Int, height: Int) {
        guard (columns, max(1, height)) != (self.columns, self.height) else { return }
        (self.columns, self.height) = (columns, max(1, height))
        layout.lay(model, columns: columns)
        moveInView()
    }

    /// Paints everything anew.
    mutating func use(_ paint: Paint) {
        self.paint = paint
        layout.use(paint)
        layout.lay(model, columns: columns)
    }

    // MARK: Keys

    mutating func press(_ key: ReaderKey) -> Wish? {
        defer { if key != .delete { doomed = nil } }
        if key.isAboutMessage, goal != nil {
            // Whatever comes later, the mark stays for the next key.
            (goal, sought) = (nil, nil)
            return .nothing("The messages are not loaded yet, so the mark stays here.")
        }
        if helpPage != nil, key != .help {
            helpPage = nil
            return key == .leave ? nil : press(key)
        }
        switch key {
        case .up: return go(.step(-1))
        case .down: return go(.step(1))
        case .pageUp: return go(.page(-1))
        case .pageDown: return go(.page(1))
        case .beginning: return go(.beginning)
        case .end: return go(.end)
        case .firstUnread: return go(.firstUnread)
        case .mention: return go(.mention)
        case .answered: return goToAnswered()
        case .searchNewer, .searchOlder:
            searchesNewer = key == .searchNewer
            return .type("/\(Command.search.name) ")
        case .nextMatch: return goToMatch(isNewer: searchesNewer)
        case .previousMatch: return goToMatch(isNewer: !searchesNewer)
        case .reply: return about { _ in .type("/\(Command.reply.name) ") }
        case .react: return about { _ in .type("/\(Command.react.name) ") }
        case .edit: return edit()
        case .delete: return delete()
        case .copy: return about { .copy(FormattedText($0.text, $0.spans ?? []).visible) }
        case .copyCode: return copyCode()
        case .open: return open()
        case .save: return withFile(.save) ?? .nothing("The message has no file.")
        case .help: turnHelp()
        case .leave: return .leave
        }
        return nil
    }

    private func about(_ wish: (Shown<MessagesViewModel.Row>) -> Wish) -> Wish {
        guard let target else { return .nothing("There are no messages here.") }
        if target.kind == .deleted || target.kind == .system {
            return .nothing("This message is deleted, or a change to the chat.")
        }
        return wish(target)
    }

    private func edit() -> Wish {
        about { row in
            if row.keep != nil { return .nothing("The message is being deleted; d keeps it.") }
            guard row.edit != nil else { return .nothing("Only your own messages can be edited.") }
            guard let text = row.typedAgain else {
                return .nothing("Parts of this message cannot be typed, so it cannot be edited here.")
            }
            return .type("/\(Command.edit.name) \(text)")
        }
    }

    /// Asks first: others lose the message, too.
    private mutating func delete() -> Wish {
        guard let target else { return .nothing("There are no messages here.") }
        if let keep = target.keep { return .press(keep.event) }
        guard target.delete != nil else { return .nothing("Only your own messages can be deleted.") }
        if doomed == target.message {
            doomed = nil
            return .run(.command(.delete, argument: ""))
        }
        doomed = target.message
        return .nothing("d again deletes the message for everybody.")
    }

    private func copyCode() -> Wish {
        about { row in
            guard let code = row.spans?.first(where: { $0.style == .codeBlock || $0.style == .code }) else {
                return .nothing("The message has no code.")
            }
            return .copy(
                String(String.UnicodeScalarView(row.text.unicodeScalars.dropFirst(code.start).prefix(code.length))))
        }
    }

    /// Runs a command about the file of the message; `nil` if it has none.
    private func withFile(_ command: Command) -> Wish? {
        target?.file.map { _ in .run(.command(command, argument: "")) }
    }

    private func open() -> Wish {
        if let wish = withFile(.view) { return wish }
        return about { row in
            let text = FormattedText(row.text, row.spans ?? [])
            let link =
                text.spans.compactMap(\.url).first ?? Link.addresses(in: text.visible).first.map(String.init)
                ?? Link.mail(in: text.visible)
            return link.map(Wish.open) ?? .nothing("The message has no link.")
        }
    }

    private mutating func goToAnswered() -> Wish? {
        guard let reply = target?.replyTo else { return .nothing("The message answers no other one.") }
        if rows.contains(where: { $0.message == reply.message }) { return go(.message(reply.message)) }
        guard let open = reply.open else { return .nothing("The answered message is not stored here.") }
        goal = .message(reply.message)
        sought = reply.message
        return .press(open.event)
    }
}
