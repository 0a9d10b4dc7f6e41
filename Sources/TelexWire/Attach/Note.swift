import TelexCore
import TelexJSON

/// What the owner notes beside a line to a program that has joined, for the next owner. The program does not see it.
///
/// It comes in the same line, after a tab, so it takes effect with the line or not at all. Without anything before the
/// tab, it belongs to no line.
struct Note: Hashable, Sendable {
    /// The program's lines from `first` to `last` need nothing more: they are answered, or get no answer.
    var first: Int?
    var last: Int?
    var waiting: Resumption.Waiting?
    /// The windows, each with what it shows.
    var windows: [Resumption.Window] = []
    /// Windows that are closed now.
    var closed: [WindowID] = []
    /// Why the owner ends the lines.
    var bye: OutLine.Bye?

    /// Separates it from the line. JSON on one line has no tab.
    static let separator: UInt8 = 0x09
}

extension Note: WireRecord {
    static var blank: Note { Note() }

    mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("first", &first)
        try visitor.visit("last", &last)
        try visitor.visit("waiting", &waiting)
        try visitor.visit("windows", &windows, default: [])
        try visitor.visit("closed", &closed, default: [])
        try visitor.visit("bye", &bye)
    }
}

/// Notes what the next owner needs to go on with a program that has joined this one.
struct NoteTaker {
    /// The numbers of the lines without an answer, for each request.
    private var unanswered: [Resumption.Request: [Int]] = [:]
    /// The same for requests that settled as `waiting`.
    private var waiting: [Resumption.Request: [Int]] = [:]
    private var windows: [WindowID: Resumption.Window]
    private var changed: Set<WindowID> = []
    /// The lines that need nothing more, which no note says yet.
    private var finished: [ClosedRange<Int>] = []

    /// - Parameter request: how the program has joined.
    init(_ request: JoinRequest) {
        let main = Resumption.Window(subscribe: request.subscribe, after: request.after)
        windows = Dictionary((request.resumption?.windows ?? [main]).map { ($0.id, $0) }) { $1 }
        for open in request.resumption?.requests ?? [] {
            if let line = open.line { unanswered.add(open, line) }
        }
        for line in request.resumption?.waiting.map(\.inLine) ?? [] {
            if let request = line.request { waiting.add(request, line.number) }
        }
    }

    /// Whether something is noted that belongs to no line.
    var hasNotes: Bool { !finished.isEmpty || !changed.isEmpty }

    /// Follows lines of the program, before they are handled.
    mutating func hear(_ lines: [InLine]) {
        for line in lines {
            if let request = line.request { unanswered.add(request, line.number) } else { finish(line.number) }
            if windows.follow(line) { changed.insert(line.window) }
        }
    }

    private mutating func finish(_ line: Int) {
        if let last = finished.last, last.upperBound + 1 == line {
            finished[finished.count - 1] = last.lowerBound...line
        } else {
            finished.append(line...line)
        }
    }

    /// Follows an answer that is left out.
    mutating func drop(_ line: OutLine) { if let number = answered(line)?.line { finish(number) } }

    /// Returns the note that belongs to no line; `nil` if nothing is left to note.
    mutating func next() -> Note? { hasNotes ? take(finished.popLast()) : nil }

    /// Follows a line to the program; returns the note that belongs to it.
    mutating func note(_ line: OutLine) -> Note? {
        let window = line.window
        var bye: OutLine.Bye?
        switch line.content {
        case .view(let model, _, _): show(model, in: window)
        case .closed(let view, _):
            change(window) {
                $0.shown.removeAll { $0 == view }
                if view == MessagesViewModel.view { $0.chat = nil }
            }
        case .bye(let reason): bye = reason
        case .end: return nil
        default: break
        }
        let (number, still) = answered(line) ?? (nil, nil)
        let lines = still == nil ? number.map { $0...$0 } ?? finished.popLast() : nil
        guard lines != nil || still != nil || !changed.isEmpty || bye != nil else { return nil }
        var note = take(lines)
        note.waiting = still
        note.bye = bye
        return note
    }

    /// The number of the program's line that a line answers, and what it still waits for.
    private mutating func answered(_ line: OutLine) -> (line: Int, waiting: Resumption.Waiting?)? {
        switch line.content {
        case .settled(let id, let outcome):
            guard let request = Resumption.Request(id, line.window), let number = unanswered.remove(request) else {
                return nil
            }
            guard outcome.kind == .waiting, let chat = outcome.chat, let message = outcome.message else {
                return (number, nil)
            }
            waiting.add(request, number)
            return (number, Resumption.Waiting(line: number, chat: chat, message: message))
        case .error(let error):
            return Resumption.Request(error.cause, line.window).flatMap { unanswered.remove($0) }.map { ($0, nil) }
        case .outcome(let id, _):
            return Resumption.Request(id, line.window).flatMap { waiting.remove($0) }.map { ($0, nil) }
        default: return nil
        }
    }

    private mutating func show(_ model: any WireViewModel, in window: WindowID) {
        let view = type(of: model).view
        change(window) {
            if $0.subscribe.contains(view), !$0.shown.contains(view) { $0.shown.append(view) }
            if let inbox = model as? InboxViewModel { $0.after = inbox.cursor ?? $0.after }
            if let messages = model as? MessagesViewModel { $0.chat = messages.chat }
        }
    }

    private mutating func change(_ id: WindowID, _ body: (inout Resumption.Window) -> Void) {
        guard let before = windows[id] else { return }
        var window = before
        body(&window)
        guard window != before else { return }
        windows[id] = window
        changed.insert(id)
    }

    private mutating func take(_ lines: ClosedRange<Int>?) -> Note {
        defer { changed = [] }
        return Note(
            first: lines.flatMap { $0.count > 1 ? $0.lowerBound : nil }, last: lines?.upperBound,
            windows: changed.compactMap { windows[$0] }, closed: changed.filter { windows[$0] == nil })
    }
}

extension [Resumption.Request: [Int]] {
    fileprivate mutating func add(_ request: Resumption.Request, _ line: Int) {
        self[Resumption.Request(id: request.id, window: request.window), default: []].append(line)
    }

    /// Removes and returns the first line of a request; `nil` if there is none.
    fileprivate mutating func remove(_ request: Resumption.Request) -> Int? {
        guard let lines = self[request] else { return nil }
        self[request] = lines.count > 1 ? Array(lines.dropFirst()) : nil
        return lines.first
    }
}
