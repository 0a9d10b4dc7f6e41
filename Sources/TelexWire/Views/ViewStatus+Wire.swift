import TelexCore
import TelexJSON

extension ViewStatus {
    /// Visits its members among those of a view. `errorRevision` has another place in each view.
    ///
    /// - Parameter canBeEmpty: whether the view is a list.
    mutating func visit<Visitor: MemberVisitor>(
        _ visitor: inout Visitor, canBeEmpty: Bool
    ) throws(Visitor.Failure) {
        try visitor.visit("shouldShowBusy", &shouldShowBusy)
        if canBeEmpty { try visitor.visit("shouldShowEmpty", &shouldShowEmpty) }
        try visitor.visit("shouldShowError", &shouldShowError)
        try visitor.visit(nullable: "errorText", &errorText)
    }
}
