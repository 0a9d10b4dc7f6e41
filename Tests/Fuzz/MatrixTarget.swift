import Foundation
import TelexCore
import TelexNetwork

@testable import TelexMatrix

/// Answers of a homeserver: one JSON text a line, each for the oldest pending request.
enum MatrixTarget {
    private static let account = MatrixAccount(url: "http://x", user: "@ada:x", device: "D", token: "t", authority: nil)

    static func check(_ bytes: [UInt8]) throws {
        var client = try Client()
        for line in bytes.split(separator: 0x0A).prefix(8) { try client.answer(line) }
        try promise(client.told <= Self.most(bytes), "\(bytes.count) bytes make events of \(client.told) bytes")
    }

    /// How long the events are, as Swift describes them, that an input may lead to.
    static func most(_ bytes: [UInt8]) -> Int {
        100_000 + 300 * bytes.count
    }

    /// A client that receives the answers.
    private struct Client {
        var link = MatrixLink(
            account,
            LinkEnvironment(KeptState(), chance: { 0.5 }, now: { Date(timeIntervalSince1970: 0) }))
        var waiting: [(purpose: MatrixLink.Purpose, connection: Int)] = []
        /// The length of all events so far.
        var told = 0

        init() throws {
            try take(.open(.push, effect: 1))
            try take(.perform(.sync, effect: 2))
        }

        mutating func answer(_ body: some Sequence<UInt8>) throws {
            guard !waiting.isEmpty else { return }
            let (purpose, connection) = waiting.removeFirst()
            guard let json = JSON(body), case .object = json else {
                return try take(.answered(purpose, .failure(.offline("none")), connection: connection))
            }
            // A number out of range comes back as null.
            let written = JSON(json.bytes)
            try promise(written.flatMap { JSON($0.bytes) } == written, "\(json) comes not back")
            try take(.answered(purpose, .success(json), connection: connection))
        }

        private mutating func take(_ input: LinkInput<MatrixLink>) throws {
            let actions = link.handle(input)
            try promise(actions.count < 10_000, "\(actions.count) actions at once")
            for action in actions {
                switch action {
                case .request(let request, let purpose, let connection):
                    try promise(request.path.utf8.allSatisfy { (0x21..<0x7F).contains($0) }, "no path: \(request.path)")
                    waiting.append((purpose, connection))
                case .dropConnection: waiting = []
                case .wake(let alarm, _, let connection): try take(.woken(alarm, connection: connection))
                case .wakeAfterCommit(let alarm, let connection): try take(.woken(.own(alarm), connection: connection))
                case .answer(_, let event): told += "\(event)".utf8.count
                case .end, .keep, .upload: break
                }
            }
        }
    }
}
