import Foundation
import TelexCore
import TelexNetwork

/// The part of a sync that is still to be processed, room by room: missing messages of a room are fetched first.
struct SyncReader {
    let next: String
    var rooms: [(id: String, news: JSON)]
    /// The rooms, of those, that we are no longer in.
    let left: Set<String>
    /// Whether the sync was empty.
    let isEmpty: Bool
    /// The fetched events that were missing in the first room, newest first.
    var filled: [JSON] = []
    /// Member events of those who sent them, the newest first.
    var senders: [JSON] = []
    var pages = 0
}

/// The progress of a first sync.
struct FirstSync {
    var next = ""
    var total: Int
    /// The rooms that are still to be read.
    var rooms: [(id: String, news: JSON)] = []
    /// What to report when all rooms have been read.
    var news: [RoomNews] = []
    /// The sync itself, with its invitations.
    var answer: JSON = .null
}

extension MatrixLink {
    /// The number of messages per room in a first sync, and the number of rooms between two progress reports.
    static let firstMessages = 20
    static let stride = 20
    /// The most pages to fetch of missing messages, and the events on each. Beyond that there is a gap.
    static let mostPages = 10
    static let page = 100

    mutating func synced(_ purpose: Purpose, _ answer: JSON) {
        switch purpose {
        case .sync: apply(answer)
        case .joinedRooms:
            let total = answer["joined_rooms"].array.count
            first = FirstSync(total: total)
            if total > 0 { tell(.connection(.progressed(SyncProgress(done: 0, total: total)))) }
            request(.beginning, .beginning)
        case .beginning:
            applyAccountData(answer)
            first?.answer = answer
            first?.next = answer["next_batch"].string ?? ""
            first?.rooms = answer["rooms"]["join"].object.map { (id: $0.key, news: $0.value) }
            askForRoom()
        case .messages: applyMessages(answer)
        case .fill: applyFill(answer)
        default: break
        }
    }

    // MARK: First sync

    /// Fetches the last messages of the next room. The first sync contains only one message per room.
    private mutating func askForRoom() {
        while let sync = first, let (id, news) = sync.rooms.last {
            if let token = Self.missing(news) {
                return request(.messages(id, from: token, limit: Self.firstMessages - 1), .messages)
            }
            apply(news, of: id, [:], missing: nil)
        }
        if let first { finishFirst(first) }
    }

    mutating func applyMessages(_ answer: JSON) {
        guard let (id, news) = first?.rooms.last else { return }
        let earlier = answer["chunk"].array
        let isRefused = !answer["chunk"].exists
        let token = isRefused ? Self.missing(news) : earlier.isEmpty ? nil : answer["end"].string
        apply(news, of: id, answer, missing: token)
        askForRoom()
    }

    /// - Parameter page: the messages before those of the sync.
    private mutating func apply(_ room: JSON, of id: String, _ page: JSON, missing: String?) {
        let earlier = page["chunk"].array.reversed()
        let news = read(room, of: id, after: Array(earlier), by: page["state"].array, missing: missing)
        first?.news.append(news)
        first?.rooms.removeLast()
        guard let first, !first.rooms.isEmpty else { return }
        let done = first.total - first.rooms.count
        if done > 0, done % Self.stride == 0 {
            tell(.connection(.progressed(SyncProgress(done: done, total: first.total))))
        }
    }

    /// Reports all rooms. The room with the latest message comes last, so that it is first in the list.
    private mutating func finishFirst(_ sync: FirstSync) {
        first = nil
        let news = sync.news.sorted { ($0.date, $0.room) < ($1.date, $1.room) }
        let chats = news.filter { $0.isListed && $0.isRenamed }.compactMap { rooms[$0.room] }.map(chat)
        if !chats.isEmpty { tell(.chat(.synced(chats: chats))) }
        for news in news { tell(news) }
        // They are newer than the rooms in the list, where they would be far down otherwise.
        applyInvitations(sync.answer)
        for room in news.compactMap({ rooms[$0.room] }) where invitations[room.id] != nil {
            endInvitation(to: room.id, joined: room)
        }
        finishSync(at: sync.next)
    }

    // MARK: Later syncs

