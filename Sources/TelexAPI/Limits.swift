/// The limits of the server.
package enum Limits {
    /// The default number of chats or messages on a page.
    package static let page = 50
    package static let longestPage = 500
    /// The bytes of text after which a page ends, and the most that a replay of missed events may have.
    package static let pageSize = 512 * 1024
    /// The longest text of a message, in bytes of UTF-8.
    package static let longestText = 65_536
    /// The longest id that a sender may give a message, in bytes of UTF-8.
    package static let longestID = 128
    /// The longest key of a reaction, in bytes of UTF-8.
    package static let longestReaction = 64
    /// The most reactions to a message, and the most of them by one user.
    package static let reactions = 1000
    package static let reactionsOfUser = 20
    /// The most spans of a text, and the longest address, language or reason of one, in bytes of UTF-8.
    package static let spans = 500
    package static let longestSpanDetail = 2048
    /// The longest body of a request, in bytes. Escaping may make the longest text six times as long.
    package static let longestBody = 512 * 1024
    /// The longest frame from a client on a live channel, in bytes.
    package static let longestFrame = 64 * 1024
    /// The most people in a group, invited ones included.
    package static let groupPeople = 100
    /// The most invitations of one person to another that are not answered.
    package static let openInvitations = 20
    /// The most people that a user can ignore.
    package static let ignored = 1000
    /// The longest name of a user, of a group or of a recipient, in characters.
    package static let longestName = 200
    /// The longest topic of a group, in characters.
    package static let longestTopic = 500
    /// The highest order of a pinned chat.
    package static let lastPin: Int64 = 1_000_000_000
    /// The longest name of a file, in bytes of UTF-8.
    package static let longestFileName = 255
    /// The most pixels of a picture or video in one direction.
    package static let mostPixels: Int64 = 1_000_000_000
    /// The longest duration of a sound or video, in milliseconds: about 31 years.
    package static let longestDuration: Int64 = 1_000_000_000_000
    /// The most incomplete uploads of a user.
    package static let openUploads = 16
    /// The longest header of a request, in bytes.
    package static let longestHeader = 16 * 1024
    /// The most header fields of a request.
    package static let headerFields = 100
    /// The most people that a search returns.
    package static let people = 20
}
