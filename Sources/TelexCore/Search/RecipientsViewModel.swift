/// Suggested recipients for the name being typed, most likely first.
public struct RecipientsViewModel: ViewModel {
    public static let view = ViewName("recipients")

    public let query: String
    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let candidates: [Candidate]

    /// One suggested person.
    public struct Candidate: Identifiable, Hashable, Sendable {
        public let recipient: String
        /// Creates the chat with this person.
        public let create: Action

        public var id: String { recipient }
    }
}
