import Foundation

/// The messages that a search found, newest first, as they were stored when it was made, and those that only the server
/// has.
public struct FoundViewModel: StatusShowing {
    public static let view = ViewName("found")

    public package(set) var status = ViewStatus()
    /// The search as typed.
    public package(set) var query: String
    /// How many messages match; `nil` until all are counted.
    public package(set) var totalCount: Int?
    public package(set) var messages: [Row]
    /// The first ten chats with messages that a search could not see.
    public package(set) var unseen: [UnseenChat]
    /// How many chats have messages that a search could not see.
    public package(set) var unseenCount: Int
    /// Shows more messages; `nil` when all are shown.
    public package(set) var loadMore: Action?
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
    public package(set) var loadMoreFromServer: Action?

    /// Says why the server was not searched.
    package static func notSearched(_ reason: String) -> String { "The server was not searched. \(reason)" }

    public static let blank = FoundViewModel(query: "", messages: [], unseen: [], unseenCount: 0)

    /// One message.
    public struct Row: Identifiable, Hashable, Sendable {
        public package(set) var chat: ChatID
        public package(set) var title: String
        public package(set) var message: MessageID
        public package(set) var isOwn: Bool
        public package(set) var sender: UserID?
        public package(set) var senderName: String
        public package(set) var kind: MessageKind
        public package(set) var text: String
        public package(set) var file: MessagesViewModel.File?
        public package(set) var spans: [TextSpan]?
        /// Where the text has what is searched for.
        public package(set) var ranges: [TextRange]
        public package(set) var isIgnored: Bool
        public package(set) var date: Date
        /// The date as a person reads it: `09:05`, `Yesterday`, `5 Jan`.
        public package(set) var dateText: String
        /// Opens the chat around the message, or where it can be fetched if only the server has it; `nil` if the chat is not
        /// here.
        public package(set) var open: Action?

        public static let blank = Row(
            chat: "", title: "", message: "", isOwn: false, senderName: "", kind: .text, text: "", ranges: [],
            isIgnored: false, date: .distantPast, dateText: "")

        public var id: String { "\(chat) \(message)" }
    }

    /// A chat with messages that the search could not see.
    public struct UnseenChat: Hashable, Sendable {
        public package(set) var chat: ChatID
        public package(set) var title: String
        /// Why a search could not see messages: `notFetched` (only the server has them; `open` leads to where they are
        /// missing) or `encrypted`.
        public package(set) var reason: UnseenReason
        /// Opens the chat where messages are missing, so that they can be fetched; `nil` if they cannot be read.
        public package(set) var open: Action?

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
