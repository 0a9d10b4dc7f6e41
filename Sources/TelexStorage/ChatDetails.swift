import TelexCore
import TelexWire

/// The column `details` of `chat`: the members of a chat that have no column of their own.
struct ChatDetails: WireRecord {
    var chat: Chat

    static var blank: ChatDetails { ChatDetails(chat: .blank) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try chat.visitDetails(&visitor)
    }
}
