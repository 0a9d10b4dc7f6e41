/// The port from which a backend reads the state that it has kept: what it has delivered, and what it needs to go on.
///
/// It keeps a value with `Answer.keep`, which commits it together with the events before it.
public protocol LinkStore: Sendable {
    /// Returns the value of a name; `nil` if there is none. Like `values`, it may be called from any thread.
    func value(_ name: String) throws -> String?
    /// Returns the values, by name, whose names begin with `prefix`.
    func values(_ prefix: String) throws -> [String: String]
}
