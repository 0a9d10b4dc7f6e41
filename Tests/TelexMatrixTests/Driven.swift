import Foundation
import TelexCore
import TelexNetwork

@testable import TelexMatrix

/// A link that a test drives by hand. It records the link's actions, and keeps its state for later runs.
final class Driven {
    var link: MatrixLink
    var events: [Event] = []
    var requests: [(request: MatrixRequest, purpose: MatrixLink.Purpose, connection: Int)] = []
    /// The unread counts of the server that the link reported.
    var counts: [UnreadCount] = []
    var ended: [Int] = []
    var uploads: [(message: MessageID, number: Int)] = []
    var alarms: [Timer] = []
    var pauses: [TimeInterval] = []
    /// The names of the values that the link kept.
    var keeps: [String] = []
    var drops = 0
    /// The number of the last sync.
    private var lastToken = 1
    /// The connection that waits for a commit, unless commits happen immediately.
    var uncommitted: Int?
    private let commitsAtOnce: Bool
    /// How many events are stored before the link is killed.
    private let killedAfter: Int
    /// All stored events.
    private(set) var stored: [Event] = []
    /// How many events and values were stored.
    private(set) var stores = 0
    let time: Time
    private let kept: Kept

    struct Timer {
        let alarm: LinkAlarm<MatrixLink.Alarm>
        let connection: Int
    }

    /// The time on the clock, in seconds.
    final class Time: @unchecked Sendable {  // used by one thread
        var now = 0.0
    }

    /// The state of a link in memory.
    final class Kept: LinkStore, @unchecked Sendable {  // used by one thread
        var values: [String: String] = [:]

        func value(_ name: String) -> String? { values[name] }
        func values(_ prefix: String) -> [String: String] { values.filter { $0.key.hasPrefix(prefix) } }
    }

    static let account = MatrixAccount(
        url: "http://x", user: "@ada:x", device: "D", token: "t", authority: nil)

    /// - Parameters:
    ///   - kept: the state kept by an earlier run.
    ///   - isOnline: whether the link has connected, in one room with Bob.
    ///   - commitsAtOnce: whether everything that the link reports is stored immediately.
    ///   - killedAfter: how many events and values are stored before the link is killed.
    init(kept: Kept = Kept(), isOnline: Bool = true, commitsAtOnce: Bool = true, killedAfter: Int = .max) {
        self.kept = kept
        self.commitsAtOnce = commitsAtOnce
        self.killedAfter = killedAfter
        let time = Time()
        self.time = time
        let environment = LinkEnvironment(kept, chance: { 0.5 }, now: { Date(timeIntervalSince1970: time.now) })
        link = MatrixLink(Self.account, environment)
        take(.open(.push, effect: 1))
        take(.perform(.sync, effect: 2))
        guard isOnline else { return }
        answer(["joined_rooms": ["!r:x"]])
        answer(["next_batch": "s1", "rooms": ["join": ["!r:x": Self.room([])]]])
        events = []
        ended = []
    }

    var isKilled: Bool { stores >= killedAfter }

    /// Stores everything reported so far.
    func commit() {
        guard let connection = uncommitted else { return }
        uncommitted = nil
        store(connection)
    }

    /// Tells the link that everything reported on that connection is stored.
    func store(_ connection: Int) { take(.woken(.own(.stored), connection: connection)) }

    func wake(_ timer: Timer) { take(.woken(timer.alarm, connection: timer.connection)) }

    func take(_ input: LinkInput<MatrixLink>) {
        for action in link.handle(input) where !isKilled {
            if case .answer(_, let event) = action {
                stored.append(event)
                stores += 1
            }
            switch action {
            case .request(let request, let purpose, let connection): requests.append((request, purpose, connection))
            case .upload(_, let key, let number, _): uploads.append((key.message, number))
            case .dropConnection:
                drops += 1
                requests = []
            case .wake(let alarm, let pause, let connection):
                alarms.append(Timer(alarm: alarm, connection: connection))
                pauses.append(pause)
            case .wakeAfterCommit(_, let connection):
                if commitsAtOnce { store(connection) } else { uncommitted = connection }
            case .keep(_, let name, let value):
                stores += 1
                kept.values[name] = value
                keeps.append(name)
            case .answer(_, .activity(.counted(let counted))): counts.append(counted.unread)
            case .answer(_, let event): events.append(event)
            case .end(let effect): ended.append(effect)
            }
        }
    }

