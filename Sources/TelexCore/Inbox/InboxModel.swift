/// How far each window has followed the inbox.
struct InboxModel: WindowKeeping {
    var windows = Windows(InboxWindow())

    /// Whether any window follows the inbox.
    var isFollowed: Bool { windows.contains { $0.isFollowing } }

    mutating func follow(after cursor: InboxCursor?, hasChats: Bool, in window: WindowID) -> Consequences {
        windows[window] = InboxWindow(after: cursor, pages: windows[window].pages + 1)
        // Rows carry chat titles, so loading waits for the list of chats.
        return hasChats || cursor == nil ? Consequences(effects: [load(in: window)]) : .none
    }

    mutating func leave(_ window: WindowID) -> Consequences {
        windows[window] = InboxWindow(pages: windows[window].pages + 1)
        return Consequences(effects: [Effect(.inbox(window), .cancel)])
    }

    /// Loads new messages in each window that follows the inbox.
    mutating func arrive() -> [Effect] {
        var effects: [Effect] = []
        for window in windows.all(where: { $0.isFollowing }) {
            if windows[window].isLoading {
                windows[window].hasArrivals = true
            } else {
                effects.append(load(in: window))
            }
        }
        return effects
    }

    private mutating func load(in window: WindowID) -> Effect {
        windows[window].isLoading = true
        windows[window].hasArrivals = false
        return Effect(.inbox(window), .load(.inbox(after: windows[window].cursor, limit: RowLimit.page)))
    }

    mutating func receive(_ page: InboxPage, in window: WindowID) -> Consequences {
        guard windows[window].isFollowing else { return .none }
        let hasMore = page.hasMore || windows[window].hasArrivals
        windows[window].receive(page)
        var consequences = Consequences.none
        if hasMore { consequences.effects = [load(in: window)] }
        if page.isAfterGap { consequences.gap = .inbox(window) }
        return consequences
    }

    /// Shows why loading failed. The next message triggers a retry.
    mutating func fail(_ reason: String, in window: WindowID) -> Consequences {
        if windows[window].isFollowing { windows[window].fail(reason) }
        return .failed(reason)
    }
}

/// The inbox state of one window.
struct InboxWindow {
    private(set) var isFollowing = false
    /// Where the next page starts; `nil` for new messages only.
    private(set) var cursor: InboxCursor?
    /// The last page shown; `nil` before the first.
    private(set) var page: InboxPage?
    private(set) var error: String?
    /// Counts the changes of what is shown.
    private(set) var pages: Int
    /// Whether a page is loading.
    var isLoading = false
    /// Whether messages arrived while the page was loading.
    var hasArrivals = false

    init(pages: Int = 0) { self.pages = pages }

    init(after cursor: InboxCursor?, pages: Int) {
        isFollowing = true
        self.cursor = cursor
        self.pages = pages
    }

    mutating func receive(_ page: InboxPage) {
        isLoading = false
        cursor = page.cursor
        // An empty page is shown only first, or after an error.
        if page.messages.isEmpty, self.page != nil, error == nil { return }
        self.page = page
        error = nil
        pages += 1
    }

    mutating func fail(_ reason: String) {
        isLoading = false
        error = reason
        pages += 1
    }
}
