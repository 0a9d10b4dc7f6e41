import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import TelexAPI
import TelexDigest
import TelexNetwork
import Testing

@testable import TelexClient
@testable import TelexServer

/// Tests the client's transfers of files with a server that listens.
@Suite final class ClientFileTests {
    private static let id = "abcdefghijklmnopqrstuv"
    private static let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 13 &+ $0 >> 8) }
    private static let hash = SHA256.hash(of: content).hexadecimal

    private let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())").path

    init() throws { try write(Self.content) }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    private func write(_ bytes: some Sequence<UInt8>) throws { try Data(bytes).write(to: URL(fileURLWithPath: path)) }

    private var written: [UInt8] { get throws { Array(try Data(contentsOf: URL(fileURLWithPath: path))) } }

    private func endpoint(_ person: TestClient) throws -> ChatEndpoint {
        let port = try #require(person.server.port)
        return ChatEndpoint(url: "http://127.0.0.1:\(port)", token: person.token, authority: nil)
    }

    @discardableResult
    private func upload(
        _ person: TestClient, length: Int = content.count, progress: @escaping @Sendable (Int64) -> Void = { _ in }
    ) async throws -> UploadInfo {
        try await endpoint(person).uploadFile(
            path, as: Self.id, length: Int64(length), mediaType: "image/png", progress: progress)
    }

    @Test(arguments: [0, 1, 1_000_000, 2_999_999, 3_000_000])
    func resumesAnUpload(received: Int) async throws {
        try await TestServer.run(.live) { server in
            let ada = try await server.client("ada")
            if received > 0 {
                let first = Array(Self.content.prefix(min(received, 400_000)))
                try await ada.upload(first, as: Self.id, length: Self.content.count)
                var offset = first.count
                while offset < received {
                    let next = min(received, offset + 400_000)
                    try await ada.upload(Array(Self.content[offset..<next]), as: Self.id, offset: offset)
                    offset = next
                }
            }
            let steps = NIOLockedValueBox<[Int64]>([])
            let info = try await upload(ada) { count in steps.withLockedValue { $0.append(count) } }
            #expect(info.sha256 == Self.hash && info.byteCount == 3_000_000)
            let counts = steps.withLockedValue { $0 }
            #expect(counts == counts.sorted() && counts.allSatisfy { $0 > received })
            #expect(counts.last == (received == 3_000_000 ? nil : 3_000_000))
            // It goes up once.
            #expect(try await upload(ada) == info)
            #expect(try await endpoint(ada).fileInfo(Self.id) == info)
        }
    }

    @Test func resumesADownload() async throws {
        try await TestServer.run(.live) { server in
            let (ada, bob) = try await server.couple()
            try await upload(ada)
            _ = try await ada.post("", as: "m1", file: PostedFile(file: Self.id, name: "a", mediaType: "a/b"))
            for count in [0, 1, 2_000_000, 3_000_000] {
                try write(Self.content.prefix(count))
                try await endpoint(bob).downloadFile(Self.id, into: path, limit: 3_000_000)
                #expect(try written == Self.content)
            }
        }
    }

    @Test func tellsWhyAFileCannotBeMoved() async throws {
        var limits = FileLimits()
        limits.file = 2_999_999
        try await TestServer.run(.live, files: limits) { server in
            let ada = try await server.client("ada")
            #expect(try await endpoint(ada).fileInfo(Self.id) == nil)
            await #expect(
                throws: RequestFailure.refused("The file is too large: at most 2999999 bytes. Send a smaller one.")
            ) {
                try await upload(ada)
            }
            let missing = RequestFailure.refused("There is no such file, or you may not read it.", isMissing: true)
            try FileManager.default.removeItem(atPath: path)
            await #expect(throws: missing) { try await endpoint(ada).downloadFile(Self.id, into: path, limit: 1) }
            try await endpoint(ada).deleteFile(Self.id)
            try write([1, 2, 3])
            try await upload(ada, length: 3)
            await #expect(throws: RequestFailure.refused("The file is too large: more than 2 bytes.")) {
                try await endpoint(ada).downloadFile(Self.id, into: path + "2", limit: 2)
            }
            try? FileManager.default.removeItem(atPath: path + "2")
            try await endpoint(ada).deleteFile(Self.id)
            #expect(try await endpoint(ada).fileInfo(Self.id) == nil)
            await #expect(throws: RequestFailure.loggedOut()) {
                try await endpoint(server.stranger("x")).downloadFile(Self.id, into: path, limit: 3)
            }
        }
    }
}
