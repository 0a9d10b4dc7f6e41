import CEditLine
import Foundation

/// The screen and the keyboard of a terminal, as others reach them: what is to be shown goes in, typed lines come out.
///
/// A thread of its own owns both; everything here may be called from any thread.
package final class LineEditor: @unchecked Sendable {  // `lock` guards the variables below it
    /// What the person does.
    package enum Deed: Sendable, Equatable {
        case line(String)
        /// Tab after the beginning of a name: whom it may mean is to be in what can be completed, soon.
        case lookUp(String)
        /// A message is being typed; said again every few seconds.
        case typing
        /// Ctrl-D on an empty line, or a terminal that went away.
        case end
        /// Ctrl-C while the session is about to end.
        case interrupt
    }

    /// What the owner of the screen is to do.
    enum Order: Sendable {
        case print([Printed])
        /// Bytes that end with a line end, as they are.
        case raw([UInt8])
        case stand(Standing)
        case alert(String)
        case edit(String)
        case leave
    }

    /// What it is to be like.
    package struct Options: Sendable {
        package var history: String?
        package var hasColour: Bool
        /// The command that edits a file, with the file as its `$1`.
        package var editor: String
        package var hasTitle: Bool

        package init(history: String?, hasColour: Bool, editor: String, hasTitle: Bool) {
            self.history = history
            self.hasColour = hasColour
            self.editor = editor
            self.hasTitle = hasTitle
        }
    }

    /// How much may wait for the screen before whoever prints has to wait.
    private static let capacity = 8192

    private let lock = NSCondition()
    private var orders: [Order] = []
    private var count = 0
    /// Whether output was left out while the person was away.
    private var hasLeftOut = false
    private var isAway = false
    private var hasEnded = false
    private let wake: CInt

    /// - Parameter tell: takes what the person does, on the editor's thread.
    /// - Returns: `nil` where libedit cannot work: the terminal is as it was.
    package static func open(_ options: Options, tell: @escaping @Sendable (Deed) -> Void) -> LineEditor? {
        var pipe: [CInt] = [-1, -1]
        guard Foundation.pipe(&pipe) == 0 else { return nil }
        for end in pipe {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        let editor = LineEditor(wake: pipe[1])
        let owner = EditorThread(options, face: editor, wake: pipe[0], tell)
        guard owner.prepare() else { return nil }
        cel_catch_signals(pipe[1])
        owner.start()
        return editor
    }

    private init(wake: CInt) { self.wake = wake }

    /// Ends it: the terminal is as it was when this returns.
    package func close() {
        post(.leave)
        lock.lock()
        while !hasEnded { lock.wait() }
        lock.unlock()
    }

    /// Gives the terminal back without further ado, from a thread that ends the process.
    package static func abandon() { cel_give_terminal_back() }

    /// Leaves an order; waits while the screen is far behind.
    func post(_ order: Order) {
        lock.lock()
        while count > Self.capacity, !isAway, !hasEnded { lock.wait() }
        // Of how things stand only the last counts.
        if case .stand = order, case .stand? = orders.last { orders.removeLast() }
        orders.append(order)
        count += order.weight
        if isAway { thin() }
        lock.unlock()
        _ = write(wake, "", 1)
    }

    /// Nobody looks for as long as the person is away in another program: what came first is left out.
    private func thin() {
        guard count > Self.capacity * 2 else { return }
        while count > Self.capacity, let index = orders.firstIndex(where: { $0.weight > 0 }) {
            count -= orders.remove(at: index).weight
            hasLeftOut = true
        }
    }

    // MARK: For the owner

    /// Takes orders, about as many as `limit` entries.
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
            orders.insert(.print([.line(StyledText("… and more before this, which the chats hold.", .dim))]), at: 0)
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

    var hasOrders: Bool {
        lock.lock()
        defer { lock.unlock() }
        return !orders.isEmpty
    }

    func isAway(_ away: Bool) {
        lock.lock()
        isAway = away
        lock.broadcast()
        lock.unlock()
    }

    func hasLeft() {
        lock.lock()
        hasEnded = true
        lock.broadcast()
        lock.unlock()
    }
}

extension LineEditor.Order {
    /// How many entries it prints.
    var weight: Int {
        switch self {
        case .print(let printed): printed.count
        case .raw(let bytes): 1 + bytes.count / 256
        case .stand, .alert, .edit, .leave: 0
        }
    }
}
