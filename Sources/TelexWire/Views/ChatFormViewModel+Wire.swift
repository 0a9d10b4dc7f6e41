import TelexCore
import TelexJSON

extension ChatFormViewModel: WireViewModel {
    public static let meaning = "The form that starts a chat."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try status.visit(&visitor, canBeEmpty: false)
        try visitor.visit("recipient", &recipient)
        try visitor.visit(optional: "errorRevision", &status.errorRevision)
        try visitor.visit(action: "create", .sends("chat.creating", blanks: [.recipient]), &create)
        try visitor.visit(
            action: "createGroup", .sends("chat.creating", blanks: [.recipient, .title]), &createGroup)
        try visitor.visit(action: "knock", .sends("chat.knocking"), &knock)
        try visitor.visit(action: "search", .sends("search.searching", blanks: [.query]), &search)
        try visitor.visit(action: "close", .sends("screen.closing"), &close)
    }
}
