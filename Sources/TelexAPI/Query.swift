import Foundation

/// The values of a request's query.
struct Query {
    private var values: [String: String] = [:]

    init(_ text: String) throws(Route.Mismatch) {
        for pair in text.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.count > 1 ? parts[1].replacingOccurrences(of: "+", with: " ") : ""
            guard let name = String(parts[0]).removingPercentEncoding, let value = value.removingPercentEncoding else {
                throw .query("The query must be percent-encoded UTF-8.")
            }
            values[name] = value
        }
    }

    subscript(name: String) -> String? { values[name] }

    func number(_ name: String) throws(Route.Mismatch) -> Int64? {
        guard let text = values[name] else { return nil }
        guard let number = Int64(text), number >= 0 else { throw .query("\"\(name)\" must be a number from 0 on.") }
        return number
    }

    func limit() throws(Route.Mismatch) -> Int {
        guard let limit = try number("limit") else { return Limits.page }
        guard (1...Int64(Limits.longestPage)).contains(limit) else {
            throw .query("\"limit\" must be a number from 1 to \(Limits.longestPage).")
        }
        return Int(limit)
    }

    func range() throws(Route.Mismatch) -> Route.MessageRange {
        switch (try number("after"), try number("before")) {
        case (nil, nil): return .latest
        case (let after?, nil): return .after(after)
        case (nil, let before?): return .before(before)
        default: throw .query("Ask for messages \"after\" or \"before\" a place, not for both.")
        }
    }
}

/// What the server takes at most.
public enum Limits {
    /// How many chats or messages a page has, unless asked otherwise.
    public static let page = 50
    public static let longestPage = 500
    /// A message's text, in bytes of UTF-8.
    public static let longestText = 65_536
    /// A message's id, as its sender gave it, in bytes of UTF-8.
    public static let longestID = 128
    /// A request's body, in bytes: a text may be escaped to six times its size, and then it is sent in parts.
    public static let longestBody = 512 * 1024
    /// A frame of a client's live channel, in bytes.
    public static let longestFrame = 64 * 1024
    /// A name, of a user or of a chat to make, in characters.
    public static let longestName = 200
    /// How many people a search finds.
    public static let people = 20
}
