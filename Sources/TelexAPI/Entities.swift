import Foundation
import TelexJSON

/// A chat, as a member or an invited person sees it.
package struct ChatInfo: Record, Hashable {
    /// The address of the chat.
    package var chat: String
    /// The name of the other person, or of the group.
    package var title: String
    /// What a group is about; `nil` if it has no topic, and for who is neither in it nor invited.
    package var topic: String?
    /// The sequence number of the last message; 0 if there is none.
    package var last: Int64
    /// The id of the last message; `nil` if it is not stored.
    package var lastID: String?
    /// How far each member has received and read the chat.
    package var marks: [Mark]
    /// The last event that changed the chat.
    package var event: Int64
    /// The people of a group; `nil` for a direct chat. A chat that the reader has left has nobody.
    package var group: Group?
    /// How the reader has arranged the chat; `nil` if they never have.
    package var settings: ChatSettingsInfo?
    /// `invited`, `declined` or `left` for a person who is not in the chat and cannot read the messages; `nil` for a member.
    /// A direct chat is `left` once it was deleted with the other person.
    package var standing: String?
    /// Who sent the invitation, or removed the person, who may have left by themselves; `nil` for a member.
    package var inviter: Person?

    package init(
        chat: String, title: String, last: Int64, lastID: String?, marks: [Mark], event: Int64, group: Group? = nil,
        settings: ChatSettingsInfo? = nil, standing: String? = nil, inviter: Person? = nil, topic: String? = nil
    ) {
        self.chat = chat
        self.title = title
        self.last = last
        self.lastID = lastID
        self.marks = marks
        self.event = event
        self.group = group
        self.settings = settings
        self.standing = standing
        self.inviter = inviter
        self.topic = topic
    }

    package static var blank: ChatInfo {
        ChatInfo(chat: "", title: "", last: 0, lastID: nil, marks: [], event: 0)
    }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
        try visitor.visit("topic", &topic)
        try visitor.visit("lastOrder", &last.wide)
        try visitor.visit("lastMessageId", &lastID)
        try visitor.visit("marks", &marks)
        try visitor.visit("eventNumber", &event.wide)
        try visitor.visit("group", &group)
        try visitor.visit("settings", &settings)
        try visitor.visit("standing", &standing)
        try visitor.visit("inviter", &inviter)
    }

    package static let invited = "invited"
    package static let declined = "declined"
    package static let left = "left"

    /// A chat that may have more than two people.
    package struct Group: Record, Hashable {
        /// The members.
        package var people: [Person]
        /// The people who have not answered their invitations.
        package var invited: [Person]
        /// The user names of the members who may change the title and the roles, and remove others. A group with members has one.
        package var admins: [String]
        /// The sequence number of the last message before the reader joined; 0 if there was none.
        package var joined: Int64
        /// The user names of those in `invited` that the reader invited and can remove; `nil` if there are none.
        package var ownGuests: [String]?

        package init(
            people: [Person], invited: [Person], admins: [String], joined: Int64, ownGuests: [String]? = nil
        ) {
            self.people = people
            self.invited = invited
            self.admins = admins
            self.joined = joined
            self.ownGuests = ownGuests
        }

        package static var blank: Group { Group(people: [], invited: [], admins: [], joined: 0) }
        package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.visit("people", &people)
            try visitor.visit("invited", &invited)
            try visitor.visit("admins", &admins)
            try visitor.visit("joined", &joined.wide)
            try visitor.visit("ownGuests", &ownGuests)
        }
    }
}

