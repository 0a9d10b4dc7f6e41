import Foundation
import TelexCore

/// What to report to the core about a room.
struct RoomNews {
    enum Step: Hashable {
        case message(IncomingMessage)
        case event(Event)
    }

    let room: String
    /// Whether the room is shown at all.
    var isListed = true
    /// Whether the title of the room, or other data of its chat, has changed.
    var isRenamed = false
    /// The token of the messages that are missing before these; `nil` if none are.
    var missing: String?
    var steps: [Step] = []
    /// Edits whose senders have to be checked.
    var edits: [Edit] = []
    /// Messages whose last edit was redacted.
    var restored: [String] = []
    /// Whether we have read something, here or on another device.
    var hasOwnReceipt = false
    /// The server's count of unread messages; `nil` if it sent none.
    var unread: UnreadCount?
    /// The date of the last event.
    var date = Date.distantPast
}
