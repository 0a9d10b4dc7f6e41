import TelexCore
import TelexJSON

extension FoundViewModel: WireViewModel {
    public static let meaning =
        "The messages that a search found, newest first, as they were stored when it was made, what only the server has, and what it "
        + "could not see."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try status.visit(&visitor, canBeEmpty: true)
        try visitor.visit("query", &query)
        try visitor.visit(nullable: "totalCount", &totalCount)
        try visitor.visit("messages", &messages)
        try visitor.visit("unseen", &unseen)
        try visitor.visit("unseenCount", &unseenCount)
        try visitor.visit(optional: "serverMessages", &serverMessages)
        try visitor.visit(optional: "serverErrorText", &serverError)
        try visitor.visit(action: "loadMore", .sends("messageSearch.listing"), &loadMore)
        try visitor.visit(action: "loadMoreFromServer", .sends("messageSearch.searchingServer"), &loadMoreFromServer)
    }
}

extension FoundViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit("messageId", &message)
        try visitor.visit("isOwn", &isOwn)
        try visitor.visit(optional: "senderId", &sender)
        try visitor.visit("senderName", &senderName)
        try visitor.visit("kind", &kind)
        try visitor.visit("text", &text)
        try visitor.visit(optional: "file", &file)
        try visitor.visit(optional: "spans", &spans)
        try visitor.visit("ranges", &ranges)
        try visitor.visit("isIgnored", &isIgnored)
        try visitor.visit("date", &date)
        try visitor.visit("dateText", &dateText)
        try visitor.visit(action: "open", .sends("messageSearch.opening"), &open)
    }
}

extension FoundViewModel.UnseenChat: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit("unseenReason", &reason)
        try visitor.visit(action: "open", .sends("messageSearch.opening"), &open)
    }
}

extension FoundViewModel.UnseenReason: WireWord {
    public static var schemaName: String { "UnseenReason" }
}
