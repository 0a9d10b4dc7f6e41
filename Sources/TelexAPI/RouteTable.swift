import TelexJSON

/// The description of a route. The client prints requests with it. The server parses them, and generates its OpenAPI
/// description from it.
package struct RouteDescription: Sendable {
    package let method: Route.Method
    /// The path, with `{name}` for each parameter.
    package let template: String
    /// What the route does, in a sentence.
    package let summary: String
    /// The query parameters.
    package let query: [QueryParameter]
    /// The type of the request's body; `nil` for none, and for that of an upload.
    package let body: (any Record.Type)?
    /// The headers of an upload, whose body may have any content.
    package let uploadHeaders: [QueryParameter]
    /// The responses to successful requests, by status.
    package let answers: [(status: Int, content: Content)]
    /// The error statuses, in addition to those of every route.
    package let refusals: [Int]
    /// Whether the route works without a token.
    package let isOpen: Bool

    /// The body of a response.
    package enum Content: Sendable {
        case none
        case json(any Record.Type)
        /// A JSON object that is described elsewhere.
        case document
        /// Server-Sent Events.
        case events
        /// The content of a file, of any media type.
        case file
    }

    private enum Segment {
        case fixed(String)
        case parameter(String)
    }

    private let segments: [Segment]
    let make: @Sendable (Parameters) throws(Route.Mismatch) -> Route

    init(
        _ method: Route.Method, _ template: String, _ summary: String, query: [QueryParameter] = [],
        body: (any Record.Type)? = nil, uploadHeaders: [QueryParameter] = [], answers: [(Int, Content)],
        refusals: [Int] = [],
        isOpen: Bool = false, make: @escaping @Sendable (Parameters) throws(Route.Mismatch) -> Route
    ) {
        self.method = method
        self.template = template
        self.summary = summary
        self.query = query
        self.body = body
        self.uploadHeaders = uploadHeaders
        self.answers = answers
        self.refusals = refusals
        self.isOpen = isOpen
        self.make = make
        segments = template.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? .parameter(String(segment.dropFirst().dropLast())) : .fixed(String(segment))
        }
    }

    /// Whether a path, split at its slashes and decoded, matches the template.
    func matches(_ path: [String]) -> Bool {
        path.count == segments.count
            && zip(segments, path).allSatisfy { segment, text in
                if case .fixed(let fixed) = segment { fixed == text } else { true }
            }
    }

    /// The parameters of a path that matches the template.
    func parameters(of path: [String]) -> [String: String] {
        var values: [String: String] = [:]
        for case (.parameter(let name), let text) in zip(segments, path) { values[name] = text }
        return values
    }

    /// The path and query with these parameters.
    func target(_ values: [String: String]) -> String {
        let path = segments.map { segment in
            switch segment {
            case .fixed(let text): "/" + text
            case .parameter(let name): "/" + PercentEncoding.encode(values[name] ?? "")
            }
        }
        let query = query.compactMap { parameter in
            values[parameter.name].map { "\(parameter.name)=\(PercentEncoding.encode($0))" }
        }
        return path.joined() + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    /// The names of the path parameters.
    package var pathParameters: [String] {
        segments.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }
}

/// A query parameter, or a header.
package struct QueryParameter: Sendable {
    package enum Kind: Sendable {
        case text
        case number(ClosedRange<Int64>)
    }

    package let name: String
    package let kind: Kind
    package let summary: String

    static let since = QueryParameter(
        name: "since", kind: .number(0...Int64.max), summary: "Only what came after the event with this number.")
    static let limit = QueryParameter(
        name: "limit", kind: .number(1...Int64(Limits.longestPage)),
        summary: "The most items to return. Default: \(Limits.page).")

    static func seq(_ name: String, _ summary: String) -> QueryParameter {
        QueryParameter(name: name, kind: .number(0...Int64.max), summary: summary)
    }
}

