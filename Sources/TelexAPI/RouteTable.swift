/// What there is to know of a route beside what it does: the server reads requests by it, and describes itself with it.
public struct RouteDescription: Sendable {
    public let method: Route.Method
    /// Its path, with `{name}` for what is different each time.
    public let template: String
    /// What it does, in a sentence.
    public let summary: String
    /// The values that its query may have.
    public let query: [QueryParameter]
    /// What its body is.
    public let body: (any (Decodable & Sendable).Type)?
    /// What it answers when it does what it is asked, by status.
    public let answers: [(status: Int, content: Content)]
    /// What it may refuse with, beside what every route may.
    public let refusals: [Int]
    /// Whether it can be asked without a token.
    public let isOpen: Bool

    /// What the body of an answer is.
    public enum Content: Sendable {
        case none
        case json(any (Decodable & Sendable).Type)
        /// A JSON object that is described elsewhere.
        case document
        /// Server-Sent Events.
        case events
    }

    let make: @Sendable (Parameters) throws(Route.Mismatch) -> Route

    init(
        _ method: Route.Method, _ template: String, _ summary: String, query: [QueryParameter] = [],
        body: (any (Decodable & Sendable).Type)? = nil, answers: [(Int, Content)],
        refusals: [Int] = [],
        isOpen: Bool = false, make: @escaping @Sendable (Parameters) throws(Route.Mismatch) -> Route
    ) {
        self.method = method
        self.template = template
        self.summary = summary
        self.query = query
        self.body = body
        self.answers = answers
        self.refusals = refusals
        self.isOpen = isOpen
        self.make = make
    }

    /// The values of a path that has the form of the template; `nil` for one that has another.
    func match(_ segments: [String]) -> [String: String]? {
        let parts = template.split(separator: "/")
        guard parts.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (part, segment) in zip(parts, segments) {
            if part.hasPrefix("{") {
                values[String(part.dropFirst().dropLast())] = segment
            } else if part != segment {
                return nil
            }
        }
        return values
    }

    /// The names in the template.
    public var pathParameters: [String] {
        template.split(separator: "/").filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
    }
}

/// A value that a query may have.
public struct QueryParameter: Sendable {
    public enum Kind: Sendable {
        case text
        case number(ClosedRange<Int64>)
    }

    public let name: String
    public let kind: Kind
    public let summary: String

    static let since = QueryParameter(
        name: "since", kind: .number(0...Int64.max), summary: "The number of an event: what came after it is meant.")
    static let limit = QueryParameter(
        name: "limit", kind: .number(1...Int64(Limits.longestPage)),
        summary: "How many at most; \(Limits.page) if left away.")

    static func seq(_ name: String, _ summary: String) -> QueryParameter {
        QueryParameter(name: name, kind: .number(0...Int64.max), summary: summary)
    }
}

