import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

extension HTTPSession {
    /// The most redirects to follow.
    private static let mostRedirects = 5

    /// Receives the content of a file, or the rest of it.
    ///
    /// There is no time limit, except for silence. After a failure, the part that came stays in the file, and the next
    /// call resumes there if the server allows it.
    ///
    /// Follows redirects (307 and 308) to https, and from this machine to this machine to http. Other origins do not get
    /// the token.
    ///
    /// - Parameters:
    ///   - address: the path on the server, or a URL with https.
    ///   - file: the path of the file, which may have the start of the content.
    ///   - limit: the most bytes that the content may have.
    ///   - followsRedirects: whether another address may have the content.
    ///   - progress: called with the number of bytes in the file.
    /// - Returns: a response with a status of 200 if the whole content is in the file. Any other status is a refusal, and
    ///   the file is as it was.
    package func download(
        _ address: String, into file: String, limit: Int64, followsRedirects: Bool = true,
        progress: @escaping @Sendable (Int64) -> Void = { _ in }
    ) async throws -> Answer {
        let part = try await LocalFile.writing(file)
        let destination = Destination(file: part, limit: limit, progress: progress)
        return try await receive(address, destination, followsRedirects ? Self.mostRedirects : 0)
    }

    /// Where content goes.
    private struct Destination: Sendable {
        let file: LocalFile
        let limit: Int64
        let progress: @Sendable (Int64) -> Void

        func check(_ total: Int64) throws(RequestFailure) {
            if total > limit { throw .refused("The file is too large: more than \(limit) bytes.") }
        }
    }

    private func receive(_ address: String, _ destination: Destination, _ redirects: Int) async throws -> Answer {
        let (session, address) = try target(address)
        if session !== self { return try await session.receive(address, destination, redirects) }
        let known = try await destination.file.length
        let response = try await get(address, from: known)
        switch response.status {
        case .ok:
            let total = try length(response)
            try await destination.file.clear()
            return try await receive(response, 0, total, destination)
        case .partialContent where known > 0:
            guard let (first, total) = Self.range(response), first == known else { throw notTheFile }
            return try await receive(response, known, total, destination)
        case .rangeNotSatisfiable where known > 0:
            if Self.size(response) == known { return try await complete(known, destination) }
            // What is here cannot be its start.
            try await destination.file.clear()
            return try await receive(address, destination, redirects)
        case .temporaryRedirect, .permanentRedirect:
            guard redirects > 0 else { throw RequestFailure.offline("The server at \(url) redirects too often.") }
            guard let location = response.headers.first(name: "location"),
                let next = URL(
                    string: location, relativeTo: URL(string: address.hasPrefix("/") ? url + address : address))
            else { throw notTheFile }
            return try await receive(next.absoluteString, destination, redirects - 1)
        case let status where (200..<300).contains(status.code): throw notTheFile
        default: return try await answer(response, upTo: Self.longestRefusal)
        }
    }

    private func get(_ address: String, from offset: Int64) async throws -> HTTPClientResponse {
        var request = try request("GET", address)
        // Lengths and ranges are those of the content as it is.
        request.headers.add(name: "accept-encoding", value: "identity")
        if offset > 0 { request.headers.add(name: "range", value: "bytes=\(offset)-") }
        return try await execute(request)
    }

    /// Receives the content from an offset on.
    ///
    /// - Parameter total: the length of the whole; `nil` if the end of the response tells it.
    private func receive(
        _ response: HTTPClientResponse, _ offset: Int64, _ total: Int64?, _ destination: Destination
    ) async throws -> Answer {
        try destination.check(total ?? 0)
        var count = offset
        for try await part in response.body {
            let next = count + Int64(part.readableBytes)
            try destination.check(next)
            if let total, next > total { throw notTheFile }
            try await destination.file.write(part, at: count)
            count = next
            destination.progress(count)
        }
        if let total, count < total { throw HTTPClientError.remoteConnectionClosed }
        return try await complete(count, destination)
    }

    private func complete(_ count: Int64, _ destination: Destination) async throws -> Answer {
        try destination.check(count)
        try await destination.file.synchronize()
        return Answer(status: .ok, body: ByteBuffer(), retryAfter: nil)
    }

    private var notTheFile: RequestFailure { .offline("The server at \(url) did not answer with the file.") }

    // MARK: Headers

    /// The announced length of a whole content; `nil` if it comes in chunks, of which the last is marked.
    private func length(_ response: HTTPClientResponse) throws(RequestFailure) -> Int64? {
        let encodings = response.headers["content-encoding"].filter { $0.lowercased() != "identity" }
        guard encodings.isEmpty else { throw notTheFile }
        if let length = response.headers.first(name: "content-length").flatMap({ Int64($0) }) { return length }
        // Otherwise the end of the connection would be taken for the end of the file.
        guard response.headers.contains(name: "transfer-encoding") else {
            throw .offline("The server at \(url) does not tell the length of the file.")
        }
        return nil
    }

    /// The first position of a partial content, and the length of the whole (RFC 9110, section 14.4).
    private static func range(_ response: HTTPClientResponse) -> (first: Int64, total: Int64)? {
        guard let text = response.headers.first(name: "content-range"),
            let match = text.wholeMatch(of: /bytes ([0-9]+)-([0-9]+)\/([0-9]+)/), let first = Int64(match.1),
            let last = Int64(match.2), let total = Int64(match.3), first <= last, last == total - 1
        else { return nil }
        return (first, total)
    }

    /// The length of the whole, in a response to a range that is outside it.
    private static func size(_ response: HTTPClientResponse) -> Int64? {
        response.headers.first(name: "content-range")?.wholeMatch(of: /bytes \*\/([0-9]+)/).flatMap { Int64($0.1) }
    }

    // MARK: Origins

    /// Returns the session for an address, and the address in it. Only this server gets the token.
    ///
    /// - Throws: `RequestFailure.offline` for an address that must not be used.
    private func target(_ address: String) throws(RequestFailure) -> (HTTPSession, String) {
        if address.hasPrefix("/") { return (self, address) }
        guard let parts = URLComponents(string: address), let origin = Self.origin(parts), parts.user == nil else {
            throw .offline("The server at \(url) names an invalid address.")
        }
        if URLComponents(string: url).flatMap(Self.origin) == origin { return (self, address) }
        let isLocal = url.hasPrefix("http://") && ServerAddress.isLoopback(address: origin)
        guard origin.hasPrefix("https://") || isLocal else {
            throw .offline("The server at \(url) redirects to an address without https.")
        }
        return (HTTPSession(url: origin, token: nil, authority: authority, silence: silence, proxies: proxies), address)
    }

    /// The origin of an address: scheme, host and port.
    private static func origin(_ address: URLComponents) -> String? {
        guard let scheme = address.scheme?.lowercased(), let host = address.host else { return nil }
        let port = address.port ?? (scheme == "https" ? 443 : 80)
        return ServerAddress.normalized("\(scheme)://\(host):\(port)")
    }
}
