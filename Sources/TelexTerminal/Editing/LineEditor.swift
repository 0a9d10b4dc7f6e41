import CEditLine
import Foundation
import TelexCore

/// Gives access to a terminal's screen and keyboard: output goes in, typed lines come out.
///
/// A thread of its own owns both. Everything here may be called from any thread.
package final class LineEditor: @unchecked Sendable {  // `lock` guards the variables below it
    /// What the user does.
    package enum UserInput: Sendable, Equatable {
        case type(ReplLine)
        /// Ctrl-D on an empty line, or the terminal has gone away.
        case end
        /// Ctrl-C while the session is about to end.
        case interrupt
    }

    /// A command for the thread that owns the screen.
    enum Order: Sendable {
        /// Prints something. From then on, a line that begins can mean this.
        case print([Printed], SeenScreen?)
        /// Clears the screen and shows the last of these entries.
        case show([Entry])
        /// Bytes to write unchanged; they end with a line end.
        case raw([UInt8])
        case update(EditorState)
        case alert(String)
        case edit(String)
        case page(String)
        /// Puts a message that was not sent back into the line of its chat.
        case takeBack(String, ChatID)
        case copy(String)
        /// Says something in the reader, until the next key.
        case note(StyledText)
        /// Opens the reader, which begins with a key, or changes what it shows, or closes it.
        case read(Change<MessagesViewModel>, ReaderKey?)
        /// Shows in the reader what a search of its chat has found.
        case find(FoundViewModel)
        case leave
    }

    /// The settings of a line editor.
    package struct Options: Sendable {
        package var history: String?
        package var paint: Paint
        /// The shell command of the external editor; the file name is appended as an argument.
        package var editor: String
        /// The shell command of the pager.
        package var pager: String
        package var hasTitle: Bool
        /// What the screen is to look like once the terminal says what its background is; `nil` if it is not asked.
        package var theme: ThemeChoice?
        /// The path of the program that opens links; `nil` for none.
        package var opener: String?
        /// The user's key bindings, as in editrc(5); `nil` for none.
        package var editrc: String?
        /// A terminal other than that of standard input and output. Signals and crashes of the process leave it alone.
        package var terminal: CInt?
        /// Called before Ctrl-Z stops the process; returns what to say then.
        package var suspending: @Sendable () -> String? = { nil }

        package init(history: String?, paint: Paint, editor: String, pager: String, hasTitle: Bool) {
            self.history = history
            self.paint = paint
            self.editor = editor
            self.pager = pager
            self.hasTitle = hasTitle
        }

        var input: CInt { terminal ?? STDIN_FILENO }
        var output: CInt { terminal ?? STDOUT_FILENO }

        /// The path of the file that libedit reads by default.
        package static func editrc(in environment: [String: String]) -> String? {
            environment["EDITRC"] ?? environment["HOME"].map { $0 + "/.editrc" }
        }
    }

    /// How many entries may be queued for the screen before `post` blocks.
    private static let capacity = 8192

    private let lock = NSCondition()
    private var orders: [Order] = []
    private var count = 0
    /// Whether output was dropped while the user was in another program.
    private var hasLeftOut = false
    private var isAway = false
    private var hasEnded = false
    private var measured = ScreenSize(columns: 80, rows: 24)
    private var hasReturned = false
    private var draft: ReplLine?
    /// The ends of the pipe that wakes the thread.
    private let wake: [CInt]
    /// Whether signals write to `wake`, at any time.
    private let isCaught: Bool

    /// - Parameter tell: receives what the user does, on the editor's thread.
    /// - Returns: `nil` if libedit does not work here. The terminal is then unchanged.
    package static func open(_ options: Options, tell: @escaping @Sendable (UserInput) -> Void) -> LineEditor? {
        var pipe: [CInt] = [-1, -1]
        guard Foundation.pipe(&pipe) == 0 else { return nil }
        for end in pipe {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        let editor = LineEditor(wake: pipe, isCaught: options.terminal == nil)
        let owner = EditorThread(options, face: editor, wake: pipe[0], tell)
        guard owner.prepare() else { return nil }
        if options.terminal == nil {
            cel_catch_signals(pipe[1])
            cel_restore_on_exit()
        }
        owner.start()
        // The session works in bursts, and a key must not wait for the end of one.
        cel_yield_to_others()
        return editor
    }

    private init(wake: [CInt], isCaught: Bool) {
        self.wake = wake
        self.isCaught = isCaught
    }

    deinit { if !isCaught { for end in wake { Foundation.close(end) } } }

    /// Closes the editor. The terminal is restored when this returns.
    package func close() {
        post(.leave)
        lock.withLock { while !hasEnded { lock.wait() } }
    }

    /// Restores the terminal immediately, on a thread that is about to end the process.
    package static func abandon() { cel_give_terminal_back() }

    func post(_ order: Order) { post([order]) }

    /// Queues orders. Blocks while the screen is far behind.
    func post(_ new: [Order]) {
        if new.isEmpty { return }
        lock.lock()
        while count > Self.capacity, !isAway, !hasEnded { lock.wait() }
        for order in new {
            // Only the latest state counts.
            if case .update = order, case .update? = orders.last { orders.removeLast() }
            if !merge(order) { orders.append(order) }
            count += order.weight
        }
        if isAway { thin() }
        lock.unlock()
        _ = write(wake[1], "", 1)
    }

    /// Puts a model that the reader is to show in place of one that it has not shown yet.
    private func merge(_ order: Order) -> Bool {
        guard case .read(let change, nil) = order, change.old != nil, change.new != nil,
            let index = orders.lastIndex(where: { if case .read = $0 { true } else { false } }),
            case .read(let waiting, let key) = orders[index], waiting.new != nil
        else { return false }
        orders[index] = .read(Change(old: waiting.old, new: change.new), key)
        return true
    }

    /// Drops the oldest output while the user is in another program.
    private func thin() {
        guard count > Self.capacity * 2 else { return }
        while count > Self.capacity, let index = orders.firstIndex(where: { $0.weight > 0 }) {
            count -= orders.remove(at: index).weight
            hasLeftOut = true
        }
    }

    /// The draft that was typed last and not told yet, for a session that ends; `nil` if all is told.
    package internal(set) var unsaved: ReplLine? {
        get { lock.withLock { draft } }
        set { lock.withLock { draft = newValue } }
    }

    // MARK: For the thread that owns the screen

    /// Dequeues orders, up to about `limit` entries.
    func take(limit: Int) -> [Order] {
        lock.lock()
        defer { lock.unlock() }
        var taken = 0
        var end = 0
        while end < orders.count, taken < limit {
            taken += orders[end].weight
            end += 1
        }
        guard end > 0 else { return [] }
        if hasLeftOut {
            orders.insert(
                .print([.line(StyledText("… older lines are not shown. Open a chat to read them.", .secondary))], nil),
                at: 0)
            end += 1
            taken += 1
            count += 1
            hasLeftOut = false
        }
        defer {
            orders.removeFirst(end)
            count -= taken
            lock.broadcast()
        }
        return Array(orders[..<end])
    }

    /// Notes the size of the screen.
    func measure(_ size: ScreenSize) { lock.withLock { measured = size } }

    /// Whether another program has the screen.
    var isCovered: Bool { lock.withLock { isAway } }

    var size: ScreenSize { lock.withLock { measured } }

    /// Whether the terminal has lost the focus, or another program has had it, and no key was pressed since: nobody has seen
    /// what came.
    var isAbsent: Bool {
        get { lock.withLock { hasReturned } }
        set { lock.withLock { hasReturned = newValue } }
    }

    var hasOrders: Bool { lock.withLock { !orders.isEmpty } }

    func isAway(_ away: Bool) {
        lock.withLock {
            isAway = away
            lock.broadcast()
        }
    }

    func hasLeft() {
        lock.withLock {
            hasEnded = true
            lock.broadcast()
        }
    }
}

extension LineEditor.Order {
    /// About how many entries it prints.
    var weight: Int {
        switch self {
        case .print(let printed, _): printed.count
        case .show(let entries): entries.count
        case .raw(let bytes): 1 + bytes.count / 256
        case .update, .alert, .edit, .page, .takeBack, .copy, .note, .read, .find, .leave: 0
        }
    }
}
