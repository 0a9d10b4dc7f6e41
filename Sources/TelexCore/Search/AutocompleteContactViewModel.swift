/// Whom the name being typed may mean, the likeliest first.
public struct AutocompleteContactViewModel: ViewModel {
    public static let view = ViewName("autocompleteContact")

    public let query: String
    public let shouldShowBusy: Bool
    public let shouldShowEmpty: Bool
    public let candidates: [Candidate]

    /// One person.
    public struct Candidate: Identifiable, Hashable, Sendable {
        public let contact: String
        /// Makes the chat with this person.
        public let chosen: Action

        public var id: String { contact }
    }
}
