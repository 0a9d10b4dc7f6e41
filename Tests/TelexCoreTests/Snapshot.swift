import Foundation

@testable import TelexCore

/// A view as text, so that a test can state everything that changed in it.
///
/// Each view, and each of its rows, is a place with members: `messages`, `messages[a1]`. An action is written as the
/// event that it sends, with `<text>` for a blank.
struct Snapshot {
    private struct Place {
        let path: String
        var members: [Member] = []
        /// The paths of its rows, in order.
        var rows: [String] = []

        func changes(from old: Self) -> String? {
            var changed = members.filter { !old.members.contains($0) }
            if rows.filter(old.rows.contains) != old.rows.filter(rows.contains) {
                let order = rows.map { $0.dropFirst(path.count) }.joined()
                changed.append(Member(name: "order", text: order, isEmpty: false))
            }
            return changed.isEmpty ? nil : line("", changed)
        }

        func line(_ verb: String, _ members: [Member]) -> String {
            members.isEmpty
                ? "\(path)\(verb)"
                : "\(path)\(verb): \(members.map { "\($0.name) = \($0.text)" }.joined(separator: ", "))"
        }
    }

    private struct Member: Hashable {
        let name: String
        let text: String
        /// Whether the value is empty: `nil`, `false`, 0, an empty text, or the usual section of a list.
        let isEmpty: Bool
    }

    private var places: [Place] = []

    init<Model: ViewModel>(_ model: Model) { add(model, at: Model.view.rawValue) }

    private mutating func add(_ content: Any, at path: String, id: String? = nil) {
        var place = Place(path: path)
        let index = places.count
        places.append(place)
        // The members of a status are among those of its view.
        let members = Mirror(reflecting: content).children.flatMap { member in
            member.value is ViewStatus ? Array(Mirror(reflecting: member.value).children) : [member]
        }
        for (number, (name, value)) in members.enumerated() {
            let optional = Mirror(reflecting: value)
            let content = optional.displayStyle == .optional ? optional.children.first?.value : nil
            let mirror = content.map { Mirror(reflecting: $0) } ?? optional
            let text = Self.text(value)
            if mirror.displayStyle == .collection {
                for row in mirror.children { place.rows.append(addRow(row.value, of: path)) }
            } else if number > 0 || text != id {
                place.members.append(Member(name: name ?? "", text: text, isEmpty: Self.isEmpty(value)))
            }
        }
        places[index] = place
    }

    /// Adds a row, or a section of rows, which is identified by its first member.
    private mutating func addRow(_ value: Any, of path: String) -> String {
        let mirror = Mirror(reflecting: value)
        let row = mirror.displayStyle == .class ? mirror.children.first!.value : value
        let id = (row as? any Identifiable).map { "\($0.id)" } ?? "\(Mirror(reflecting: row).children.first!.value)"
        add(row, at: "\(path)[\(id)]", id: id)
        return "\(path)[\(id)]"
    }

    // MARK: Changes

    /// The changes between two states of a view, one line for each place; `nil` is a closed view.
    static func changes(from old: Snapshot?, to new: Snapshot?) -> [String] {
        guard let new else { return old.map { ["\($0.places[0].path) closes"] } ?? [] }
        let before = Dictionary((old?.places ?? []).map { ($0.path, $0) }) { first, _ in first }
        var next: [String: String] = [:]
        for place in new.places {
            let stayed = place.rows.lastIndex { before[$0] != nil } ?? 0
            for (row, follower) in zip(place.rows.prefix(stayed), place.rows.dropFirst()) {
                next[row] = " before \(follower.dropFirst(place.path.count))"
            }
        }
        let lines = new.places.enumerated().compactMap { index, place in
            if let old = before[place.path] { return place.changes(from: old) }
            let verb = old == nil && index == 0 ? " opens" : " comes\(next[place.path] ?? "")"
            return place.line(verb, place.members.filter { !$0.isEmpty })
        }
        let left = Set(new.places.map(\.path))
        return lines + (old?.places ?? []).filter { !left.contains($0.path) }.map { "\($0.path) goes" }
    }

    // MARK: Text

    private static func isEmpty(_ value: Any) -> Bool {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.isEmpty }
        return value as? Bool == false || value as? Int == 0 || value as? String == ""
            || value as? ChatSection == .chats
    }

    /// The members of an event, of the records in it, too, without those that are empty. A message is a text by default.
    private static func members(of payload: Any) -> [String] {
        let mirror = Mirror(reflecting: payload)
        let isRecord = mirror.displayStyle == .struct && !(payload is any CustomStringConvertible)
        guard isRecord || mirror.displayStyle == .tuple else { return [text(payload)] }
        return mirror.children.filter { $0.value as? MessageKind != .text }.flatMap { members(of: $0.value) }
            .filter { $0 != "nil" && $0 != "[]" }
    }

    private static func text(_ value: Any) -> String {
        if let action = value as? Action {
            return text(action.filled(action.blanks.map { "<\($0)>" }))
        }
        if let date = value as? Date { return date.formatted(.iso8601) }
        if let last = value as? ChatListViewModel.LastMessage {
            let members = Mirror(reflecting: last).children.filter { !isEmpty($0.value) }
            return "(\(members.map { "\($0.label ?? ""): \(text($0.value))" }.joined(separator: ", ")))"
        }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.map { text($0.value) } ?? "nil"
        case .enum:
            guard case (let name?, let payload)? = mirror.children.first else { return "\(value)" }
            if Mirror(reflecting: payload).displayStyle == .enum { return "\(name).\(text(payload))" }
            return "\(name)(\(members(of: payload).joined(separator: ", ")))"
        default:
            let text = "\(value)".replacing("\r\n", with: "\\r\\n").replacing("\n", with: "\\n")
            let isClear = text.first?.isWhitespace == false && text.last?.isWhitespace == false
            return isClear ? text : "\"\(text)\""
        }
    }
}
