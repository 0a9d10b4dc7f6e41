import TelexJSON

/// An invitation to a chat, or our request to join it, with our answer.
public struct Invitation: Hashable, Sendable {
    /// The person who invites us: the display name, followed by the id if it is known.
    ///
    /// Empty if it is unknown.
    public var inviter: String
    /// Who invites us; missing if the network does not say.
    public var inviterID: UserID?
    /// Its sort key in the chat list, on the scale of `Chat.lastOrder`.
    public var position: Int64
    /// Whether we asked to join and nobody has invited us yet.
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

/// The stored form. It leaves out the state of our answer, which lasts only for this run.
extension Invitation: WireRecord {
    public static var blank: Invitation { Invitation(inviter: "", position: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("inviterName", &inviter)
        try visitor.visit("inviterId", &inviterID)
        try visitor.visit("isRequest", &isRequest, default: false)
        try visitor.visit("position", &position)
    }
}
