import TelexCore

extension ChatFormViewModel: WireViewModel {
    public static let meaning = "The form that starts a chat."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("shouldShowBusy", &shouldShowBusy)
        try visitor.visit("shouldShowError", &shouldShowError)
        try visitor.visit(nullable: "errorText", &errorText)
        try visitor.visit("recipient", &recipient)
        try visitor.visit(optional: "errorRevision", &errorRevision)
        try visitor.visit(action: "create", &create)
        try visitor.visit(action: "knock", &knock)
        try visitor.visit(action: "search", &search)
        try visitor.visit(action: "close", &close)
    }
}