    private mutating func apply(_ answer: JSON) {
        applyAccountData(answer)
        let left = answer["rooms"]["leave"].object
        // This has the messages from before we had to leave.
        let last = left.filter { rooms[$0.key]?.isLeft == false }
        let all = answer["rooms"]["join"].object.merging(last) { joined, _ in joined }
        let order = all.map { (id: $0.key, news: $0.value) }
            .sorted { (Self.date($0.news), $0.id) < (Self.date($1.news), $1.id) }
        let next = answer["next_batch"].string ?? ""
        intake = SyncReader(
            next: next, rooms: order, left: Set(last.keys), isEmpty: next == since || Self.isEmpty(answer))
        applyInvitations(answer)
        for id in left.keys where last[id] == nil { self.left(id) }
        askForNext()
    }

    private mutating func askForNext() {
        while let intake, let (id, news) = intake.rooms.first {
            let token = Self.missing(news)
            if let token, let since, rooms[id]?.isLeft == false, intake.pages == 0 { return fill(id, token, to: since) }
            tellFirst(missing: token)
        }
        if let next = intake?.next { finishSync(at: next) }
    }

    private mutating func fill(_ room: String, _ token: String, to end: String) {
        intake?.pages += 1
        request(.messages(room, from: token, to: end, limit: Self.page), .fill)
    }

    /// Adds a page of missing events; fetches the next page if there are more.
    private mutating func applyFill(_ answer: JSON) {
        guard var intake, let (id, news) = intake.rooms.first, let since else { return }
        intake.filled += answer["chunk"].array
        intake.senders += answer["state"].array
        self.intake = intake
        let token = answer["chunk"].array.isEmpty ? nil : answer["end"].string
        if let token, intake.pages < Self.mostPages { return fill(id, token, to: since) }
        // If too much is missing, use only the events of the sync itself, with a gap before them.
        let filled = token == nil ? intake.filled.reversed() : []
        tellFirst(after: Array(filled), missing: token == nil ? nil : Self.missing(news))
        askForNext()
    }

    /// Continues without the missing events, which become a gap.
    mutating func skipFill() {
        tellFirst(missing: intake?.rooms.first.flatMap { Self.missing($0.news) })
        askForNext()
    }

    /// Reports what has happened in the first room.
    private mutating func tellFirst(after earlier: [JSON] = [], missing: String?) {
        guard let (id, news) = intake?.rooms.removeFirst() else { return }
        let senders = intake?.senders ?? []
        intake?.filled = []
        intake?.senders = []
        intake?.pages = 0
        tellRoom(read(news, of: id, after: earlier, by: senders, missing: missing))
        if intake?.left.contains(id) == true { left(id) }
    }

    /// Ends a sync, once all its lookups have ended.
    mutating func finishSync(at next: String) {
        guard lookups.isEmpty else { return lookups.next = next }
        lookups.drop()
        lookups.succeed()
        let isEmpty = intake?.isEmpty == true
        intake = nil
        placeOverdue()
        finishSync(at: next, isEmpty: isEmpty)
    }

    private static func isEmpty(_ answer: JSON) -> Bool {
        ["rooms", "account_data", "to_device", "device_lists", "presence"].allSatisfy { answer[$0].isHollow }
    }

    /// The token of the messages that are missing before those of a sync; `nil` if none are.
    private static func missing(_ news: JSON) -> String? {
        news["timeline"]["limited"].bool == true ? news["timeline"]["prev_batch"].string : nil
    }

    private static func date(_ news: JSON) -> Double {
        let last = news["timeline"]["events"].array.compactMap(RoomEvent.init).last { $0.movesRoom }
        return (last?.date ?? .distantPast).timeIntervalSince1970
    }

    // MARK: Account data

    private mutating func applyAccountData(_ answer: JSON) {
        for event in answer["account_data"]["events"].array {
            switch event["type"].string {
            case "m.direct":
                directs = Directs(event["content"])
                keep("direct", event["content"].text)
            case "m.push_rules":
                apply(PushRules(event["content"]))
                keep("rules", event["content"].text)
            case "m.ignored_user_list":
                tell(note(ignored: event["content"]))
            default: break
            }
        }
    }

}
