import Foundation

/// The rules for a search as typed.
struct MessageSearchUseCase {
    let chats: ChatLookup
    /// The chat that is open; `nil` if none is.
    let open: ChatID?
    let now: Date
    let region: Region

    /// The longest query, in bytes.
    static let longest = 1000
    /// The most words and filters of a query.
    static let most = 32

    /// Why a search cannot be made.
    struct Refusal: Error, Hashable { let reason: String }

    func query(_ text: String) throws(Refusal) -> MessageQuery {
        let typed = TypedQuery(text)
        if text.utf8.count > Self.longest { throw Refusal(reason: "A search can have at most \(Self.longest) bytes.") }
        guard typed.parts.count + typed.filters.count <= Self.most else {
            throw Refusal(reason: "A search can have at most \(Self.most) words and filters.")
        }
        var query = MessageQuery(typed.parts)
        for (name, value) in typed.filters {
            switch name {
            case .in: query.chat = try chat(value)
            case .from: query.author = try author(value)
            case .after: query.after = try start(of: value)
            case .before: query.before = try start(of: value)
            case .has: query.features.insert(try feature(value))
            }
        }
        query.ignored = chats.ignored
        return query
    }

    private func feature(_ value: String) throws(Refusal) -> MessageQuery.Feature {
        if let feature = MessageQuery.Feature(rawValue: value.lowercased()) { return feature }
        let all = MessageQuery.Feature.allCases.map(\.rawValue)
        throw Refusal(
            reason:
                "has:\(value) means nothing. It can be \(all.dropLast().joined(separator: ", ")) or \(all[all.count - 1])."
        )
    }

    private func chat(_ name: String) throws(Refusal) -> ChatID {
        if name == "here", let open { return open }
        let match = ChatMatch(
            name, in: chats.all, id: { $0.id.text }, title: { $0.title }, isJoined: { $0.invitation == nil })
        switch match {
        case .one(let chat): return chat.id
        case .several(let chats):
            throw Refusal(
                reason:
                    "Several chats are meant by in:\(name): \(chats.map { "\($0.title) (\($0.id))" }.listed). Use an id."
            )
        case .none where name == "here": throw Refusal(reason: "No chat is open, so in:here means nothing.")
        case .none(let nearest):
            let hint = nearest.map { " Did you mean \"\($0)\"?" } ?? ""
            throw Refusal(reason: "No chat is called \"\(name)\".\(hint)")
        }
    }

    /// Everybody whose id is the name, or whose name has it, or has a word that begins with it.
    private func author(_ name: String) throws(Refusal) -> MessageQuery.Author {
        if ["me", "you"].contains(name.lowercased()) { return .own }
        let matcher = SearchMatcher([SearchPart(name)], SearchText())
        var people = Set<UserID>()
        var direct = Set<ChatID>()
        for chat in chats.all {
            for member in chat.members.unsorted where !member.isOwn && !people.contains(member.id) {
                if member.id.text == name || member.name.map(matcher.matches) == true || matcher.matches(member.id.text)
                {
                    people.insert(member.id)
                }
            }
            if chat.members.count <= 2, matcher.matches(chat.title) { direct.insert(chat.id) }
        }
        if people.isEmpty, direct.isEmpty { throw Refusal(reason: "Nobody in your chats is called \"\(name)\".") }
        return .others(people, in: direct)
    }

    private func start(of day: String) throws(Refusal) -> Date {
        if let date = DueDateUseCase.pastDay(day, now: now, region) { return date }
        throw Refusal(reason: "\"\(day)\" is not a day. Write one as 2026-11-05, today, yesterday or monday.")
    }
}
