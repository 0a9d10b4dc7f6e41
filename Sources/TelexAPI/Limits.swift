/// What the server takes at most.
public enum Limits {
    /// How many chats or messages a page has, unless asked otherwise.
    public static let page = 50
    public static let longestPage = 500
    /// A page that has come to this ends, and so does what is told of what happened before, in bytes of text.
    public static let pageSize = 512 * 1024
    /// A message's text, in bytes of UTF-8.
    public static let longestText = 65_536
    /// A message's id, as its sender gave it, in bytes of UTF-8.
    public static let longestID = 128
    /// A request's body, in bytes: the longest text may be escaped to six times its size.
    public static let longestBody = 512 * 1024
    /// A frame of a client's live channel, in bytes.
    public static let longestFrame = 64 * 1024
    /// How many people a group has, with those who are invited.
    public static let groupPeople = 100
    /// How many invitations to chats may wait for somebody's answer.
    public static let openInvitations = 100
    /// A name, of a user, of a chat to make, or of a group, in characters.
    public static let longestName = 200
    /// A request's header fields together, in bytes.
    public static let longestHeader = 16 * 1024
    /// How many header fields a request may have.
    public static let headerFields = 100
    /// How many people a search finds.
    public static let people = 20
}
