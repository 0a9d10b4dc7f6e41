import Foundation

/// A message as a network brings it.
public struct IncomingMessage: Hashable, Sendable {
    public let chat: ChatID
    /// `nil` where the network has no ids; then it is never taken for one that came before.
    public let message: MessageID?
    /// Who the chat is with, should it be new.
    public let contact: String?
    /// Who wrote it, where more than two are in the chat.
    public let author: String?
    public let kind: MessageKind
    public let text: String
    /// Whether it has said something else before.
    public let isEdited: Bool
    public let attention: Attention
    /// When it was sent; `nil` is now.
    public let date: Date?
    /// Whether it is ours: sent from here, and come back, or from another device.
    public let isOwn: Bool

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
