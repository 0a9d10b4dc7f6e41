import TelexCore
import TelexJSON

extension RecipientsViewModel: WireViewModel {
    public static let meaning = "The people who match the text typed for a recipient."

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
        try visitor.visit(action: "create", &create)
    }
}
