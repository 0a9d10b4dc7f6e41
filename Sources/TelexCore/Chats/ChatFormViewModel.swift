/// The create-chat form.
public struct ChatFormViewModel: StatusShowing {
    public static let view = ViewName("chatForm")

    public package(set) var status = ViewStatus()
    /// The name as typed; kept after an error.
    public package(set) var recipient: String
    /// Start the chat.
    ///
    /// `nil` while one is being created.
    public package(set) var create: Action?
    /// Start a group with a title. The names of its people are separated by commas.
    ///
    /// `nil` as `create` is.
    public package(set) var createGroup: Action?
    /// Ask to join the chat.
    ///
    /// `nil` unless it accepts requests to join.
    public package(set) var knock: Action?
    /// Search for people while a name is typed.
    public package(set) var search: Action
    /// Close the view.
    public package(set) var close: Action

    public static let blank = ChatFormViewModel(recipient: "", search: .blank, close: .blank)
}
