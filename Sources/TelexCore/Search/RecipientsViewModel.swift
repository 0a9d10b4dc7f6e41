import TelexJSON

/// Chats and people that match the name being typed, most likely first. Each can be opened or created.
public struct RecipientsViewModel: ViewModel {
    public static let view = ViewName("recipients")

    public internal(set) var query: String
    public internal(set) var shouldShowBusy: Bool
    public internal(set) var shouldShowEmpty: Bool
    /// Chats and people that match.
    public internal(set) var candidates: [Candidate]

    public static let blank = RecipientsViewModel(
        query: "", shouldShowBusy: false, shouldShowEmpty: false, candidates: [])

    /// One suggested person or chat.
    public struct Candidate: Identifiable, Hashable, Sendable {
        /// The name by which the server knows the person, or else the name of the chat.
        public internal(set) var recipient: String
        /// The chat that exists already; `nil` if none is known.
        public internal(set) var chat: ChatID?
        /// Opens the chat; `nil` if none is known.
        public internal(set) var open: Action?
        /// Starts a chat with this person; `nil` if the server has not listed them.
        public internal(set) var create: Action?

        public static let blank = Candidate(recipient: "")

        public var id: String { chat.map { "chat:\($0)" } ?? "recipient:\(recipient)" }
    }
}

extension RecipientsViewModel: WireViewModel {
    public static let meaning = "The chats and people that match the text typed for a recipient."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &query)
        try visitor.visit("shouldShowBusy", &shouldShowBusy)
        try visitor.visit("shouldShowEmpty", &shouldShowEmpty)
        try visitor.visit("candidates", &candidates)
    }
}

extension RecipientsViewModel.Candidate: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("recipient", &recipient)
        try visitor.visit(optional: "chatId", &chat)
        try visitor.visit(action: "open", .sends("search.opening"), &open)
        try visitor.visit(action: "create", .sends("chat.creating"), &create)
    }
}
