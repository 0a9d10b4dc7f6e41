import TelexCore
import TelexJSON

/// Where a program that had joined an owner goes on, once that one has ended.
public struct Resumption: Hashable, Sendable {
    /// The number of the next line for the program.
    public var seq: Int64
    /// How many lines the program has sent.
    public var lineCount: Int64
    /// The requests that have no answer yet.
    public var requests: [Request]
    /// What it sees in each of its windows.
    public var windows: [Window]
    /// The requests that have settled as `waiting`, and whose outcome is still to come.
    public var waiting: [Waiting] = []

    /// A request without an answer.
    public struct Request: Hashable, Sendable {
        public var id: String
        /// The window that it is about; `nil` for the main one.
        public var window: WindowID?
        public var line: Int?
    }

    /// A request whose outcome depends on what becomes of a message.
    public struct Waiting: Hashable, Sendable {
        public var line: Int
        /// Its line. An owner does not repeat it.
        public var text = ""
        public var chat: ChatID
        public var message: MessageID

        var inLine: InLine { LineDecoder.decode(Array(text.utf8)[...], number: line) }
    }

    /// What a program sees in a window.
    public struct Window: Hashable, Sendable {
        /// The window; `nil` for the main one.
        public var window: WindowID?
        /// The views that it has subscribed to.
        public var subscribe: [ViewName] = []
        /// Where the inbox resumes, if it is among the views.
        public var after: InboxCursor?
        /// The chat that is open.
        public var chat: ChatID?
        /// The views that are shown.
        public var shown: [ViewName] = []
        /// Whether the user does not look at the window.
        public var isUnfocused = false

        /// The window.
        var id: WindowID { window ?? .main }
    }

    /// Why a request without an answer failed, as a sentence.
    static let failure = "The telex that owned the profile ended before it answered. Check whether it was done."
}

extension Resumption: WireRecord {
    public static var blank: Resumption { Resumption(seq: 0, lineCount: 0, requests: [], windows: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("seq", &seq)
        try visitor.visit("lineCount", &lineCount)
        try visitor.visit("requests", &requests)
        try visitor.visit("windows", &windows)
        try visitor.visit("waiting", &waiting, default: [])
    }
}

extension Resumption.Request: WireRecord {
    public static var blank: Resumption.Request { Resumption.Request(id: "", window: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("id", &id)
        try visitor.visit("window", &window)
        try visitor.visit("line", &line)
    }
}

extension Resumption.Waiting: WireRecord {
    public static var blank: Resumption.Waiting { Resumption.Waiting(line: 0, chat: "", message: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("line", &line)
        try visitor.visit("text", &text, default: "")
        try visitor.visit("chatId", &chat)
        try visitor.visit("messageId", &message)
    }
}

extension Resumption.Window: WireRecord {
    public static var blank: Resumption.Window { Resumption.Window() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("window", &window)
        try visitor.visit("subscribe", &subscribe)
        try visitor.visit("after", &after)
        try visitor.visit("chatId", &chat)
        try visitor.visit("shown", &shown)
        try visitor.visit("isUnfocused", &isUnfocused, default: false)
    }
}

extension Resumption.Request {
    /// - Parameter id: `nil` for a line that is no request.
    init?(_ id: String?, _ window: WindowID, line: Int? = nil) {
        guard let id else { return nil }
        self.init(id: id, window: window == .main ? nil : window, line: line)
    }
}

extension InLine {
    /// The request that the line makes; `nil` if it has no id.
    var request: Resumption.Request? { Resumption.Request(id, window, line: number) }
}

extension [WindowID: Resumption.Window] {
    /// Follows a line of a program; returns whether it changes its window.
    mutating func follow(_ line: InLine) -> Bool {
        let before = self[line.window]
        // The owner refuses more, too.
        var window = before ?? Resumption.Window(window: line.window == .main ? nil : line.window)
        if before == nil, count > Subscriptions.mostWindows { return false }
        switch line.content {
        case .control(.subscribe(let views, let cursor)):
            window.subscribe.removeAll(where: views.contains)
            window.subscribe += views
            if views.contains(InboxViewModel.view) { window.after = cursor }
            self[line.window] = window
        case .control(.unsubscribe(let views)):
            guard before != nil else { return false }
            window.subscribe.removeAll(where: views.contains)
            window.shown.removeAll(where: views.contains)
            self[line.window] = window
        case .control(.closeWindow): self[line.window] = line.window == .main ? Resumption.Window() : nil
        case .event(let event):
            if case .presence(.unfocusing) = event { window.isUnfocused = true }
            if case .presence(.focusing) = event { window.isUnfocused = false }
            self[line.window] = window
        default: break
        }
        return self[line.window] != before
    }
}
