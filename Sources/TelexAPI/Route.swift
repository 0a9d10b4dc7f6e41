import Foundation

/// What the server can be asked for: the client prints a route, the server reads it back.
public enum Route: Hashable, Sendable {
    case health
    /// Describes all routes.
    case description
    /// Exchanges an invitation for a token.
    case login
    /// Takes the token back.
    case logout
    /// The chats that have changed after an event, in the order of their changes.
    case chats(since: Int64, limit: Int)
    case createChat
    case createGroup
    /// The asker accepts an invitation.
    case join(chat: String)
    /// The asker declines one.
    case decline(chat: String)
    case messages(chat: String, MessageRange, limit: Int)
    case post(chat: String)
    /// Has one's own message say something else.
    case edit(chat: String, message: String)
    /// Takes one's own message back.
    case delete(chat: String, message: String)
    /// The messages in the asker's chats that have been changed after an event, in the order of their last changes.
    case revisions(since: Int64, limit: Int)
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
        case delete = "DELETE"
    }

    // MARK: Printing

    public var method: Method {
        switch self {
        case .health, .description, .chats, .messages, .revisions, .people, .push, .live: .get
        case .login, .logout, .createChat, .createGroup, .join, .decline, .post: .post
        case .mark, .edit: .put
        case .delete: .delete
        }
    }

    /// Path and query, as they stand in a request.
    public var path: String {
        switch self {
        case .health: "/v1/health"
        case .description: "/openapi.json"
        case .login: "/v1/login"
        case .logout: "/v1/logout"
        case .chats(let since, let limit): "/v1/chats?since=\(since)&limit=\(limit)"
        case .createChat: "/v1/chats"
        case .createGroup: "/v1/groups"
        case .join(let chat): "\(Self.chat(chat))/join"
        case .decline(let chat): "\(Self.chat(chat))/decline"
        case .messages(let chat, .latest, let limit): "\(Self.chat(chat))/messages?limit=\(limit)"
        case .messages(let chat, .after(let seq), let limit): "\(Self.chat(chat))/messages?after=\(seq)&limit=\(limit)"
        case .messages(let chat, .before(let seq), let limit):
            "\(Self.chat(chat))/messages?before=\(seq)&limit=\(limit)"
        case .post(let chat): "\(Self.chat(chat))/messages"
        case .edit(let chat, let message), .delete(let chat, let message):
            "\(Self.chat(chat))/messages/\(PercentEncoding.encode(message))"
        case .revisions(let since, let limit): "/v1/revisions?since=\(since)&limit=\(limit)"
        case .mark(let chat): "\(Self.chat(chat))/marks"
        case .people(let query): "/v1/people?query=\(PercentEncoding.encode(query))"
        case .push(let since): since.map { "/v1/push?since=\($0)" } ?? "/v1/push"
        case .live(let chat): "\(Self.chat(chat))/live"
        }
    }

    private static func chat(_ chat: String) -> String { "/v1/chats/\(PercentEncoding.encode(chat))" }

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
    public init(method: String, target: String) throws(Mismatch) { self = try Self.find(method, target).route() }

    /// The route that a request is for, its query not looked at yet.
    public struct Match {
        public let description: RouteDescription
        let path: [String: String]
        let query: Substring

        /// - Throws: `Mismatch.query`.
        public func route() throws(Mismatch) -> Route {
            try description.make(try Parameters(path: path, query: query, description.query))
        }
    }

    /// - Throws: `Mismatch.unknown` and `.method`.
    public static func find(_ method: String, _ target: String) throws(Mismatch) -> Match {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var segments: [String] = []
        for segment in parts[0].split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            guard let text = PercentEncoding.decode(segment),
                // Nothing has a name with a control character in it, and a database may take NUL for the end.
                !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else { throw .unknown }
            segments.append(text)
        }
        let known = table.compactMap { route in route.match(segments).map { (route, $0) } }
        guard !known.isEmpty else { throw .unknown }
        guard let (route, path) = known.first(where: { $0.0.method.rawValue == method }) else {
            throw .method(allowed: known.map(\.0.method))
        }
        return Match(description: route, path: path, query: parts.count > 1 ? parts[1] : "")
    }
}