/// A message, as the server stores it.
package struct MessageInfo: Record, Hashable {
    package var chat: String
    /// The sequence number in the chat: 1, 2, 3 … without gaps, in the order in which the server received them.
    package var seq: Int64
    /// The sender, a slash, and the id that the sender gave it; unique in the chat.
    package var id: String
    /// The sender's user name.
    package var sender: String
    /// The sender's display name.
    package var name: String
    package var text: String
    /// When the server received the message, in whole milliseconds.
    package var date: Date
    /// The kind; `nil` for a text. `emote` and `notice` have a text, `deleted` has none.
    ///
    /// The server adds `joined`, `left`, `removed`, `titled` and `topicChanged` to a group when the sender does so. The text of
    /// `removed` is the user name of the person, that of `titled` the new title and that of `topicChanged` the new topic, empty
    /// for none; the others have no text. `unreadable` has none either: it stands for a message that the server cannot read
    /// because its file is damaged.
    package var kind: String?
    /// Whether the message was edited; `nil` for no.
    package var edited: Bool?
    /// The event of the last edit, of the deletion, or of the last change of the reactions; `nil` if there was none.
    package var revised: Int64?
    /// The id of the message of the chat that it answers, which may be deleted by now; `nil` if it answers none.
    package var replyTo: String?
    /// The reactions to it, in the order in which they came; `nil` if there are none.
    package var reactions: [ReactionInfo]?
    /// The formatted parts of the text, and those that mention somebody; `nil` if there are none.
    package var spans: [SpanInfo]?
    /// The file that it brings, of which the text is the caption; `nil` if there is none. The text may be empty then.
    package var file: FileInfo?

    /// About how many bytes it takes on a page.
    package var size: Int {
        let spans = (spans ?? []).reduce(0) { sum, span in
            sum + 64 + [span.url, span.user, span.language, span.reason].reduce(0) { $0 + ($1?.utf8.count ?? 0) }
        }
        return text.utf8.count + spans + (file.map { 512 + $0.name.utf8.count } ?? 0)
            + (reactions ?? []).reduce(0) { $0 + 32 + $1.key.utf8.count + $1.user.utf8.count }
    }

    package static let joined = "joined"
    package static let left = "left"
    package static let removed = "removed"
    package static let titled = "titled"
    package static let topicChanged = "topicChanged"
    /// The kind of a message that cannot be read. It keeps its place.
    package static let unreadable = "unreadable"

    package init(
        chat: String, seq: Int64, id: String, sender: String, name: String, text: String, date: Date,
        kind: String? = nil, edited: Bool? = nil, revised: Int64? = nil, replyTo: String? = nil,
        reactions: [ReactionInfo]? = nil, spans: [SpanInfo]? = nil, file: FileInfo? = nil
    ) {
        self.file = file
        self.spans = spans
        self.replyTo = replyTo
        self.reactions = reactions
        self.kind = kind
        self.edited = edited
        self.revised = revised
        self.chat = chat
        self.seq = seq
        self.id = id
        self.sender = sender
        self.name = name
        self.text = text
        self.date = date
    }

    package static var blank: MessageInfo {
        MessageInfo(chat: "", seq: 0, id: "", sender: "", name: "", text: "", date: .distantPast)
    }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("serverOrder", &seq.wide)
        try visitor.visit("messageId", &id)
        try visitor.visit("senderId", &sender)
        try visitor.visit("senderName", &name)
        try visitor.visit("text", &text)
        try visitor.visit("date", &date)
        try visitor.visit("kind", &kind)
        try visitor.visit("isEdited", &edited)
        try visitor.visit("revisedNumber", &revised.wide)
        try visitor.visit("replyToId", &replyTo)
        try visitor.visit("reactions", &reactions)
        try visitor.visit("spans", &spans)
        try visitor.visit("file", &file)
    }
}

/// A user's reaction to a message. A user can react with several keys, with each of them once.
package struct ReactionInfo: Record, Hashable {
    /// Usually an emoji: 1 to `Limits.longestReaction` bytes of UTF-8 without control characters.
    package var key: String
    /// The user name.
    package var user: String

    package init(key: String, user: String) {
        self.key = key
        self.user = user
    }

    /// Whether a text is a valid key.
    package static func isKey(_ text: String) -> Bool {
        (1...Limits.longestReaction).contains(text.utf8.count)
            && !text.unicodeScalars.contains(where: \.isControl)
    }

    package static var blank: ReactionInfo { ReactionInfo(key: "", user: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("key", &key)
        try visitor.visit("senderId", &user)
    }
}

/// How far somebody has received and read a chat.
package struct Mark: Record, Hashable {
    package var chat: String
    package var user: String
    /// The last message that was read; `nil` (and 0) if none was.
    package var read: String?
    package var readSeq: Int64
    /// The last message that was received; `nil` (and 0) if none was.
    package var delivered: String?
    package var deliveredSeq: Int64

    package init(
        chat: String, user: String, read: String?, readSeq: Int64, delivered: String?, deliveredSeq: Int64
    ) {
        self.chat = chat
        self.user = user
        self.read = read
        self.readSeq = readSeq
        self.delivered = delivered
        self.deliveredSeq = deliveredSeq
    }

    package static var blank: Mark {
        Mark(chat: "", user: "", read: nil, readSeq: 0, delivered: nil, deliveredSeq: 0)
    }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("userId", &user)
        try visitor.visit(nullable: "readId", &read)
        try visitor.visit("readOrder", &readSeq.wide)
        try visitor.visit(nullable: "deliveredId", &delivered)
        try visitor.visit("deliveredOrder", &deliveredSeq.wide)
    }
}

/// A person to chat with.
package struct Person: Record, Hashable {
    /// The user name.
    package var user: String
    /// The display name.
    package var name: String

    package init(user: String, name: String) {
        self.user = user
        self.name = name
    }

    package static var blank: Person { Person(user: "", name: "") }
    package mutating func visit<Visitor: RecordVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("userId", &user)
        try visitor.visit("name", &name)
    }
}
