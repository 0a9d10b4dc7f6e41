import TelexAPI
import TelexCore

/// Which changes of messages have been told, and which have to wait.
struct Revisions {
    /// The name under which the store keeps up to where they have been told.
    static let bookmark = "revisions"

    /// The last event whose changes the core has; `nil` until that is known.
    var told: Int64?
    /// The last event that changed a message on the server, if the core may lack it.
    var last: Int64?
    /// Changes to our own messages that are still being sent; handed on once the server has the message.
    private var late: [MessageKey: MessageInfo] = [:]

    /// The event after which some are missing; `nil` if none are.
    var missingSince: Int64? {
        guard let last, let told, last > told else { return nil }
        return told
    }

    /// - Parameter told: as it was kept.
    mutating func begin(told: Int64?) {
        self.told = told
        late = [:]
    }

    mutating func hold(_ message: MessageInfo, as key: MessageKey) { late[key] = message }

    /// The last change of a message while it was on its way.
    ///
    /// - Parameter info: the server's answer to it.
    mutating func takeLate(_ key: MessageKey, _ info: MessageInfo?) -> MessageInfo? {
        [late.removeValue(forKey: key), info].compactMap(\.self).filter { $0.revised != nil }
            .max { $0.revised! < $1.revised! }
    }
}
