/// The chats that a typed name can mean.
public enum ChatMatch<Row> {
    case one(Row)
    /// Several chats have titles that begin with the name.
    case several([Row])
    /// There is none; the title that is nearest to the name, if any is near.
    case none(nearest: String?)

    /// Finds the chat with that id, or else the only one with that title, or else the only one whose title begins with
    /// the name. Case does not matter in titles.
    ///
    /// Others choose titles. So several chats with the same title are all meant, and a chat that we have not joined has
    /// no part in this, except by its id.
    ///
    /// - Parameter isWhole: whether the beginning of a title is not enough.
    public init(
        _ name: String, isWhole: Bool = false, in rows: [Row], id: (Row) -> String, title: (Row) -> String,
        isJoined: (Row) -> Bool
    ) {
        // An empty name, such as an unset variable, would match every title.
        if name.isEmpty {
            self = .none(nearest: nil)
            return
        }
        if let exact = rows.first(where: { id($0) == name }) {
            self = .one(exact)
            return
        }
        let typed = name.lowercased()
        let joined = rows.filter(isJoined)
        let whole = joined.filter { title($0).lowercased() == typed }
        let matches =
            isWhole || !whole.isEmpty ? whole : joined.filter { title($0).lowercased().hasPrefix(typed) }
        self =
            switch matches.count {
            case 0: .none(nearest: Nearness.nearest(to: name, in: joined.map(title)))
            case 1: .one(matches[0])
            default: .several(matches)
            }
    }
}

extension [String] {
    /// The first few of these, and how many others there are: `Ada, Al and 3 others`.
    public var listed: String {
        let shown = count > 6 ? Array(prefix(5)) : self
        let others = count > shown.count ? " and \(count - shown.count) others" : ""
        return shown.joined(separator: ", ") + others
    }
}
