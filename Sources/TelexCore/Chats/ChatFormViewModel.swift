/// The create-chat form.
public struct ChatFormViewModel: ViewModel {
    public static let view = ViewName("chatForm")

    public let shouldShowBusy: Bool
    public let shouldShowError: Bool
    public let errorText: String?
    /// Counts the errors since the view opened, so that a repeated error is noticed; `nil` before the first.
    public let errorRevision: Int?
    /// The name as typed; kept after an error.
    public let recipient: String
    /// Creates the chat; `nil` while one is being created.
    public let create: Action?
    /// Asks to join the typed chat; `nil` unless it accepts requests to join.
    public let knock: Action?
    /// Searches for people as the name is typed.
    public let search: Action
    public let close: Action
}
