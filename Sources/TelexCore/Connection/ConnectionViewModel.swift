import Foundation
import TelexJSON

/// The state of the connection to the server.
public struct ConnectionViewModel: ViewModel {
    public static let view = ViewName("connection")

    /// `offline`, `connecting` or `online`.
    public internal(set) var state: State
    /// Why there is no connection, as a word for programs; `nil` unless offline, and for other reasons.
    public internal(set) var offlineReason: OfflineReason?
    /// The state of a connection, or the time or state of a message.
    ///
    /// With the reason when offline.
    public internal(set) var statusText: String
    /// The progress of connecting, or of the transfer of a file: how much, how fast, and how long the rest takes.
    ///
    /// `nil` if none was reported.
    public internal(set) var progressText: String?
    /// When the connection entered its state; missing before the first attempt to connect.
    public internal(set) var since: Date?
    /// When the connection entered its state, as text.
    ///
    /// The time if it was today, otherwise the day.
    public internal(set) var sinceText: String
    /// How many messages are waiting to be sent.
    public internal(set) var queuedCount: Int
    /// Which message holds up those after it in its chat, although there is a connection, and why; missing if none
    /// does.
    public internal(set) var heldText: String?
    /// The chat with an open live channel.
    public internal(set) var liveChat: ChatID?
    /// Retries immediately; `nil` when connected or connecting.
    public internal(set) var retry: Action?

    public static let blank = ConnectionViewModel(state: .offline, statusText: "", sinceText: "", queuedCount: 0)

    public enum State: String, Hashable, Sendable, CaseIterable {
        case offline, connecting, online
    }
}

extension ConnectionViewModel: WireViewModel {
    public static let meaning = "The state of the connection to the server."

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("connectionState", &state)
        try visitor.visit(optional: "offlineReason", &offlineReason)
        try visitor.visit("statusText", &statusText)
        try visitor.visit(optional: "sinceDate", &since)
        try visitor.visit("sinceText", &sinceText)
        try visitor.visit("queuedCount", &queuedCount)
        try visitor.visit(optional: "heldText", &heldText)
        try visitor.visit(optional: "progressText", &progressText)
        try visitor.visit(optional: "liveChatId", &liveChat)
        try visitor.visit(action: "retry", .sends("connection.retrying"), &retry)
    }
}

extension ConnectionViewModel.State: WireWord {}
