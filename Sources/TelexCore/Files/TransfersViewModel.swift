import TelexJSON

/// The files that are being transferred, in the order in which that began, then the uploads that wait for their turn,
/// and then the files that are being read to be sent.
public struct TransfersViewModel: ViewModel {
    public static let view = ViewName("transfers")

    /// The files being transferred, in the order in which they began; then the uploads that wait; then the files still
    /// being read here.
    public internal(set) var transfers: [Row]

    public static let blank = TransfersViewModel(transfers: [])

    /// The file of one message.
    public struct Row: Identifiable, Hashable, Sendable {
        public internal(set) var chat: ChatID
        public internal(set) var title: String
        public internal(set) var message: MessageID
        public internal(set) var name: String
        /// Whether a file goes to the server, and not from there.
        public internal(set) var isUpload: Bool
        /// Whether our file is still being read here; its message is in the chat after that.
        public internal(set) var isBeingRead: Bool
        /// How many bytes have been transferred.
        public internal(set) var doneCount: Int64
        public internal(set) var byteCount: Int64?
        /// How much has been transferred, how fast, and how long the rest takes, as a person reads it.
        public internal(set) var progressText: String
        /// Stop the transfer of a file.
        public internal(set) var cancel: Action

        public static let blank = Row(
            chat: "", title: "", message: "", name: "", isUpload: false, isBeingRead: false, doneCount: 0,
            progressText: "", cancel: .blank)

        public var id: String { "\(chat) \(message)" }
    }
}

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
