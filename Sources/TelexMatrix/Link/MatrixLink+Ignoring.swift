import TelexCore
import TelexNetwork

/// The people whom we ignore: `m.ignored_user_list` (client-server API, `#ignoring-users`). A homeserver then sends
/// nothing of them.
extension MatrixLink {
    private static let type = "m.ignored_user_list"

    /// - Parameter content: the content of the list.
    static func ignored(_ content: JSON) -> Set<String> { Set(content["ignored_users"].object.keys) }

    /// Notes the list that the server has; returns the event that reports it.
    mutating func note(ignored content: JSON) -> Event {
        ignored = Self.ignored(content)
        keep("ignored", content.text)
        return .member(.ignoredSynced(SyncedIgnoring(all: ignored)))
    }

    /// Asks for the list, because other devices may have changed it.
    mutating func ignore(_ wish: IgnoreRequests.Wish) {
        request(.accountData(account.user, Self.type), .ignoredList(wish))
    }

    /// Writes the list with a change. What else is in it stays.
    mutating func ignore(_ wish: IgnoreRequests.Wish, _ content: JSON) {
        var (members, users) = (content.object, content["ignored_users"].object)
        users[wish.user.text] = wish.isIgnored ? users[wish.user.text] ?? [:] : nil
        members["ignored_users"] = .object(users)
        request(.accountData(account.user, Self.type, .object(members)), .ignore(wish, .object(members)))
    }
}
