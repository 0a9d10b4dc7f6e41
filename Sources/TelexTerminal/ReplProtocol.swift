/// Executes lines of the JSON protocol.
package protocol LineTaker: AnyObject {
    /// Executes a line; `nil` is a line that was too long. Returns an error message for the user to read, if there is
    /// one.
    func handle(_ line: [UInt8], number: Int) throws -> String?
}

/// The JSON protocol, as the REPL uses it. The REPL does not depend on its encoding.
package protocol ReplProtocol: LineTaker {
    /// Why JSON lines cannot be shown, as a sentence; `nil` if they can.
    var refusal: String? { get }
    /// Prints the hello line, then shows all views as JSON lines.
    func begin() throws
    /// Stops showing views as JSON lines.
    func stop() throws
}
