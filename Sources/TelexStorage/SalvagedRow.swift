import Foundation
import GRDB
import TelexCore
import TelexWire

/// A row of a file that may be damaged or of another version. A missing or invalid column is `nil`.
struct SalvagedRow {
    private let row: Row
    /// The integers that every JSON reader can hold (RFC 7493, 2.2).
    private static let numbers: ClosedRange<Int64> = -(1 << 53) + 1...(1 << 53) - 1
    /// The years 0 to 9999, which RFC 3339 can write, in milliseconds since 1970.
    private static let dates: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    init(_ row: Row) { self.row = row }

    private func value<Value: DatabaseValueConvertible>(_ column: String) -> Value? {
        (row[column] as DatabaseValue?).flatMap { Value.fromDatabaseValue($0) }
    }

    func text(_ column: String) -> String? { (value(column) as String?).map(StoredText.decode) }

    func number(_ column: String) -> Int64? {
        (value(column) as Int64?).flatMap { Self.numbers.contains($0) ? $0 : nil }
    }

    func count(_ column: String) -> Int { number(column).flatMap { Int32(exactly: $0) }.map(Int.init) ?? 0 }

    func flag(_ column: String) -> Bool { number(column) ?? 0 != 0 }

    func date(_ column: String) -> Date? {
        (value(column) as Int64?).flatMap { Self.dates.contains($0) ? MessageRecord.date($0) : nil }
    }

    func id<Owner>(_ column: String) -> Identifier<Owner>? {
        text(column).flatMap { $0.isEmpty ? nil : Identifier($0) }
    }
}

extension SalvagedRow {
    /// The chat, without its details if they are unreadable.
    var chat: StoredChat? {
        guard let id = id("id") as ChatID? else { return nil }
        let known = details?.chat ?? .blank
        return StoredChat(
            id: id, title: text("title") ?? id.text, readUpTo: number("readUpTo") ?? 0,
            deliveredUpTo: number("deliveredUpTo") ?? 0, otherReadUpTo: number("otherReadUpTo") ?? 0,
            untold: known.untold,
            unloaded: ChatRecord.count(number("unloaded") ?? 0, number("unloadedMentions") ?? 0),
            isEncrypted: known.isEncrypted, successor: known.successor,
            members: text("members").flatMap(Members.init(json:)) ?? Members(), invitation: known.invitation,
            draft: known.draft)
    }

    var details: ChatDetails? { text("details").flatMap(ChatDetails.init(json:)) }

    func gap(in chat: ChatID) -> StoredGap? {
        guard let position = number("position"), let token = text("token") else { return nil }
        return StoredGap(chat: chat, position: position, token: token)
    }

    func message(in chat: ChatID) -> Message? {
        let attention = number("attention").map(Int.init) ?? 1
        guard let id = id("id") as MessageID?, let position = number("position"), let date = date("date"),
            let content = MessageRecord.content(
                text("content"), sender: text("sender"), kind: count("kind"), attention: attention)
        else { return nil }
        return Message(
            id: id, chat: chat, position: position, isOwn: flag("isOwn"), content: content,
            serverOrder: number("serverOrder"), date: date,
            delivery: MessageRecord.delivery(count("delivery"), reason: text("reason"), due: self.date("due")))
    }

    var contact: Contact? {
        guard let id = id("id") as ContactID?, let first = text("first"), let last = text("last") else { return nil }
        return Contact(id: id, first: first, last: last, chat: self.id("chat"), details: text("details") ?? "")
    }

    var reminder: Reminder? {
        guard let id = id("id") as ReminderID?, let name = text("name"), let due = date("due") else { return nil }
        return Reminder(
            id: id, name: name, due: due, isDone: flag("isDone"), isTold: flag("isTold"), chat: self.id("chat"))
    }
}
