import TelexCore

/// What a person types, as it is sent: Markdown becomes spans, and `@name` mentions somebody.
struct Composition {
    /// Somebody who can be mentioned.
    struct Person: Hashable {
        let name: String
        let user: UserID
        /// Whether it is us. We are known, but never mentioned.
        var isOwn = false

        /// The id as it follows an `@`.
        var id: String { user.text.hasPrefix("@") ? String(user.text.dropFirst()) : user.text }
    }

    /// An `@name` that mentions nobody.
    enum Miss: Equatable {
        case unknown(String)
        /// Several people have the name.
        case shared(String, [UserID])

        var name: String {
            switch self {
            case .unknown(let name), .shared(let name, _): name
            }
        }

        var sentence: String {
            switch self {
            case .unknown(let name): "@\(name) mentions nobody: no known member of this chat has that name."
            case .shared(let name, let users):
                "@\(name) mentions nobody: \(users.count) members have that name. Use an id instead: "
                    + "\(users.map { $0.text.hasPrefix("@") ? $0.text : "@\($0)" }.listed)."
            }
        }

        /// What to say before the message is sent.
        var hint: String {
            switch self {
            case .unknown(let name): "@\(name) is nobody here; it is sent as text"
            case .shared(let name, let users):
                "@\(name) is the name of \(users.count) members; it is sent as text. Tab shows their ids."
            }
        }
    }

    /// Those who have a name, in lower case: a display name, a user id, or the first part of one.
    private var users: [String: Set<UserID>] = [:]
    /// The lengths of all names in Unicode scalars, the longest first.
    private let lengths: [Int]
    private let own: Set<UserID>
    /// Whether the ids of the network are such that a text can be recognized as one: `@ada:example.org`.
    private let hasFullIDs: Bool

    /// The longest name that can follow an `@`, in Unicode scalars.
    private static let longestName = 255

    init(people: [Person]) {
        var lengths: Set<Int> = [Self.everybody.unicodeScalars.count]
        for person in people {
            let id = person.id
            for name in [person.name, id, String(id.prefix { $0 != ":" })] where !name.isEmpty {
                users[name.lowercased(), default: []].insert(person.user)
                lengths.formUnion([name.unicodeScalars.count, name.lowercased().unicodeScalars.count])
            }
        }
        self.lengths = lengths.filter { $0 <= Self.longestName }.sorted(by: >)
        own = Set(people.filter(\.isOwn).map(\.user))
        hasFullIDs = people.contains { $0.user.text.hasPrefix("@") && $0.user.text.contains(":") }
    }

    /// The people of a chat: its known members, and those who wrote the shown messages.
    ///
    /// - Parameter members: all known members; `nil` if they could not be read.
    init(_ chat: MessagesViewModel?, _ members: MembersViewModel? = nil) {
        self.init(people: Self.people(chat, members))
    }

    static func people(_ chat: MessagesViewModel?, _ members: MembersViewModel?) -> [Person] {
        let rows = members?.members ?? []
        var people = rows.filter { $0.standing != .left }.map {
            Person(name: $0.name ?? "", user: $0.user, isOwn: $0.isOwn)
        }
        var seen = Set(rows.map(\.user))
        for row in chat?.messages ?? [] {
            guard !row.isOwn, let user = row.sender, seen.insert(user).inserted else { continue }
            people.append(Person(name: row.senderName, user: user))
        }
        return people
    }

    /// The event with its text as it is sent.
    func composed(_ event: Event) -> Event {
        switch event {
        case .message(.sending(var message)):
            let text = read(message.text)
            (message.text, message.spans) = (text.text, text.spans)
            return .message(.sending(message))
        case .revision(.editing(var edit)):
            let text = read(edit.text)
            (edit.text, edit.spans) = (text.text, text.spans)
            return .revision(.editing(edit))
        default: return event
        }
    }

    func read(_ typed: String) -> FormattedText {
        var text = MarkdownReader.read(typed)
        text.spans = Array((text.spans + mentions(in: text).spans).prefix(TextSpan.most))
        return text
    }

    /// The names in a typed text that mention nobody, although they follow an `@`.
    func misses(in typed: String) -> [Miss] { mentions(in: MarkdownReader.read(typed)).misses }

