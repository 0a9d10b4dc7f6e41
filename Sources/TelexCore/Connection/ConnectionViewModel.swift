import Foundation

/// The state of the connection to the server.
public struct ConnectionViewModel: ViewModel {
    public static let view = ViewName("connection")

    public let state: State
    /// The state in words; when offline, with the reason.
    public let statusText: String
    /// The progress of the sync while connecting; `nil` if none was reported.
    public let progressText: String?
    /// When this state began; `nil` before the first attempt.
    public let since: Date?
    /// The same in words: the time if it was today, otherwise the day.
    public let sinceText: String
    /// How many of our messages are still to be sent.
    public let queuedCount: Int
    /// The chat whose live channel is open, if one is.
    public let liveChat: ChatID?
    /// Retries immediately; `nil` when connected or connecting.
    public let retry: Action?

    public enum State: String, Hashable, Sendable, CaseIterable {
        case offline, connecting, online
    }
}
