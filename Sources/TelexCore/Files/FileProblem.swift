import TelexJSON

/// What kept a file from being sent, fetched or saved, as a word for programs.
public enum FileProblem: String, Hashable, Sendable, CaseIterable {
    /// The file does not exist, or cannot be read.
    case missing
    /// The copy cannot be created, or there is a file already.
    case notCreated
    /// Reading or writing failed, such as on a full disk.
    case inputOutput
    /// The server cannot be reached, or is busy.
    case unavailable
    /// The content is not that of the message.
    case damaged
    /// The person has stopped the transfer.
    case stopped
}

extension FileProblem: WireWord {}

/// An error about a file, with a word for programs.
public protocol FileError: Error {
    /// `nil` if it was something else.
    var problem: FileProblem? { get }
}
