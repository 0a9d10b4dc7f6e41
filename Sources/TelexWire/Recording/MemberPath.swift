import TelexCore
import TelexJSON

/// The path of a member of a view: `VIEW:[CHAT/][ROW/]MEMBER`, such as `messages:ada/m1/state` or `badge:unreadCount`.
///
/// A row is named by its id. As in a JSON Pointer, `~1` stands for a slash in a step, and `~0` for a tilde.
public struct MemberPath: Hashable, Sendable {
    public let view: ViewName
    /// The chat that the view is about; `nil` if it is about none.
    public let chat: String?
    private let steps: [String]

    public init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":"), let view = ViewName(rawValue: String(text[..<colon])) else {
            return nil
        }
        var steps = text[text.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false).map {
            String($0.replacing("~1", with: "/").replacing("~0", with: "~"))
        }
        let isOfChat = view == MessagesViewModel.view || view == MembersViewModel.view
        chat = isOfChat ? steps.removeFirst() : nil
        if steps.isEmpty || steps.contains("") { return nil }
        self.view = view
        self.steps = steps
    }

    /// The member of a model; `nil` if it has none.
    func value(in model: JSONValue) -> JSONValue? {
        var value = model
        for step in steps {
            guard let next = value.row(step) ?? value[step] else { return nil }
            value = next
        }
        return value
    }
}

extension JSONValue {
    /// The row in one of the lists of an object whose id, its first member, is this one.
    fileprivate func row(_ id: String) -> JSONValue? {
        guard case .object(let object) = self else { return nil }
        for member in object.members {
            for value in member.value.values {
                guard case .object(let row) = value else { continue }
                if case .string(let first)? = row.members.first?.value, first.utf8.elementsEqual(id.utf8) {
                    return value
                }
                if let inner = value.row(id) { return inner }
            }
        }
        return nil
    }
}

extension Rewind {
    /// A change of a member: the line that made it, and the values before and after; `nil` for none.
    public struct Change {
        public let step: Step
        public let old, new: JSONValue?
    }

    /// Plays on to the next change of a member.
    ///
    /// - Parameter old: the value now.
    /// - Returns: `nil` if nothing changes it any more.
    public func nextChange(of path: MemberPath, from old: JSONValue?) throws -> Change? {
        while let step = try step() {
            let new = view(path.view, chat: path.chat).flatMap { path.value(in: $0.json) }
            if new?.bytes != old?.bytes { return Change(step: step, old: old, new: new) }
        }
        return nil
    }
}