    /// The misses in a text that is still being typed: not in code that is not closed yet, and not of a name that may go
    /// on.
    func complete(misses typed: String) -> [Miss] {
        let isOpen = typed.count { $0 == "`" } % 2 == 1
        return misses(in: isOpen ? typed + "`" : typed).filter { miss in
            guard let place = typed.range(of: "@\(miss.name)", options: .backwards) else { return true }
            let last = typed[typed.index(after: place.lowerBound)...].lowercased()
            return !Self.everybody.hasPrefix(last) && !users.contains { $0.key != last && $0.key.hasPrefix(last) }
        }
    }

    /// Returns whom a name mentions, if it mentions somebody.
    func mentions(_ name: String) -> UserID? {
        let others = users[name.lowercased(), default: []].subtracting(own)
        let text = "@\(name) "
        guard others.count == 1, name.unicodeScalars.count <= Self.longestName, MarkdownReader.read(text).text == text
        else { return nil }
        return others.first
    }

    /// Returns the text after the last `@` that can begin a mention; `nil` if there is none.
    static func mention(endOf head: String) -> String? {
        let scalars = head.unicodeScalars
        guard let at = scalars.lastIndex(of: "@") else { return nil }
        if at > scalars.startIndex, !canPrecede(scalars[scalars.index(before: at)]) { return nil }
        return String(scalars[scalars.index(after: at)...])
    }

    /// Whether an `@` after this character can mention somebody. It cannot within a word or an address.
    private static func canPrecede(_ scalar: Unicode.Scalar) -> Bool { !isWord(scalar) && scalar != "/" }

    /// The mentions in a text, outside of code and links.
    private func mentions(in text: FormattedText) -> (spans: [TextSpan], misses: [Miss]) {
        guard text.text.contains("@") else { return ([], []) }
        let scalars = Array(text.text.unicodeScalars)
        var spans: [TextSpan] = []
        var misses: [Miss] = []
        var place = 0
        while place < scalars.count {
            defer { place += 1 }
            guard scalars[place] == "@", place == 0 || Self.canPrecede(scalars[place - 1]), !isLiteral(place, text)
            else {
                continue
            }
            let name = Name(at: place + 1, in: scalars, self)
            switch name.meaning {
            case .person(let user): spans.append(TextSpan(.mention, start: place, length: name.length + 1, user: user))
            case .everybody: spans.append(TextSpan(.roomMention, start: place, length: name.length + 1))
            case .miss(let miss): misses.append(miss)
            case .nothing: break
            }
            place += name.length
        }
        return (spans, misses)
    }

    static let everybody = "room"

    /// What follows an `@`.
    private struct Name {
        enum Meaning {
            case person(UserID), everybody, miss(Miss)
            /// It is no name, or ours.
            case nothing
        }

        let length: Int
        let meaning: Meaning

        /// Finds the longest name at a place.
        init(at start: Int, in scalars: [Unicode.Scalar], _ composition: Composition) {
            func text(_ length: Int) -> String {
                String(String.UnicodeScalarView(scalars[start..<start + length]))
            }
            for length in composition.lengths {
                let end = start + length
                guard end <= scalars.count, end == scalars.count || !isWord(scalars[end]) else { continue }
                let name = text(length).lowercased()
                guard let users = composition.users[name] ?? (name == everybody ? [] : nil) else { continue }
                let others = users.subtracting(composition.own)
                self.length = length
                switch others.count {
                case 0: meaning = users.isEmpty ? .everybody : .nothing
                case 1: meaning = .person(others.first!)
                default: meaning = .miss(.shared(text(length), others.sorted(by: \.text)))
                }
                return
            }
            var word = scalars[start...].prefix { !$0.properties.isWhitespace }
            while let last = word.last, !isWord(last) { word.removeLast() }
            length = word.count
            guard let first = word.first, isWord(first) else {
                meaning = .nothing
                return
            }
            let id = "@\(text(length))"
            let isID = composition.hasFullIDs && word.contains(":") && id.utf8.count <= longestName
            meaning = isID ? .person(UserID(id)) : .miss(.unknown(text(length)))
        }
    }

    private func isLiteral(_ place: Int, _ text: FormattedText) -> Bool {
        text.spans.contains {
            ($0.style == .code || $0.style == .codeBlock || $0.style == .link) && $0.start <= place && place < $0.end
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
    }
}
