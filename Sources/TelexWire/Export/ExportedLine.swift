import TelexCore

/// A line of an export.
public enum ExportedLine: Hashable, Sendable {
    /// The first line.
    case header(ExportHeader)
    case item(StoredItem)
    /// The last line; it says whether all that the store held could be read.
    case end(isWhole: Bool)
}

/// What an export says of itself.
public struct ExportHeader: Hashable, Sendable {
    /// The version of the form that this program writes and reads.
    public static let version = 1

    public var version: Int
    /// Who the chats are of, on which server; `nil` for those with the built-in bots.
    public var owner: String?

    public init(version: Int = version, owner: String?) {
        self.version = version
        self.owner = owner
    }
}
