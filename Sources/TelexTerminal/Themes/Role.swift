/// What a piece of text is. A theme says what each role looks like.
enum Role: Hashable, Sendable {
    /// Ordinary text. It has no look in any theme.
    case plain
    /// The title of a list or a chat.
    case heading
    /// What is read after the rest: times, marks, hints, members.
    case secondary
    /// A line about a change of the chat, such as who joined.
    case system
    /// The user's own name.
    case own
    /// A message that mentions the user, and what mentions everybody.
    case mention
    /// The title of a chat with unread messages.
    case unread
    /// Notifications, invitations and counts of unread messages.
    case news
    case draft, success, warning, error
    /// Times of reminders, initials, numbers of messages, and the mark of the reader.
    case accent
    /// A command or a key, in help.
    case command
    case prompt
    /// A row that spans the screen, and news and errors in it.
    case bar, barNews, barError
    case code
    /// A link. Its look is added to that of the role that the text has.
    case link
    case bold, italic, strikethrough
    /// A person: a number that stays the same, by which the theme chooses a colour.
    case person(UInt32)

    static func person(_ id: String) -> Role { .person(hash(of: id) >> 8) }

    /// FNV-1a, since Swift's hash values change with each start.
    static func hash(of text: String) -> UInt32 {
        text.utf8.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
    }

    /// The role of such a text within a bar, whose background is another.
    var inBar: Role {
        switch self {
        case .news, .unread, .mention, .warning, .barNews: .barNews
        case .error, .barError: .barError
        default: .bar
        }
    }

    /// The roles that have a look of their own, by the names that they have in a file.
    static let named: [(name: String, role: Role)] = [
        Role.heading, .secondary, .system, .own, .mention, .unread, .news, .draft, .success, .warning, .error, .accent,
        .command, .prompt, .bar, .barNews, .barError, .code, .link, .bold, .italic, .strikethrough,
    ].map { ("\($0)", $0) }
}
