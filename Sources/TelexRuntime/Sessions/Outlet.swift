import TelexCore

/// Holds back the output of listeners until the changes that it reports are stored.
public protocol Outlet: AnyObject {
    /// Releases the held output.
    func release() throws
    /// Discards the held output, as if it had not been written.
    func discard()
    /// Reports that there is nothing more to do for now, or only what takes long: the output released last is up to date.
    func idle() throws
    /// Whether so much output is held that it should be released soon.
    var isFull: Bool { get }
}

extension Outlet {
    public func idle() throws {}
    public var isFull: Bool { false }
}

/// The store failed, so that the session cannot go on.
public struct SessionFailure: Error {
    public let reason: String
    /// The requests whose changes since the last commit were neither stored nor shown.
    public let causes: [Cause]
    /// The open requests that had stored all their changes. They continue at the next start.
    public let others: [Cause]
}
