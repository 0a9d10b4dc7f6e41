/// The create-chat form.
public struct ChatFormViewModel: StatusShowing {
    public static let view = ViewName("chatForm")

    public package(set) var status = ViewStatus()
    /// The name as typed; kept after an error.
    public package(set) var recipient: String
    /// Creates the chat; `nil` while one is being created.
    public package(set) var create: Action?
    /// Creates a group with a title; its people's names are separated by commas. `nil` as `create` is.
    public package(set) var createGroup: Action?
    /// Asks to join the typed chat; `nil` unless it accepts requests to join.
    public package(set) var knock: Action?
    /// Searches for people as the name is typed.
    public package(set) var search: Action
    public package(set) var close: Action

    public static let blank = ChatFormViewModel(recipient: "", search: .blank, close: .blank)
}
