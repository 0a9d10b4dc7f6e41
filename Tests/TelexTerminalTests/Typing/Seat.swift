import Foundation
import TelexCore
import TelexEmbedded
import TelexRuntime
import TelexStorage
import TelexWire
import Testing

@testable import TelexTerminal

/// Tests that type at a terminal. libedit and ncurses have global state, and so has the terminal that Telex restores, so
/// there is one at a time.
@Suite(.serialized) enum Typing {}

/// A REPL at a terminal: its thread and its editor's thread on one side of a pseudo-terminal, the person's keys and an
/// emulator on the other. The clock is virtual, the backend embedded, and the store in memory.
///
/// Nothing here sleeps: a test waits for what the screen shows.
final class Seat {
    private(set) var screen: Emulator
    /// The prompt that a test expects unless it names another one.
    private var prompt = "> "
    /// An empty folder for files, which is deleted at the end.
    let folder: URL
    private let mailbox = Mailbox<ReplLine>()
    private let ended = DispatchSemaphore(value: 0)
    private var (master, slave): (CInt, CInt) = (-1, -1)
    private var modes = termios()
    private var isOpen = true
    private var messages = 0
    private(set) var lineEditor: LineEditor?

    private struct Late: Error, CustomStringConvertible { let description: String }

    /// How long to wait for a state of the screen, in seconds. A test that passes does not depend on it. Once one has
    /// failed, the others may for the same reason, and wait less.
    private nonisolated(unsafe) static var patience = 120  // one test runs at a time

    /// - Parameters:
    ///   - editrc: the contents of `~/.editrc`.
    ///   - history: those of the history file.
    ///   - editor: the command of the external editor.
    ///   - notifier: a shell script that each notification runs.
    ///   - theme: what the screen looks like once the terminal says what its background is; `nil` if it is not asked.
    init(
        columns: Int = 80, rows: Int = 24, editrc: String? = nil, history: String? = nil, editor: String = "false",
        pager: String = "false", hasBar: Bool = true, alert: Alert = .none, notifier: String? = nil,
        theme: ThemeChoice? = nil
    ) throws {
        screen = Emulator(columns: columns, rows: rows)
        folder = FileManager.default.temporaryDirectory.appending(path: "telex-seat-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try editrc?.write(to: folder.appending(path: "editrc"), atomically: false, encoding: .utf8)
        try history?.write(to: folder.appending(path: "history"), atomically: false, encoding: .utf8)
        try #require(openpty(&master, &slave, nil, nil, nil) == 0)
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        setSize(columns, rows)
        tcgetattr(slave, &modes)
        var options = LineEditor.Options(
            history: path("history"), paint: Paint(hasColour: true, hasLinks: true),
            editor: "cd '\(folder.path)'; \(editor)", pager: "cd '\(folder.path)'; \(pager)", hasTitle: true)
        options.terminal = slave
        options.editrc = path("editrc")
        options.theme = theme
        var notifiers: [Notifier] = []
        if let notifier {
            try "#!/bin/sh\n\(notifier)\n".write(toFile: path("notifier"), atomically: false, encoding: .utf8)
            chmod(path("notifier"), 0o700)
            notifiers = [Notifier(program: path("notifier"))]
        }
        let skin = SkinOptions(hasBar: hasBar, alert: alert, notifiers: notifiers)
        let mailbox = mailbox
        let lineEditor = try #require(
            LineEditor.open(options) { input in
                switch input {
                case .type(let line): mailbox.type(line)
                case .end: mailbox.leave()
                case .interrupt: mailbox.interrupt(SIGINT)
                }
            })
        self.lineEditor = lineEditor
        Thread.launch { [ended] in
            do { try Self.run(lineEditor, skin, mailbox) } catch { Issue.record(error) }
            lineEditor.close()
            ended.signal()
        }
        try shows("No chats yet.").line("")
    }

    private static func run(_ editor: LineEditor, _ skin: SkinOptions, _ mailbox: Mailbox<ReplLine>) throws {
        let clock = SessionClock.virtual()
        let session = try Session(
            region: .fixed, store: SQLiteStore(name: "test"),
            backend: CheckedBackend(EmbeddedBackend(clock: clock, seed: 0, run: "")), clock: clock, ids: CountedIDs(),
            mailbox: mailbox)
        let output = EditorOutput(editor, alerts: skin.alert)
        let repl = Repl(session, skin, editor: output, wire: Wire(session), isJSON: false)
        try repl.begin(nil)
        _ = try SessionLoop(session, mailbox, drain: 0).run(holds: repl.holds, repl.execute)
    }

