/// Whoever takes lines of the JSON protocol.
package protocol LineTaker: AnyObject {
    /// Takes a line, `nil` for one that was too long; returns the sentence that says why it could not be taken, if that is for the person to read.
    func take(_ line: [UInt8]?, number: Int) throws -> String?
}

/// The JSON protocol, as the REPL reaches it: it knows nothing of how it is written.
package protocol ReplProtocol: LineTaker {
    /// Says hello and shows all views as JSON lines.
    func begin() throws
    /// Shows them no more.
    func stop() throws
}
