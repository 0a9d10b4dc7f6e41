import TelexCore

/// Moving between the messages that a search of the chat has found.
extension Reader {
    /// What is awaited of a search.
    enum MatchGoal: Hashable {
        /// The first results.
        case first
        /// Older ones than those that are known.
        case older
    }

    /// Shows what a search has found. Returns what is still to be done.
    mutating func show(_ new: FoundViewModel) -> Wish? {
        found = new
        if new.shouldShowBusy { return nil }
        defer { awaitedMatch = nil }
        if let error = new.errorText { return .nothing(error) }
        switch awaitedMatch {
        case .first? where new.messages.isEmpty: return .nothing("No message of this chat matches.")
        case .first?:
            guard let match = match(isNewer: searchesNewer) ?? match(isNewer: !searchesNewer) else { return nil }
            return go(.message(match.message))
        case .older?: return goToMatch(isNewer: false)
        case nil: return nil
        }
    }

    mutating func goToMatch(isNewer: Bool) -> Wish? {
        guard let found, found.errorText == nil else { return .nothing("/ and ? search the chat.") }
        if let match = match(isNewer: isNewer) { return go(.message(match.message)) }
        if !isNewer, let more = found.loadMore {
            awaitedMatch = .older
            return .press(more.event)
        }
        if found.messages.isEmpty { return .nothing("No message of this chat matches.") }
        return .nothing("No \(isNewer ? "newer" : "older") message matches.")
    }

    /// Which of the messages found is under the cursor, or will be once its page has come, from 1 for the newest.
    var matchNumber: Int? {
        let wanted = if case .message(let id)? = goal { id } else { target?.message }
        return found?.messages.firstIndex { $0.message == wanted }.map { $0 + 1 }
    }

    /// The next message found from the one under the cursor.
    private func match(isNewer: Bool) -> FoundViewModel.Row? {
        guard let rows = found?.messages, let target else { return nil }
        if let number = matchNumber {
            let next = number - 1 + (isNewer ? -1 : 1)
            return rows.indices.contains(next) ? rows[next] : nil
        }
        // They are in order. Messages of the same time can be told apart only by their rows.
        let older = rows.firstIndex { row in
            guard let place = self.rows.firstIndex(where: { $0.message == row.message }), let index else {
                return row.date < target.date
            }
            return place < index
        }
        return isNewer ? rows[..<(older ?? rows.count)].last : older.map { rows[$0] }
    }
}