extension Route {
    /// All routes.
    public static let table: [RouteDescription] = [
        RouteDescription(
            .get, "/openapi.json", "Describes all routes (OpenAPI 3.1).", answers: [(200, .document)], isOpen: true
        ) { _ in .description },
        RouteDescription(
            .get, "/v1/health", "Says that the server is there.", answers: [(200, .json(Health.self))], isOpen: true
        ) { _ in .health },
        RouteDescription(
            .post, "/v1/login", "Exchanges a one-time invitation for a token.", body: LoginRequest.self,
            answers: [(200, .json(LoginAnswer.self))], refusals: [401], isOpen: true
        ) { _ in .login },
        RouteDescription(.post, "/v1/logout", "Takes the token back.", answers: [(204, .none)]) { _ in .logout },
        RouteDescription(
            .get, "/v1/chats", "Your chats that have changed after an event, in the order of their changes.",
            query: [.since, .limit], answers: [(200, .json(ChatPage.self))]
        ) { parameters throws(Mismatch) in
            .chats(since: parameters.number("since") ?? 0, limit: parameters.limit)
        },
        RouteDescription(
            .post, "/v1/chats", "The chat with somebody, made (201) if there is none.", body: CreateChatRequest.self,
            answers: [(200, .json(ChatInfo.self)), (201, .json(ChatInfo.self))], refusals: [404, 409]
        ) { _ in .createChat },
        RouteDescription(
            .post, "/v1/groups", "Makes a group: you are in it, the others are invited. Each time it is a new one.",
            body: CreateGroupRequest.self, answers: [(201, .json(ChatInfo.self))], refusals: [404, 409]
        ) { _ in .createGroup },
        RouteDescription(
            .post, "/v1/chats/{chatId}/join", "Accepts an invitation; whoever is in the chat already stays there.",
            answers: [(200, .json(ChatInfo.self))], refusals: [404]
        ) { .join(chat: $0["chatId"]) },
        RouteDescription(
            .post, "/v1/chats/{chatId}/decline", "Declines an invitation, for good.",
            answers: [(204, .none)], refusals: [404, 409]
        ) { .decline(chat: $0["chatId"]) },
        RouteDescription(
            .get, "/v1/chats/{chatId}/messages", "A page of messages: the last ones, or those after or before a place.",
            query: [
                .seq("after", "The place that the page begins after."),
                .seq("before", "The place that the page ends before."), .limit,
            ],
            answers: [(200, .json(MessagePage.self))], refusals: [404]
        ) { parameters throws(Mismatch) in
            .messages(chat: parameters["chatId"], try parameters.range(), limit: parameters.limit)
        },
        RouteDescription(
            .post, "/v1/chats/{chatId}/messages",
            """
            Posts a message. The same id again is the same message (200); with another text it is refused (409), unless the \
            message has been changed since.
            """,
            body: PostRequest.self, answers: [(200, .json(MessageInfo.self)), (201, .json(MessageInfo.self))],
            refusals: [404, 409]
        ) { .post(chat: $0["chatId"]) },
        RouteDescription(
            .put, "/v1/chats/{chatId}/messages/{messageId}", "Has a message of yours, by its id, say something else.",
            body: EditRequest.self, answers: [(200, .json(MessageInfo.self))], refusals: [404, 409]
        ) { .edit(chat: $0["chatId"], message: $0["messageId"]) },
        RouteDescription(
            .delete, "/v1/chats/{chatId}/messages/{messageId}",
            "Takes a message of yours, by its id, back: its place stays, its text is deleted.",
            answers: [(200, .json(MessageInfo.self))], refusals: [404, 409]
        ) { .delete(chat: $0["chatId"], message: $0["messageId"]) },
        RouteDescription(
            .get, "/v1/revisions",
            "Messages in your chats that have been changed after an event, as they are now, in the order of their changes.",
            query: [.since, .limit], answers: [(200, .json(RevisionPage.self))]
        ) { parameters throws(Mismatch) in
            .revisions(since: parameters.number("since") ?? 0, limit: parameters.limit)
        },
        RouteDescription(
            .put, "/v1/chats/{chatId}/marks", "Moves your marks in a chat forward, never back.", body: MarkRequest.self,
            answers: [(200, .json(Mark.self))], refusals: [404]
        ) { .mark(chat: $0["chatId"]) },
        RouteDescription(
            .get, "/v1/people", "People by the start of any word of their name.",
            query: [QueryParameter(name: "query", kind: .text, summary: "The start of a word.")],
            answers: [(200, .json(People.self))]
        ) { .people(query: $0.text("query") ?? "") },
        RouteDescription(
            .get, "/v1/push", "What concerns you as it happens, as Server-Sent Events; Last-Event-ID resumes.",
            query: [.since], answers: [(200, .events)]
        ) { .push(since: $0.number("since")) },
        RouteDescription(
            .get, "/v1/chats/{chatId}/live", "What goes on in a chat as it happens, as a WebSocket.",
            answers: [(101, .none)], refusals: [404, 426]
        ) { .live(chat: $0["chatId"]) },
    ]
}