    deinit { close() }

    /// Leaves, unless that has happened. Keys that are not read by then would be echoed once the terminal is restored.
    func close() {
        guard isOpen else { return }
        var keys = pollfd(fd: slave, events: Int16(POLLIN), revents: 0)
        _ = read { poll(&keys, 1, 0) == 0 }
        mailbox.leave()
        waitForEnd()
    }

    /// Waits until the session ends, and checks that the terminal is as it was before.
    func waitForEnd() {
        isOpen = false
        guard read(until: { ended.wait(timeout: .now()) == .success }) else {
            Issue.record("The session does not end.")
            return
        }
        while read(within: 0) {}
        var now = termios()
        tcgetattr(slave, &now)
        #expect(
            screen.isReset && (now.c_lflag, now.c_iflag, now.c_oflag) == (modes.c_lflag, modes.c_iflag, modes.c_oflag))
        for end in [master, slave] { Foundation.close(end) }
        try? FileManager.default.removeItem(at: folder)
    }

    func path(_ name: String) -> String { folder.appending(path: name).path }
    func file(_ name: String) -> String { (try? String(contentsOfFile: path(name), encoding: .utf8)) ?? "" }

    /// Changes the size without a signal, as for a program that does not run in the foreground.
    func resize(columns: Int, rows: Int) {
        while read(within: 0) {}
        screen.resize(columns: columns, rows: rows)
        setSize(columns, rows)
    }

    private func setSize(_ columns: Int, _ rows: Int) {
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(slave, UInt(TIOCSWINSZ), &size)
    }

    // MARK: What comes in

    @discardableResult func type(_ keys: String...) -> Seat { type(bytes: keys.flatMap(\.utf8)) }

    @discardableResult func type(bytes: [UInt8]) -> Seat {
        var rest = bytes[...]
        while !rest.isEmpty {
            var end = pollfd(fd: master, events: Int16(POLLIN | POLLOUT), revents: 0)
            _ = poll(&end, 1, -1)
            // The other side may block until its output is read.
            if end.revents & Int16(POLLIN) != 0 { _ = read(within: 0) }
            if end.revents & Int16(POLLOUT) != 0 {
                rest = rest.dropFirst(
                    rest.withUnsafeBytes { max(0, write(master, $0.baseAddress, min(256, $0.count))) })
            }
        }
        return self
    }

    /// Sends a line of the protocol.
    @discardableResult func send(_ line: String) -> Seat {
        mailbox.type(.wire(Array(line.utf8), number: 1))
        return self
    }

    /// Has a line executed that was typed before, wherever the person is by now.
    @discardableResult func execute(_ line: TypedLine) -> Seat {
        mailbox.type(.text(line, number: 1))
        return self
    }

    @discardableResult func receive(_ text: String, in chat: String = "ada", title: String? = nil, more: String = "")
        -> Seat
    {
        messages += 1
        let title = title ?? chat.capitalized
        return send(
            #"{"event":"message.received","chatId":"\#(chat)","title":"\#(title)","senderId":"\#(chat)","senderName":"\#(title)","messageId":"m\#(messages)","text":"\#(text)"\#(more)}"#
        )
    }

    /// Has received a message in Ada's chat, which is open.
    func ada() throws -> Seat {
        try receive("Hello.").shows("Hello.").openAda()
    }

    @discardableResult func openAda() throws -> Seat {
        prompt = "Ada> "
        return try type("/open ada", .enter).line("")
    }

    /// Forgets the styles of what was painted.
    @discardableResult func forgetLooks() -> Seat {
        screen.forgetLooks()
        return self
    }

    // MARK: What the screen shows

    var text: String { Self.text(screen.shown) }
    /// Everything printed, as far as it was not cleared.
    var transcript: String { Self.text(screen.scrolled + screen.shown) }

    /// The rows without the spaces at their ends: the bar is as wide as the screen.
    private static func text(_ rows: [String]) -> String {
        rows.map { String($0[..<($0.lastIndex { $0 != " " }.map($0.index(after:)) ?? $0.startIndex)]) }
            .joined(separator: "\n")
    }

    /// Reads what there is. Returns whether there was anything.
    private func read(within milliseconds: CInt) -> Bool {
        var end = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&end, 1, milliseconds) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = Foundation.read(master, &buffer, buffer.count)
        if count > 0 { screen.write(buffer[..<count]) }
        return count > 0
    }

    /// Reads until that is so. Returns whether it was in time.
    private func read(until isRight: () -> Bool) -> Bool {
        let end = ContinuousClock.now + .seconds(Self.patience)
        while !isRight() {
            if !read(within: 20), ContinuousClock.now > end {
                Self.patience = 5
                return false
            }
        }
        return true
    }

    /// Waits until the condition holds.
    @discardableResult func wait(for what: @autoclosure () -> String = "the screen", until isRight: (Seat) -> Bool)
        throws -> Seat
    {
        if !read(until: { isRight(self) }) {
            throw Late(description: "No \(what()); with the cursor at \(screen.cursor), the screen is:\n\(text)")
        }
        return self
    }

    @discardableResult func shows(_ text: String) throws -> Seat { try wait(for: text) { $0.text.contains(text) } }
    @discardableResult func hides(_ text: String) throws -> Seat {
        try wait(for: "end of \(text)") { !$0.text.contains(text) }
    }

    /// Waits until this is the typed line, with the cursor at its end.
    @discardableResult func line(_ line: String, at prompt: String? = nil) throws -> Seat {
        try block(line, line.unicodeScalars.count, at: prompt)
    }

    /// Waits until the typed line shows all of its rows, with the cursor after so many characters.
    @discardableResult func block(_ line: String, _ cursor: Int, at prompt: String? = nil) throws -> Seat {
        let prompt = prompt ?? self.prompt
        return try wait(for: "\(prompt + line) with the cursor at \(cursor)") {
            $0.top(of: line, cursor, at: prompt) != nil
        }
    }

    /// The row where the typed line begins; `nil` if it is not shown like this.
    func top(of line: String, _ cursor: Int, at prompt: String) -> Int? {
        let (rows, column, row) = Self.laidOut(prompt + line, prompt.unicodeScalars.count + cursor, screen.columns - 1)
        let top = screen.cursor.row - row
        return top >= 0 && screen.cursor.column == column && screen.rows.dropFirst(top).starts(with: rows) ? top : nil
    }

    /// Lays a line out without the code that paints it. Returns its rows, and the cursor's column and row.
    static func laidOut(_ line: String, _ cursor: Int, _ columns: Int) -> ([String], Int, Int) {
        var (rows, width, place) = ([""], 0, (0, 0))
        for (index, scalar) in (line + "\0").unicodeScalars.enumerated() {
            let text = scalar == "\t" ? "    " : scalar == "\n" || scalar == "\0" ? "" : String(scalar)
            let size = text.unicodeScalars.reduce(0) { $0 + TextWidth.of($1) }
            if width + size > columns { (rows, width) = (rows + [""], 0) }
            if index == cursor { place = (width, rows.count - 1) }
            if scalar == "\n" { (rows, width) = (rows + [""], 0) }
            rows[rows.count - 1] += text
            width += size
        }
        return (rows, place.0, place.1)
    }
}

