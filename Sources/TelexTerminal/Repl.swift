import Foundation
import TelexCore
import TelexRuntime

/// The REPL: executes commands and prints views as text.
package final class Repl {
    let session: any ChatSession
    let skin: TextSkin
    let options: SkinOptions
    /// Whether the user has agreed that files are opened with the program of the desktop.
    var mayView = false
    private let output: any TextOutput
    private let wire: any ReplProtocol
    private let complain: (String) -> Void
    /// Executes the lines of a connected program; `nil` if the REPL's own protocol executes them.
    package var feeder: (any LineTaker)?

    /// The window of the reader; `nil` if it is closed.
    private var reading: (any ChatWindow)?

    /// Whether the output has JSON lines rather than text.
    private var isJSON: Bool { didSet { skin.screen.isSilent = isJSON } }

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
        self.options = options
        skin = TextSkin(output, options)
        skin.screen.isSilent = isJSON
        complain = aside
        session.add(skin)
    }

    /// Shows the views and starts the flow.
    ///
    /// - Parameter notice: a sentence to print first.
    package func begin(_ notice: String?) throws {
        if let notice { say([StyledText(notice)]) }
        skin.bind(to: session)
        session.add(source: skin)
        session.fetchShownFiles(upTo: options.fetchLimit)
        if isJSON { try wire.begin() }
        try session.begin()
        try session.flush()
    }

    /// Whether a line must wait. After `/new` and `/accept`, lines wait for the chat. After `/send`, commands about messages wait until
    /// the message is there. Piped lines also wait for the first attempt to connect.
    package func holds(_ line: ReplLine) -> Bool {
        switch line.typed {
        case nil, .nothing, .command(.close, _), .command(.quit, _), .command(.help, _), .command(.status, _):
            return false
        case .command(let command, _) where command.isAboutMessages && readsFile: return true
        default: break
        }
        let isConnecting = !output.isInteractive && screen.connection?.state == .connecting && !screen.hasTried
        return screen.isOpening || isConnecting
    }

    /// Whether a file for the open chat is still being read.
    private var readsFile: Bool {
        let files = screen.transfers?.transfers ?? []
        return files.contains { $0.isBeingRead && $0.chat == screen.messages?.chat }
    }

    /// Whether the line is `/quit`.
    package static func isQuit(_ line: ReplLine) -> Bool {
        if case .text = line, case .command(.quit, _)? = line.typed { true } else { false }
    }

    /// Executes one line. Returns whether to continue.
    package func execute(_ line: ReplLine) throws -> Bool {
        var goesOn = true
        do {
            switch line {
            case .tooLong, .notUTF8:
                output.took()
                throw line == .tooLong ? Complaint.tooLong : Complaint.notUTF8
            case .lookUp(let query): try lookUp(query)
            case .typing(let chat):
                if let open = screen.messages, open.chat == chat, let typing = open.typing {
                    try session.receive(typing.event)
                }
            case .people: skin.screen.people = try composer.people()
            case .repaint: skin.repaint()
            case .discarded:
                output.took()
                say([StyledText("The line is discarded. Ctrl-D or /quit leaves.", .secondary)])
            case .reader(let event): try reading?.receive(event)
            case .readerLeft: try closeReader()
            case .present: try session.receive(.presence(.focusing))
            case .absent: try session.receive(.presence(.unfocusing))
            case .draft(let text, let chat): try keep(text, in: chat)
            case .wire(let bytes, let number): try feed(bytes, number)
            case .press(let command, let seen):
                skin.screen.answered += 1
                skin.screen.entering = nil
                goesOn = try execute(command, 0, nil, seen)
            case .scroll(let command):
                defer { if reading == nil { output.read(Change(old: nil, new: nil), nil) } }
                goesOn = try execute(command, 0)
            case .text(let line, let number):
                // While a message is composed, the chat still has the draft that goes with it.
                if !line.meaning.isText { skin.screen.answered += 1 }
                defer { if line.meaning.isText { skin.screen.answered += 1 } }
                defer { if line.opensReader, reading == nil { output.read(Change(old: nil, new: nil), nil) } }
                output.took()
                try settle(line)
                if case .text(let text) = line.meaning {
                    skin.screen.question = nil
                    try send(text, line)
                } else {
                    goesOn = try execute(line.meaning, number, line.place, line.seen)
                }
            }
        } catch let complaint as Complaint {
            if case .text(let line, _) = line { output.echo(line.text) }
            say([StyledText(complaint.sentence, .error)])
            if line.typed?.mayOpenChat == true { skin.screen.hasMissed = true }
            // What follows in a pipe is not for the chat that was open before.
            if !output.isInteractive, case .command(let command, _)? = line.typed, command.opensChat {
                if let open = screen.messages { try session.receive(open.close.event) }
            }
        }
        // Lines of a program that arrive together are stored and shown together.
        if case .wire = line { return goesOn }
        try session.flush()
        return goesOn
    }

    /// Refuses a line that was typed ahead, for a chat that did not open.
    private func settle(_ line: TypedLine) throws {
        let isAstray = output.showsState && line.place == nil && screen.isAstray
        (skin.screen.entering, skin.screen.hasMissed) = (nil, isAstray)
        switch line.meaning {
        case .text where isAstray: throw Complaint.astray
        case .command(let command, let argument) where isAstray && command.takesOpenChat(argument):
            throw Complaint.astray
        case .command(let command, _) where command.mayOpenChat: skin.screen.hasMissed = false
        default: break
        }
    }

    private func lookUp(_ query: String) throws {
        guard let search = screen.chatForm?.search ?? screen.chatList?.search else { return }
        skin.screen.lookedUp = query
        try session.receive(search.filled(query))
    }

    private func feed(_ line: [UInt8], _ number: Int) throws {
        if let refusal = try (feeder ?? wire).handle(line, number: number) { throw Complaint.refused(refusal) }
    }

    /// Reports that the session waits for pending work.
    package func sayDraining() throws {
        skin.screen.isDraining = true
        if output.isInteractive, !output.showsState { say(["Finishing work in progress…"]) }
        try session.flush()
    }

    /// Executes a command where it was typed.
    ///
    /// - Parameters:
    ///   - place: where it was typed, and `seen` what was on the screen then; `nil` if that is as it is now.
    private func execute(
        _ typed: Typed, _ number: Int, _ place: Screen? = nil, _ seen: SeenScreen? = nil
    ) throws -> Bool {
        switch typed {
        case .nothing, .text: break
        case .unknown(let name, let nearest): throw Complaint.unknownCommand(name, nearest: nearest)
        case .command(let command, let argument):
            let question = screen.question
            skin.screen.question = nil
            let open = screen.messages?.chat
            let isElsewhere = place.map { $0.chat != open } ?? false || seen.map { $0.chat != open } ?? false
            if isElsewhere, command.takesOpenChat(argument) {
                throw Complaint.chatChanged(command)
            }
            try command.run(
                Invocation(
                    command: command, argument: argument, number: number, repl: self, seen: seen ?? screen.seen,
                    question: question))
        }
        return !screen.isLeaving
    }

    /// Whether a person is there who can be asked.
    var isInteractive: Bool { output.isInteractive }

    /// Whether the line editor reads the keys.
    var hasEditor: Bool { output.showsState }

    /// What the terminal shows.
    var screen: ScreenState { _read { yield skin.screen } }

    var composer: Composer { Composer(screen: screen, session: session) { self.say([StyledText($0, .warning)]) } }

    /// Whether the draft of the open chat is in the line.
    var showsDrafts: Bool { output.showsState }

    /// Keeps what is typed in a chat, which need not be open any more.
    func keep(_ text: String, in chat: ChatID) throws {
        try session.receive(.chat(.drafting(Draft(chat: chat, text: text))))
    }

    /// Puts a message that was not sent into the line of its chat.
    func takeBack(_ text: String, in chat: ChatID) { output.takeBack(text, in: chat) }

    /// Copies a text to the clipboard. Returns whether that is possible here.
    func copy(_ text: String) -> Bool { output.copy(text) }

    /// Shows the open chat in the reader.
    ///
    /// - Parameter key: the key that the reader begins with.
    /// - Returns: whether that is possible here.
    func read(_ key: ReaderKey?) throws -> Bool {
        guard output.canRead, !isJSON else { return false }
        guard let chat = screen.messages else { throw Complaint.nothingToDo(.read) }
        try closeReader()
        let window = try session.open("reader")
        reading = window
        skin.follow(reader: window)
        skin.screen.readerKey = key
        try window.receive(.screen(.opening(.messages(chat.chat))))
        return true
    }

    /// Searches the chat in the reader. Returns whether it is open.
    func search(_ text: String) throws -> Bool {
        guard let reading else { return false }
        try reading.receive(.messageSearch(.searching(MessageSearching(query: "in:here \(text)", isLocal: true))))
        return true
    }

    private func closeReader() throws {
        guard let window = reading else { return }
        reading = nil
        skin.closeReader()
        try window.close()
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
            skin.screen.ask(for: .chats)
        case "on", "off": break
        case "": throw Complaint.needsArgument(.json)
        default: throw Complaint.wrongArgument(.json, argument)
        }
    }

    /// Says a sentence about the session.
    package func tell(_ sentence: String) { say([StyledText(sentence, .secondary)]) }

    func say(_ lines: [StyledText]) { say(lines.map { Entry(lines: [$0]) }) }

    func say(_ entries: [Entry]) {
        if isJSON {
            for line in entries.flatMap(\.lines) { complain(line.rendered(paint: .none)) }
        } else {
            for entry in entries { skin.say(entry) }
        }
    }
}
