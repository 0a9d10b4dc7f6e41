import Foundation
import TelexCore

/// What has happened in a room, as the core is to be told.
struct RoomNews {
    enum Step: Hashable {
        case message(IncomingMessage)
        case event(Event)
    }

    let room: String
    /// Whether the room is one to be shown at all.
    var isListed = true
    /// Whether what stands above the room has changed.
    var isRenamed = false
    /// What names the messages that are missing before these.
    var missing: String?
    var steps: [Step] = []
    /// Edits that are to be looked into.
    var edits: [Edit] = []
    /// Messages whose last edit was taken back.
    var restored: [String] = []
    /// Whether we have read something, here or on another device.
    var hasOwnReceipt = false
    /// What the server counts as unread, if it says so.
    var unread: UnreadCount?
    /// When the last event was.
    var date = Date.distantPast
}
