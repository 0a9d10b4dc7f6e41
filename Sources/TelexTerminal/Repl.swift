import Foundation
import TelexCore
import TelexRuntime

/// A line as the REPL reads it.
package enum ReplLine: Hashable, Sendable {
    case text(String, number: Int)
    case tooLong
    case notUTF8

    /// - Parameter bytes: the line without its end; `nil` when it was too long to be kept.
    package static func decode(_ bytes: ArraySlice<UInt8>?, number: Int) -> ReplLine {
        guard let bytes else { return .tooLong }
        guard let text = String(validating: bytes, as: UTF8.self) else { return .notUTF8 }
        return .text(text.hasSuffix("\r") ? String(text.dropLast()) : text, number: number)
    }
}

/// The JSON protocol, as the REPL reaches it: it knows nothing of how it is written.
package protocol ReplProtocol: AnyObject {
    /// Says hello and shows all views as JSON lines.
    func begin() throws
    /// Shows them no more.
    func stop()
    /// Takes a line of the protocol; returns the sentence that says why it could not be taken.
    func take(_ line: String, number: Int) throws -> String?
}

/// The plain line mode: commands in, text out.
package final class Repl {
    private let session: Session
    private let skin: TextSkin
    private let terminal: TerminalOutput
    private let wire: any ReplProtocol
    private let kind: TerminalKind
    private let complain: (String) -> Void
    private var isJSON: Bool

    /// - Parameters:
    ///   - isJSON: whether to begin with JSON lines rather than text.
    ///   - aside: takes what is said while the output carries JSON lines.
    package init(
        _ session: Session, output: FileOutput, kind: TerminalKind, wire: any ReplProtocol, isJSON: Bool,
        aside: @escaping (String) -> Void
    ) {
        self.session = session
        self.kind = kind
        self.wire = wire
        self.isJSON = isJSON
        terminal = TerminalOutput(
            output, isJSON ? TerminalKind(isInteractive: false, hasColour: false, canMove: false) : kind)
        skin = TextSkin(terminal)
        complain = aside
        session.add(GatedSkin(skin, isSilent: { [unowned self] in self.isJSON }))
    }

    /// Shows the views and starts the flow.
    package func begin() throws {
        skin.bind(to: session.telex)
        session.markShownAsRead()
        if isJSON { try wire.begin() }
        try session.receive(.chat(.started))
        try session.flush()
    }

    /// Takes one line; returns whether to go on.
    package func take(_ line: ReplLine) throws -> Bool {
        terminal.lineWasTyped()
        var goesOn = true
        do {
            switch line {
            case .tooLong: throw Complaint.tooLong
            case .notUTF8: throw Complaint.notUTF8
            case .text(let text, let number): goesOn = try take(Typed.parse(text), number)
            }
        } catch let complaint as Complaint {
            say([StyledText(complaint.sentence, .red)])
        }
        try session.flush()
        return goesOn
    }

    /// Says that what is under way is being waited for.
    package func sayDraining() throws {
        if kind.isInteractive { say(["Waiting for what is under way…"]) }
        try session.flush()
    }

    private func take(_ typed: Typed, _ number: Int) throws -> Bool {
        switch typed {
        case .nothing: break
        case .text(let text): try session.receive(ActionFinder(skin: skin).text(text))
        case .unknown(let name, let nearest): throw Complaint.unknownCommand(name, nearest: nearest)
        case .command(.quit, _): return false
        case .command(let command, let argument): try run(command, argument, number)
        }
        return true
    }

    private func run(_ command: Command, _ argument: String, _ number: Int) throws {
        let actions = ActionFinder(skin: skin)
        switch command {
        case .help: try help(argument)
        case .new: try new(argument)
        case .open: try session.receive(actions.open(argument))
        case .chats: try showChats()
        case .more:
            let more = skin.chatList.current?.loadMore
            try session.receive(actions.press(more ?? skin.notification.current?.loadMore, command))
            if more != nil { skin.askForChatList() }
        case .reload:
            try session.receive(actions.press(skin.chatList.current?.retry, command))
            skin.askForChatList()
        case .find: try session.receive(actions.find(argument))
        case .choose: try session.receive(actions.choose(argument))
        case .cancel: try session.receive(actions.press(skin.createChat.current?.cancel, command))
        case .back:
            let back = skin.messages.current?.back ?? skin.createChat.current?.cancel
            try session.receive(actions.press(back, command))
        case .older: try session.receive(actions.press(skin.messages.current?.loadOlder, command))
        case .retry: try session.receive(actions.retry(argument))
        case .read: try session.receive(actions.press(skin.messages.current?.afterShowingMessages, command))
        case .go: try session.receive(actions.notification(argument, command).tapped.event)
        case .dismiss: try session.receive(actions.notification(argument, command).dismissed.event)
        case .connect: try session.receive(actions.press(skin.connection.current?.retry, command))
        case .status: status()
        case .json: try json(argument)
        case .line:
            if let refusal = try wire.take(argument, number: number) { throw Complaint.refused(refusal) }
        case .advance: try advance(argument)
        case .quit: break
        }
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
            while let back = skin.createChat.current?.cancel ?? skin.messages.current?.back {
                try session.receive(back.event)
            }
        }
    }

    private func status() {
        guard let connection = skin.connection.current else { return }
        say([ConnectionText.line(connection, unread: skin.badge.current?.total ?? 0)])
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

/// Keeps the text silent while the output carries JSON lines; it follows the views all the same, for the commands.
private final class GatedSkin: Outlet {
    private let skin: TextSkin
    private let isSilent: () -> Bool

    init(_ skin: TextSkin, isSilent: @escaping () -> Bool) {
        self.skin = skin
        self.isSilent = isSilent
    }

    func release() throws { if isSilent() { skin.follow() } else { try skin.release() } }
    func discard() { skin.discard() }
    func idle() throws { if !isSilent() { try skin.idle() } }
}
