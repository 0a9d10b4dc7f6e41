/// Chats and people that match the name being typed, most likely first. Each can be opened or created.
public struct RecipientsViewModel: ViewModel {
    public static let view = ViewName("recipients")

    public package(set) var query: String
    public package(set) var shouldShowBusy: Bool
    public package(set) var shouldShowEmpty: Bool
    /// Chats and people that match.
    public package(set) var candidates: [Candidate]

    public static let blank = RecipientsViewModel(
        query: "", shouldShowBusy: false, shouldShowEmpty: false, candidates: [])

    /// One suggested person or chat.
    public struct Candidate: Identifiable, Hashable, Sendable {
        /// The name by which the server knows the person, or else the name of the chat.
        public package(set) var recipient: String
        /// The chat that exists already; `nil` if none is known.
        public package(set) var chat: ChatID?
        /// Opens the chat; `nil` if none is known.
        public package(set) var open: Action?
        /// Starts a chat with this person; `nil` if the server has not listed them.
        public package(set) var create: Action?

        public static let blank = Candidate(recipient: "")

        public var id: String { chat.map { "chat:\($0)" } ?? "recipient:\(recipient)" }
    }
}
