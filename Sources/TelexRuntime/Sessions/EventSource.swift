import TelexCore

/// Has something to send by itself once its output is released, such as which messages were seen.
public protocol EventSource: AnyObject {
    var hasEvent: Bool { get }
    /// What to send; after this, there is nothing more to send until something changes.
    func takeEvent() -> Event?
}

/// Which messages were seen, and whether that was told.
public struct SeenMessages {
    private var seen: Event?
    /// What was told last, as long as it makes a difference.
    private var told: Event?

    public init() {}

    /// - Parameter event: what to tell; `nil` if it makes no difference any more.
    public mutating func note(_ event: Event?) {
        seen = event
        if seen == nil { told = nil }
    }

    public var isUntold: Bool { seen != told }

    public mutating func take() -> Event? {
        told = seen
        return seen
    }
}

/// Tells that all messages were seen that a window has shown.
final class ShownMessages: EventSource, Listening {
    private var seen = SeenMessages()

    func show(_ model: MessagesViewModel, cause: Cause?) { seen.note(model.seenAtEnd(model.messages[...])) }
    func close(cause: Cause?) { seen.note(nil) }

    var hasEvent: Bool { seen.isUntold }
    func takeEvent() -> Event? { seen.take() }
}

/// Asks for the files of shown messages, each once, up to a length.
public final class FileFetching: EventSource, Listening {
    /// The most bytes of a file.
    private let limit: Int64
    private var asked: Set<MessageID> = []
    private var chat: ChatID?
    private var wishes: [Event] = []

    public init(upTo limit: Int64) { self.limit = limit }

    public func show(_ model: MessagesViewModel, cause: Cause?) {
        if model.chat != chat { (chat, asked) = (model.chat, []) }
        for row in model.messages where row.kind == .file && !row.isOwn && !row.isIgnored {
            guard let file = row.file, file.state == .remote, let fetch = file.fetch,
                file.byteCount.map({ $0 <= limit }) == true, asked.insert(row.message).inserted
            else { continue }
            wishes.append(fetch.event)
        }
    }

    public func close(cause: Cause?) { (chat, wishes) = (nil, []) }

    public var hasEvent: Bool { !wishes.isEmpty }

    public func takeEvent() -> Event? { wishes.isEmpty ? nil : wishes.removeFirst() }
}

extension MessagesViewModel {
    /// What to tell once some of its messages were seen; `nil` if that makes no difference.
    ///
    /// - Parameter rows: consecutive ones of `messages`.
    public func seen(_ rows: ArraySlice<Shown<Row>>) -> Event? {
        guard let first = rows.first(where: \.isPlaced), let last = rows.last(where: \.isPlaced) else { return nil }
        return seen?.filled(first.message.text, last.message.text)
    }

    /// The same for somebody who is at the end of the chat: who has answered has read what was there.
    public func seenAtEnd(_ rows: @autoclosure () -> ArraySlice<Shown<Row>>) -> Event? {
        newCount == nil && latest == nil ? markRead?.event : seen(rows())
    }
}
