import GRDB

/// How much a server's file has. Neither number ever decreases, so a copy that has less lacks something.
struct Extent {
    /// The number of the last event.
    private var event: Int64 = 0
    /// The sum of the sequence numbers of the last messages of all chats.
    private var messages: Int64 = 0

    init(of path: String) throws(ServerError) {
        (event, messages) = try ServerError.of(path) {
            try ServerStore.read(path) { database in
                guard try database.tableExists("chat") else { return (0, 0) }
                let messages = try Int64.fetchOne(database, sql: "SELECT sum(CAST(last AS INTEGER)) FROM chat") ?? 0
                return (try EventLog.last(database), messages)
            }
        }
    }

    func lacks(_ other: Extent) -> Bool { event < other.event || messages < other.messages }
}
