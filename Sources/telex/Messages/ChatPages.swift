import Foundation
import TelexCore

/// Reads the messages of a chat page by page.
struct ChatPages {
    /// What the open chat shows, and why it does not show what was asked for; `nil` if it does.
    typealias Page = (model: MessagesViewModel, failure: CommandError?)

    /// Sends an event, and returns what the open chat shows then.
    let show: (Event) throws -> Page

    /// Reads a chat from its beginning, or from a day on.
    ///
    /// - Parameter take: called with the rows of each page, in order.
    /// - Throws: what `take` throws, or why a page cannot be read, once `take` has got all others.
    func read(_ chat: ChatID, since start: Date?, _ take: ([Shown<MessagesViewModel.Row>]) throws -> Void) throws {
        let page = try show(.screen(.opening(.messages(chat))))
        if let failure = CommandError(view: page.model), page.model.messages.isEmpty { throw failure }
        let failure =
            if let start { try read(backTo: start, from: page, take) } else { try readAll(from: page, take) }
        if let failure { throw failure }
    }

    private func read(
        backTo start: Date, from last: Page, _ take: ([Shown<MessagesViewModel.Row>]) throws -> Void
    ) throws -> CommandError? {
        var page = last
        var pages = [page.model.messages]
        // There is no beginning to go to if only the server has older messages.
        while page.failure == nil, let first = pages.last?.first, first.date >= start, page.model.first != nil,
            let older = page.model.older
        {
            page = try show(older.event)
            let known = page.model.messages.firstIndex { $0.id == first.id } ?? page.model.messages.count
            pages.append(Array(page.model.messages[..<known]))
        }
        for page in pages.reversed() { try take(page.filter { $0.date >= start }) }
        return page.failure
    }

    private func readAll(
        from last: Page, _ take: ([Shown<MessagesViewModel.Row>]) throws -> Void
    ) throws -> CommandError? {
        var page = last
        if page.failure == nil, let first = page.model.first { page = try show(first.event) }
        try take(page.model.messages)
        while page.failure == nil, let newer = page.model.newer, let last = page.model.messages.last {
            page = try show(newer.event)
            // After a gap, messages begin anew.
            let known = page.model.messages.firstIndex { $0.id == last.id } ?? -1
            try take(Array(page.model.messages[(known + 1)...]))
        }
        return page.failure
    }
}
