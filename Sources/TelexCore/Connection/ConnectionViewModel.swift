import Foundation

/// The state of the connection to the server.
public struct ConnectionViewModel: ViewModel {
    public static let view = ViewName("connection")

    public package(set) var state: State
    /// Why there is no connection, as a word for programs; `nil` unless offline, and for other reasons.
    public package(set) var offlineReason: OfflineReason?
    /// The state in words; when offline, with the reason.
    public package(set) var statusText: String
    /// The progress of the sync while connecting; `nil` if none was reported.
    public package(set) var progressText: String?
    /// When this state began; `nil` before the first attempt.
    public package(set) var since: Date?
    /// The same in words: the time if it was today, otherwise the day.
    public package(set) var sinceText: String
    /// How many of our messages are still to be sent.
    public package(set) var queuedCount: Int
    /// Which message holds up others although there is a connection, and why; `nil` if none does.
    public package(set) var heldText: String?
    /// The chat whose live channel is open, if one is.
    public package(set) var liveChat: ChatID?
    /// Retries immediately; `nil` when connected or connecting.
    public package(set) var retry: Action?

    public static let blank = ConnectionViewModel(state: .offline, statusText: "", sinceText: "", queuedCount: 0)

    public enum State: String, Hashable, Sendable, CaseIterable {
        case offline, connecting, online
    }
}
