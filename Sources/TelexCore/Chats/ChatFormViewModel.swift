/// The form that makes a chat.
public struct ChatFormViewModel: ViewModel {
    public static let view = ViewName("chatForm")

    public let shouldShowBusy: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// Counts the refusals since the view opened; `nil` before the first one. The same error twice has two counts.
    public let errorRevision: Int?
    /// What was typed for the name; kept through an error.
    public let recipient: String
    /// Makes the chat; `nil` while one is being made.
    public let create: Action?
    /// Asks to be let into the chat that was typed; `nil` unless it takes requests to join.
    public let knock: Action?
    /// Looks for people as the name is typed.
    public let search: Action
    public let close: Action
}
