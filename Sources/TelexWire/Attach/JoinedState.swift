import TelexCore
import TelexJSON

/// Follows the lines between a program that has joined and the owner, so that it can go on with another owner.
public struct JoinedState {
    private let request: JoinRequest
    /// The number of the last line from the owner; `nil` before the first.
    private var seq: Int64?
    private var lineCount = 0
    /// The requests without an answer, each with the number of its line.
    private var requests: [Resumption.Request: Int] = [:]
    private var windows: [WindowID: Window]

    private struct Window {
        var subscribed: [ViewName] = []
        var after: InboxCursor?
        var shown: Set<ViewName> = []
        /// The last line with a whole model of the open chat.
        var messages: ArraySlice<UInt8> = []
        /// The open chat, if a patch has changed it since.
        var chat: ChatID?
    }

    /// - Parameter request: how the program has joined.
    public init(_ request: JoinRequest) {
        self.request = request
        windows = [.main: Window(subscribed: request.subscribe, after: request.after)]
    }

    // MARK: To the owner

    /// Sends lines that belong together to the owner, all of them in one write. If only some of them reached an owner
    /// before it left, the next one could answer the last as if it had got them all.
    ///
    /// - Parameters:
    ///   - lines: each without its newline; `nil` stands for one that is too long.
    ///   - write: returns `false` if not all of it could be written. The lines then count as not sent.
    /// - Returns: what `write` returns.
    public mutating func send(_ lines: [[UInt8]?], _ write: ([UInt8]) -> Bool) -> Bool {
        guard write(lines.flatMap { ($0 ?? Self.tooLong) + [0x0A] }) else { return false }
        for line in lines { follow(line?[...]) }
        return true
    }

    /// Stands for a line that is too long, which the owner refuses.
    private static let tooLong = [UInt8](repeating: 0x20, count: LineError.longestLine + 1)

    /// Follows a line to the owner.
    private mutating func follow(_ line: ArraySlice<UInt8>?) {
        lineCount += 1
        let decoded = LineDecoder.decode(line, number: lineCount)
        let window = decoded.window
        if let request = Self.request(decoded.id, window) { requests[request] = lineCount }
        switch decoded.content {
        case .control(.subscribe(let views, let cursor)):
            windows[window, default: Window()].subscribed.removeAll(where: views.contains)
            windows[window]?.subscribed += views
            if views.contains(InboxViewModel.view) { windows[window]?.after = cursor }
        case .control(.unsubscribe(let views)): windows[window]?.subscribed.removeAll(where: views.contains)
        case .control(.closeWindow): windows[window] = window == .main ? Window() : nil
        case .event: if windows[window] == nil { windows[window] = Window() }
        default: break
        }
    }

    private static func request(_ id: String?, _ window: WindowID) -> Resumption.Request? {
        id.map { Resumption.Request(id: $0, window: window == .main ? nil : window) }
    }

    // MARK: From the owner

    /// How many bytes of a line usually have the members before its model.
    private static let headLength = 256

    /// Follows a line from the owner.
    ///
    /// - Returns: why the owner ends the lines, if it does.
    public mutating func receive(_ line: ArraySlice<UInt8>) -> OutLine.Bye? {
        var head = JSONParser.parse(line.prefix(Self.headLength)).1
        if line.count > Self.headLength, !["view", "settled", "hello"].contains(where: { head[$0] != nil }) {
            head = JSONParser.parse(line).1
        }
        if let bye = try? OutLine.Bye.read(head["bye"]) {
            // The program never hears this one.
            if bye != .ownerLeft { seq = try? Int64.read(head["seq"]) }
            return bye
        }
        seq = (try? Int64.read(head["seq"])) ?? seq
        let window = (try? WindowID.read(head["window"])) ?? .main
        let answered = head["settled"] ?? (head["error"] == nil ? nil : head["cause"])
        if let request = Self.request(answered?.string, window) {
            requests[request] = nil
        } else if let view = try? ViewName.read(head["view"]) {
            show(view, isClosed: head["closed"] != nil, line, in: window)
        }
        return nil
    }

    private mutating func show(_ view: ViewName, isClosed: Bool, _ line: ArraySlice<UInt8>, in window: WindowID) {
        if isClosed { windows[window]?.shown.remove(view) } else { windows[window]?.shown.insert(view) }
        switch view {
        case InboxViewModel.view:
            let model = JSONValue(text: line)?["model"]
            if let cursor = try? InboxCursor.read(model?["cursor"]) { windows[window]?.after = cursor }
        case MessagesViewModel.view:
            // Only a model is the last member of a line that ends with two braces.
            if isClosed || line.suffix(2).elementsEqual("}}".utf8) {
                windows[window]?.messages = isClosed ? [] : line
                windows[window]?.chat = nil
            } else if let chat = Self.patchedChat(line, window) {
                windows[window]?.chat = chat
            }
        default: break
        }
    }

    /// The chat that a patch opens in place of another one.
    private static func patchedChat(_ line: ArraySlice<UInt8>, _ window: WindowID) -> ChatID? {
        // The chat is the first member of the model, so a patch changes it first.
        let start = line.prefix(2 * headLength + 6 * (window.name ?? "").utf8.count)
        guard start.firstRange(of: Array(#""path":"/chatId""#.utf8)) != nil else { return nil }
        let operation = JSONValue(text: line)?["patch"]?.values.first { $0["path"]?.string == "/chatId" }
        return try? ChatID.read(operation?["value"])
    }

    // MARK: Going on

    /// The request to join another owner, which goes on from here.
    public var next: JoinRequest {
        guard let seq else { return request }
        var next = request
        next.subscribe = []
        next.after = nil
        next.resumption = Resumption(
            seq: seq + 1, lineCount: Int64(lineCount), requests: requests.sorted(by: \.value).map(\.key),
            windows: windows.sorted(by: { $0.key.name ?? "" }).map { id, window in
                Resumption.Window(
                    window: id == .main ? nil : id, subscribe: window.subscribed,
                    after: window.subscribed.contains(InboxViewModel.view) ? window.after : nil,
                    chat: window.chat ?? Self.chat(window.messages),
                    shown: window.subscribed.filter(window.shown.contains))
            })
        return next
    }

    /// Returns the lines that end those for the program: an error for each request without an answer, and `bye`.
    public func end(_ reason: OutLine.Bye) -> [UInt8] {
        var encoder = LineEncoder(from: (seq ?? -1) + 1)
        var writer = encoder.makeWriter()
        for (request, number) in requests.sorted(by: \.value) {
            let error = ErrorLine(LineError.stopped, line: number, cause: request.id)
            encoder.encode(.error(error).within(request.window ?? .main), to: &writer)
        }
        encoder.encode(.bye(reason), to: &writer)
        return writer.bytes
    }

    private static func chat(_ line: ArraySlice<UInt8>) -> ChatID? {
        try? ChatID.read(JSONValue(text: line)?["model"]?["chatId"])
    }
}
