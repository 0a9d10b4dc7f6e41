import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import TelexAPI
import TelexJSON

/// Answers requests: finds the route, authenticates the caller and calls the service.
struct APIResponder: Sendable {
    let service: ChatService
    let accounts: Accounts
    let reader: ChatReader
    let logger: Logger
    private let users: RateLimiter<Int64>
    /// Limits requests without a valid token, by client address.
    private let strangers: RateLimiter<String>
    private let answers = AnswerLimit()
    private let limit: ConnectionLimit

    /// - Parameter rate: how many requests a second each user, or address without a token, may make.
    init(
        service: ChatService, accounts: Accounts, reader: ChatReader, rate: Int, limit: ConnectionLimit, logger: Logger
    ) {
        self.limit = limit
        self.service = service
        self.accounts = accounts
        self.reader = reader
        self.logger = logger
        users = RateLimiter(rate: rate)
        strangers = RateLimiter(rate: rate)
    }

    /// - Returns: the response, and its slot in the limit, to hold until the response has been written.
    func respond(to request: Request, on channel: any Channel) async -> (Response, AnswerLimit.Slot?) {
        let address = channel.address
        limit.noteRequest(on: channel)
        do { return try await answer(request, on: channel, from: address) } catch {
            let problem = Problem(error)
            // A server that stops cancels the requests that are still unfinished after a while.
            if problem.status >= 500, !Task.isCancelled {
                logger.error("a request failed", metadata: ["error": "\(error)"])
            }
            var response = Self.response(problem)
            if case Route.Mismatch.method(let allowed) = error { response.headers[.allow] = Problem.list(allowed) }
            // A stranger who asks too often has to connect again.
            if response.status == .tooManyRequests, !limit.noteRequest(on: channel) {
                response.headers[.connection] = "close"
            }
            if Self.hasLongBody(request) { response.headers[.connection] = "close" }
            // The answer to HEAD has no body (RFC 9110, section 9.3.2).
            if request.method == .head { response.body = ResponseBody() }
            return (response, nil)
        }
    }

    private func answer(
        _ request: Request, on channel: any Channel, from address: String
    ) async throws -> (Response, AnswerLimit.Slot?) {
        let match: Route.Match
        do { match = try Route.find(request.method.rawValue, request.head.path ?? "/") } catch {
            try Self.check(strangers.take(address))
            throw error
        }
        if match.description.isOpen {
            try Self.check(strangers.take(address))
            return (try await answer(try match.route(), request), nil)
        }
        let caller = try await caller(request.headers[.authorization], on: channel, from: address)
        let route = try match.route()
        // Push channels have a limit of their own.
        if case .push = route { return (try await answer(route, request, for: caller, on: channel), nil) }
        guard let place = answers.enter(caller.user.key) else {
            throw Problem(.tooManyRequests, "Too many unfinished responses. Read them first.", retryAfter: 1)
        }
        return (try await answer(route, request, for: caller, on: channel), place)
    }

    /// Authenticates the caller and applies the rate limit.
    ///
    /// - Parameter address: the client's `address`.
    /// - Throws: `Problem` with 401 or 429.
    func caller(_ authorization: String?, on channel: any Channel, from address: String) async throws -> Caller {
        guard let token = Self.token(authorization), let caller = try await accounts.caller(token) else {
            try Self.check(strangers.take(address))
            throw Problem.invalidToken
        }
        limit.trust(channel, as: caller.user)
        try Self.check(users.take(caller.user.key))
        return caller
    }

    /// - Parameter wait: the seconds to wait; 0 lets the request through.
    private static func check(_ wait: Double) throws(Problem) {
        guard wait > 0 else { return }
        let seconds = Int(wait.rounded(.up))
        throw Problem(.tooManyRequests, "Too many requests. Try again in \(seconds) s.", retryAfter: seconds)
    }

    /// The token of an `Authorization` header (RFC 6750, section 2.1).
    private static func token(_ authorization: String?) -> Secret? {
        guard let parts = authorization?.split(separator: " ", maxSplits: 1), parts.count == 2,
            parts[0].lowercased() == "bearer"
        else { return nil }
        return Secret(String(parts[1]))
    }

    private func answer(_ route: Route, _ request: Request) async throws -> Response {
        switch route {
        case .description: return Self.response(json: Self.document)
        case .login: break
        default:
            try service.database.check()
            return Self.response(Health(status: "ok"))
        }
        let body = try await Self.body(LoginRequest.self, of: request)
        let (token, user) = try await accounts.logIn(Secret(body.invitation))
        return Self.response(LoginAnswer(token: token.text, user: user.name, name: user.display))
    }

