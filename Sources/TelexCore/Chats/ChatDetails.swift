import TelexJSON

/// The members of a chat that a store keeps as JSON, since they have no column of their own.
///
/// The type is in this room and not in that of the store, because only here does the compiler specialize its reading.
package struct ChatDetails: WireRecord {
    package var chat: Chat

    package init(chat: Chat) { self.chat = chat }

    package static var blank: ChatDetails { ChatDetails(chat: .blank) }

    package mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try chat.visitDetails(&visitor)
    }
}
