import TelexJSON

/// The create-chat form.
public struct ChatFormViewModel: StatusShowing {
    public static let view = ViewName("chatForm")

    public internal(set) var status = ViewStatus()
    /// The name as typed; kept after an error.
    public internal(set) var recipient: String
    /// Start the chat.
    ///
    /// `nil` while one is being created.
    public internal(set) var create: Action?
    /// Start a group with a title. The names of its people are separated by commas.
    ///
    /// `nil` as `create` is.
    public internal(set) var createGroup: Action?
    /// Ask to join the chat.
    ///
    /// `nil` unless it accepts requests to join.
    public internal(set) var knock: Action?
    /// Search for people while a name is typed.
    public internal(set) var search: Action
    /// Close the view.
    public internal(set) var close: Action

    public static let blank = ChatFormViewModel(recipient: "", search: .blank, close: .blank)
}

extension ChatFormViewModel: WireViewModel {
    public static let meaning = "The form that starts a chat."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try status.visit(&visitor, canBeEmpty: false)
        try visitor.visit("recipient", &recipient)
        try visitor.visit(optional: "errorRevision", &status.errorRevision)
        try visitor.visit(action: "create", .sends("chat.creating", blanks: [.recipient]), &create)
        try visitor.visit(
            action: "createGroup", .sends("chat.creating", blanks: [.recipient, .title]), &createGroup)
        try visitor.visit(action: "knock", .sends("chat.knocking"), &knock)
        try visitor.visit(action: "search", .sends("search.searching", blanks: [.query]), &search)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}
