import Foundation
import HTTPTypes
import TelexAPI
import TelexJSON
import Testing

@testable import TelexServer

/// A person with an account on a server, on one device.
struct TestClient: Sendable {
    let server: TestServer
    let user: String
    let name: String
    let token: String?

    // MARK: Requests

    /// Sends a request as it is.
    ///
    /// - Parameter headers: in addition to the token and to the type of the body.
    func send(
        _ method: String, _ target: String, _ body: [UInt8]? = nil, _ headers: HTTPFields = [:],
        at location: SourceLocation = #_sourceLocation
    ) async throws -> TestResponse {
        var fields = headers
        if let token, fields[.authorization] == nil { fields[.authorization] = "Bearer \(token)" }
        if body != nil, fields[.contentType] == nil { fields[.contentType] = "application/json" }
        let response = try await TestConnection.response(to: method, target, fields, body, server)
        response.check(method, target, location)
        return response
    }

    func send(_ method: String, _ target: String, json: String, _ headers: HTTPFields = [:]) async throws
        -> TestResponse
    {
        try await send(method, target, Array(json.utf8), headers)
    }

    /// Sends a request of a route.
    ///
    /// - Throws: `Problem` if the server refuses it.
    func ask<Value: Record>(
        _ route: Route, _ body: (any Record)? = nil, _ status: Int = 200, at location: SourceLocation = #_sourceLocation
    ) async throws -> Value {
        let response = try await send(route.method.rawValue, route.path, body?.body, at: location)
        let bytes = try response.success(status, location)
        let value = try Value(body: bytes)
        // Otherwise, the response has members that the type lacks.
        #expect(value.body == bytes, sourceLocation: location)
        return value
    }

    /// Sends a request that is answered without a body.
    func tell(_ route: Route, at location: SourceLocation = #_sourceLocation) async throws {
        let response = try await send(route.method.rawValue, route.path, at: location)
        #expect(try response.success(204, location).isEmpty, sourceLocation: location)
    }

    // MARK: Routes

    func logOut() async throws { try await tell(.logout) }

    func chats(since event: Int64 = 0, limit: Int = 50) async throws -> ChatPage {
        try await ask(.chats(since: event, limit: limit))
    }

    func create(_ recipient: String, isNew: Bool = true) async throws -> ChatInfo {
        try await ask(.createChat, CreateChatRequest(recipient: recipient), isNew ? 201 : 200)
    }

    func group(_ people: [String], _ name: String? = nil) async throws -> ChatInfo {
        try await ask(.createGroup, CreateGroupRequest(people: people, name: name), 201)
    }

    func join(_ chat: String) async throws -> ChatInfo { try await ask(.join(chat: chat)) }

    func decline(_ chat: String) async throws { try await tell(.decline(chat: chat)) }

    func page(
        _ range: Route.MessageRange = .latest, limit: Int = 50, of chat: String = "ada+bob"
    ) async throws -> MessagePage {
        try await ask(.messages(chat: chat, range, limit: limit))
    }

    /// The last messages of a chat, up to 500.
    func messages(_ chat: String = "ada+bob") async throws -> [MessageInfo] {
        try await page(limit: 500, of: chat).messages
    }

    func texts(_ chat: String = "ada+bob") async throws -> [String] { try await messages(chat).map(\.text) }

    func post(
        _ text: String, as id: String, to chat: String = "ada+bob", kind: String? = nil, replyTo: String? = nil,
        spans: [SpanInfo]? = nil, file: PostedFile? = nil, isNew: Bool = true,
        at location: SourceLocation = #_sourceLocation
    ) async throws -> MessageInfo {
        let body = PostRequest(id: id, text: text, kind: kind, replyTo: replyTo, spans: spans, file: file)
        return try await ask(.post(chat: chat), body, isNew ? 201 : 200, at: location)
    }

    /// Posts messages whose ids and texts are numbers.
    @discardableResult
    func post(_ numbers: ClosedRange<Int>, to chat: String = "ada+bob") async throws -> [MessageInfo] {
        var posted: [MessageInfo] = []
        for number in numbers { posted.append(try await post("\(number)", as: "\(number)", to: chat)) }
        return posted
    }

    func edit(_ message: String, _ text: String, in chat: String = "ada+bob") async throws -> MessageInfo {
        try await ask(.edit(chat: chat, message: message), EditRequest(text: text))
    }

    func delete(_ message: String, in chat: String = "ada+bob") async throws -> MessageInfo {
        try await ask(.delete(chat: chat, message: message))
    }

