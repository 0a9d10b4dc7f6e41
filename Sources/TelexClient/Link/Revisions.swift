import TelexAPI
import TelexCore

/// Tracks which revisions of messages the core has, and which have to wait.
struct Revisions {
    /// The name under which `reported` is kept.
    static let name = "revisions"

    /// The last event up to which the core has all revisions; `nil` until it is known.
    var reported: Int64?
    /// The last event that changed a message on the server, if the core may lack it.
    var last: Int64?
    /// Revisions of our messages that are still being sent. They are passed on once the server has the message.
    private var late: [MessageKey: MessageInfo] = [:]

    /// The event after which revisions are missing; `nil` if none are.
    var missingSince: Int64? {
        guard let last, let reported, last > reported else { return nil }
        return reported
    }

    /// - Parameter reported: the stored value; `nil` if there is none.
    mutating func begin(reported: Int64?) {
        self.reported = reported
        late = [:]
    }

    mutating func hold(_ message: MessageInfo, as key: MessageKey) { late[key] = message }

    /// Removes and returns the last revision that a message got while it was being sent.
    ///
    /// - Parameter info: the message as the server returned it.
    mutating func applyLate(_ key: MessageKey, _ info: MessageInfo?) -> MessageInfo? {
        [late.removeValue(forKey: key), info].compactMap(\.self).filter { $0.revised != nil }
            .max { $0.revised! < $1.revised! }
    }
}
