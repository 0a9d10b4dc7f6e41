import Foundation

/// A message as a network brings it.
public struct IncomingMessage: Hashable, Sendable {
    public var chat: ChatID
    /// `nil` where the network has no ids; then it is never taken for one that came before.
    public var message: MessageID?
    /// Who the chat is with, should it be new.
    public var contact: String?
    /// Who wrote it, where more than two are in the chat.
    public var author: String?
    public var kind: MessageKind
    public var text: String
    /// Whether it has said something else before.
    public var isEdited: Bool
    public var attention: Attention
    /// When it was sent; `nil` is now.
    public var date: Date?
    /// Whether it is ours: sent from here, and come back, or from another device.
    public var isOwn: Bool

    public init(
        chat: ChatID, message: MessageID? = nil, contact: String? = nil, author: String? = nil,
        kind: MessageKind = .text, text: String, isEdited: Bool = false, attention: Attention = .normal,
        date: Date? = nil, isOwn: Bool = false
    ) {
        self.chat = chat
        self.message = message
        self.contact = contact
        self.author = author
        self.kind = kind
        self.text = text
        self.isEdited = isEdited
        self.attention = attention
        self.date = date
        self.isOwn = isOwn
    }
}
