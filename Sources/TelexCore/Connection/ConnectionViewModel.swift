import Foundation

/// How the connection with the server stands.
public struct ConnectionViewModel: ViewModel {
    public static let view = ViewName("connection")

    public let state: State
    /// The state in words; when offline, why.
    public let statusText: String
    /// How far it has got while it connects, if that takes long.
    public let progressText: String?
    /// Since when; `nil` before the first attempt.
    public let since: Date?
    /// The same in words: the time today, then the day.
    public let sinceText: String
    /// How many messages wait to go out.
    public let queuedCount: Int
    /// The chat whose live channel is open, if one is.
    public let liveChat: ChatID?
    /// Tries again at once; `nil` when connected or trying.
    public let retry: Action?

    public enum State: String, Hashable, Sendable, CaseIterable {
        case offline, connecting, online
    }
}