extension Route {
    /// All routes.
    package static let table: [RouteDescription] = [
        RouteDescription(
            .get, "/openapi.json", "Describe all routes (OpenAPI 3.1).", answers: [(200, .document)], isOpen: true
        ) { _ in .description },
        RouteDescription(
            .get, "/v1/health", "Check that the server is running.", answers: [(200, .json(Health.self))], isOpen: true
        ) { _ in .health },
        RouteDescription(
            .post, "/v1/login", "Exchange a one-time invitation for a token.", body: LoginRequest.self,
            answers: [(200, .json(LoginAnswer.self))], refusals: [401], isOpen: true
        ) { _ in .login },
        RouteDescription(.post, "/v1/logout", "Revoke the token.", answers: [(204, .none)]) { _ in .logout },
        RouteDescription(
            .get, "/v1/chats", "List your chats that changed after an event, in the order of their changes.",
            query: [.since, .limit], answers: [(200, .json(ChatPage.self))]
        ) { parameters throws(Mismatch) in
            .chats(since: parameters.number("since") ?? 0, limit: parameters.limit)
        },
        RouteDescription(
            .post, "/v1/chats", "Return the chat with a person, or create it (201).", body: CreateChatRequest.self,
            answers: [(200, .json(ChatInfo.self)), (201, .json(ChatInfo.self))], refusals: [403, 404, 409]
        ) { _ in .createChat },
        RouteDescription(
            .post, "/v1/groups",
            "Create a group. You are in it, and the others are invited. Each request creates a new one.",
            body: CreateGroupRequest.self, answers: [(201, .json(ChatInfo.self))], refusals: [403, 404, 409]
        ) { _ in .createGroup },
        RouteDescription(
            .post, "/v1/chats/{chatId}/join", "Accept an invitation. Changes nothing if you are already a member.",
            answers: [(200, .json(ChatInfo.self))], refusals: [404]
        ) { .join(chat: $0["chatId"]) },
        RouteDescription(
            .post, "/v1/chats/{chatId}/decline", "Decline an invitation permanently.",
            answers: [(204, .none)], refusals: [404, 409]
        ) { .decline(chat: $0["chatId"]) },
        RouteDescription(
            .put, "/v1/chats/{chatId}/title", "Change the title of a group. Only its admins can.",
            body: TitleRequest.self, answers: [(200, .json(ChatInfo.self))], refusals: [403, 404, 409]
        ) { .setTitle(chat: $0["chatId"]) },
        RouteDescription(
            .put, "/v1/chats/{chatId}/topic",
            "Say what a group is about; an empty topic removes it. Only its admins can.",
            body: TopicRequest.self, answers: [(200, .json(ChatInfo.self))], refusals: [403, 404, 409]
        ) { .setTopic(chat: $0["chatId"]) },
        RouteDescription(
            .put, "/v1/chats/{chatId}/settings",
            "Keep how you have arranged a chat, for all your devices. Other members do not see it.",
            body: SettingsRequest.self, answers: [(200, .json(ChatInfo.self))], refusals: [404]
        ) { .configure(chat: $0["chatId"]) },
        RouteDescription(
            .put, "/v1/ignored/{userId}",
            "Ignore a person, on all your devices. They can neither invite you nor start a chat with you.",
            answers: [(200, .json(IgnoredInfo.self))], refusals: [404, 409, 422]
        ) { .ignore(user: $0["userId"]) },
        RouteDescription(
            .delete, "/v1/ignored/{userId}", "No longer ignore a person. Changes nothing if you do not.",
            answers: [(200, .json(IgnoredInfo.self))]
        ) { .unignore(user: $0["userId"]) },
        RouteDescription(
            .post, "/v1/chats/{chatId}/members", "Invite more people to a group. Who is in it or invited stays so.",
            body: InviteRequest.self, answers: [(200, .json(ChatInfo.self))], refusals: [403, 404, 409]
        ) { .invite(chat: $0["chatId"]) },
        RouteDescription(
            .put, "/v1/chats/{chatId}/members/{userId}",
            "Make a member of a group an admin, or no admin any more. Only its admins can.",
            body: RoleRequest.self, answers: [(200, .json(ChatInfo.self))], refusals: [403, 404, 409]
        ) { .setRole(chat: $0["chatId"], user: $0["userId"]) },
        RouteDescription(
            .delete, "/v1/chats/{chatId}/members/{userId}",
            "Leave a group, or remove somebody from it, or withdraw an invitation. Only its admins can remove others.",
            answers: [(204, .none)], refusals: [403, 404, 409]
        ) { .remove(chat: $0["chatId"], user: $0["userId"]) },
        RouteDescription(
            .get, "/v1/chats/{chatId}/messages", "List messages: the last ones, or those after or before a position.",
            query: [
                .seq("after", "The position after which the page starts."),
                .seq("before", "The position before which the page ends."), .limit,
            ],
            answers: [(200, .json(MessagePage.self))], refusals: [404]
        ) { parameters throws(Mismatch) in
            .messages(chat: parameters["chatId"], try parameters.range(), limit: parameters.limit)
        },
        RouteDescription(
            .post, "/v1/chats/{chatId}/messages",
            """
            Posts a message. The same id again is the same message (200); with another text it is refused (409), unless the \
            message has been changed since. Only a message of the kind `text` can have a file (400), of which the text is the \
            caption, and may be empty.
            """,
            body: PostRequest.self, answers: [(200, .json(MessageInfo.self)), (201, .json(MessageInfo.self))],
            refusals: [404, 409]
        ) { .post(chat: $0["chatId"]) },
        RouteDescription(
            .put, "/v1/chats/{chatId}/messages/{messageId}",
            "Edit one of your messages. One with a file keeps it, and the text is the caption, which may be empty.",
            body: EditRequest.self, answers: [(200, .json(MessageInfo.self))], refusals: [404, 409]
        ) { .edit(chat: $0["chatId"], message: $0["messageId"]) },
        RouteDescription(
            .delete, "/v1/chats/{chatId}/messages/{messageId}",
            "Delete one of your messages. Its place stays, without the text.",
            answers: [(200, .json(MessageInfo.self))], refusals: [404, 409]
        ) { .delete(chat: $0["chatId"], message: $0["messageId"]) },
        RouteDescription(
            .put, "/v1/chats/{chatId}/messages/{messageId}/reactions/{key}",
            "React to a message. Changes nothing if you have reacted with the same key.",
            answers: [(200, .json(MessageInfo.self))], refusals: [404, 409, 422]
        ) { .react(chat: $0["chatId"], message: $0["messageId"], key: $0["key"]) },
        RouteDescription(
            .delete, "/v1/chats/{chatId}/messages/{messageId}/reactions/{key}",
            "Take your reaction back. Changes nothing if you have not reacted with the key.",
            answers: [(200, .json(MessageInfo.self))], refusals: [404, 422]
        ) { .unreact(chat: $0["chatId"], message: $0["messageId"], key: $0["key"]) },
        RouteDescription(
            .get, "/v1/revisions",
            "List messages that were edited, deleted or reacted to after an event, as they are now, in the order of their changes.",
            query: [.since, .limit], answers: [(200, .json(RevisionPage.self))]
        ) { parameters throws(Mismatch) in
            .revisions(since: parameters.number("since") ?? 0, limit: parameters.limit)
        },
        RouteDescription(
            .put, "/v1/chats/{chatId}/marks", "Move your receipts in a chat forward, never back.",
            body: MarkRequest.self,
            answers: [(200, .json(Mark.self))], refusals: [404]
        ) { .mark(chat: $0["chatId"]) },
        RouteDescription(
            .get, "/v1/people", "List people by the start of any word in their name.",
            query: [QueryParameter(name: "query", kind: .text, summary: "The start of a word.")],
            answers: [(200, .json(People.self))]
        ) { .people(query: $0.text("query") ?? "") },
        RouteDescription(
            .get, "/v1/push", "Stream everything that concerns you as Server-Sent Events. Last-Event-ID resumes.",
            query: [.since], answers: [(200, .events)]
        ) { .push(since: $0.number("since")) },
        RouteDescription(
            .get, "/v1/chats/{chatId}/live", "Follow a chat live over a WebSocket.",
            answers: [(101, .none)], refusals: [404, 426]
        ) { .live(chat: $0["chatId"]) },
        RouteDescription(
            .put, "/v1/files/{fileId}",
            """
            Upload a file, or the rest of one whose upload was cut off. You choose the id: 22 to 64 random characters. A \
            complete upload stays as it is.
            """,
            uploadHeaders: [
                QueryParameter(
                    name: UploadInfo.lengthHeader, kind: .number(0...Int64.max),
                    summary: "The length of the whole. Default: that of the body, or as before."),
                QueryParameter(
                    name: UploadInfo.offsetHeader, kind: .number(0...Int64.max),
                    summary: "Where the body begins in the whole: what the server has so far. Default: 0."),
            ],
            answers: [(200, .json(UploadInfo.self))], refusals: [409, 413, 422, 507]
        ) { .upload(file: $0["fileId"]) },
        RouteDescription(
            .get, "/v1/files/{fileId}/info", "Return how much of an upload of yours the server has.",
            answers: [(200, .json(UploadInfo.self))], refusals: [404]
        ) { .uploadInfo(file: $0["fileId"]) },
        RouteDescription(
            .get, "/v1/files/{fileId}",
            "Download a file of yours, or of a message in a chat that you are in. Range asks for a part of it.",
            answers: [(200, .file), (206, .file), (304, .none)], refusals: [404, 416, 500]
        ) { .download(file: $0["fileId"]) },
        RouteDescription(
            .delete, "/v1/files/{fileId}", "Delete an upload of yours that no message names.",
            answers: [(204, .none)], refusals: [404, 409]
        ) { .deleteUpload(file: $0["fileId"]) },
    ]
}
