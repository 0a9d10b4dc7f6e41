import Foundation
@testable import TelexCore
import TelexJSON
import Testing

@testable import TelexWire

/// A patch turns the old model into the new one, for a reader that knows only RFC 6902.
@Suite struct PatchTests {
    @Test(arguments: 0..<200)
    func turnsTheOldRowsIntoTheNewOnes(seed: UInt64) throws {
        var chance = SplitMix(state: seed)
        var ids = (0..<(chance.next() % 8)).map { "chat\($0)" }
        for step in 0..<10 {
            let old = list(ids, &chance)
            change(&ids, step, &chance)
            let new = list(ids, &chance)
            #expect(try json(old).patched(by: patch(old, new)) == json(new), "seed \(seed), step \(step)")
        }
    }

    /// Swift compares texts by their characters, and both of these are "é".
    @Test func replacesATextThatOnlyLooksTheSame() throws {
        let (one, two) = (NotificationViewModel.listing([("é", 1)]), NotificationViewModel.listing([("e\u{301}", 1)]))
        #expect(one.notifications[0].heading == two.notifications[0].heading)
        #expect(try json(one).patched(by: patch(one, two)).bytes == json(two).bytes)
    }

    /// Ids are compared byte by byte. These two are the same text.
    @Test func removesARowWhoseIDOnlyLooksTheSame() throws {
        let (one, other) = ("\u{e9}", "e\u{301}")
        for (old, new) in [([one, other], [one]), ([one, other], [other]), ([one], [other]), ([one], [other, one])] {
            let (old, new) = (old.map { ($0, 1) }, new.map { ($0, 1) })
            let (before, after) = (NotificationViewModel.listing(old), NotificationViewModel.listing(new))
            #expect(try json(before).patched(by: patch(before, after)).bytes == json(after).bytes)
        }
        let changes = RowChanges(
            NotificationViewModel.listing([(one, 1)]).rows, NotificationViewModel.listing([(other, 1)]).rows)
        #expect(changes.came.map { Array($0.utf8) } == [Array("chat:\(other)".utf8)])
        #expect(changes.went.map { Array($0.utf8) } == [Array("chat:\(one)".utf8)])
    }

    @Test func writesOneMoveForARowThatComesToTheFront() throws {
        let old = NotificationViewModel.listing([("a", 1), ("b", 1), ("c", 1)])
        let new = NotificationViewModel.listing([("c", 2), ("a", 1), ("b", 1)])
        var writer = JSONWriter()
        PatchWriter.write(to: &writer) { $0.compare(old.written(in: nil), new.written(in: nil)) }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"[{"op":"move","from":"/notifications/2","path":"/notifications/0"},"#
                + #"{"op":"replace","path":"/notifications/0/unreadCount","value":2}]"#)
    }

    private func change(_ ids: inout [String], _ step: Int, _ chance: inout SplitMix) {
        switch chance.next() % 5 {
        case 0: ids.insert("new\(step)", at: Int(chance.next() % UInt64(ids.count + 1)))
        case 1 where !ids.isEmpty: ids.remove(at: Int(chance.next() % UInt64(ids.count)))
        case 2 where !ids.isEmpty: ids.insert(ids.remove(at: Int(chance.next() % UInt64(ids.count))), at: 0)
        case 3: ids.reverse()
        default: break
        }
    }

    private func list(_ ids: [String], _ chance: inout SplitMix) -> NotificationViewModel {
        .listing(ids.map { ($0, Int(chance.next() % 3)) })
    }

    private func json(_ model: NotificationViewModel) throws -> JSONValue {
        var writer = JSONWriter()
        model.write(to: &writer)
        return try JSONParser.parse(writer.bytes[...]).0.get()
    }

    private func patch(_ old: NotificationViewModel, _ new: NotificationViewModel) throws -> JSONValue {
        var writer = JSONWriter()
        PatchWriter.write(to: &writer) { $0.compare(old.written(in: nil), new.written(in: nil)) }
        return try JSONParser.parse(writer.bytes[...]).0.get()
    }
}

extension NotificationViewModel {
    /// A notification for each chat, with its unread count.
    static func listing(_ rows: [(String, Int)]) -> NotificationViewModel {
        NotificationViewModel(
            shouldShow: !rows.isEmpty, totalCount: rows.count,
            notifications: rows.map { chat, unread in
                Shown(
                    NotificationViewModel.Row(
                        id: "chat:\(chat)", chat: ChatID(chat), heading: chat, previewText: "", dateText: "",
                        unreadCount: unread,
                        open: Action(.notification(.opening(chat: ChatID(chat)))),
                        dismiss: Action(.notification(.dismissing(chat: ChatID(chat)))),
                        snooze: Action(.notification(.snoozing(Snooze(notification: "chat:\(chat)", due: ""))))))
            }, loadMore: nil)
    }
}

extension JSONValue {
    private struct Fault: Error {}

    /// Applies a patch (RFC 6902) with the operations that ours use: add, remove, replace and move.
    func patched(by patch: JSONValue) throws -> JSONValue {
        guard case .array(let operations) = patch else { throw Fault() }
        var value = self
        for operation in operations {
            guard case .object(let object) = operation, case .string(let name) = object["op"],
                case .string(let text) = object["path"]
            else { throw Fault() }
            let path = text.split(separator: "/").map(String.init)
            switch name {
            case "add": value = try value.changed(path[...], name, object["value"])
            case "replace": value = try value.changed(path[...], name, object["value"])
            case "remove": value = try value.changed(path[...], name, nil)
            case "move":
                guard case .string(let from) = object["from"] else { throw Fault() }
                let source = from.split(separator: "/").map(String.init)
                let moved = try value.at(source[...])
                value = try value.changed(source[...], "remove", nil).changed(path[...], "add", moved)
            default: throw Fault()
            }
        }
        return value
    }

    private func at(_ path: ArraySlice<String>) throws -> JSONValue {
        guard let first = path.first else { return self }
        switch self {
        case .object(let object):
            guard let member = object[first] else { throw Fault() }
            return try member.at(path.dropFirst())
        case .array(let values):
            guard let index = Int(first), values.indices.contains(index) else { throw Fault() }
            return try values[index].at(path.dropFirst())
        default: throw Fault()
        }
    }

    private func changed(_ path: ArraySlice<String>, _ operation: String, _ new: JSONValue?) throws -> JSONValue {
        guard let first = path.first else { throw Fault() }
        let isLast = path.count == 1
        switch self {
        case .object(let object):
            guard let old = object[first] else { throw Fault() }
            let value = try isLast ? new : old.changed(path.dropFirst(), operation, new)
            var changed = JSONObject()
            for member in object.members {
                guard member.name == first else { changed.append(member.name, member.value); continue }
                if let value { changed.append(first, value) }
            }
            return .object(changed)
        case .array(var values):
            guard let index = Int(first), index <= values.count else { throw Fault() }
            if !isLast {
                guard index < values.count else { throw Fault() }
                values[index] = try values[index].changed(path.dropFirst(), operation, new)
                return .array(values)
            }
            switch (operation, new) {
            case ("add", let new?): values.insert(new, at: index)
            case ("replace", let new?) where index < values.count: values[index] = new
            case ("remove", nil) where index < values.count: values.remove(at: index)
            default: throw Fault()
            }
            return .array(values)
        default: throw Fault()
        }
    }
}
