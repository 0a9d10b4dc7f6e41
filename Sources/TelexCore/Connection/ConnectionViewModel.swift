import Foundation

/// The state of the connection to the server.
public struct ConnectionViewModel: ViewModel {
    public static let view = ViewName("connection")

    /// `offline`, `connecting` or `online`.
    public package(set) var state: State
    /// Why there is no connection, as a word for programs; `nil` unless offline, and for other reasons.
    public package(set) var offlineReason: OfflineReason?
    /// The state of a connection, or the time or state of a message.
    ///
    /// With the reason when offline.
    public package(set) var statusText: String
    /// The progress of connecting, or of the transfer of a file: how much, how fast, and how long the rest takes.
    ///
    /// `nil` if none was reported.
    public package(set) var progressText: String?
    /// When the connection entered its state; missing before the first attempt to connect.
    public package(set) var since: Date?
    /// When the connection entered its state, as text.
    ///
    /// The time if it was today, otherwise the day.
    public package(set) var sinceText: String
    /// How many messages are waiting to be sent.
    public package(set) var queuedCount: Int
    /// Which message holds up those after it in its chat, although there is a connection, and why; missing if none
    /// does.
    public package(set) var heldText: String?
    /// The chat with an open live channel.
    public package(set) var liveChat: ChatID?
    /// Retries immediately; `nil` when connected or connecting.
    public package(set) var retry: Action?

    public static let blank = ConnectionViewModel(state: .offline, statusText: "", sinceText: "", queuedCount: 0)

    public enum State: String, Hashable, Sendable, CaseIterable {
        case offline, connecting, online
    }
}
