import TelexCore

/// Holds back what listeners wrote until it may be seen: once what it speaks of is stored.
public protocol Outlet: AnyObject {
    /// Lets go what was held back.
    func release() throws
    /// Forgets what was held back, as if it had not been written.
    func discard()
    /// Nothing more comes for now: what was let go last is how things stand.
    func idle() throws
    /// Whether so much is held back that it should soon be let go.
    var isFull: Bool { get }
}

extension Outlet {
    public func idle() throws {}
    public var isFull: Bool { false }
}

/// Why a session cannot go on.
public enum SessionFailure: Error {
    /// Nothing that these requests did since the last commit was stored, or shown; what the others did before was, and
    /// goes on at the next start.
    case storeFailed(reason: String, causes: [Cause], others: [Cause])
}
