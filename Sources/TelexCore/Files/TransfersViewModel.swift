/// The files that are being transferred, in the order in which that began, then the uploads that wait for their turn,
/// and then the files that are being read to be sent.
public struct TransfersViewModel: ViewModel {
    public static let view = ViewName("transfers")

    /// The files being transferred, in the order in which they began; then the uploads that wait; then the files still
    /// being read here.
    public package(set) var transfers: [Row]

    public static let blank = TransfersViewModel(transfers: [])

    /// The file of one message.
    public struct Row: Identifiable, Hashable, Sendable {
        public package(set) var chat: ChatID
        public package(set) var title: String
        public package(set) var message: MessageID
        public package(set) var name: String
        /// Whether a file goes to the server, and not from there.
        public package(set) var isUpload: Bool
        /// Whether our file is still being read here; its message is in the chat after that.
        public package(set) var isBeingRead: Bool
        /// How many bytes have been transferred.
        public package(set) var doneCount: Int64
        public package(set) var byteCount: Int64?
        /// How much has been transferred, how fast, and how long the rest takes, as a person reads it.
        public package(set) var progressText: String
        /// Stop the transfer of a file.
        public package(set) var cancel: Action

        public static let blank = Row(
            chat: "", title: "", message: "", name: "", isUpload: false, isBeingRead: false, doneCount: 0,
            progressText: "", cancel: .blank)

        public var id: String { "\(chat) \(message)" }
    }
}