    private func answer(
        _ route: Route, _ request: Request, for caller: Caller, on channel: any Channel
    ) async throws -> Response {
        switch route {
        case .health, .description, .login: return try await answer(route, request)
        case .logout:
            try await service.logOut(caller)
            return Response(status: .noContent)
        case .chats(let since, let limit):
            return await Self.page(try await reader.chats(since: since, limit: limit, for: caller.user))
        case .createChat:
            let body = try await Self.body(CreateChatRequest.self, of: request)
            let (chat, isNew) = try await service.create(body.recipient, for: caller)
            return Self.response(chat, isNew ? .created : .ok)
        case .createGroup:
            let body = try await Self.body(CreateGroupRequest.self, of: request)
            return Self.response(try await service.createGroup(body, for: caller.user), .created)
        case .join(let chat): return Self.response(try await service.join(chat, caller.user))
        case .decline(let chat):
            try await service.decline(chat, caller.user)
            return Response(status: .noContent)
        case .setTitle(let chat):
            let body = try await body(TitleRequest.self, of: request, in: chat, for: caller.user)
            return Self.response(try await service.setTitle(body.title, of: chat, by: caller.user))
        case .setTopic(let chat):
            let body = try await body(TopicRequest.self, of: request, in: chat, for: caller.user)
            return Self.response(try await service.setTopic(body.topic, of: chat, by: caller.user))
        case .configure(let chat):
            let body = try await body(SettingsRequest.self, of: request, in: chat, for: caller.user)
            return Self.response(try await service.configure(chat, body, for: caller.user))
        case .ignore(let user): return Self.response(try await service.ignore(user, for: caller.user))
        case .unignore(let user): return Self.response(try await service.unignore(user, for: caller.user))
        case .invite(let chat):
            let body = try await body(InviteRequest.self, of: request, in: chat, for: caller.user)
            return Self.response(try await service.invite(body.people, to: chat, by: caller.user))
        case .setRole(let chat, let user):
            let body = try await body(RoleRequest.self, of: request, in: chat, for: caller.user)
            return Self.response(try await service.setAdmin(body.isAdmin, user, in: chat, by: caller.user))
        case .remove(let chat, let user):
            try await service.remove(user, from: chat, by: caller.user)
            return Response(status: .noContent)
        case .messages(let chat, let range, let limit):
            return await Self.page(try await reader.messages(of: chat, range, limit: limit, for: caller.user))
        case .post(let chat):
            let body = try await body(PostRequest.self, of: request, in: chat, for: caller.user)
            let (message, isNew) = try await service.post(body, to: chat, from: caller.user)
            return Self.response(message, isNew ? .created : .ok)
        case .edit(let chat, let message):
            let body = try await body(EditRequest.self, of: request, in: chat, for: caller.user)
            return Self.response(try await service.edit(message, in: chat, to: body, by: caller.user))
        case .delete(let chat, let message):
            return Self.response(try await service.delete(message, in: chat, by: caller.user))
        case .react(let chat, let message, let key):
            return Self.response(try await service.react(key, to: message, in: chat, by: caller.user))
        case .unreact(let chat, let message, let key):
            return Self.response(try await service.unreact(key, to: message, in: chat, by: caller.user))
        case .revisions(let since, let limit):
            return await Self.page(try await reader.revisions(since: since, limit: limit, for: caller.user))
        case .mark(let chat):
            let body = try await body(MarkRequest.self, of: request, in: chat, for: caller.user)
            return Self.response(try await service.mark(body, in: chat, of: caller.user))
        case .upload(let file): return try await receive(file, request, from: caller)
        case .uploadInfo(let file): return Self.response(try await service.files.info(file, of: caller.user))
        case .download(let file):
            let (file, content) = try await service.files.open(file, for: caller.user)
            return FileResponse.make(file, content, request, on: channel)
        case .deleteUpload(let file):
            try await service.files.delete(file, of: caller.user)
            return Response(status: .noContent)
        case .people(let query):
            return Self.response(People(people: try await accounts.people(query, for: caller.user)))
        case .push(let since):
            let last = try since ?? Self.lastEvent(request)
            return PushResponse.make(try await service.openPush(for: caller, after: last), service, request)
        case .live(let chat):
            try await reader.check(chat, for: caller.user)
            try await service.checkRefusal(of: caller.user)
            throw Problem(.upgradeRequired, "This is a WebSocket. Request it with \"Upgrade: websocket\", version 13.")
        }
    }

