import Foundation
import TelexCore

/// A request of the client-server API (https://spec.matrix.org/v1.11/client-server-api/).
struct MatrixRequest: Hashable, Sendable {
    enum Method: String, Sendable { case get = "GET", post = "POST", put = "PUT", delete = "DELETE" }

    let method: Method
    /// The path and query, from the root.
    let path: String
    var body: JSON?
    /// How long the server may hold back its response on purpose, in seconds.
    var wait = 0
    /// Whether to send it again by itself if the server limits requests. What puts something into a room is not: the
    /// room may have become encrypted meanwhile.
    var isRepeatable = true
    /// The error codes that say that what is asked for does not exist.
    var missingCodes: Set = ["M_NOT_FOUND"]

    /// - Parameters:
    ///   - path: the segments, unencoded.
    ///   - version: the version of the endpoint.
    init(
        _ method: Method, _ path: [String], version: String = "v3", query: [(String, String)] = [], body: JSON? = nil
    ) {
        self.method = method
        let query = query.map { "\($0)=\(Self.encoded($1))" }.joined(separator: "&")
        self.path =
            "/_matrix/client/\(version)/" + path.map(Self.encoded).joined(separator: "/")
            + (query.isEmpty ? "" : "?\(query)")
        self.body = body
    }

    /// A request of the content repository, which has another path.
    init(_ method: Method, _ path: [String], repository version: String, query: [(String, String)] = []) {
        let request = MatrixRequest(method, path, version: version, query: query)
        self.method = method
        self.path = "/_matrix/media/" + request.path.dropFirst("/_matrix/client/".count)
    }

    /// Requests a well-known document (RFC 8615).
    init(wellKnown name: String) {
        method = .get
        path = "/.well-known/matrix/\(name)"
    }

    /// Percent-encodes a path segment or a query value (RFC 3986, section 2.1).
    static func encoded(_ text: String) -> String {
        let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        return text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }
}

extension MatrixRequest {
    /// The filter of a sync.
    private static func filter(limit: Int) -> JSON {
        let room: JSON = [
            "timeline": ["limit": .number(Double(limit)), "lazy_load_members": true],
            // Send the senders' names each time: the server cannot tell which ones are known here.
            "state": ["lazy_load_members": true, "include_redundant_members": true],
            "ephemeral": ["types": ["m.typing", "m.receipt"]],
            "account_data": ["types": ["m.tag", "m.marked_unread"]],
        ]
        return [
            "room": room, "presence": ["types": []],
            "account_data": ["types": ["m.direct", "m.push_rules", "m.ignored_user_list"]],
        ]
    }

    /// Fetches what has happened since a sync. If nothing has, the server waits for events.
    static func sync(since: String, wait: Int) -> MatrixRequest {
        var request = MatrixRequest(
            .get, ["sync"],
            query: [
                ("since", since), ("timeout", "\(wait * 1000)"), ("filter", filter(limit: RowLimit.page).text),
            ])
        request.wait = wait
        return request
    }

    /// Fetches all rooms, with the last message of each.
    ///
    /// The server would need as long for each selection of rooms as for all of them.
    static var beginning: MatrixRequest {
        var request = MatrixRequest(.get, ["sync"], query: [("filter", filter(limit: 1).text)])
        request.wait = 300
        return request
    }

    /// Fetches everything but the rooms, to check whether a sync can be read. Changes nothing.
    static var emptySync: MatrixRequest {
        let filter: JSON = ["room": ["rooms": []], "presence": ["types": []]]
        return MatrixRequest(
            .get, ["sync"], query: [("timeout", "0"), ("set_presence", "offline"), ("filter", filter.text)])
    }

    /// Fetches messages before a token, newest first.
    ///
    /// - Parameter end: the token at which to stop; `nil` for the beginning of the room.
    static func messages(_ room: String, from: String, to end: String? = nil, limit: Int) -> MatrixRequest {
        let query = [
            ("dir", "b"), ("from", from), ("limit", "\(limit)"),
            ("filter", JSON.object(["lazy_load_members": true, "include_redundant_members": true]).text),
        ]
        return MatrixRequest(.get, ["rooms", room, "messages"], query: query + (end.map { [("to", $0)] } ?? []))
    }

    static func event(_ event: String, in room: String) -> MatrixRequest {
        MatrixRequest(.get, ["rooms", room, "event", event])
    }

    static func send(
        _ content: JSON, to room: String, type: String = "m.room.message", transaction: String
    ) -> MatrixRequest {
        var request = MatrixRequest(.put, ["rooms", room, "send", type, transaction], body: content)
        request.isRepeatable = false
        return request
    }

    static func profile(_ user: String) -> MatrixRequest {
        var request = MatrixRequest(.get, ["profile", user])
        // Synapse has no code of its own for a user that does not exist.
        request.missingCodes.insert("M_UNKNOWN")
        return request
    }

    /// Fetches the encryption keys of a device. A homeserver without this request knows none.
    static func keys(of device: String, _ user: String) -> MatrixRequest {
        let query: JSON = ["device_keys": .object([user: [.string(device)]])]
        var request = MatrixRequest(.post, ["keys", "query"], body: query)
        request.missingCodes.insert("M_UNRECOGNIZED")
        return request
    }

    static func accountData(_ user: String, _ type: String, _ value: JSON? = nil) -> MatrixRequest {
        MatrixRequest(value == nil ? .get : .put, ["user", user, "account_data", type], body: value)
    }
}
