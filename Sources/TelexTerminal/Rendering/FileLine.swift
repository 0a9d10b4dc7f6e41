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

    /// How far a file has been transferred.
    static func progress(_ transfer: TransfersViewModel.Row) -> StyledText {
        let name = TextWidth.cut(HarmlessText.of(transfer.name), to: 24)
        return StyledText("\(transfer.isUpload ? "↑" : "↓") \(name) \(transfer.progressText)")
    }
}
