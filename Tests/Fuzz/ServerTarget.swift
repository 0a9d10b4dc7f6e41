import Foundation
import TelexAPI
import TelexCore
import TelexNetwork

@testable import TelexClient

/// What a telex-server sends: a push channel, in whose frames also stand the answers to requests.
enum ServerTarget {
    static func check(_ bytes: [UInt8]) {
        var reader = EventStreamReader()
        let events = reader.take(bytes)
        var inPieces = EventStreamReader()
        promise(bytes.flatMap { inPieces.take([$0]) } == events, "other events in pieces")
        var client = Client()
        for event in events {
            if let frame = try? APICoder.frame(event.kind, event.data) {
                promise((try? APICoder.decode(Frame.self, APICoder.encode(frame))) == frame, "\(frame) comes not back")
                client.take(frame)
            } else {
                client.answer(event.data)
            }
        }
    }

    /// A client that is being told all this.
    private struct Client {
        var link = ServerLink(Account(url: "http://x", user: "ada", name: "Ada", token: "t")) { 0.5 }
        var waiting: [Purpose] = []
        var connection = 0
        var socket = 0
        var bookmarks: [String: String] = [:]

        init() {
            take(.open(.push, effect: 1))
            take(.perform(.sync, effect: 2))
            take(.open(.socket("ada+bob"), effect: 3))
        }

        mutating func take(_ frame: Frame) {
            take(.pushed(connection: connection, frame))
            take(.told(socket: socket, frame))
        }

        mutating func take(_ input: LinkInput) {
            let bookmarks = bookmarks
            let actions = link.take(input, bookmarks: { bookmarks })
            promise(actions.count < 10_000, "\(actions.count) actions at once")
            for action in actions {
                switch action {
                case .request(let request, let purpose):
                    promise(
                        (try? Route(method: request.route.method.rawValue, target: request.route.path)) != nil,
                        "no route")
                    waiting.append(purpose)
                case .openPush(let number): connection = number
                case .openSocket(_, let number): socket = number
                case .answer(_, .connection(.bookmarked(let name, let value))): self.bookmarks[name] = value
                case .wake(let alarm, _): take(.woken(alarm))
                case .closePush, .closeSocket, .tellTyping, .answer, .end: break
                }
            }
        }

        /// Takes it for the answer to what was asked first.
        mutating func answer(_ body: [UInt8]) {
            guard !waiting.isEmpty else { return }
            let purpose = waiting.removeFirst()
            let reply = Self.reply(to: purpose, body)
            take(.answered(purpose, reply.map(Result.success) ?? .failure(.offline("none"))))
        }

        private static func reply(to purpose: Purpose, _ body: [UInt8]) -> Reply? {
            switch purpose {
            case .chats: (try? APICoder.decode(ChatPage.self, body)).map(Reply.chats)
            case .messages: (try? APICoder.decode(MessagePage.self, body)).map(Reply.messages)
            case .revisions: (try? APICoder.decode(RevisionPage.self, body)).map(Reply.revisions)
            case .post, .revise: (try? APICoder.decode(MessageInfo.self, body)).map(Reply.message)
            case .create, .join, .rejoin: (try? APICoder.decode(ChatInfo.self, body)).map(Reply.chat)
            case .search: (try? APICoder.decode(People.self, body)).map(Reply.people)
            case .mark, .leave: .done
            }
        }
    }
}
