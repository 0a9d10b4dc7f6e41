import Foundation
import TelexCore
import TelexRuntime

/// The REPL: executes commands and prints views as text.
package final class Repl {
    let session: any ChatSession
    let skin: TextSkin
    private let output: any TextOutput
    private let wire: any ReplProtocol
    private let complain: (String) -> Void
    /// Executes the lines of a connected program; `nil` if the REPL's own protocol executes them.
    package var feeder: (any LineTaker)?

    /// Whether the output has JSON lines rather than text.
    private var isJSON: Bool { didSet { skin.isSilent = isJSON } }

    /// Creates a REPL in plain line mode.
    ///
    /// - Parameters:
    ///   - isJSON: whether to begin with JSON lines rather than text.
    ///   - aside: prints messages while the output carries JSON lines.
    package convenience init(
        _ session: any ChatSession, _ options: SkinOptions, output: FileOutput, kind: TerminalKind,
        wire: any ReplProtocol,
        isJSON: Bool, aside: @escaping (String) -> Void
    ) {
        let kind = isJSON ? TerminalKind(isInteractive: false, hasColour: false, canMove: false) : kind
        self.init(session, options, TerminalOutput(output, kind), wire, isJSON, aside)
    }

    /// Creates a REPL with a line editor.
    package convenience init(
        _ session: any ChatSession, _ options: SkinOptions, editor: EditorOutput, wire: any ReplProtocol, isJSON: Bool
    ) {
        self.init(session, options, editor, wire, isJSON) { [unowned editor] in editor.print(.line(StyledText($0))) }
    }

    private init(
        _ session: any ChatSession, _ options: SkinOptions, _ output: any TextOutput, _ wire: any ReplProtocol,
        _ isJSON: Bool,
        _ aside: @escaping (String) -> Void
    ) {
        self.session = session
        self.wire = wire
        self.output = output
        self.isJSON = isJSON
        skin = TextSkin(output, options)
        skin.isSilent = isJSON
        complain = aside
        session.add(skin)
    }

    /// Shows the views and starts the flow.
    ///
    /// - Parameter notice: a sentence to print first.
    package func begin(_ notice: String?) throws {
        if let notice { say([StyledText(notice)]) }
        skin.bind(to: session)
        session.markShownAsRead()
        if isJSON { try wire.begin() }
        try session.begin()
        try session.flush()
    }

    /// Whether a line must wait. After `/new`, lines wait for the new chat. Piped lines also wait for the first attempt
    /// to connect.
    package func holds(_ line: ReplLine) -> Bool {
        let text: String
        switch line {
        case .text(let line, _, _, _), .press(let line, _), .scroll(let line): text = line
        default: return false
        }
        switch Typed.parse(text) {
        case .nothing, .command(.close, _), .command(.quit, _), .command(.help, _), .command(.status, _): return false
        default: break
        }
        let isConnecting = !output.isInteractive && skin.connection.current?.state == .connecting && !skin.hasTried
        return skin.chatForm.current?.shouldShowBusy == true || isConnecting
    }

    /// Whether the line is `/quit`.
    package static func isQuit(_ line: ReplLine) -> Bool {
        guard case .text(let text, _, _, _) = line, case .command(.quit, _) = Typed.parse(text) else { return false }
        return true
    }

    /// Executes one line. Returns whether to continue.
    package func execute(_ line: ReplLine) throws -> Bool {
        var goesOn = true
        do {
            switch line {
            case .tooLong, .notUTF8:
                output.took("", isMessage: true)
                throw line == .tooLong ? Complaint.tooLong : Complaint.notUTF8
            case .lookUp(let query): try lookUp(query)
            case .typing:
                if let messages = skin.messages.current { try session.receive(messages.typing.event) }
            case .repaint: skin.repaint()
            case .draft(let text, let chat): try keep(text, in: chat)
            case .wire(let bytes, let number): try feed(bytes, number)
            case .press(let command, let seen):
                skin.answered += 1
                goesOn = try execute(Typed.parse(command), 0, seen)
            case .scroll(let command): goesOn = try execute(Typed.parse(command), 0)
            case .text(let text, let number, let chat, let seen):
                skin.answered += 1
                let typed = Typed.parse(text)
                output.took(text, isMessage: typed.isText && skin.messages.current != nil)
                goesOn = try execute(typed, number, seen, draftOf: chat)
            }
        } catch let complaint as Complaint {
            say([StyledText(complaint.sentence, .red)])
        }
        try session.flush()
        return goesOn
    }

    private func lookUp(_ query: String) throws {
        guard let search = skin.chatForm.current?.search ?? skin.chatList.current?.search else { return }
        skin.lookedUp = query
        try session.receive(search.filled(query))
    }

    private func feed(_ line: [UInt8]?, _ number: Int) throws {
        if let refusal = try (feeder ?? wire).handle(line, number: number) { throw Complaint.refused(refusal) }
    }

    /// Reports that the session waits for pending work.
    package func sayDraining() throws {
        skin.isDraining = true
        if output.isInteractive, !output.showsState { say(["Finishing work in progress…"]) }
        try session.flush()
    }

    private func execute(
        _ typed: Typed, _ number: Int, _ seen: SeenScreen? = nil, draftOf chat: ChatID? = nil
    ) throws -> Bool {
        switch typed {
        case .nothing: break
        case .text(let text): try send(text, draftOf: chat)
        case .unknown(let name, let nearest): throw Complaint.unknownCommand(name, nearest: nearest)
        case .command(let command, let argument):
            let actions = ActionFinder(skin: skin, composer: composer, seen: seen)
            try command.run(
                Invocation(command: command, argument: argument, number: number, repl: self, actions: actions))
        }
        return !skin.isLeaving
    }

    private var composer: Composer { Composer(skin: skin, session: session) { self.say([StyledText($0, .yellow)]) } }

    /// Sends text without a leading `/`. The draft goes with it if the line was the draft.
    private func send(_ text: String, draftOf draft: ChatID?) throws {
        let event = try ActionFinder(skin: skin, composer: composer).text(text)
        try session.together {
            if let chat = skin.messages.current, chat.chat == draft, chat.draftText != nil {
                try session.receive(chat.draft.filled(""))
            }
            try session.receive(event)
        }
    }

    /// Keeps what is typed in a chat, which need not be open any more.
    private func keep(_ text: String, in chat: ChatID) throws {
        try session.receive(.chat(.drafting(Draft(chat: chat, text: text))))
    }

    /// Opens a text in an external editor. Returns whether that is possible here.
    func edit(_ text: String) -> Bool { output.edit(text) }

    /// Shows a text in a pager. Returns whether that is possible here.
    func page(_ text: String) -> Bool { output.page(text) }

    /// Executes a line of the JSON protocol.
    func handleLine(_ line: String, _ number: Int) throws {
        if line.isEmpty { throw Complaint.needsArgument(.line) }
        if let refusal = try wire.handle(Array(line.utf8), number: number) { throw Complaint.refused(refusal) }
    }

    func json(_ argument: String) throws {
        switch argument {
        case "on" where !isJSON:
            if let refusal = wire.refusal { throw Complaint.refused(refusal) }
            isJSON = true
            try wire.begin()
        case "off" where isJSON:
            try wire.stop()
            isJSON = false
            skin.askForChatList()
        case "on", "off": break
        case "": throw Complaint.needsArgument(.json)
        default: throw Complaint.wrongArgument(.json, argument)
        }
    }

    /// Says a sentence about the session.
    package func tell(_ sentence: String) { say([StyledText(sentence, .dim)]) }

    func say(_ lines: [StyledText]) { say(lines.map { Entry(lines: [$0]) }) }

    func say(_ entries: [Entry]) {
        if isJSON {
            for line in entries.flatMap(\.lines) { complain(line.rendered(paint: .none)) }
        } else {
            for entry in entries { skin.say(entry) }
        }
    }
}