/// Executes lines of the protocol, and tells why one was refused.
private final class Wire: ReplProtocol, LineTaker {
    private final class Refusals: LineSink {
        var last: String?
        func write(_ line: OutLine) { if case .error(let error) = line.content { last = error.reason } }
    }

    private let refusals = Refusals()
    private let intake: LineIntake
    let refusal: String? = "There are no JSON lines here."

    init(_ session: Session) {
        intake = LineIntake(
            session, refusals, Hello(isVirtual: true, hasCommands: true, user: nil, playsNetwork: true))
    }

    func begin() {}
    func stop() {}

    func handle(_ line: [UInt8], number: Int) throws -> String? {
        refusals.last = nil
        try intake.handle(LineDecoder.decode(line[...], number: number))
        return refusals.last
    }
}

/// The keys of a terminal.
extension String {
    static let (enter, tab, backspace, escape) = ("\r", "\t", "\u{7F}", "\u{1B}")
    static let (up, down, right, left) = ("\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D")
    static let (home, end, delete, pageUp) = ("\u{1B}[H", "\u{1B}[F", "\u{1B}[3~", "\u{1B}[5~")
    static let newLine = "\u{1B}\r"
    /// What a terminal reports that has got the focus, or has lost it.
    static let (focusIn, focusOut) = ("\u{1B}[I", "\u{1B}[O")

    static func control(_ letter: Character) -> String { String(Unicode.Scalar(letter.asciiValue! & 0x1F)) }
    static func alt(_ key: String) -> String { "\u{1B}" + key }
    static func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }
    func times(_ count: Int) -> String { String(repeating: self, count: count) }
}
