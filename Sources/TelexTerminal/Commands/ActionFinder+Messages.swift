import TelexCore

/// Commands about messages of the open chat.
extension ActionFinder {
    func retry(_ argument: String) throws(Complaint) -> Event {
        guard seen.messages?.chat == screen.messages?.chat else { throw .chatChanged(.retry) }
        guard let chat = seen.messages else { throw .nothingToDo(.retry) }
        let refused = chat.messages.filter { $0.retry != nil }
        guard let last = refused.last else { throw .refused("No message of this chat was refused.") }
        let row = argument.isEmpty ? last : try pick(try number(argument, .retry), refused)
        guard let retry = try now(row).retry else { throw .refused("The message is no longer refused.") }
        return retry.event
    }

    /// Returns the event of `/me`, which sends an action of ours.
    func emote(_ argument: String) throws -> Event {
        if argument.isEmpty { throw Complaint.needsArgument(.me) }
        guard let chat = screen.messages else { throw Complaint.noChatOpen }
        guard case .message(.sending(var message))? = chat.send?.filled(argument) else {
            throw Complaint.refused(chat.errorText ?? "Nothing can be sent here.")
        }
        message.kind = .emote
        return try composed(.message(.sending(message)))
    }

    /// Returns the event of `/edit`: of the message with that number, or else of our last one. A number alone removes a
    /// caption.
    func edit(_ argument: String) throws -> Event {
        if let underCursor { return try composed(action(.edit, on: now(underCursor)).filled(argument)) }
        if let number = Self.leadingNumber(of: argument), Self.number(in: argument) == nil {
            let row = try own(number, .edit)
            if row.file != nil { return try action(.edit, on: row).filled("") }
        }
        try checkText(argument, .edit)
        guard let (number, text) = Self.number(in: argument) else {
            return try composed(action(.edit, on: lastOwn(.edit)).filled(argument))
        }
        return try composed(action(.edit, on: own(number, .edit)).filled(text))
    }

    /// Returns the event of `/reply`: to the message with that number, or else to the last one of somebody else.
    func reply(_ argument: String) throws -> Event {
        try checkText(argument, .reply)
        let (row, text) = try target(argument, .reply) { !$0.isOwn }
        guard let reply = screen.messages?.reply else { throw Complaint.nothingToDo(.reply) }
        return try composed(reply.filled(text, row.message.text))
    }

    /// Returns the event of `/react`: of the message with that number, or else of the last one.
    func react(_ argument: String) throws(Complaint) -> Event {
        try checkText(argument, .react)
        let (row, typed) = try target(argument, .react) { _ in true }
        guard let key = Shortcodes.emoji(typed) else { throw .noEmoji(typed) }
        if let known = row.reactions?.first(where: { $0.key == key }), let toggle = known.toggle { return toggle.event }
        guard let react = screen.messages?.react else { throw .nothingToDo(.react) }
        return react.filled(row.message.text, key)
    }

    /// Returns the event of `/report`: of the message with that number, or else of the last one of somebody else. The core says
    /// where the server takes no reports.
    func report(_ argument: String) throws(Complaint) -> Event {
        let row: Shown<MessagesViewModel.Row>, reason: String
        if underCursor == nil, let number = Int(argument) {
            (row, reason) = (try message(number, .report), "")
        } else {
            (row, reason) = try target(argument, .report) { !$0.isOwn }
        }
        guard let chat = screen.messages?.chat else { throw .nothingToDo(.report) }
        return .message(.reporting(MessageReport(chat: chat, message: row.message, reason: reason)))
    }

    /// Returns what the answer with that number, or else the last one, answers.
    func original(_ argument: String) throws(Complaint) -> MessagesViewModel.Reply {
        let row: Shown<MessagesViewModel.Row>?
        if argument.isEmpty {
            row = seen.messages?.messages.last { $0.replyTo != nil }
        } else {
            row = try message(try number(argument, .original), .original)
        }
        guard let reply = row?.replyTo else {
            throw .refused(
                argument.isEmpty ? "No message here answers another one." : "The message answers no other one.")
        }
        return reply
    }

    /// Returns the message of `/copy`: the one with that number, or else the last one.
    func copied(_ argument: String) throws(Complaint) -> Shown<MessagesViewModel.Row> {
        if argument.isEmpty { return try target(argument, .copy) { _ in true }.0 }
        return try message(try number(argument, .copy), .copy)
    }

    /// Returns the message of `/spoiler`: the one with that number, or else the last one with hidden parts.
    func spoiler(_ argument: String) throws(Complaint) -> Shown<MessagesViewModel.Row> {
        let row =
            argument.isEmpty
            ? seen.messages?.messages.last { Self.hasSpoiler($0) }
            : try message(try number(argument, .spoiler), .spoiler)
        guard let row, Self.hasSpoiler(row) else { throw .refused("The message has no hidden parts.") }
        return row
    }

    /// Returns the message of a command about a file: the one with the number that the argument begins with, or else the
    /// last one with a file; and the rest of the argument.
    func withFile(
        _ argument: String, _ command: Command
    ) throws(Complaint) -> (row: Shown<MessagesViewModel.Row>, file: MessagesViewModel.File, rest: String) {
        let words = argument.split(separator: " ", maxSplits: 1)
        let number = words.first.flatMap { $0.allSatisfy { $0.isASCII && $0.isNumber } ? Int($0) : nil }
        let (row, rest): (Shown<MessagesViewModel.Row>?, String)
        if let underCursor {
            (row, rest) = (try now(underCursor), argument)
        } else if let number {
            (row, rest) = (try message(number, command), words.count > 1 ? String(words[1]) : "")
        } else {
            (row, rest) = (try chat(command).messages.last { $0.file != nil }, argument)
        }
        guard let row, let file = row.file else {
            throw .refused(number == nil ? "No message here has a file." : "This message has no file.")
        }
        return (row, file, rest)
    }

