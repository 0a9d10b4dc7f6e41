import TelexJSON

/// A person's reaction to a message. A person can react with several keys, with each of them once.
public struct Reaction: Hashable, Sendable {
    /// What somebody reacted with: usually an emoji, but networks allow any text.
    public var key: String
    /// Who reacted; `nil` for us, and if the network does not say.
    public var sender: UserID?
    /// Whether it is ours.
    public var isOwn: Bool

    public init(key: String, sender: UserID? = nil, isOwn: Bool = false) {
        self.key = key
        self.sender = isOwn ? nil : sender
        self.isOwn = isOwn
    }

    /// The key without variation selectors: some programs write them after an emoji, and some do not (Unicode Technical
    /// Standard 51, 2.8).
    static func plain(_ key: String) -> String {
        String(String.UnicodeScalarView(key.unicodeScalars.filter { $0 != "\u{FE0F}" }))
    }

    /// The most reactions that a message keeps. Those that come later are dropped.
    static let most = 1000
    /// The most of them by one person.
    static let mostOfPerson = 20
}

extension Reaction: WireRecord {
    public static var blank: Reaction { Reaction(key: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("key", &key)
        try visitor.visit("senderId", &sender)
        try visitor.visit("isOwn", &isOwn, default: false)
    }
}
