import TelexCore

/// The members of a chat that have no column of their own in a store. It is here and not in the store's room, because
/// the compiler specializes the visitors only in their own.
package struct ChatDetails: WireRecord {
    package var chat: Chat

    package init(chat: Chat) { self.chat = chat }

    package static var blank: ChatDetails { ChatDetails(chat: .blank) }

    package mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try chat.visitDetails(&visitor)
    }
}
