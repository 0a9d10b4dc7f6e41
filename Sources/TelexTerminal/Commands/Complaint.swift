/// Why a typed line had no effect, and what to do about it.
enum Complaint: Error, Equatable {
    case unknownCommand(String, nearest: Command?)
    case noChatOpen
    case noForm
    case noSuchChat(String, nearest: String?)
    case manyChats(String, [String])
    /// The user is invited to the chat and has not joined it.
    case notJoined(String)
    /// The user has asked to join the chat and has not been let in.
    case notLetIn(String)
    /// The user has answered an invitation to the chat, or withdrawn a request to join it.
    case answered(String)
    /// Another chat has replaced this one.
    case replaced(String)
    case needsArgument(Command)
    case wrongArgument(Command, String)
    case nothingToDo(Command)
    case noSuchNumber(Int, of: Int)
    /// Nothing can be sent to the open chat, as the sentence says; what was typed is its draft now.
    case keptAsDraft(String)
    /// No chat has unread messages.
    case nothingUnread
    /// No chat in the bar has this number.
    case noNews(Int)
    /// The row that was printed with this number is no longer in the list. The command prints the current list.
    case gone(Int, String, Command)
    case notificationGone(String, String)
    /// The message cannot be edited or deleted.
    case notChangeable(Command)
    case beingDeleted
    /// The message cannot be kept any more.
    case cannotKeep
    /// A list with this number is not the last one on the screen. The command prints it.
    case notOnScreen(Int, Command)
    /// Another chat was open when the line began.
    case chatChanged(Command)
    /// The line was typed ahead, for a chat that a command was to open.
    case astray
    /// Another screen was open when the text was typed.
    case screenChanged
    /// Another terminal has sent the line, which was the draft of the chat.
    case sentElsewhere
    /// The message that was meant is deleted, or not in the window any more.
    case messageGone(String)
    /// The message with this number is somebody else's, or deleted.
    case notOurs(Int)
    /// The message with this number is deleted, or a change to the chat.
    case notAnswerable(Int)
    case noEmoji(String)
    /// The window shows older messages, so the user's last message may not be loaded.
    case notAtEnd(Command)
    case notVirtual
    case badSpan(String)
    case notUTF8
    case tooLong
    case noEditor
    case noPager
    case noReader
    case noClipboard
    case unreadable(String, String)
    case unwritable(String, String)
    case noSuchContact(String)
    case manyContacts(String, Int)
    case refused(String)

    var sentence: String {
        switch self {
        case .unknownCommand(let name, let nearest?):
            "Unknown command /\(name). Did you mean /\(nearest.name)? /help lists them all."
        case .unknownCommand(let name, nil): "Unknown command /\(name). /help lists them all."
        case .noChatOpen: "No chat is open, so nothing was sent. Use /open to choose one, or /new NAME to start one."
        case .noForm: "No form for a chat is open. /new opens one."
        case .noSuchChat(let name, let nearest?): "No chat is called \"\(name)\". Did you mean \"\(nearest)\"?"
        case .noSuchChat(let name, nil): "No chat is called \"\(name)\". /chats lists them; /new \(name) starts one."
        case .manyChats(let name, let contacts):
            "\"\(name)\" matches \(contacts.map { "\"\($0)\"" }.listed). Type more of the name, or its number in /chats."
        case .notJoined(let name): "You are invited to \"\(name)\". Use /accept first, then send your message."
        case .notLetIn(let name):
            "You asked to join \"\(name)\". You can send messages as soon as a member lets you in."
        case .answered(let name): "The server has not confirmed your answer for \"\(name)\" yet."
        case .replaced(let name):
            "\"\(name)\" has been replaced, so nothing was sent. Open it, then use /continue to open the new chat."
        case .needsArgument(let command):
            "An argument is missing. Usage: \(command.usage). /help \(command.name) explains it."
        case .wrongArgument(let command, let argument):
            "Invalid argument \"\(argument)\". Usage: \(command.usage). /help \(command.name) explains it."
        case .nothingToDo(let command):
            "/\(command.name) does not apply here. Use it to \(command.summary)."
        case .noSuchNumber(let number, let count):
            "There is no number \(number): the list \(count == 0 ? "is empty" : "ends at \(count)")."
        case .keptAsDraft(let reason): "\(reason) What you typed is kept as a draft."
        case .nothingUnread: "No other chat has unread messages."
        case .noNews(let number): "No chat in the bar has the number \(number)."
        case .gone(let number, let name, let command):
            "Number \(number), \"\(name)\", is no longer in the list. /\(command.name) shows the current list."
        case .notificationGone(let who, let text):
            "The notification \"\(who): \(text)\" is gone. /chats lists the chats."
        case .notChangeable(let command):
            "The message has no text of yours. You can only /\(command.name) texts, actions and captions."
        case .beingDeleted: "The message is being deleted already. /undo keeps it. /numbers shows the others."
        case .cannotKeep: "It is too late: the server has been asked to delete the message."
        case .notOnScreen(let number, let list):
            "Number \(number) is not in the list that was printed last. Use /\(list.name), then the number there."
        case .chatChanged(let command):
            "Another chat was open when you began to type, so nothing was done. Type /\(command.name) again."
        case .astray: "The chat that this was typed for did not open, so nothing was done. Up brings the line back."
        case .screenChanged:
            "Another screen was open when you began to type, so nothing was done. Up brings the line back."
        case .sentElsewhere:
            "Another terminal has sent or changed this draft, so nothing was sent. Up brings the line back."
        case .messageGone(let text):
            "The message \"\(text)\" was deleted or is no longer shown, so nothing was done. /numbers shows the last messages."
        case .notOurs(let number):
            "Message \(number) is not yours, or deleted. /numbers shows the numbers of the last messages."
        case .notAnswerable(let number):
            "Message \(number) is deleted, or a change to the chat. /numbers shows the numbers of the last messages."
        case .noEmoji(let name): "No emoji is called \(name). Type : and a part of its name, then Tab."
        case .notAtEnd(let command):
            "Older messages are shown. Type /latest first, then /\(command.name) again."
        case .notVirtual: "The clock moves by itself. Start with --clock virtual to move it."
        case .badSpan(let text): "\"\(text)\" is not a duration. Write an integer and ms, s, m, h or d, such as 2s."
        case .notUTF8: "Ignored: the line is not valid UTF-8."
        case .tooLong: "Ignored: the line is too long."
        case .noReader: "The reader needs a terminal. Here, /history shows older messages."
        case .noClipboard: "Copying needs a terminal."
        case .noEditor: "/editor needs a terminal. Here, type or paste the message."
        case .noPager: "/pager needs a terminal. Here, /history shows older messages."
        case .unreadable(let path, let reason): "Cannot read \(path): \(reason). Check the path and try again."
        case .unwritable(let path, let reason): "Cannot write \(path): \(reason). Choose another file."
        case .noSuchContact(let name):
            "No contact is called \"\(name)\". /contacts lists them; /add FIRST LAST adds one."
        case .manyContacts(let name, let count):
            "\"\(name)\" matches \(count) contacts. Type more of the name, or its number in /contacts."
        case .refused(let why): why
        }
    }
}
