import Foundation
import GRDB
import TelexCore
import TelexJSON

/// Finds messages. Each is compared with the query itself: the index only says which ones to read.
final class FoundRecord {
    private let query: MessageQuery
    private let matcher: SearchMatcher
    private let index: SearchIndex
    private let database: Database
    private var limits: SearchLimits { index.limits }
    private var chats: [Int64: ChatID] = [:]

    /// How many gaps are listed.
    private static let listed = 10

    init(_ query: MessageQuery, _ index: SearchIndex, _ database: Database) {
        self.query = query
        self.index = index
        self.database = database
        matcher = SearchMatcher(query.parts, index.reader)
    }

    // MARK: Pages

    /// Returns the newest messages before a place.
    func page(before place: FoundPlace?, limit: Int) throws -> FoundPage {
        var page: FoundPage
        do {
            page =
                try index.isUsable(database)
                ? indexed(before: place, limit: max(1, limit)) : FoundPage(needsCount: true)
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CORRUPT_VTAB {
            // The index is damaged; the messages may not be.
            index.isDamaged = true
            page = FoundPage(needsCount: true)
        }
        if place == nil { page.gaps = try gaps() }
        return page
    }

    private func indexed(before place: FoundPlace?, limit: Int) throws -> FoundPage {
        guard let expression = matcher.expression else { return FoundPage(needsCount: true) }
        var newest: [FoundMessage] = []
        if query.chat == nil {
            let (found, bound) = try walk(before: place, limit: .max, budget: limits.newest)
            let isWhole = bound == nil && place == nil
            if bound == nil || found.count >= limit {
                return page(found, limit, rest: bound, total: isWhole ? found.count : nil)
            }
            newest = found
        }
        let arrivals = try index.arrivals(expression, database)
        // What was found without the index tells whether it has all that it should.
        guard newest.allSatisfy({ arrivals.contains(sorted: $0.place.arrival) }) else {
            index.isDamaged = true
            return FoundPage(needsCount: true)
        }
        if arrivals.count <= limits.few {
            var found: [FoundMessage] = []
            try read(arrivals) { if let message = try match($0) { found.append(message) } }
            let older = found.filter { message in place.map { message.place < $0 } ?? true }
            return page(older.sorted { $0.place > $1.place }, limit, rest: nil, total: found.count)
        }
        // The index knows no chats.
        if query.chat != nil { return FoundPage(needsCount: true) }
        let (found, bound) = try walk(before: place, limit: limit, budget: limits.step, arrivals)
        return page(found, limit, rest: bound, total: nil)
    }

    /// - Parameters:
    ///   - found: messages in order.
    ///   - rest: the date before which there may be more.
    private func page(_ found: [FoundMessage], _ limit: Int, rest: Int64?, total: Int?) -> FoundPage {
        let shown = Array(found.prefix(limit))
        let next = found.count > limit ? shown.last?.place : rest.map { FoundPlace(date: $0, arrival: -Int64.largest) }
        return FoundPage(messages: shown, next: next, total: total)
    }

    /// Reads messages block by block, those with the newest messages first.
    ///
    /// - Parameters:
    ///   - limit: how many are enough.
    ///   - budget: how many messages are read.
    ///   - arrivals: those to read, in order; `nil` for all.
    /// - Returns: those found, in order, and the date before which there may be more; `nil` if there are none.
    private func walk(
        before place: FoundPlace?, limit: Int, budget: Int, _ arrivals: [Int64]? = nil
    ) throws -> (found: [FoundMessage], bound: Int64?) {
        let last = min(place?.date ?? .max, query.before.map(MessageRecord.milliseconds) ?? .max)
        let first = query.after.map(MessageRecord.milliseconds) ?? .min
        let statement = try database.cachedStatement(
            sql: "SELECT number, newest FROM messageBlock WHERE oldest <= ? AND newest > ? ORDER BY newest DESC")
        let blocks = try Row.fetchCursor(statement, arguments: [last, first])
        var found: [FoundMessage] = []
        var count = 0
        var bound: Int64?
        while let row = try blocks.next() {
            let (number, newest) = row.read { ($0.number(0) ?? 0, $0.number(1) ?? 0) }
            let isEnough = count >= budget || limit < .max && found.count(where: { $0.place.date >= newest }) >= limit
            // The next step must begin below this one.
            if isEnough, newest < last {
                bound = newest
                break
            }
            try read(block: number, arrivals) { row in
                count += 1
                if let message = try match(row), place.map({ message.place < $0 }) ?? true { found.append(message) }
            }
        }
        if let bound { found.removeAll { $0.place.date < bound } }
        return (found.sorted { $0.place > $1.place }, bound)
    }

    private func read(block: Int64, _ arrivals: [Int64]?, _ body: (Row) throws -> Void) throws {
        let first = block << SearchIndex.blockBits
        let end = first + 1 << SearchIndex.blockBits
        if let arrivals {
            return try read(arrivals[arrivals.firstIndex(from: first)..<arrivals.firstIndex(from: end)], body)
        }
        let statement = try database.cachedStatement(
            sql: "SELECT \(Self.columns) FROM message WHERE arrival >= ? AND arrival < ?")
        let rows = try Row.fetchCursor(statement, arguments: [first, end])
        while let row = try rows.next() { try body(row) }
    }

    private func read(_ arrivals: some Sequence<Int64>, _ body: (Row) throws -> Void) throws {
        let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM message WHERE arrival = ?")
        for arrival in arrivals {
            let rows = try Row.fetchCursor(statement, arguments: [arrival])
            if let row = try rows.next() { try body(row) }
        }
    }

    // MARK: The count

    /// Counts a part of the messages.
    ///
    /// - Parameter limit: how many of the newest to return. With any, all messages are read, without the index.
    func count(from place: CountPlace?, limit: Int) throws -> FoundCount {
        if limit == 0, query.chat == nil, let expression = matcher.expression,
            try place.map({ $0.chat == 0 }) ?? !index.isBehind(database)
        {
            return try count(expression, from: place)
        }
        let chat = try query.chat.map { try key(of: $0) }
        if let chat, chat == nil { return FoundCount() }
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM message WHERE (chat, position) > (?, ?) AND chat <= ?
                ORDER BY chat, position LIMIT ?
                """)
        let from = place ?? CountPlace(chat: chat.flatMap(\.self) ?? .min, position: .min)
        let rows = try Row.fetchCursor(
            statement, arguments: [from.chat, from.position, chat.flatMap(\.self) ?? .max, limits.part])
        var part = FoundCount()
        var count = 0
        while let row = try rows.next() {
            count += 1
            if count == limits.part {
                part.next = row.read {
                    CountPlace(chat: $0.number(2) ?? .largest, position: $0.number(3) ?? .largest)
                }
            }
            if limit == 0 {
                if try isMatch(row) { part.count += 1 }
                continue
            }
            guard let message = try match(row) else { continue }
            part.count += 1
            part.messages.append(message)
            if part.messages.count > 2 * limit + 100 { part.messages = Self.newest(limit, of: part.messages) }
        }
        part.messages = Self.newest(limit, of: part.messages)
        return part
    }

    /// Counts by the index. The first part has the messages that are not in it, too.
    private func count(_ expression: String, from place: CountPlace?) throws -> FoundCount {
        let statement = try database.cachedStatement(
            sql: """
                SELECT \(Self.columns) FROM messageText CROSS JOIN message ON arrival = messageText.rowid
                WHERE messageText MATCH ? AND messageText.rowid < ? ORDER BY messageText.rowid DESC LIMIT ?
                """)
        let rows = try Row.fetchCursor(statement, arguments: [expression, place?.position ?? .largest, limits.part])
        var part = FoundCount()
        var count = 0
        while let row = try rows.next() {
            count += 1
            if count == limits.part { part.next = row.read { CountPlace(position: $0.number(1) ?? -.largest) } }
            if try isMatch(row) { part.count += 1 }
        }
        if place == nil { try index.readRest(Self.columns, database) { if try isMatch($0) { part.count += 1 } } }
        return part
    }

    private static func newest(_ limit: Int, of messages: [FoundMessage]) -> [FoundMessage] {
        Array(messages.sorted { $0.place > $1.place }.prefix(limit))
    }

    // MARK: Rows

    private static let columns = "content, arrival, chat, position, message.*"

    /// Whether the message of a row is one of those searched for.
    private func isMatch(_ row: Row) throws -> Bool {
        guard try StoredWords.withText(of: row, matcher.matches) else { return false }
        return try query.hasNoFilters || message(row) != nil
    }

    /// Returns the message of a row if it is one of those searched for.
    private func match(_ row: Row) throws -> FoundMessage? {
        guard try StoredWords.withText(of: row, matcher.matches), let message = try message(row),
            let arrival = row.read({ $0.number(1) })
        else { return nil }
        let date = MessageRecord.milliseconds(message.date)
        return FoundMessage(
            message, ranges: matcher.ranges(in: message.content.words), place: FoundPlace(date: date, arrival: arrival))
    }

    /// Returns the message of a row unless the filters exclude it.
    private func message(_ row: Row) throws -> Message? {
        var row = StoredRow(row)
        guard let key = row.number(2), let chat = try id(of: key) else { return nil }
        return row.message(in: chat).flatMap { query.admits($0) ? $0 : nil }
    }

    private func id(of key: Int64) throws -> ChatID? {
        if let chat = chats[key] { return chat }
        let statement = try database.cachedStatement(sql: "SELECT id FROM chat WHERE key = ?")
        let chat = try Row.fetchOne(statement, arguments: [key])?.read { $0.id(0) as ChatID? }
        chats[key] = chat
        return chat
    }

    private func key(of chat: ChatID) throws -> Int64? {
        let statement = try database.cachedStatement(sql: "SELECT key FROM chat WHERE id = ?")
        return try Int64.fetchOne(statement, arguments: [StoredText.encode(chat.text)])
    }

    // MARK: Gaps

    /// The chats of which the server has messages that are not stored, and which might be among those searched for.
    private func gaps() throws -> FoundGaps {
        let statement = try database.cachedStatement(
            sql: """
                SELECT chat.id, (SELECT id FROM message WHERE message.chat = gap.chat AND message.position >= gap.position
                    ORDER BY message.position LIMIT 1) AS follower
                FROM gap JOIN chat ON chat.key = gap.chat
                WHERE ? IS NULL OR chat.id = ?
                GROUP BY gap.chat HAVING gap.position = max(gap.position) ORDER BY chat.recency DESC
                """)
        let chat = query.chat.map { StoredText.encode($0.text) }
        var gaps = FoundGaps()
        let rows = try Row.fetchCursor(statement, arguments: [chat, chat])
        while let row = try rows.next() {
            let key: MessageKey? = row.read { row in
                guard let chat = row.id(0) as ChatID?, let message = row.id(1) as MessageID? else { return nil }
                return MessageKey(chat: chat, message: message)
            }
            guard let key else { continue }
            gaps.count += 1
            if gaps.messages.count < Self.listed { gaps.messages.append(key) }
        }
        return gaps
    }
}

/// Numbers that are in order.
extension [Int64] {
    fileprivate func contains(sorted number: Int64) -> Bool {
        let index = firstIndex(from: number)
        return index < count && self[index] == number
    }

    /// The index of the first number that is at least this one.
    fileprivate func firstIndex(from number: Int64) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
