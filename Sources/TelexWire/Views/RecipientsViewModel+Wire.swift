import TelexCore
import TelexJSON

extension RecipientsViewModel: WireViewModel {
    public static let meaning = "The chats and people that match the text typed for a recipient."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &query)
        try visitor.visit("shouldShowBusy", &shouldShowBusy)
        try visitor.visit("shouldShowEmpty", &shouldShowEmpty)
        try visitor.visit("candidates", &candidates)
    }
}

extension RecipientsViewModel.Candidate: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("recipient", &recipient)
        try visitor.visit(optional: "chatId", &chat)
        try visitor.visit(action: "open", .sends("search.opening"), &open)
        try visitor.visit(action: "create", .sends("chat.creating"), &create)
    }
}
