import Foundation
import TelexJSON

/// The messages that a search found, newest first, as they were stored when it was made, and those that only the server
/// has.
public struct FoundViewModel: StatusShowing {
    public static let view = ViewName("found")

    public internal(set) var status = ViewStatus()
    /// The search as typed.
    public internal(set) var query: String
    /// How many messages match; `nil` until all are counted.
    public internal(set) var totalCount: Int?
    public package(set) var messages: [Row]
    /// The first ten chats with messages that a search could not see.
    public internal(set) var unseen: [UnseenChat]
    /// How many chats have messages that a search could not see.
    public internal(set) var unseenCount: Int
    /// Shows more messages; `nil` when all are shown.
    public internal(set) var loadMore: Action?
    /// The messages that the server found and that are not stored, newest first. How many there are in all is unknown.
    /// Missing until the server has answered, and if it cannot search.
    public package(set) var serverMessages: [Row]?
    /// Why the server was not searched.
    ///
    /// `nil` if it was, or cannot search.
    public package(set) var serverError: String?
    /// Have the server find older messages.
    ///
    /// `nil` if it has no more.
    public internal(set) var loadMoreFromServer: Action?

    /// Says why the server was not searched.
    package static func notSearched(_ reason: String) -> String { "The server was not searched. \(reason)" }

    public static let blank = FoundViewModel(query: "", messages: [], unseen: [], unseenCount: 0)

    /// One message.
    public struct Row: Identifiable, Hashable, Sendable {
        public internal(set) var chat: ChatID
        public internal(set) var title: String
        public internal(set) var message: MessageID
        public internal(set) var isOwn: Bool
        public internal(set) var sender: UserID?
        public internal(set) var senderName: String
        public internal(set) var kind: MessageKind
        public internal(set) var text: String
        public internal(set) var file: MessagesViewModel.File?
        public internal(set) var spans: [TextSpan]?
        /// Where the text has what is searched for.
        public internal(set) var ranges: [TextRange]
        public internal(set) var isIgnored: Bool
        public internal(set) var date: Date
        /// The date as a person reads it: `09:05`, `Yesterday`, `5 Jan`.
        public internal(set) var dateText: String
        /// Opens the chat around the message, or where it can be fetched if only the server has it; `nil` if the chat is not
        /// here.
        public internal(set) var open: Action?

        public static let blank = Row(
            chat: "", title: "", message: "", isOwn: false, senderName: "", kind: .text, text: "", ranges: [],
            isIgnored: false, date: .distantPast, dateText: "")

        public var id: String { "\(chat) \(message)" }
    }

    /// A chat with messages that the search could not see.
    public struct UnseenChat: Hashable, Sendable {
        public internal(set) var chat: ChatID
        public internal(set) var title: String
        /// Why a search could not see messages: `notFetched` (only the server has them; `open` leads to where they are
        /// missing) or `encrypted`.
        public internal(set) var reason: UnseenReason
        /// Opens the chat where messages are missing, so that they can be fetched; `nil` if they cannot be read.
        public internal(set) var open: Action?

        public static let blank = UnseenChat(chat: "", title: "", reason: .notFetched)
    }

    /// Why messages were not seen.
    public enum UnseenReason: String, Hashable, Sendable, CaseIterable {
        /// Only the server has them.
        case notFetched
        /// They are encrypted.
        case encrypted
    }
}

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
