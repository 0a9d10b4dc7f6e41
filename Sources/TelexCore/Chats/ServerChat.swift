/// A chat as a server lists it, without its messages.
public struct ServerChat: Hashable, Sendable {
    public var id: ChatID
    /// The other party's display name.
    public var title: String
    /// Whether only its people, and not the server, can read it.
    public var isEncrypted: Bool
    /// The chat that has taken the place of this one, if one has.
    public var successor: ChatID?

    public init(id: ChatID, title: String, isEncrypted: Bool = false, successor: ChatID? = nil) {
        self.id = id
        self.title = title
        self.isEncrypted = isEncrypted
        self.successor = successor
    }
}
