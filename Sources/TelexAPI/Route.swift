import Foundation

/// What the server can be asked for: the client prints a route, the server reads it back.
public enum Route: Hashable, Sendable {
    case health
    /// Exchanges an invitation for a token.
    case login
    /// Takes the token back.
    case logout
    /// The chats that have changed after an event, in the order of their changes.
    case chats(since: Int64, limit: Int)
    case createChat
    case messages(chat: String, MessageRange, limit: Int)
    case post(chat: String)
    /// Moves one's own marks in a chat.
    case mark(chat: String)
    /// People by the start of any word of their name.
    case people(query: String)
    /// What concerns the asker, as it happens, after an event if one is given.
    case push(since: Int64?)
    /// What goes on in a chat, as it happens.
    case live(chat: String)

    /// Which messages of a chat.
    public enum MessageRange: Hashable, Sendable {
        case latest
        case after(Int64)
        case before(Int64)
    }

    public enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
    }

    public var method: Method {
        switch self {
        case .health, .chats, .messages, .people, .push, .live: .get
        case .login, .logout, .createChat, .post: .post
        case .mark: .put
        }
    }

    /// Whether it can be asked without a token.
    public var isOpen: Bool {
        switch self {
        case .health, .login: true
        default: false
        }
    }

    // MARK: Printing

    /// Path and query, as they stand in a request.
    public var path: String {
        switch self {
        case .health: "/v1/health"
        case .login: "/v1/login"
        case .logout: "/v1/logout"
        case .chats(let since, let limit): "/v1/chats?since=\(since)&limit=\(limit)"
        case .createChat: "/v1/chats"
        case .messages(let chat, .latest, let limit): "\(Self.chat(chat))/messages?limit=\(limit)"
        case .messages(let chat, .after(let seq), let limit): "\(Self.chat(chat))/messages?after=\(seq)&limit=\(limit)"
        case .messages(let chat, .before(let seq), let limit):
            "\(Self.chat(chat))/messages?before=\(seq)&limit=\(limit)"
        case .post(let chat): "\(Self.chat(chat))/messages"
        case .mark(let chat): "\(Self.chat(chat))/marks"
        case .people(let query): "/v1/people?query=\(Self.escaped(query))"
        case .push(let since): since.map { "/v1/push?since=\($0)" } ?? "/v1/push"
        case .live(let chat): "\(Self.chat(chat))/live"
        }
    }

    private static func chat(_ chat: String) -> String { "/v1/chats/\(escaped(chat))" }

    /// With `%` for whatever is not unreserved (RFC 3986, section 2.3).
    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                escaped.unicodeScalars.append(Unicode.Scalar(byte))
            default: escaped += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return escaped
    }

    // MARK: Reading

    /// What is wrong with a request's method or path.
    public enum Mismatch: Error, Hashable {
        case unknown
        /// The path is known, but not with this method.
        case method(allowed: [Method])
        /// A value of the query is not what it should be; the text says what it should be.
        case query(String)
    }

    /// - Parameter target: path and query of a request, as RFC 9112 has them.
    public init(method: String, target: String) throws(Mismatch) {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var segments: [String] = []
        for segment in parts[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let text = String(segment).removingPercentEncoding,
                // Nothing has a name with a control character in it, and a database may take NUL for the end.
                !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else { throw .unknown }
            segments.append(text)
        }
        let query = try Query(parts.count > 1 ? String(parts[1]) : "")
        let known = try Self.routes(segments, query)
        guard let first = known.first else { throw .unknown }
        guard let route = known.first(where: { $0.method.rawValue == method }) else {
            throw .method(allowed: known.count == 1 ? [first.method] : known.map(\.method))
        }
        self = route
    }

    /// The routes that a path may mean, one for each method.
    private static func routes(_ segments: [String], _ query: Query) throws(Mismatch) -> [Route] {
        guard segments.first == "v1" else { return [] }
        switch (segments.count, segments.count > 1 ? segments[1] : "", segments.count > 3 ? segments[3] : "") {
        case (2, "health", _): return [.health]
        case (2, "login", _): return [.login]
        case (2, "logout", _): return [.logout]
        case (2, "people", _): return [.people(query: query["query"] ?? "")]
        case (2, "push", _): return [.push(since: try query.number("since"))]
        case (2, "chats", _):
            return [.chats(since: try query.number("since") ?? 0, limit: try query.limit()), .createChat]
        case (4, "chats", "messages"):
            return [
                .messages(chat: segments[2], try query.range(), limit: try query.limit()), .post(chat: segments[2]),
            ]
        case (4, "chats", "marks"): return [.mark(chat: segments[2])]
        case (4, "chats", "live"): return [.live(chat: segments[2])]
        default: return []
        }
    }
}
