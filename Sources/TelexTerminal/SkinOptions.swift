/// What the text shows besides the views.
package struct SkinOptions: Sendable {
    /// The people that the user can chat with.
    package var backend: BackendKind
    /// Our own id; `nil` if there is no account.
    package var user: String?
    /// Whether a line above the input shows who and where the user is, and which chats have news.
    package var hasBar: Bool
    /// The most columns that names have to themselves on a terminal; 0 if they stand before the text.
    package var nameWidth: Int
    /// How the terminal alerts a user who is looking elsewhere.
    package var alert: Alert
    /// What runs a program for each notification.
    package var notifiers: [Notifier]
    /// The program that opens files and links; `nil` if there is none.
    package var opener: String?
    /// The most bytes of a file that is downloaded without being asked for; `nil` for none.
    package var fetchLimit: Int64?

    package init(
        backend: BackendKind = .bots, user: String? = nil, hasBar: Bool = false, nameWidth: Int = 16,
        alert: Alert = .none,
        notifiers: [Notifier] = [], opener: String? = nil, fetchLimit: Int64? = nil
    ) {
        self.backend = backend
        self.user = user
        self.hasBar = hasBar
        self.nameWidth = nameWidth
        self.alert = alert
        self.notifiers = notifiers
        self.opener = opener
        self.fetchLimit = fetchLimit
    }
}
