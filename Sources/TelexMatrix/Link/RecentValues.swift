import TelexNetwork

/// The values that this link has kept. Recent ones are also here, because a value is not stored immediately.
struct RecentValues {
    private static let most = 20_000

    private let environment: LinkEnvironment
    private var late: [String: String] = [:]
    private var order: [String] = []

    init(_ environment: LinkEnvironment) { self.environment = environment }

    subscript(name: String) -> String? { late[name] ?? environment.value(name) }

    /// Sets a value, which the caller has to keep as well.
    mutating func set(_ name: String, _ value: String) {
        if late.updateValue(value, forKey: name) == nil { order.append(name) }
        guard order.count > Self.most else { return }
        for name in order.prefix(Self.most / 2) { late[name] = nil }
        order.removeFirst(Self.most / 2)
    }
}
