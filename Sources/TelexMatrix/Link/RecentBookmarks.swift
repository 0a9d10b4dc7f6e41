import TelexNetwork

/// The bookmarks of this link. Those set recently are also kept here, because a bookmark is not stored immediately.
struct RecentBookmarks {
    private static let most = 20_000

    private let environment: LinkEnvironment
    private var late: [String: String] = [:]
    private var order: [String] = []

    init(_ environment: LinkEnvironment) { self.environment = environment }

    subscript(name: String) -> String? { late[name] ?? environment.bookmark(name) }

    /// Sets a bookmark, which the caller has to store as well.
    mutating func set(_ name: String, _ value: String) {
        if late.updateValue(value, forKey: name) == nil { order.append(name) }
        guard order.count > Self.most else { return }
        for name in order.prefix(Self.most / 2) { late[name] = nil }
        order.removeFirst(Self.most / 2)
    }
}
