import Foundation
import TelexCore
import TelexRuntime

/// Commands in, text out.
package final class Repl {
    private let session: Session
    private let skin: TextSkin
    private let output: any TextOutput
    private let wire: any ReplProtocol
    private let complain: (String) -> Void
    private let mode: Mode
    /// What takes the lines of a program that joins in, if somebody else does.
    package var feeder: (any LineTaker)?

    /// What is printed.
    private final class Mode {
        var isJSON: Bool
        init(isJSON: Bool) { self.isJSON = isJSON }
    }

    private var isJSON: Bool {
        get { mode.isJSON }
        set { mode.isJSON = newValue }
    }

    /// The plain line mode.
    ///
    /// - Parameters:
    ///   - isJSON: whether to begin with JSON lines rather than text.
    ///   - aside: takes what is said while the output carries JSON lines.
    package convenience init(
        _ session: Session, _ company: Company, output: FileOutput, kind: TerminalKind, wire: any ReplProtocol,
        isJSON: Bool, aside: @escaping (String) -> Void
    ) {
        let kind = isJSON ? TerminalKind(isInteractive: false, hasColour: false, canMove: false) : kind
        self.init(session, company, TerminalOutput(output, kind), wire, isJSON, aside)
    }

    /// At a line editor.
    package convenience init(
        _ session: Session, _ company: Company, editor: EditorOutput, wire: any ReplProtocol, isJSON: Bool
    ) {
        self.init(session, company, editor, wire, isJSON) { [unowned editor] in editor.print(.line(StyledText($0))) }
    }

    private init(
        _ session: Session, _ company: Company, _ output: any TextOutput, _ wire: any ReplProtocol, _ isJSON: Bool,
        _ aside: @escaping (String) -> Void
    ) {
        self.session = session
        self.wire = wire
        self.output = output
        let mode = Mode(isJSON: isJSON)
        self.mode = mode
        skin = TextSkin(output, company) { mode.isJSON }
        complain = aside
        session.add(skin)
    }

    /// Shows the views and starts the flow.
    ///
    /// - Parameter notice: a sentence to print before all else.
    package func begin(_ notice: String?) throws {
        if let notice { say([StyledText(notice)]) }
        skin.bind(to: session.telex)
        session.markShownAsRead()
        if isJSON { try wire.begin() }
        try session.receive(.chat(.started))
        try session.flush()
    }

    /// Whether a line must wait: one that follows `/new`, for its chat; one that is piped in, for the first connection,
    /// since nobody looks whether it is there.
    package func holds(_ line: ReplLine) -> Bool {
        guard case .text(let text, _) = line else { return false }
        switch Typed.parse(text) {
        case .nothing, .command(.cancel, _), .command(.quit, _), .command(.help, _), .command(.status, _): return false
        default: break
        }
        let isConnecting = !output.isInteractive && skin.connection.current?.state == .connecting && !skin.hasTried
        return skin.createChat.current?.shouldShowBusy == true || isConnecting
    }

    /// Whether the line is `/quit`.
    package static func isQuit(_ line: ReplLine) -> Bool {
        guard case .text(let text, _) = line, case .command(.quit, _) = Typed.parse(text) else { return false }
        return true
    }

    /// Takes one line; returns whether to go on.
    package func take(_ line: ReplLine) throws -> Bool {
        var goesOn = true
        do {
            switch line {
            case .tooLong, .notUTF8:
                output.took("", isMessage: true)
                throw line == .tooLong ? Complaint.tooLong : Complaint.notUTF8
            case .lookUp(let query): try lookUp(query)
            case .typing:
                if let messages = skin.messages.current { try session.receive(messages.whileTyping.event) }
            case .wire(let bytes, let number): try feed(bytes, number)
            case .text(let text, let number):
                let typed = Typed.parse(text)
                output.took(text, isMessage: typed.isText && skin.messages.current != nil)
                goesOn = try take(typed, number)
            }
        } catch let complaint as Complaint {
            say([StyledText(complaint.sentence, .red)])
        }
        try session.flush()
        return goesOn
    }

    private func lookUp(_ query: String) throws {
        guard let search = skin.createChat.current?.search ?? skin.chatList.current?.findPeople else { return }
        skin.lookedUp = query
        try session.receive(search.filled(query))
    }

    private func feed(_ line: [UInt8]?, _ number: Int) throws {
        if let refusal = try (feeder ?? wire).take(line, number: number) { throw Complaint.refused(refusal) }
    }

    /// Says that what is under way is being waited for.
    package func sayDraining() throws {
        skin.isDraining = true
        if output.isInteractive, !output.showsStanding { say(["Waiting for what is under way…"]) }
        try session.flush()
    }

    private func take(_ typed: Typed, _ number: Int) throws -> Bool {
        switch typed {
        case .nothing: break
        case .text(let text) where skin.addReminder.current != nil:
            try ReminderCommands(skin: skin, session: session).type(text)
        case .text(let text) where skin.addContact.current != nil:
            try ContactCommands(skin: skin, session: session).finish(text)
        case .text(let text): try session.receive(ActionFinder(skin: skin).text(text))
        case .unknown(let name, let nearest): throw Complaint.unknownCommand(name, nearest: nearest)
        case .command(.quit, _):
            skin.isLeaving = true
            return false
        case .command(let command, let argument): try run(command, argument, number)
        }
        return true
    }

    private func run(_ command: Command, _ argument: String, _ number: Int) throws {
        let actions = ActionFinder(skin: skin)
        let contacts = ContactCommands(skin: skin, session: session)
        let reminders = ReminderCommands(skin: skin, session: session)
        switch command {
        case .help: try help(argument)
        case .new: try new(argument)
        case .open: try openChat(actions.open(argument))
        case .chats: try showChats()
        case .more:
            if let list = skin.contactList.current {
                try session.receive(actions.press(list.loadMore, command))
                return skin.askForContacts()
            }
            if let list = skin.upcoming.current {
                try session.receive(actions.press(list.loadMore, command))
                return skin.askForUpcoming()
            }
            let more = skin.chatList.current?.loadMore
            try session.receive(actions.press(more ?? skin.notification.current?.loadMore, command))
            if more != nil { skin.askForChatList() }
        case .reload:
            try session.receive(actions.press(skin.contactList.current?.retry ?? skin.chatList.current?.retry, command))
            skin.askForChatList()
        case .find:
            skin.lookedUp = nil
            try session.receive(actions.find(argument))
        case .choose: try session.receive(actions.choose(argument))
        case .cancel:
            try session.receive(
                actions.press(
                    skin.createChat.current?.cancel ?? skin.addContact.current?.cancel
                        ?? skin.addReminder.current?.cancel,
                    command))
        case .back:
            try session.receive(actions.press(top, command))
        case .contacts: try contacts.show()
        case .add: try contacts.add(argument)
        case .rename: try contacts.rename(argument)
        case .remove: try contacts.remove(argument)
        case .talk: try contacts.talk(argument)
        case .import: try contacts.take(argument)
        case .export: try contacts.give(argument)
        case .upcoming: try reminders.show()
        case .remind: try reminders.remind(argument)
        case .save: try reminders.save()
        case .done: try reminders.finish(argument)
        case .undo: try reminders.undo()
        case .visit: try reminders.visit(argument)
        case .calendar: try reminders.give(argument)
        case .history: try session.receive(actions.press(skin.messages.current?.loadOlder, command))
        case .retry: try session.receive(actions.retry(argument))
        case .correct: try session.receive(actions.correct(argument))
        case .delete: try session.receive(actions.delete())
        case .read: try session.receive(actions.press(skin.messages.current?.afterShowingMessages, command))
        case .accept: try session.receive(actions.answer(argument, command, \.accept))
        case .decline: try session.receive(actions.answer(argument, command, \.decline))
        case .go: try openChat(actions.notification(argument, command).tapped.event)
        case .dismiss: try session.receive(actions.notification(argument, command).dismissed.event)
        case .connect:
            skin.askForConnection()
            try session.receive(actions.press(skin.connection.current?.retry, command))
        case .status: status()
        case .edit: if !output.edit(argument) { throw Complaint.noEditor }
        case .json: try json(argument)
        case .line:
            if let refusal = try wire.take(Array(argument.utf8), number: number) { throw Complaint.refused(refusal) }
        case .advance: try advance(argument)
        case .quit: break
        }
    }

    /// Sends an event that opens a chat. A chat that is open already is printed again.
    private func openChat(_ event: Event) throws {
        let before = skin.messages.current?.chat
        try session.receive(event)
        if let before, skin.messages.current?.chat == before { skin.askForChat() }
    }

    private func help(_ argument: String) throws {
        let name = argument.hasPrefix("/") ? String(argument.dropFirst()) : argument
        if name.isEmpty { return say(HelpText.lines) }
        guard case .command(let command, _) = Typed.parse("/\(name)") else {
            let nearest = Nearness.nearest(to: name, in: Command.allCases.map(\.rawValue)).flatMap(Command.init)
            throw Complaint.unknownCommand(name, nearest: nearest)
        }
        say(HelpText.lines(command))
    }

    private func new(_ name: String) throws {
        try session.together {
            if skin.createChat.current == nil, let addChat = skin.chatList.current?.addChat {
                try session.receive(addChat.event)
            }
            if !name.isEmpty, let create = skin.createChat.current?.create { try session.receive(create.filled(name)) }
        }
    }

    private func showChats() throws {
        skin.askForChatList()
        try session.together {
            while let back = top {
                try session.receive(back.event)
            }
        }
    }

    /// The way out of the screen on top.
    private var top: Action? {
        skin.messages.current?.back ?? skin.createChat.current?.cancel ?? skin.addContact.current?.cancel
            ?? skin.contactList.current?.back ?? skin.addReminder.current?.cancel ?? skin.upcoming.current?.back
    }

    private func status() {
        guard let connection = skin.connection.current else { return }
        say([
            ConnectionText.line(
                connection, unread: skin.badge.current?.total ?? 0, contact: skin.messages.current?.contact)
        ])
    }

    private func json(_ argument: String) throws {
        switch argument {
        case "on" where !isJSON:
            isJSON = true
            try wire.begin()
        case "off" where isJSON:
            wire.stop()
            isJSON = false
            skin.askForChatList()
        case "on", "off": break
        case "": throw Complaint.needsArgument(.json)
        default: throw Complaint.wrongArgument(.json, argument)
        }
    }

    private func advance(_ argument: String) throws {
        guard session.clock.isVirtual else { throw Complaint.notVirtual }
        guard let seconds = DurationText.seconds(argument) else {
            throw argument.isEmpty ? Complaint.needsArgument(.advance) : Complaint.badSpan(argument)
        }
        try session.flush()
        try session.advance(by: seconds)
    }

    private func say(_ lines: [StyledText]) {
        if isJSON {
            for line in lines { complain(line.rendered(inColour: false)) }
        } else {
            for line in lines { skin.say(line) }
        }
    }
}