    /// Uploads a file, or a part of it.
    ///
    /// - Parameters:
    ///   - length: the announced length of the whole; by default that of the body.
    ///   - type: the media type.
    @discardableResult
    func upload(
        _ body: [UInt8], as file: String, offset: Int? = nil, length: Int? = nil, type: String? = "image/png",
        at location: SourceLocation = #_sourceLocation
    ) async throws -> UploadInfo {
        var headers: HTTPFields = [.contentType: type ?? ""]
        headers[.uploadOffset] = offset.map { "\($0)" }
        headers[.uploadLength] = length.map { "\($0)" }
        let response = try await send("PUT", Route.upload(file: file).path, body, headers, at: location)
        return try UploadInfo(body: response.success(200, location))
    }

    func uploadInfo(_ file: String) async throws -> UploadInfo { try await ask(.uploadInfo(file: file)) }

    /// Downloads a file, or a part of it.
    func download(
        _ file: String, _ headers: HTTPFields = [:], at location: SourceLocation = #_sourceLocation
    ) async throws -> TestResponse {
        let response = try await send("GET", Route.download(file: file).path, nil, headers, at: location)
        if let problem = response.problem { throw problem }
        return response
    }

    func react(_ key: String, to message: String, in chat: String = "ada+bob") async throws -> MessageInfo {
        try await ask(.react(chat: chat, message: message, key: key))
    }

    func revisions(since event: Int64 = 0, limit: Int = 50) async throws -> RevisionPage {
        try await ask(.revisions(since: event, limit: limit))
    }

    func mark(read: String? = nil, delivered: String? = nil, in chat: String = "ada+bob") async throws -> Mark {
        try await ask(.mark(chat: chat), MarkRequest(read: read, delivered: delivered))
    }

    func people(_ query: String) async throws -> [String: String] {
        let found: People = try await ask(.people(query: query))
        return Dictionary(uniqueKeysWithValues: found.people.map { ($0.user, $0.name) })
    }

    // MARK: Channels

    /// Opens the push channel, and reads what was missed up to `ready`.
    ///
    /// - Parameter lastEvent: the header that resumes.
    func push(
        since event: Int64? = nil, lastEvent: Int64? = nil, at location: SourceLocation = #_sourceLocation
    ) async throws -> TestChannel {
        var headers: HTTPFields = [.accept: "text/event-stream"]
        headers[.authorization] = token.map { "Bearer \($0)" }
        headers[.lastEventID] = lastEvent.map { "\($0)" }
        return try await TestConnection.push(Route.push(since: event).path, headers, server, location)
    }

    /// What a push channel repeats after an event.
    func missed(since event: Int64? = nil) async throws -> [TestChannel.Item] {
        let push = try await push(since: event)
        await push.close()
        return push.missed
    }

    /// Opens the live channel of a chat, and reads `ready`.
    ///
    /// - Parameter hearsPresence: whether to read who is online; otherwise such frames are skipped.
    func live(
        _ chat: String = "ada+bob", hearsPresence: Bool = false, at location: SourceLocation = #_sourceLocation
    ) async throws -> TestChannel {
        try await TestConnection.live(chat, token, server, hearsPresence, location)
    }
}

/// A response to a request.
struct TestResponse: Sendable {
    let head: HTTPResponse
    let body: [UInt8]

    var status: Int { head.status.code }
    var text: String { String(decoding: body, as: UTF8.self) }
    subscript(field: HTTPField.Name) -> String? { head.headerFields[field] }

    /// The error that the response reports; `nil` for a success.
    var problem: Problem? { status < 400 ? nil : try? Problem(body: body) }

    /// The body of a success.
    func success(_ expected: Int, _ location: SourceLocation) throws -> [UInt8] {
        if let problem { throw problem }
        #expect(status == expected, sourceLocation: location)
        return body
    }

    /// Asserts that the server's document describes the response.
    func check(_ method: String, _ target: String, _ location: SourceLocation) {
        if status >= 400 {
            let problem = try? Problem(body: body)
            let isTold =
                problem?.status == status && problem?.title.isEmpty == false && problem?.detail.isEmpty == false
            // The answer to HEAD has no body.
            #expect(method == "HEAD" ? body.isEmpty : isTold, "\(method) \(target): \(text)", sourceLocation: location)
            #expect((status == 401) == (self[.wwwAuthenticate] == "Bearer"), sourceLocation: location)
        }
        guard let template = try? Route.find(method, target).description.template,
            let responses = OpenAPI.document["paths"]?[template]?[method.lowercased()]?["responses"]
        else { return }
        guard let response = responses["\(status)"] else {
            Issue.record("\(method) \(template) is not to answer \(head): \(text)", sourceLocation: location)
            return
        }
        let type = self[.contentType]
        if case .object(let content) = response["content"] {
            let types = content.members.map(\.name)
            #expect(types == [type] || types == ["*/*"] && type != nil, sourceLocation: location)
        } else {
            #expect(body.isEmpty, "\(method) \(template)", sourceLocation: location)
        }
    }
}