    /// Answers an unanswered request, by default the first.
    func answer(_ answer: JSON, at index: Int = 0) { end(requests.remove(at: index), .success(answer)) }

    func fail(_ failure: RequestFailure, at index: Int = 0) { end(requests.remove(at: index), .failure(failure)) }

    private func end(
        _ asked: (request: MatrixRequest, purpose: MatrixLink.Purpose, connection: Int),
        _ result: Result<JSON, RequestFailure>
    ) {
        take(.answered(asked.purpose, result, connection: asked.connection))
    }

    /// Answers the pending sync with news of the room.
    func sync(_ room: JSON) { sync(rooms: ["join": ["!r:x": room]]) }

    /// Answers the pending sync with news of any rooms.
    func sync(rooms: JSON) {
        lastToken += 1
        answer(
            ["next_batch": .string("s\(lastToken)"), "rooms": rooms],
            at: index { if case .sync = $0 { true } else { false } })
    }

    /// The index of the first matching request.
    func index(where holds: (MatrixLink.Purpose) -> Bool) -> Int { requests.firstIndex { holds($0.purpose) }! }

    /// Removes and returns all events, without members.
    func takeEvents() -> [Event] {
        defer { events = [] }
        return events.filter { if case .member = $0 { false } else { true } }
    }

    /// The members reported so far, by chat.
    func members() -> [ChatID: [ChatMember]] {
        var members: [ChatID: [ChatMember]] = [:]
        for case .member(.synced(let some)) in events { members[some.chat, default: []] += some.members }
        return members
    }

    var paths: [String] { requests.map { String($0.request.path.dropFirst("/_matrix/client/v3/".count)) } }

    // MARK: Server responses

    static func room(
        _ events: [JSON], limited: String? = nil, ephemeral: [JSON] = [], unread: Int = 0, joined: Int = 2
    ) -> JSON {
        var timeline: [String: JSON] = ["events": .array(events)]
        if let limited {
            timeline["limited"] = true
            timeline["prev_batch"] = .string(limited)
        }
        return [
            "summary": ["m.heroes": ["@bob:x"], "m.joined_member_count": .number(Double(joined))],
            "state": [
                "events": [
                    [
                        "type": "m.room.member", "sender": "@bob:x", "state_key": "@bob:x",
                        "content": ["membership": "join", "displayname": "Bob"],
                    ]
                ]
            ],
            "timeline": .object(timeline), "ephemeral": ["events": .array(ephemeral)],
            "unread_notifications": ["notification_count": .number(Double(unread)), "highlight_count": 0],
        ]
    }

    static func text(
        _ id: String, _ text: String, from sender: String = "@bob:x", transaction: String? = nil
    ) -> JSON {
        [
            "type": "m.room.message", "event_id": .string(id), "sender": .string(sender), "origin_server_ts": 1000,
            "content": ["msgtype": "m.text", "body": .string(text)],
            "unsigned": transaction.map { ["transaction_id": .string($0)] } ?? [:],
        ]
    }

    static func edit(_ id: String, of target: String, _ text: String, from sender: String = "@bob:x") -> JSON {
        [
            "type": "m.room.message", "event_id": .string(id), "sender": .string(sender),
            "content": [
                "msgtype": "m.text", "body": .string("* \(text)"),
                "m.new_content": ["msgtype": "m.text", "body": .string(text)],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
            ],
        ]
    }

    static func receipt(_ event: String, of user: String) -> JSON {
        ["type": "m.receipt", "content": .object([event: ["m.read": .object([user: ["ts": 1]])]])]
    }
}

func incoming(_ id: String, _ text: String, by senderName: String? = "Bob") -> IncomingMessage {
    IncomingMessage(
        chat: "!r:x", message: MessageID(id), title: "Bob",
        content: MessageContent(text: text, sender: "@bob:x", senderName: senderName),
        date: Date(timeIntervalSince1970: 1))
}

func own(_ id: MessageID) -> Message {
    Message(
        id: id, chat: "!r:x", position: 1, isOwn: true, content: .text("hi"), date: Date(timeIntervalSince1970: 0),
        delivery: .sending)
}
