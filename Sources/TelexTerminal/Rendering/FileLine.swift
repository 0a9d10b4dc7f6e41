import TelexCore

/// The line about the file of a message.
enum FileLine {
    static func text(_ file: MessagesViewModel.File, isOwn: Bool, isPlain: Bool) -> StyledText {
        let place =
            switch file.state {
            case .remote: ""
            case .fetching: "  (fetching…)"
            case .here: isOwn ? "" : "  (here)"
            case .failed: "  (not fetched)"
            }
        return StyledText(isPlain ? "File: " : "▤ ", .secondary) + StyledText(HarmlessText.of(file.name), .link)
            + StyledText("  \(file.fileText)\(place)", .secondary)
    }

    /// The files that are being transferred.
    static func lines(_ model: TransfersViewModel) -> [StyledText] {
        if model.transfers.isEmpty { return [StyledText("No file is being transferred.", .secondary)] }
        return model.transfers.map { StyledText("\($0.title): ", .accent) + progress($0) }
    }

    /// How far a file has been transferred.
    static func progress(_ transfer: TransfersViewModel.Row) -> StyledText {
        let name = TextWidth.cut(HarmlessText.of(transfer.name), to: 24)
        return StyledText("\(transfer.isUpload ? "↑" : "↓") \(name) \(transfer.progressText)")
    }
}
