/// The input could not be read to its end.
public struct InputFailure: Error, Hashable, CustomStringConvertible {
    /// The system's reason, such as "Is a directory".
    public let reason: String

    public init(reason: String) { self.reason = reason }

    public var description: String { "Cannot read the standard input: \(reason). Use a file, a pipe or a terminal." }
}
