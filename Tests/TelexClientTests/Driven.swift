import Foundation
import TelexAPI
import TelexCore
import TelexNetwork
import Testing

@testable import TelexClient

/// A link that a test drives by hand. It records the link's actions for inspection.
struct Driven {
    /// A request, and the connection on which it was made.
    struct Asked {
        let route: Route
        let body: [UInt8]?
        let purpose: ServerLink.Purpose
        let connection: Int
    }

    struct Timer {
        let alarm: LinkAlarm<ServerLink.Alarm>
        let connection: Int
    }

    var link: ServerLink
    var events: [Event] = []
    var requests: [Asked] = []
    /// What it has kept in this run.
    var kept: [String: String] = [:]
    var ended: [Int] = []
    var alarms: [Timer] = []
    /// When the push channels are overdue.
    var pushDeadlines: [Timer] = []
    /// The connections whose push channels were opened.
    var connections: [Int] = []
    var sockets: [Int] = []
    var closedSockets = 0

    /// - Parameters:
    ///   - kept: the state kept by an earlier run.
    ///   - isOnline: whether the link has connected, with nothing to fetch.
    init(kept: [String: String] = [:], isOnline: Bool = true) {
        let account = Account(url: "http://x", user: "ada", name: "Ada", token: "t")
        link = ServerLink(account, .fixed(kept))
        take(.open(.push, effect: 1))
        take(.perform(.sync, effect: 2))
        guard isOnline else { return }
        push(.ready(Frame.Ready(event: 0)))
        answer(.chats(ChatPage(chats: [], cursor: 0, more: false)))
        events = []
        ended = []
    }

    mutating func take(_ input: LinkInput<ServerLink>) {
        for action in link.handle(input) {
            switch action {
            case .request(_, .push, let connection): connections.append(connection)
            case .request(let request, let purpose, let connection):
                requests.append(
                    Asked(route: request.route, body: request.body, purpose: purpose, connection: connection))
            case .work(.open(_, let socket)): sockets.append(socket)
            case .work(.close): closedSockets += 1
            case .wake(.own(.pushOverdue), _, let connection):
                pushDeadlines.append(Timer(alarm: .own(.pushOverdue), connection: connection))
            case .wake(let alarm, _, let connection): alarms.append(Timer(alarm: alarm, connection: connection))
            case .answer(_, let event): events.append(event)
            case .keep(_, let name, let value): kept[name] = value
            case .end(let effect): ended.append(effect)
            case .work(.tellTyping), .dropConnection, .wakeAfterCommit, .upload: break
            }
        }
    }

    /// Answers the first unanswered request.
    mutating func answer(_ reply: ServerLink.Reply) { answer(requests.removeFirst(), .success(reply)) }

    mutating func fail(_ failure: RequestFailure) { answer(requests.removeFirst(), .failure(failure)) }

    mutating func answer(_ asked: Asked, _ result: Result<ServerLink.Reply, RequestFailure>) {
        take(.answered(asked.purpose, result, connection: asked.connection))
    }

    /// - Parameter connection: the last connection by default.
    mutating func push(_ frame: Frame, on connection: Int? = nil) {
        take(.answered(.push, .success(.frame(frame)), connection: connection ?? connections.last!))
    }

    mutating func endPush(_ failure: RequestFailure) {
        take(.answered(.push, .failure(failure), connection: connections.last!))
    }

    mutating func tell(_ frame: Frame, on socket: Int) {
        take(.answered(.live(socket: socket), .success(.frame(frame)), connection: 0))
    }

    mutating func endSocket(_ socket: Int) {
        take(.answered(.live(socket: socket), .failure(.offline("Cut")), connection: 0))
    }

    mutating func wake(_ timer: Timer) { take(.woken(timer.alarm, connection: timer.connection)) }

    /// Removes and returns all events, without members.
    mutating func takeEvents() -> [Event] {
        defer { events = [] }
        return events.filter { if case .member = $0 { false } else { true } }
    }

    /// The members reported so far, by chat.
    func members() -> [ChatID: [ChatMember]] {
        var members: [ChatID: [ChatMember]] = [:]
        for case .member(.synced(let some)) in events { members[some.chat, default: []] += some.members }
        return members
    }
}

func own(_ id: MessageID) -> Message {
    Message(
        id: id, chat: "ada+bob", position: 1, isOwn: true, content: .text("hi"), date: Date(timeIntervalSince1970: 0),
        delivery: .sending)
}

func chat(last: Int64, marks: [Mark] = []) -> ChatInfo {
    ChatInfo(
        chat: "ada+bob", title: "Bob", last: last, lastID: last == 0 ? nil : "bob/\(last)", marks: marks, event: 9)
}

func incoming(_ seq: Int64) -> IncomingMessage {
    IncomingMessage(
        chat: "ada+bob", message: "bob/\(seq)", title: "Bob",
        content: MessageContent(text: "text \(seq)", sender: "bob", senderName: "Bob"),
        serverOrder: seq,
        date: Date(timeIntervalSince1970: 1_767_603_600))
}

extension LinkEnvironment {
    /// An environment with a fixed time and fixed randomness.
    static func fixed(_ kept: [String: String] = [:]) -> LinkEnvironment {
        LinkEnvironment(FixedState(values: kept), chance: { 1 }, now: { Date(timeIntervalSince1970: 0) })
    }
}

private struct FixedState: LinkStore {
    let values: [String: String]

    func value(_ name: String) -> String? { values[name] }
    func values(_ prefix: String) -> [String: String] { values.filter { $0.key.hasPrefix(prefix) } }
}
