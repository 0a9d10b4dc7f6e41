import TelexCore

/// A line of an export.
public enum ExportedLine: Hashable, Sendable {
    /// What an import needs to know; the first line of an export.
    case header(ExportHeader)
    case item(StoredItem)
    /// A message that somebody whom the profile ignores wrote or reacted to. It is read as any other message.
    case markedMessage(Message, IgnoredMarks)
    /// The last line. `isWhole` says whether everything in the store could be read.
    case end(isWhole: Bool)
}

/// What of a message is by people whom the profile ignores.
public struct IgnoredMarks: Hashable, Sendable {
    /// Whether they wrote it.
    public var isIgnored: Bool
    /// Who of them reacted to it.
    public var reactors: [UserID]

    public init(isIgnored: Bool = false, reactors: [UserID] = []) {
        self.isIgnored = isIgnored
        self.reactors = reactors
    }

    /// - Parameter ignored: the people whom the profile ignores.
    package init(_ message: Message, _ ignored: IgnoredPeople) {
        isIgnored = ignored.holds(message)
        var seen: Set<UserID> = []
        reactors = message.reactions.filter(ignored.holds).compactMap(\.sender).filter { seen.insert($0).inserted }
    }
}

/// The header of an export.
public struct ExportHeader: Hashable, Sendable {
    /// The format version that this program reads and writes.
    public static let version = 1

    /// The version of the export format.
    public var version: Int
    /// The account that an export belongs to.
    ///
    /// With its server; `nil` for chats with the built-in bots.
    public var owner: String?

    public init(version: Int = version, owner: String?) {
        self.version = version
        self.owner = owner
    }
}
