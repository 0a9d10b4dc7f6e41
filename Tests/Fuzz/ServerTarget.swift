import Foundation
import TelexAPI
import TelexCore
import TelexNetwork

@testable import TelexClient

/// Output of a telex-server: a push channel, whose frames also carry the answers to requests.
enum ServerTarget {
    static func check(_ bytes: [UInt8]) throws {
        var reader = EventStreamReader()
        let events = reader.read(bytes)
        var inPieces = EventStreamReader()
        try promise(bytes.flatMap { inPieces.read([$0]) } == events, "other events in pieces")
        var client = try Client()
        for event in events {
            if let frame = try? Frame.read(event.kind, event.data) {
                try promise(
                    (try? Frame(body: frame.body)) == frame, "\(frame) comes not back")
                try client.take(frame)
            } else {
                try client.answer(event.data)
            }
        }
        try promise(
            client.told <= MatrixTarget.most(bytes), "\(bytes.count) bytes make events of \(client.told) bytes")
    }

    /// A client that receives the output.
    private struct Client {
        var link: ServerLink
        var waiting: [(purpose: ServerLink.Purpose, connection: Int)] = []
        var connection = 0
        var socket = 0
        let kept = KeptState()
        /// The length of all events so far.
        var told = 0

        init() throws {
            let kept = kept
            let environment = LinkEnvironment(kept, chance: { 0.5 }, now: { Date(timeIntervalSince1970: 0) })
            link = ServerLink(Account(url: "http://x", user: "ada", name: "Ada", token: "t"), environment)
            try take(.open(.push, effect: 1))
            try take(.perform(.sync, effect: 2))
            try take(.open(.socket("ada+bob"), effect: 3))
        }

        mutating func take(_ frame: Frame) throws {
            try take(.answered(.push, .success(.frame(frame)), connection: connection))
            try take(.answered(.live(socket: socket), .success(.frame(frame)), connection: connection))
        }

        mutating func take(_ input: LinkInput<ServerLink>) throws {
            let actions = link.handle(input)
            try promise(actions.count < 10_000, "\(actions.count) actions at once")
            for action in actions {
                switch action {
                case .request(_, .push, let number): connection = number
                case .request(let request, let purpose, let connection):
                    try promise(Self.isKnown(request.route), "no route \(request.route)")
                    waiting.append((purpose, connection))
                case .work(.open(_, let number)): socket = number
                case .keep(_, let name, let value): kept.values[name] = value
                case .wake(let alarm, _, let connection): try take(.woken(alarm, connection: connection))
                case .answer(_, let event): told += "\(event)".utf8.count
                case .work, .dropConnection, .wakeAfterCommit, .end, .upload: break
                }
            }
        }

        /// Whether the server has the route, or would answer that it has not: no id contains control characters.
        private static func isKnown(_ route: Route) -> Bool {
            (try? Route(method: route.method.rawValue, target: route.path)) != nil
                || route.path.removingPercentEncoding?.unicodeScalars.contains(where: \.isControl) == true
        }

        /// Handles the body as the answer to the oldest pending request.
        mutating func answer(_ body: [UInt8]) throws {
            guard !waiting.isEmpty else { return }
            let (purpose, connection) = waiting.removeFirst()
            let reply = try? ServerLink.Reply(to: purpose, body)
            try take(
                .answered(purpose, reply.map(Result.success) ?? .failure(.offline("none")), connection: connection))
        }
    }
}

/// The state of a link in memory.
final class KeptState: LinkStore, @unchecked Sendable {  // used by one thread
    var values: [String: String] = [:]

    func value(_ name: String) -> String? { values[name] }
    func values(_ prefix: String) -> [String: String] { values.filter { $0.key.hasPrefix(prefix) } }
}