    private static func hasSpoiler(_ row: Shown<MessagesViewModel.Row>) -> Bool {
        row.spans?.contains { $0.style == .spoiler } == true
    }

    /// The message that a command is about: the one with the number that the argument begins with, or else the last one
    /// that `suits`. Returns the rest of the argument as well.
    private func target(
        _ argument: String, _ command: Command, _ suits: (Shown<MessagesViewModel.Row>) -> Bool
    ) throws(Complaint) -> (Shown<MessagesViewModel.Row>, rest: String) {
        // In the reader, a number is part of the text.
        if let row = underCursor {
            guard row.kind != .deleted, row.kind != .system else {
                throw .refused("This message is deleted, or a change to the chat.")
            }
            return (try now(row), argument)
        }
        if let (number, rest) = Self.number(in: argument) {
            let row = try message(number, command)
            if row.kind == .deleted || row.kind == .system { throw .notAnswerable(number) }
            return (row, rest)
        }
        let last = try chat(command).messages.last {
            $0.kind != .deleted && $0.kind != .system && !$0.isIgnored && suits($0)
        }
        guard let last else { throw .nothingToDo(command) }
        return (try now(last), argument)
    }

    /// The time in which a deletion can be undone, in seconds.
    private static let deletionDelay = 10

    /// Returns the event of `/delete`: of the message with that number, or else of our last one.
    func delete(_ argument: String) throws(Complaint) -> Event {
        let row: Shown<MessagesViewModel.Row>
        if argument.isEmpty {
            if let underCursor { row = try now(underCursor) } else { row = try lastOwn(.delete) }
        } else {
            row = try own(try number(argument, .delete), .delete)
        }
        let event = try action(.delete, on: row).event
        guard case .revision(.deleting(var deletion)) = event else { return event }
        deletion.delay = Self.deletionDelay
        return .revision(.deleting(deletion))
    }

    /// Checks that the argument is more than a number, which could be meant as the number of a message or as the text.
    private func checkText(_ argument: String, _ command: Command) throws(Complaint) {
        if underCursor != nil, !argument.isEmpty { return }
        if argument.allSatisfy({ $0.isASCII && $0.isNumber }) { throw .needsArgument(command) }
    }

    /// The number with which a text begins, and what follows it.
    static func number(in text: String) -> (number: Int, rest: String)? {
        let words = text.split(separator: " ", maxSplits: 1)
        guard words.count > 1, words[0].allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(words[0]) else {
            return nil
        }
        return (number, String(words[1]))
    }

    /// The number with which a text begins, whether something follows it or not.
    static func leadingNumber(of text: String) -> Int? { number(in: text + " .")?.number }

    /// The action with which a command changes a message.
    private func action(_ command: Command, on row: Shown<MessagesViewModel.Row>) throws(Complaint) -> Action {
        guard let action = command == .edit ? row.edit : row.delete else {
            if row.keep != nil { throw .beingDeleted }
            throw row.state == .deleting ? .cannotKeep : .notChangeable(command)
        }
        return action
    }

    /// Returns the user's last message. Never falls back to an earlier message.
    private func lastOwn(_ command: Command) throws(Complaint) -> Shown<MessagesViewModel.Row> {
        guard let last = try chat(command).lastOwn else { throw .nothingToDo(command) }
        return try now(last)
    }

    /// Returns the user's message with that number, counted from the last message of the chat.
    private func own(_ number: Int, _ command: Command) throws(Complaint) -> Shown<MessagesViewModel.Row> {
        let row = try message(number, command)
        guard row.isOwn, row.kind != .deleted else { throw .notOurs(number) }
        return row
    }

    /// Returns the message with that number, counted from the last message of the chat.
    private func message(_ number: Int, _ command: Command) throws(Complaint) -> Shown<MessagesViewModel.Row> {
        let rows = try chat(command).messages
        return try seen.numbers.messages.row(
            number, of: rows.reversed(), in: screen.messages?.messages ?? [],
            gone: { .gone(number, Self.excerpt($0), .numbers) })
    }

    /// Returns the chat that was open when the line began, unless another one is open now.
    private func chat(_ command: Command) throws(Complaint) -> MessagesViewModel {
        guard seen.messages?.chat == screen.messages?.chat else { throw .chatChanged(command) }
        guard let chat = seen.messages else { throw .nothingToDo(command) }
        if chat.latest != nil { throw .notAtEnd(command) }
        return chat
    }

    /// Returns a message as it is now.
    private func now(_ row: Shown<MessagesViewModel.Row>) throws(Complaint) -> Shown<MessagesViewModel.Row> {
        let rows = (screen.messages?.messages ?? []) + (screen.reader?.messages ?? [])
        guard let now = rows.first(where: { $0.id == row.id }), now.kind != .deleted else {
            throw .messageGone(Self.excerpt(row))
        }
        return now
    }

    /// The message under the cursor of the reader; `nil` if the line did not begin there.
    private var underCursor: Shown<MessagesViewModel.Row>? {
        guard let reader = seen.reader, reader.chat == screen.messages?.chat else { return nil }
        return reader.messages.first { $0.message == seen.target }
    }

    private static func excerpt(_ row: Shown<MessagesViewModel.Row>) -> String {
        String(row.said.prefix(40))
    }
}
