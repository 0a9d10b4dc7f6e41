import Foundation
import TelexCore

/// Something that shows views.
public protocol ViewSource {
    /// Shows a listener the view of a window, now and whenever it changes: of the person's own, for a session.
    func bind<Listener: Listening>(_ listener: Listener)
}

/// A session as a person uses it: that of this process, or that of the telex that owns the profile.
public protocol ChatSession: AnyObject, ViewSource {
    var region: Region { get }
    var now: Date { get }
    /// Whether the session's clock moves only on request.
    var isVirtual: Bool { get }
    /// The messages that are to be deleted and can still be kept, in the order in which that was wished.
    var undoableDeletions: [MessageKey] { get }

    func add(_ outlet: any Outlet)
    /// From now on, sends what a source has to send.
    func add(source: any EventSource)
    /// Starts the flow.
    func begin() throws

    /// Receives an event. Its output may be held until `flush`.
    func receive(_ event: Event) throws
    /// Receives several events as one: no output is released before the last of them.
    func together(_ body: () throws -> Void) throws
    /// Releases output until there is nothing left to do.
    func flush() throws
    /// Opens a window beside the person's own; it stays open until it is closed. No open window may have the name.
    func open(_ name: String) throws -> any ChatWindow

    /// When the next callback is due; `nil` if there is none.
    var nextDue: Date? { get }
    func fireDue() throws
    /// Moves a virtual clock forward.
    func advance(by seconds: TimeInterval) throws

    /// Notes that the input has ended.
    func finish() throws
    /// Whether everything that was begun has ended.
    var isQuiet: Bool { get }
    /// How much was read so far of files whose messages are not stored before that, in bytes; `nil` if there are none.
    var readCount: Int64? { get }
    /// Moves a virtual clock forward until the session is quiet, by at most `seconds`; returns whether it is.
    func drain(_ seconds: TimeInterval) throws -> Bool
}

extension ChatSession {
    /// From now on, asks for the files of the messages that the person's window shows.
    ///
    /// - Parameter limit: the most bytes of a file; `nil` for none.
    public func fetchShownFiles(upTo limit: Int64?) {
        guard let limit else { return }
        let fetching = FileFetching(upTo: limit)
        add(source: fetching)
        bind(fetching)
    }
}

extension Session: ChatSession {
    public var region: Region { telex.region }
    public var now: Date { clock.now }
    public var isVirtual: Bool { clock.isVirtual }
    public var undoableDeletions: [MessageKey] { telex.undoableDeletions }
    public var nextDue: Date? { clock.isVirtual ? nil : clock.nextLook }

    public var readCount: Int64? { telex.readCount }

    public func bind<Listener: Listening>(_ listener: Listener) { telex.bind(listener, in: .main) }
    public func markShownAsRead() { markShownAsRead(in: .main) }
    public func add(source: any EventSource) { add(source: source, in: .main) }
    public func begin() throws { try receive(.chat(.loading)) }
    public func receive(_ event: Event) throws { try receive(event, cause: nil) }

    /// Asks the server for the deletions that still wait.
    public func finish() throws {
        if telex.hasDeletions { try together { try receive(.revision(.flushing)) } }
    }
}
