import TelexCore
import TelexWire

/// What the column `details` of `chat` holds: all of a chat that no other column does.
struct ChatDetails: WireRecord {
    var chat: Chat

    static var blank: ChatDetails { ChatDetails(chat: .blank) }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try chat.visitDetails(&visitor)
    }
}
