/// What an invitation to a chat says, and what has become of it.
public struct Invitation: Hashable, Sendable {
    /// Who has sent it; empty where that is not known.
    public var inviter: String
    /// Its place among the latest messages of the other chats.
    public var position: Int64
    /// Whether nobody has sent it yet: we have asked for it.
    public var isRequest: Bool
    public var answer = Answer.none

    public init(inviter: String, position: Int64, isRequest: Bool = false) {
        self.inviter = inviter
        self.position = position
        self.isRequest = isRequest
    }

    /// What we have answered.
    public enum Answer: Hashable, Sendable {
        case none
        case accepting, declining
        /// The server has not taken our answer.
        case failed(reason: String)
    }
}
