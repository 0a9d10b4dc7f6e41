/// The part of a chat that a window shows.
extension ChatModel {
    mutating func open(_ chat: ChatID, in window: WindowID) -> Consequences {
        // Another window of the same program may have opened the chat while they were unread.
        let known = openings.last { $0.guest == window.guest && windows[$0].chat?.id == chat }
        windows[window].open(chat, news: chats[chat]?.activity.news ?? known.flatMap { windows[$0].chat?.news })
        openings.removeAll { $0 == window }
        // The live channel of the chat may be open already.
        let isLive = openings.last.map { windows[$0].chat?.id == chat } ?? false
        if windows.isOpen(window) { openings.insert(window, at: openings.count - (isLive ? 1 : 0)) }
        let hold = Effect(.socket(window), .hold(.socket(chat)))
        return Consequences(effects: [loadLatest(chat, in: window)] + (isLive ? [] : [hold]))
    }

    mutating func close(_ chat: ChatID, in window: WindowID) -> Consequences {
        guard windows[window].chat?.id == chat else { return .none }
        windows[window].chat = nil
        return Consequences(
            effects: [Effect(.loadHistory(window), .cancel), Effect(.socket(window), .cancel)] + release(window))
    }

    /// Notes that a window no longer shows a chat. There is one live channel; it passes to the chat opened most
    /// recently before.
    mutating func release(_ window: WindowID) -> [Effect] {
        let hadChannel = openings.last == window
        openings.removeAll { $0 == window }
        guard hadChannel, let next = openings.last, let chat = windows[next].chat else { return [] }
        return [Effect(.socket(next), .hold(.socket(chat.id)))]
    }

    /// Moves the shown part of a chat.
    mutating func slide(_ step: HistoryStep, in window: WindowID) -> Consequences {
        guard let open = windows[window].chat, open.id == step.chat, open.canLoad(step.direction) else {
            return .ignored("There is nothing more to load in this chat.")
        }
        return slide(step.direction, open, in: window)
    }

    private mutating func slide(
        _ direction: HistoryDirection, _ open: OpenChat, in window: WindowID
    ) -> Consequences {
        if let place = open.place(direction) { return seek(place, of: open.id, in: window) }
        windows[window].chat?.beginLoading(direction)
        switch direction {
        case .older:
            guard !open.hasOlder, let gap = open.gap else {
                return Consequences(effects: [loadBefore(open, in: window)])
            }
            return Consequences(effects: [Effect(.loadHistory(window), .ask(.older(open.id, before: gap.token)))])
        case .newer:
            let last = open.messages.last?.row.position ?? open.gap?.position ?? 0
            let query = StoreQuery.newerHistory(open.id, after: last, limit: RowLimit.page)
            return Consequences(effects: [Effect(.loadHistory(window), .load(query))])
        case .latest, .first, .firstUnread: return Consequences(effects: [loadLatest(open.id, in: window)])
        }
    }

    /// Returns to the end of the chat, so that a message we send stays visible.
    mutating func returnToEnd(of chat: ChatID, in window: WindowID) -> Consequences {
        guard let open = windows[window].chat, open.id == chat, open.hasNewer || open.isLoadingOlder else {
            return .none
        }
        return slide(.latest, open, in: window)
    }

    /// Shows the part of a chat around a message.
    mutating func seek(_ key: MessageKey, _ stamp: Stamp) -> Consequences {
        let (chat, id, window) = (key.chat, key.message, stamp.window)
        guard windows[window].chat?.id == chat else { return .ignored("The chat \"\(chat)\" is not open.") }
        guard let known = stamp.known[id] else { return .ignored("The chat has no message \"\(id)\".") }
        return seek(known.position, of: chat, in: window)
    }

    private mutating func seek(_ position: Int64, of chat: ChatID, in window: WindowID) -> Consequences {
        windows[window].chat?.beginSeeking()
        let query = StoreQuery.historyAround(chat, position, limit: RowLimit.page)
        return Consequences(effects: [Effect(.loadHistory(window), .load(query))])
    }

    private func loadLatest(_ chat: ChatID, in window: WindowID) -> Effect {
        Effect(.loadHistory(window), .load(.history(chat, before: nil, limit: RowLimit.page)))
    }

    private func loadBefore(_ open: OpenChat, in window: WindowID) -> Effect {
        let first = open.messages.first?.row.position
        return Effect(.loadHistory(window), .load(.history(open.id, before: first, limit: RowLimit.page)))
    }

    /// Stores the messages that were missing before the gap at the start of the window. The gap closes when they reach
    /// a known message.
    mutating func fill(_ history: FetchedHistory, _ stamp: Stamp) -> Consequences {
        let chat = history.chat
        guard let open = windows[stamp.window].chat, open.id == chat else { return .none }
        guard let gap = open.gap, gap.token == history.before else {
            // Another gap has replaced it meanwhile.
            windows[stamp.window].chat?.endLoading()
            return .none
        }
        var place = gap.position
        var older: [Message] = []
        var next = history.next
        for incoming in history.messages.reversed() {
            if let known = incoming.message.flatMap({ stamp.known[$0] }) {
                if known.position >= gap.position { continue }
                next = nil
                break
            }
            place -= 1
            older.append(message(incoming, stamp, position: place))
        }
        return Consequences(
            saves: [.gap(chat, at: gap.position, token: nil)] + older.map(StoreChange.earlier)
                + (next.map { [.gap(chat, at: place, token: $0)] } ?? []),
            effects: [loadBefore(open, in: stamp.window)])
            + page(older.reversed(), in: chat, gap: next == nil ? 0 : place)
    }

    mutating func load(_ page: HistoryPage, in window: WindowID) -> Consequences {
        guard let open = windows[window].chat, open.id == page.chat else { return .none }
        var page = page
        // The store says less of a message that is not sent.
        for index in page.messages.indices {
            if let unsent = outbox[page.messages[index].key] { page.messages[index] = unsent.message }
        }
        windows[window].chat?.merge(page)
        // Messages that arrived meanwhile are visible now.
        let isBack = open.hasNewer && windows[window].showsEnd(of: page.chat)
        return isBack ? Consequences(followUps: [.notification(.dismissing(chat: page.chat))]) : .none
    }

    mutating func failLoading(_ failure: ChatFailure, in window: WindowID) -> Consequences {
        if windows[window].chat?.id == failure.chat { windows[window].chat?.failLoading(failure.reason) }
        return .failed(failure.reason)
    }
}
