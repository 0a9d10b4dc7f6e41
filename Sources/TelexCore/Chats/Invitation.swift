/// An invitation to a chat, or our request to join it, with our answer.
public struct Invitation: Hashable, Sendable {
    /// The name of the sender; empty if unknown.
    public var inviter: String
    /// The sender; `nil` if the network does not say.
    public var inviterID: UserID?
    /// Its sort key in the chat list, on the scale of `Chat.lastOrder`.
    public var position: Int64
    /// Whether it is our own request to join, not an invitation.
    public var isRequest: Bool
    public var answer = Answer.none

    public init(inviter: String, inviterID: UserID? = nil, position: Int64, isRequest: Bool = false) {
        self.inviter = inviter
        self.inviterID = inviterID
        self.position = position
        self.isRequest = isRequest
    }

    /// Our answer, and its state.
    public enum Answer: Hashable, Sendable {
        case none
        case accepting, declining
        /// The server did not accept our answer.
        case failed(reason: String)
    }
}
