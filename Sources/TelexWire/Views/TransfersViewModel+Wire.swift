import TelexCore
import TelexJSON

extension TransfersViewModel: WireViewModel {
    public static let meaning = "The files that are being transferred, in the order in which that began."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("transfers", &transfers)
    }
}

extension TransfersViewModel.Row: WireRecord {
    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit("messageId", &message)
        try visitor.visit("fileName", &name)
        try visitor.visit("isUpload", &isUpload)
        try visitor.visit("isBeingRead", &isBeingRead)
        try visitor.visit("doneCount", &doneCount)
        try visitor.visit(optional: "byteCount", &byteCount)
        try visitor.visit("progressText", &progressText)
        try visitor.visit(action: "cancel", .sends("file.cancelling"), &cancel)
    }
}
