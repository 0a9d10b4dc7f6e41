import Foundation

/// What messages are searched for.
public struct MessageQuery: Hashable, Sendable {
    /// What their texts have; without any, all texts match.
    public var parts: [SearchPart]
    /// The chat that they are in.
    public var chat: ChatID?
    public var author: Author?
    /// They are from this time on.
    public var after: Date?
    /// They are from before this time.
    public var before: Date?
    public var features: Set<Feature>
    /// The people whose reactions do not count, and who did not write them, unless `author` is set.
    package var ignored = IgnoredPeople()

    public init(
        _ parts: [SearchPart] = [], chat: ChatID? = nil, author: Author? = nil, after: Date? = nil,
        before: Date? = nil, features: Set<Feature> = []
    ) {
        self.parts = parts
        self.chat = chat
        self.author = author
        self.after = after
        self.before = before
        self.features = features
    }

    /// Who wrote them.
    public enum Author: Hashable, Sendable {
        case own
        /// Any of these people, or the other one in any of these chats.
        case others(Set<UserID>, in: Set<ChatID>)
    }

    /// What a message has besides its text.
    public enum Feature: String, Hashable, Sendable, CaseIterable {
        /// A web address.
        case link
        case file
        /// A mention of us.
        case mention
        /// A reaction.
        case reaction
        /// It answers a message.
        case reply
        /// It was edited.
        case edit
    }

    /// Whether only the text of a message decides.
    package var hasNoFilters: Bool {
        chat == nil && author == nil && after == nil && before == nil && features.isEmpty
            && ignored == IgnoredPeople()
    }

    /// Whether a message is one of those searched for, apart from its text.
    package func admits(_ message: Message) -> Bool {
        if let chat, message.chat != chat { return false }
        // Who is named is wanted.
        if author == nil, ignored.holds(message) { return false }
        if let after, message.date < after { return false }
        if let before, message.date >= before { return false }
        switch author {
        case nil: break
        case .own?: if !message.isOwn { return false }
        case .others(let people, let chats)?:
            if message.isOwn || message.kind == .system { return false }
            guard message.sender.map(people.contains) ?? chats.contains(message.chat) else { return false }
        }
        return features.allSatisfy { $0.isIn(message, ignoring: ignored) }
    }
}

extension MessageQuery.Feature {
    fileprivate func isIn(_ message: Message, ignoring ignored: IgnoredPeople) -> Bool {
        switch self {
        case .link:
            message.text.contains("://") || message.spans.contains { $0.style == .link }
        case .file: message.file != nil
        case .mention: message.attention == .mention
        case .reaction: message.content.reactions.contains { !ignored.holds($0) }
        case .reply: message.replyTo != nil
        case .edit: message.content.isEdited
        }
    }
}

/// A search as a person types it: words, words in quotation marks, and filters such as `in:"Road Trip"`.
struct TypedQuery {
    var parts: [SearchPart] = []
    /// The filters, in order, without their quotation marks.
    var filters: [(name: Filter, value: String)] = []

    enum Filter: String, CaseIterable { case `in`, from, before, after, has }

    private static let quotes: [Character: Character] = ["\"": "\"", "“": "”", "„": "“"]

    init(_ text: String) {
        var rest = text[...]
        while let start = rest.firstIndex(where: { !$0.isWhitespace }) {
            rest = rest[start...]
            let filter = Filter.allCases.first { rest.lowercased().hasPrefix("\($0.rawValue):") }
            let valueStart = filter.map { rest.index(rest.startIndex, offsetBy: $0.rawValue.count + 1) }
            let (value, isQuoted, end) = Self.value(rest[(valueStart ?? rest.startIndex)...])
            if let filter, !value.isEmpty {
                filters.append((filter, value))
            } else if value.isEmpty {
                // `in:` alone is a word with a colon, and a quotation mark alone is what it is.
                parts.append(SearchPart(String(rest[..<end])))
            } else {
                parts.append(SearchPart(value, isWhole: isQuoted))
            }
            rest = rest[end...]
        }
    }

    /// Reads a word, or what stands in quotation marks. The last mark may be missing.
    private static func value(_ text: Substring) -> (String, isQuoted: Bool, end: String.Index) {
        guard let first = text.first, let closing = quotes[first] else {
            let end = text.firstIndex(where: \.isWhitespace) ?? text.endIndex
            return (String(text[..<end]), false, end)
        }
        let inside = text.dropFirst()
        let end = inside.firstIndex(of: closing) ?? inside.endIndex
        return (String(inside[..<end]), true, end < inside.endIndex ? inside.index(after: end) : end)
    }
}
