/// Suggested recipients for the name being typed, most likely first.
public struct RecipientsViewModel: ViewModel {
    public static let view = ViewName("recipients")

    public package(set) var query: String
    public package(set) var shouldShowBusy: Bool
    public package(set) var shouldShowEmpty: Bool
    public package(set) var candidates: [Candidate]

    public static let blank = RecipientsViewModel(
        query: "", shouldShowBusy: false, shouldShowEmpty: false, candidates: [])

    /// One suggested person.
    public struct Candidate: Identifiable, Hashable, Sendable {
        public package(set) var recipient: String
        /// Creates the chat with this person.
        public package(set) var create: Action

        public static let blank = Candidate(recipient: "", create: .blank)

        public var id: String { recipient }
    }
}
