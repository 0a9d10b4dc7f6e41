import Foundation
import TelexAPI
import TelexCore
import TelexNetwork
import Testing

@testable import TelexClient

/// A link that is driven by hand: what it wants done is kept until it is looked at.
struct Driven {
    var link = ServerLink(Account(url: "http://x", user: "ada", name: "Ada", token: "t")) { 1 }
    var bookmarks: [String: String] = [:]
    var events: [Event] = []
    var requests: [(route: Route, purpose: Purpose)] = []
    var ended: [Int] = []
    var alarms: [Alarm] = []
    var connections: [Int] = []
    var sockets: [Int] = []
    var closedSockets = 0

    /// - Parameter isOnline: whether it has connected, with nothing to fetch.
    init(isOnline: Bool = true) {
        take(.open(.push, effect: 1))
        take(.perform(.sync, effect: 2))
        guard isOnline else { return }
        take(.pushed(connection: connections[0], .ready(Frame.Ready(event: 0))))
        answer(.chats(ChatPage(chats: [], cursor: 0, more: false)))
        events = []
        ended = []
    }

    mutating func take(_ input: LinkInput) {
        let bookmarks = bookmarks
        for action in link.take(input, bookmarks: { bookmarks }) {
            switch action {
            case .request(let request, let purpose): requests.append((request.route, purpose))
            case .openPush(let connection): connections.append(connection)
            case .openSocket(_, let socket): sockets.append(socket)
            case .closeSocket: closedSockets += 1
            case .wake(let alarm, _): alarms.append(alarm)
            case .answer(_, let event): events.append(event)
            case .end(let effect): ended.append(effect)
            case .closePush, .tellTyping: break
            }
        }
    }

    /// Answers the first request that has no answer.
    mutating func answer(_ reply: Reply) { take(.answered(requests.removeFirst().purpose, .success(reply))) }

    mutating func fail(_ failure: RequestFailure) { take(.answered(requests.removeFirst().purpose, .failure(failure))) }

    mutating func push(_ frame: Frame) { take(.pushed(connection: connections.last!, frame)) }

    mutating func takeEvents() -> [Event] {
        defer { events = [] }
        return events.filter { if case .connection(.bookmarked) = $0 { false } else { true } }
    }
}

func own(_ id: MessageID) -> Message {
    Message(
        id: id, chat: "ada+bob", position: 1, isOwn: true, content: .text("hi"), date: Date(timeIntervalSince1970: 0),
        delivery: .sending)
}

func chat(last: Int64, marks: [Mark] = []) -> ChatInfo {
    ChatInfo(
        chat: "ada+bob", contact: "Bob", last: last, lastID: last == 0 ? nil : "bob/\(last)", marks: marks, event: 9)
}

func incoming(_ seq: Int64) -> IncomingMessage {
    IncomingMessage(
        chat: "ada+bob", message: "bob/\(seq)", contact: "Bob",
        content: MessageContent(text: "text \(seq)", sender: "bob"),
        serverOrder: seq,
        date: Date(timeIntervalSince1970: 1_767_603_600))
}
