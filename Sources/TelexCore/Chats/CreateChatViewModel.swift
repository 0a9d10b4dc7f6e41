/// The form that makes a chat.
public struct CreateChatViewModel: ViewModel {
    public static let view = ViewName("createChat")

    public let shouldShowBusy: Bool
    public let shouldShowError: Bool
    public let error: String?
    /// Counts the refusals since the view opened; `nil` before the first one. The same error twice has two counts.
    public let errorRevision: Int?
    /// What was typed for the name; kept through an error.
    public let typed: String
    public let createEnabled: Bool
    /// Makes the chat; `nil` while one is being made.
    public let create: Action?
    /// Looks for people as the name is typed.
    public let search: Action
    public let cancel: Action
}
