import Foundation

/// A request to the server. The client prints a route, and the server parses it.
package enum Route: Hashable, Sendable {
    case health
    /// Describes all routes.
    case description
    /// Exchanges an invitation for a token.
    case login
    /// Revokes the token.
    case logout
    /// The chats that changed after an event, in the order of their last changes.
    case chats(since: Int64, limit: Int)
    case createChat
    case createGroup
    /// Accepts an invitation.
    case join(chat: String)
    /// Declines an invitation.
    case decline(chat: String)
    /// Changes the title of a group.
    case setTitle(chat: String)
    /// Changes what a group is about.
    case setTopic(chat: String)
    /// Keeps how the caller has arranged a chat.
    case configure(chat: String)
    /// Ignores a person in all chats, or no longer does.
    case ignore(user: String)
    case unignore(user: String)
    /// Invites more people to a group.
    case invite(chat: String)
    /// Removes a person from a group: the caller, or another one.
    case remove(chat: String, user: String)
    /// Makes a member of a group an admin, or no admin any more.
    case setRole(chat: String, user: String)
    case messages(chat: String, MessageRange, limit: Int)
    case post(chat: String)
    /// Edits a message of the caller.
    case edit(chat: String, message: String)
    /// Deletes a message of the caller.
    case delete(chat: String, message: String)
    /// Adds a reaction of the caller to a message.
    case react(chat: String, message: String, key: String)
    /// Removes a reaction of the caller from a message.
    case unreact(chat: String, message: String, key: String)
    /// The messages in the caller's chats that changed after an event, in the order of their last changes.
    case revisions(since: Int64, limit: Int)
    /// Moves the caller's marks in a chat forward.
    case mark(chat: String)
    /// People by the start of a user name, or of any word of a display name.
    case people(query: String)
    /// The push channel: all events in the caller's chats, after an event if one is given.
    case push(since: Int64?)
    /// The live channel of a chat.
    case live(chat: String)
    /// Uploads a file of the caller, or the rest of it.
    case upload(file: String)
    /// How much of an upload of the caller the server has.
    case uploadInfo(file: String)
    /// The content of a file.
    case download(file: String)
    /// Deletes an upload of the caller that no message names.
    case deleteUpload(file: String)

    /// A range of a chat's messages.
    package enum MessageRange: Hashable, Sendable {
        case latest
        case after(Int64)
        case before(Int64)
    }

    package enum Method: String, Hashable, Sendable, CaseIterable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case delete = "DELETE"
    }

    // MARK: Printing

    package var method: Method { description.method }

    /// The path and query of the request.
    package var path: String { description.target(values) }

    /// The description whose parameters make this route.
    private var description: RouteDescription {
        let parameters = Parameters(values)
        guard let description = Self.table.first(where: { (try? $0.make(parameters)) == self }) else {
            preconditionFailure("no description of \(self)")
        }
        return description
    }

    /// The parameters by name.
    private var values: [String: String] {
        switch self {
        case .health, .description, .login, .logout, .createChat, .createGroup, .push(since: nil): [:]
        case .join(let chat), .decline(let chat), .post(let chat), .mark(let chat), .live(let chat),
            .setTitle(let chat), .setTopic(let chat), .configure(let chat), .invite(let chat):
            ["chatId": chat]
        case .ignore(let user), .unignore(let user): ["userId": user]
        case .remove(let chat, let user), .setRole(let chat, let user): ["chatId": chat, "userId": user]
        case .edit(let chat, let message), .delete(let chat, let message): ["chatId": chat, "messageId": message]
        case .react(let chat, let message, let key), .unreact(let chat, let message, let key):
            ["chatId": chat, "messageId": message, "key": key]
        case .messages(let chat, .latest, let limit): ["chatId": chat, "limit": "\(limit)"]
        case .messages(let chat, .after(let seq), let limit):
            ["chatId": chat, "after": "\(seq)", "limit": "\(limit)"]
        case .messages(let chat, .before(let seq), let limit):
            ["chatId": chat, "before": "\(seq)", "limit": "\(limit)"]
        case .chats(let since, let limit), .revisions(let since, let limit):
            ["since": "\(since)", "limit": "\(limit)"]
        case .push(let since?): ["since": "\(since)"]
        case .people(let query): ["query": query]
        case .upload(let file), .uploadInfo(let file), .download(let file), .deleteUpload(let file):
            ["fileId": file]
        }
    }

    // MARK: Reading

    /// An invalid method, path or query.
    package enum Mismatch: Error, Hashable {
        case unknown
        /// The path is known, but not with this method.
        case method(allowed: [Method])
        /// A query value is invalid; the text says what it must be.
        case query(String)
    }

    /// - Parameter target: the path and query of a request (RFC 9112, section 3.2.1).
    package init(method: String, target: String) throws(Mismatch) { self = try Self.find(method, target).route() }

    /// The route of a request, before its query is parsed.
    package struct Match {
        package let description: RouteDescription
        let path: [String: String]
        let query: Substring

        /// - Throws: `Mismatch.query`.
        package func route() throws(Mismatch) -> Route {
            try description.make(try Parameters(path: path, query: query, description.query))
        }
    }

    /// - Throws: `Mismatch.unknown` and `.method`.
    package static func find(_ method: String, _ target: String) throws(Mismatch) -> Match {
        let parts = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for segment in parts[0].split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst() {
            guard let text = PercentEncoding.decode(Substring(segment)),
                // No name contains control characters, and a database may end text at a NUL.
                !text.unicodeScalars.contains(where: \.isControl)
            else { throw .unknown }
            path.append(text)
        }
        let known = table.filter { $0.matches(path) }
        guard !known.isEmpty else { throw .unknown }
        guard let route = known.first(where: { $0.method.rawValue == method }) else {
            throw .method(allowed: known.map(\.method))
        }
        return Match(
            description: route, path: route.parameters(of: path), query: parts.count > 1 ? Substring(parts[1]) : "")
    }
}
