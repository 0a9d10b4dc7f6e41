import TelexCore

/// A line of an export.
public enum ExportedLine: Hashable, Sendable {
    /// The first line.
    case header(ExportHeader)
    case item(StoredItem)
    /// A message of somebody whom the profile ignores. It is read as any other message.
    case ignoredMessage(Message)
    /// The last line. `isWhole` says whether everything in the store could be read.
    case end(isWhole: Bool)
}

/// The header of an export.
public struct ExportHeader: Hashable, Sendable {
    /// The format version that this program reads and writes.
    public static let version = 1

    public var version: Int
    /// The account that the chats belong to, with its server; `nil` for chats with the built-in bots.
    public var owner: String?

    public init(version: Int = version, owner: String?) {
        self.version = version
        self.owner = owner
    }
}
