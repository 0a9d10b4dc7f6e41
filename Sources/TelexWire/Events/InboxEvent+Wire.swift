import TelexCore

extension InboxEvent {
    static let forms = [
        EventForm(
            "inbox.following", "Show messages of all chats after this cursor, and new ones as they arrive.",
            Member<InboxCursor?>("after")
        ) {
            .inbox(.following(after: $0))
        } take: {
            if case .inbox(.following(let cursor)) = $0 { cursor } else { nil }
        }
        .fromInside,
        EventForm("inbox.leaving", "Stop showing the inbox.") {
            .inbox(.leaving)
        } take: {
            if case .inbox(.leaving) = $0 { () } else { nil }
        }
        .fromInside,
        EventForm(
            "inbox.loaded", "The store has these messages after that cursor.", Member<InboxCursor>("cursor"),
            Member<[InboxMessage]>("messages"), Member<Bool>("hasMore"), Member<Bool>("isAfterGap")
        ) {
            .inbox(.loaded(InboxPage(cursor: $0, messages: $1, hasMore: $2, isAfterGap: $3)))
        } take: {
            if case .inbox(.loaded(let page)) = $0 {
                (page.cursor, page.messages, page.hasMore, page.isAfterGap)
            } else {
                nil
            }
        }
        .fromInside,
        EventForm("inbox.loadFailed", "The store cannot be read.", Member<String>("reason")) {
            .inbox(.loadFailed(reason: $0))
        } take: {
            if case .inbox(.loadFailed(let reason)) = $0 { reason } else { nil }
        }
        .fromInside,
    ]
}
