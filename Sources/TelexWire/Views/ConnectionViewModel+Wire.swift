import TelexCore
import TelexJSON

extension ConnectionViewModel: WireViewModel {
    public static let meaning = "The state of the connection to the server."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("connectionState", &state)
        try visitor.visit(optional: "offlineReason", &offlineReason)
        try visitor.visit("statusText", &statusText)
        try visitor.visit(optional: "sinceDate", &since)
        try visitor.visit("sinceText", &sinceText)
        try visitor.visit("queuedCount", &queuedCount)
        try visitor.visit(optional: "heldText", &heldText)
        try visitor.visit(optional: "progressText", &progressText)
        try visitor.visit(optional: "liveChatId", &liveChat)
        try visitor.visit(action: "retry", .sends("connection.retrying"), &retry)
    }
}

extension ConnectionViewModel.State: WireWord {}
extension OfflineReason: WireWord {}
