import TelexCore
import TelexJSON

/// The column `content` of a message of ours that was edited before it was sent.
struct PendingContent: WireRecord {
    var content = MessageContent()
    var pendingText: String?
    var pendingSpans: [TextSpan] = []

    static let blank = PendingContent()

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try content.visit(&visitor)
        try visitor.visit("pendingText", &pendingText)
        try visitor.visit("pendingSpans", &pendingSpans, default: [])
    }
}
