/// Why a typed line did nothing, and what to do.
enum Complaint: Error, Equatable {
    case unknownCommand(String, nearest: Command?)
    case noChatOpen
    case noForm
    case noSuchChat(String, nearest: String?)
    case manyChats(String, [String])
    /// We are only invited to the chat.
    case notJoined(String)
    /// We have asked to join the chat.
    case notLetIn(String)
    /// Another chat has taken the place of this one.
    case replaced(String)
    case needsArgument(Command)
    case wrongArgument(Command, String)
    case nothingToDo(Command)
    case noSuchNumber(Int, of: Int)
    /// What the screen shows beside this number is no longer in the list, which the command prints.
    case gone(Int, String, Command)
    case notificationGone(String, String)
    /// The last message of the user cannot be edited or deleted.
    case notChangeable(Command, isSent: Bool)
    /// Only the user's last message can be deleted by a command.
    case onlyTheLast
    /// Older messages are shown, and the last one of ours may not be among them.
    case notAtEnd(Command)
    case formOpen(Command)
    case notVirtual
    case badSpan(String)
    case notUTF8
    case tooLong
    case noEditor
    case unreadable(String, String)
    case unwritable(String, String)
    case noSuchContact(String)
    case manyContacts(String, Int)
    case refused(String)

    var sentence: String {
        switch self {
        case .unknownCommand(let name, let nearest?):
            "There is no command /\(name). Did you mean /\(nearest.name)? /help lists all."
        case .unknownCommand(let name, nil): "There is no command /\(name). /help lists all."
        case .noChatOpen: "No chat is open, so nothing was sent. /open one of the list, or /new NAME to start one."
        case .noForm: "No chat is being made. /new opens the form."
        case .noSuchChat(let name, let nearest?): "No chat is called \"\(name)\". Did you mean \"\(nearest)\"?"
        case .noSuchChat(let name, nil): "No chat is called \"\(name)\". /chats lists them; /new \(name) starts one."
        case .manyChats(let name, let contacts):
            "\"\(name)\" may be \(contacts.joined(separator: ", ")). Type more of the name, or the number of /chats."
        case .notJoined(let name): "You are invited to \"\(name)\". /accept the invitation, then send something."
        case .notLetIn(let name): "You asked to join \"\(name)\". You can write once somebody lets you in."
        case .replaced(let name):
            "\"\(name)\" has been replaced, so nothing was sent. /open it, then /continue in the new chat."
        case .needsArgument(let command):
            "It needs more: \(HelpText.usage(command)). /help \(command.name) explains it."
        case .wrongArgument(let command, let argument):
            "\"\(argument)\" is not what it takes: \(HelpText.usage(command)). /help \(command.name) explains it."
        case .nothingToDo(let command):
            "There is nothing for /\(command.name) here: it \(command.summary)."
        case .noSuchNumber(let number, let count):
            count == 0
                ? "There is no number \(number) here." : "There is no number \(number): they go from 1 to \(count)."
        case .gone(let number, let name, let command):
            "Number \(number), \"\(name)\", is no longer in the list. /\(command.name) shows the current list."
        case .notificationGone(let who, let text):
            "The notification \"\(who): \(text)\" is no longer there. /chats lists the chats."
        case .notChangeable(let command, isSent: false):
            "Your last message is not sent yet. /\(command.name) changes only sent messages."
        case .notChangeable(let command, isSent: true):
            "Your last message is not plain text. /\(command.name) changes only plain text."
        case .onlyTheLast:
            "In a chat, /delete takes no argument: it deletes your last message. To delete a contact, type /contacts, "
                + "then /delete NAME."
        case .notAtEnd(let command):
            "Older messages are shown. Type /latest first, then /\(command.name) again."
        case .formOpen(let command):
            "A form is open. Finish it or /close it, then type /\(command.name) again."
        case .notVirtual: "The clock moves by itself. Start with --clock virtual to move it."
        case .badSpan(let text): "\"\(text)\" is no span of time. Write an integer and ms, s, m, h or d, such as 2s."
        case .notUTF8: "That line is not UTF-8, so nothing was done with it."
        case .tooLong: "That line is too long, so nothing was done with it."
        case .noEditor: "/editor needs a terminal with a line editor; here, type or paste the message."
        case .unreadable(let path, let reason): "Cannot read \(path): \(reason). Check the path and try again."
        case .unwritable(let path, let reason): "Cannot write \(path): \(reason). Choose another file."
        case .noSuchContact(let name):
            "No contact is called \"\(name)\". /contacts lists them; /add FIRST LAST adds one."
        case .manyContacts(let name, let count):
            "\"\(name)\" may be \(count) contacts. Type more of the name, or the number of /contacts."
        case .refused(let why): why
        }
    }
}
