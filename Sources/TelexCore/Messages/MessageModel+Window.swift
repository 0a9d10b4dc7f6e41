/// The part of a chat that is shown.
extension MessageModel {
    mutating func open(_ heading: ChatHeading) -> Consequences {
        let chat = heading.chat
        var window = OpenChat(heading)
        window.refusal = takeRefusal(in: chat)
        show(window)
        return Consequences(effects: [
            Effect(.loadHistory, .load(.history(chat, before: nil, limit: OpenChat.page))),
            Effect(.socket, .hold(.socket(chat))),
        ])
    }

    mutating func close(_ chat: ChatID) -> Consequences {
        guard open?.id == chat else { return .none }
        show(nil)
        return Consequences(effects: [Effect(.loadHistory, .cancel), Effect(.socket, .cancel)])
    }

    mutating func loadOlder(_ chat: ChatID) -> Consequences {
        guard let window = open, window.id == chat, window.canLoadOlder, !window.isBusy else { return .none }
        withOpen(chat) {
            $0.grow()
            $0.isBusy = true
        }
        if !window.hasOlder, let gap = window.gap {
            return Consequences(effects: [Effect(.loadHistory, .ask(.older(chat, before: gap.token)))])
        }
        let query = StoreQuery.history(chat, before: window.messages.first?.position, limit: OpenChat.page)
        return Consequences(effects: [Effect(.loadHistory, .load(query))])
    }

    /// Takes in what the server has before the gap at which the window begins. What follows on it may be here already.
    mutating func takeOlder(
        _ messages: [IncomingMessage], in chat: ChatID, before token: String, next: String?, _ stamp: Stamp
    ) -> Consequences {
        guard let window = open, window.id == chat, let gap = window.gap, gap.token == token else { return .none }
        var place = gap.position
        var older: [Message] = []
        var next = next
        for incoming in messages.reversed() {
            if let known = incoming.message.flatMap({ stamp.known[$0] }) {
                if known.position >= gap.position { continue }
                next = nil
                break
            }
            place -= 1
            older.append(MessageUseCase.incoming(incoming, stamp, position: place))
        }
        let query = StoreQuery.history(
            chat, before: window.messages.first?.position, limit: OpenChat.page)
        return Consequences(
            saves: [.gap(chat, at: gap.position, token: nil)] + older.map(StoreChange.message)
                + (next.map { [.gap(chat, at: place, token: $0)] } ?? []),
            effects: [Effect(.loadHistory, .load(query))],
            followUps: [.activity(.paged(chat: chat, messages: older.reversed(), gap: next == nil ? 0 : place))])
    }

    mutating func load(_ page: HistoryPage) { withOpen(page.chat) { $0.merge(page) } }

    mutating func failLoading(_ chat: ChatID, _ reason: String) {
        withOpen(chat) {
            $0.isBusy = false
            $0.error = reason
        }
    }

    /// Takes the name; a chat that could not be shown, because nobody knew it, can be now.
    mutating func rename(_ heading: ChatHeading) -> Consequences {
        let chat = heading.chat
        withOpen(chat) { $0.take(heading) }
        guard open?.id == chat, open?.error != nil else { return .none }
        return Consequences(effects: [
            Effect(.loadHistory, .load(.history(chat, before: nil, limit: OpenChat.page)))
        ])
    }

    /// The chat is gone: what is open of it closes.
    func remove(_ chat: ChatID) -> Consequences {
        open?.id == chat ? Consequences(followUps: [.screen(.closed(.messages))]) : .none
    }
}
