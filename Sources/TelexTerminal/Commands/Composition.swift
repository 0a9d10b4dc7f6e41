import TelexCore

/// What a person types, as it is sent: Markdown becomes spans, and `@name` mentions somebody.
struct Composition {
    /// Somebody who can be mentioned.
    struct Person: Hashable {
        let name: String
        let user: UserID
    }

    let people: [Person]

    init(people: [Person]) { self.people = people }

    /// Those who wrote the shown messages of a chat.
    init(_ chat: MessagesViewModel?) {
        var seen: Set<UserID> = []
        people = (chat?.messages ?? []).compactMap { row in
            guard !row.isOwn, let user = row.sender, seen.insert(user).inserted else { return nil }
            return Person(name: row.senderName, user: user)
        }
    }

    /// The event with its text as it is sent.
    func composed(_ event: Event) -> Event {
        switch event {
        case .message(.sending(let chat, let typed, let message, let replyTo, _)):
            let text = read(typed)
            return .message(
                .sending(chat: chat, text: text.text, message: message, replyTo: replyTo, spans: text.spans))
        case .revision(.editing(let chat, let message, let typed, _)):
            let text = read(typed)
            return .revision(.editing(chat: chat, message: message, text: text.text, spans: text.spans))
        default: return event
        }
    }

    func read(_ typed: String) -> FormattedText {
        var text = MarkdownReader.read(typed)
        text.spans = Array((text.spans + mentions(in: text)).prefix(TextSpan.most))
        return text
    }

    /// The mentions in a text, outside of code and links.
    private func mentions(in text: FormattedText) -> [TextSpan] {
        guard text.text.contains("@") else { return [] }
        let scalars = Array(text.text.unicodeScalars)
        let names = names
        var found: [TextSpan] = []
        var place = 0
        while place < scalars.count {
            defer { place += 1 }
            guard scalars[place] == "@", place == 0 || !Self.isWord(scalars[place - 1]), !isLiteral(place, text) else {
                continue
            }
            let rest = scalars[(place + 1)...]
            let match = names.first { name in
                let end = rest.startIndex + name.text.count
                return end <= rest.endIndex && (end == rest.endIndex || !Self.isWord(rest[end]))
                    && Self.isSame(rest[..<end], name.text)
            }
            guard let match, let style = match.style else { continue }
            let length = match.text.count + 1
            found.append(TextSpan(style, start: place, length: length, user: match.user))
            place += length - 1
        }
        return found
    }

    private struct Name {
        let text: [Unicode.Scalar]
        let user: UserID?
        /// `nil` if several people have the name.
        let style: TextSpan.Style?
    }

    /// What can follow the `@`, the longest first: a display name, a user id, or its first part.
    private var names: [Name] {
        var users: [String: Set<UserID>] = [:]
        for person in people {
            let id = person.user.text.hasPrefix("@") ? String(person.user.text.dropFirst()) : person.user.text
            for name in [person.name, id, String(id.prefix { $0 != ":" })] where !name.isEmpty {
                users[name.lowercased(), default: []].insert(person.user)
            }
        }
        let named = users.map { name, users in
            Name(text: Array(name.unicodeScalars), user: users.first, style: users.count == 1 ? .mention : nil)
        }
        let all = Name(text: Array("room".unicodeScalars), user: nil, style: .roomMention)
        return (named + (users["room"] == nil ? [all] : [])).sorted { $0.text.count > $1.text.count }
    }

    private func isLiteral(_ place: Int, _ text: FormattedText) -> Bool {
        text.spans.contains {
            ($0.style == .code || $0.style == .codeBlock || $0.style == .link) && $0.start <= place && place < $0.end
        }
    }

    private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
    }

    private static func isSame(_ typed: ArraySlice<Unicode.Scalar>, _ name: [Unicode.Scalar]) -> Bool {
        String(String.UnicodeScalarView(typed)).lowercased().unicodeScalars.elementsEqual(name)
    }
}