    /// Receives a file, or the rest of it.
    private func receive(_ file: String, _ request: Request, from caller: Caller) async throws -> Response {
        let files = service.files
        let (info, upload) = try await files.begin(try UploadRequest(file, request), by: caller)
        guard let upload else {
            var response = Self.response(info)
            if Self.hasLongBody(request) { response.headers[.connection] = "close" }
            return response
        }
        do {
            for try await part in request.body { try await FileStore.blocking { try upload.write(part) } }
        } catch {
            files.end(upload)
            throw error
        }
        return Self.response(try await files.finish(upload, by: caller))
    }

    private static func lastEvent(_ request: Request) throws -> Int64? {
        guard let text = request.headers[.lastEventID] else { return nil }
        guard let event = Int64(text), event >= 0 else {
            throw Problem(.badRequest, "\"Last-Event-ID\" must be the number of an event.")
        }
        return event
    }

    // MARK: Bodies

    /// Decodes the body of a request about a chat. A caller who is not in the chat gets that error first.
    private func body<Value: Record>(
        _ type: Value.Type, of request: Request, in chat: String, for user: User
    ) async throws -> Value {
        do {
            return try await Self.body(type, of: request)
        } catch {
            try await reader.check(chat, for: user)
            throw error
        }
    }

    private static func body<Value: Record>(_ type: Value.Type, of request: Request) async throws -> Value {
        let mediaType = request.headers[.contentType]?.split(separator: ";").first.map { $0.lowercased() }
        guard mediaType?.trimmingCharacters(in: .whitespaces) == "application/json" else {
            throw Problem(.unsupportedMediaType, "The body must be \"Content-Type: application/json\".")
        }
        let length = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        var body = ByteBuffer()
        if length > Limits.longestBody { throw tooLong }
        for try await part in request.body {
            body.writeImmutableBuffer(part)
            if body.readableBytes > Limits.longestBody { throw tooLong }
        }
        let bytes = body.readableBytesView
        if bytes.count <= shortBody { return try Value(body: bytes) }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) { try Value(body: bytes) }
    }

    /// Whether a body is too long to read the rest of it only to reach the next request.
    private static func hasLongBody(_ request: Request) -> Bool {
        request.headers[.contentLength].flatMap { Int($0) } ?? 0 > Limits.longestBody
    }

    /// The longest body to decode on the event loop that other connections share, in bytes.
    private static let shortBody = 8192

    private static let tooLong = Problem(
        .contentTooLarge, "The body is too large: at most \(Limits.longestBody) bytes.")

    /// NIO's default high-water mark, in bytes. While a channel buffers more, writers wait.
    private static let longBody = 65_536

    /// Encodes a page, which may be long, off the event loop that other connections share.
    private static func page(_ value: some Record) async -> Response {
        await withTaskExecutorPreference(globalConcurrentExecutor) { response(value) }
    }

    /// The description of all routes. It is long, and the same for everybody.
    private static let document = ByteBuffer(bytes: OpenAPI.document.bytes)

    static func response(_ value: some Record, _ status: HTTPResponse.Status = .ok) -> Response {
        response(json: ByteBuffer(bytes: value.body), status)
    }

    private static func response(json data: ByteBuffer, _ status: HTTPResponse.Status = .ok) -> Response {
        // A long body is written in parts. The last part waits until the channel's buffer has drained, so the response
        // keeps its slot until then.
        let body = data.readableBytes > longBody ? ResponseBody(contentsOf: [data]) : ResponseBody(byteBuffer: data)
        return Response(status: status, headers: [.contentType: "application/json"], body: body)
    }

    static func response(_ problem: Problem) -> Response {
        var response = response(problem, HTTPResponse.Status(code: problem.status))
        response.headers[.contentType] = Problem.mediaType
        response.headers[.retryAfter] = problem.retryAfter.map { "\($0)" }
        switch response.status {
        case .unauthorized: response.headers[.wwwAuthenticate] = "Bearer"
        case .upgradeRequired:
            response.headers[.upgrade] = "websocket"
            response.headers[.connection] = "upgrade"
        // Do not wait for the rest of the body.
        case .contentTooLarge: response.headers[.connection] = "close"
        default: break
        }
        return response
    }
}

extension HTTPField.Name {
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
