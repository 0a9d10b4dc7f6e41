import TelexCore

/// What is left to do when Telex ends.
package enum LeavingText {
    /// The most chats that are named.
    private static let mostChats = 5

    /// The sentence about files that were not read to their end, so that their messages are not stored; `nil` if there are none.
    package static func unread(_ files: [(title: String, name: String)]) -> String? {
        if files.isEmpty { return nil }
        let names = files.prefix(mostChats).map { "\(HarmlessText.of($0.name)) to \(HarmlessText.of($0.title))" }
        let others = files.count - names.count
        let list = names.joined(separator: ", ") + (others > 0 ? ", and \(others) more" : "")
        return "Not sent, because reading did not end in time: \(list). Send \(files.count == 1 ? "it" : "them") again."
    }

    /// The sentences about messages that wait to be sent; `nil` if none do.
    ///
    /// - Parameters:
    ///   - chats: the titles of the chats that they are in, each with their number.
    ///   - isKept: whether a file keeps them.
    package static func unsent(_ chats: [(title: String, count: Int)], isKept: Bool) -> String? {
        let count = chats.reduce(0) { $0 + $1.count }
        if count > 0, !isKept {
            return "\(count) message\(count == 1 ? " was" : "s were") not sent. A store in memory keeps nothing."
        }
        let titles = chats.map { HarmlessText.of($0.title) }
        let end = "when it is started again and has a connection."
        switch (count, chats.count) {
        case (0, _): return nil
        case (1, _): return "1 message in \(titles[0]) waits to be sent. Telex keeps it, and sends it \(end)"
        case (_, 1):
            return "\(count) messages in \(titles[0]) wait to be sent. Telex keeps them, and sends them \(end)"
        default:
            var parts = zip(titles, chats).prefix(mostChats).map { "\($1.count) in \($0)" }
            let others = chats.dropFirst(mostChats)
            if !others.isEmpty {
                parts.append(
                    "\(others.reduce(0) { $0 + $1.count }) in \(others.count) other chat\(others.count == 1 ? "" : "s")"
                )
            }
            return
                "\(count) messages wait to be sent: \(parts.joined(separator: ", ")). Telex keeps them, and sends them "
                + end
        }
    }
}
