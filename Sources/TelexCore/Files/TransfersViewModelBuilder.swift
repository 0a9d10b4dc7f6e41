/// Formats the files that are being transferred.
enum TransfersViewModelBuilder {
    /// - Returns: `nil` if there are none.
    static func build(_ model: ChatModel) -> TransfersViewModel? {
        let rows = model.pendingTransfers.map { row($0, model) } + model.transfers.taking.compactMap { row($0, model) }
        return rows.isEmpty ? nil : TransfersViewModel(transfers: rows)
    }

    /// - Returns: `nil` for a message without a file.
    private static func row(_ message: Transfers.Taking, _ model: ChatModel) -> TransfersViewModel.Row? {
        message.name.map { name in
            TransfersViewModel.Row(
                chat: message.key.chat,
                title: model.chats[message.key.chat]?.title ?? message.key.chat.text,
                message: message.key.message,
                name: name,
                isUpload: true,
                isBeingRead: true,
                doneCount: message.done,
                progressText: message.done > 0 ? "being read, \(FileText.size(message.done))" : "being read",
                cancel: Action(.file(.cancelling(message.key))))
        }
    }

    private static func row(_ transfer: Transfers.Transfer, _ model: ChatModel) -> TransfersViewModel.Row {
        TransfersViewModel.Row(
            chat: transfer.key.chat,
            title: model.chats[transfer.key.chat]?.title ?? transfer.key.chat.text,
            message: transfer.key.message,
            name: transfer.file.name,
            isUpload: transfer.isUpload,
            isBeingRead: false,
            doneCount: transfer.done,
            byteCount: transfer.file.byteCount,
            progressText: progress(transfer),
            cancel: Action(.file(.cancelling(transfer.key))))
    }

    private static func progress(_ transfer: Transfers.Transfer) -> String {
        let done = FileText.size(transfer.done)
        guard let all = transfer.file.byteCount, all > 0, transfer.done <= all else { return done }
        let part = "\(Int(Double(transfer.done) / Double(all) * 100)) % of \(FileText.size(all))"
        guard let rate = transfer.rate else { return part }
        let left = FileText.time((Double(all - transfer.done) / rate).rounded(.up))
        return "\(part), \(FileText.size(Int64(min(rate, 1e18))))/s, \(left) left"
    }
}
