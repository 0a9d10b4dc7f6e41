import Foundation
import TelexCore
import TelexRuntime

/// Commands about files that messages bring.
extension Command {
    static let fileCommands: [Command] = [.send, .fetch, .view, .save, .cancel]

    static let send = Command(
        "send FILE [CAPTION]", "send a file to the open chat",
        details:
            "CAPTION is a text about it. Several absolute paths send several files without one. A name with spaces needs nothing, but can be in quotation marks: /send \"my photo.jpg\" "
            + "The harbour. The others see its name, type and length, and decide whether to fetch it.",
        actions: ["messages.sendFile"]
    ) { try $0.sendFile() }

    static let fetch = Command(
        "fetch [NUMBER]", "download the file of a message",
        details:
            "Of message NUMBER, counted from the last message of the chat (/numbers shows it), or of the last one with a file. "
            + "It stays until others need the room; /save copies it to a folder of your choice. What /search has found is opened "
            + "by /choose first.",
        actions: ["messages.fetch", "found.fetch"]
    ) {
        let (row, file, _) = try $0.actions.withFile($0.argument, $0.command)
        if file.state == .here {
            throw Complaint.refused("\(file.name) is here already. /view opens it, /save copies it.")
        }
        try $0.press(file.fetch, orSay: row.file?.state == .fetching ? "It is being fetched." : FileText.unavailable)
    }

    static let save = Command(
        "save [NUMBER] [FILE]", "save the file of a message, or the reminder in the open form",
        details:
            "Of message NUMBER, counted from the last message of the chat (/numbers shows it), or of the last one with a file. "
            + "FILE is a new file or a folder; without it, the folder for downloads of your desktop ($XDG_DOWNLOAD_DIR or "
            + "user-dirs.dirs), Downloads in your home folder, or else the working directory. Nothing is overwritten. In the form of a reminder, /save alone saves that.",
        actions: ["messages.save", "found.save", "reminderForm.save"]
    ) { if $0.screen.reminderForm == nil { try $0.saveFile() } else { try $0.saveReminder() } }

    static let view = Command(
        "view [NUMBER]", "open the file of a message with a program",
        details:
            "Fetches the file of message NUMBER, or of the last one with a file, and opens it with the program that your "
            + "desktop has for its type, once you have agreed by /view again. Only pictures, sounds, videos, PDFs and plain "
            + "texts are opened; /save the others.",
        actions: ["messages.fetch"]
    ) { try $0.viewFile() }

    static let cancel = Command(
        "cancel", "stop sending or fetching files",
        details: "What was not sent stays in the chat, and /retry sends it again.",
        actions: ["transfers.cancel"]
    ) {
        guard let transfers = $0.screen.transfers?.transfers, !transfers.isEmpty else {
            throw Complaint.refused("No file is being sent or fetched.")
        }
        for transfer in transfers { try $0.receive(transfer.cancel.event) }
    }
}

extension Invocation {
    fileprivate func sendFile() throws {
        if argument.isEmpty { throw Complaint.needsArgument(command) }
        guard let chat = screen.messages else { throw Complaint.noChatOpen }
        if let paths = FilePath.all(argument), paths.count > 1, let send = chat.sendFile {
            for path in paths { try receive(send.filled("", path)) }
            return screen.note(.message)
        }
        let file = FilePath(argument, home: UserFile.home)
        if let missing = FilePath.missing(argument) {
            throw Complaint.refused("There is no file \(HarmlessText.of(missing)).")
        }
        if !file.rest.isEmpty, !FileManager.default.fileExists(atPath: file.path) {
            let typed = HarmlessText.of(argument)
            throw Complaint.refused("There is no file \"\(typed)\", and none whose path is the beginning of that.")
        }
        guard case .message(.sending(var message))? = chat.sendFile?.filled("", file.path) else {
            throw Complaint.refused(chat.errorText ?? "Nothing can be sent here.")
        }
        message.text = file.rest
        try receive(file.rest.isEmpty ? .message(.sending(message)) : actions.composed(.message(.sending(message))))
        screen.note(.message)
    }

    fileprivate func saveFile() throws {
        let (_, file, rest) = try actions.withFile(argument, command)
        guard let save = file.save else { throw Complaint.refused(FileText.unavailable) }
        let path = rest.isEmpty ? Self.downloads : FilePath.whole(rest, home: UserFile.home)
        try receive(save.filled(path))
    }

    /// The folder for what was downloaded: that of the user, or else the working directory.
    private static var downloads: String {
        DownloadsFolder.path(ProcessInfo.processInfo.environment) ?? WorkingDirectory.absolute(".")
    }

    fileprivate func viewFile() throws {
        let (row, file, _) = try actions.withFile(argument, command)
        guard let opener = repl.options.opener else {
            throw Complaint.refused(
                "Files cannot be opened here: neither xdg-open nor open was found. /save copies it.")
        }
        if let refusal = ViewedFile.refusal(file) { throw Complaint.refused(refusal) }
        if !repl.mayView {
            repl.mayView = true
            return say(
                StyledText(
                    "/view opens files with \(opener). /view again opens \(HarmlessText.of(file.name)).", .secondary))
        }
        let show = { [skin = repl.skin] (file: MessagesViewModel.File) in
            skin.say(ViewedFile.open(file, with: opener))
        }
        if file.state == .here { return show(file) }
        if file.state != .fetching { try press(file.fetch, orSay: FileText.unavailable) }
        repl.skin.awaited = (row.message, show)
    }
}
