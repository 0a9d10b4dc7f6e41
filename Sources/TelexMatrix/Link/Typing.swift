import Foundation
import TelexCore

/// Limits how often we tell the homeserver that we are typing.
struct Typing {
    /// Seconds between two notices for the same chat. A notice expires on the server after twice as long.
    static let freshness: TimeInterval = 4

    private var chat: ChatID?
    private var isFresh = false
    private(set) var number = 0

    /// Whether to send a notice now.
    mutating func begin(in chat: ChatID) -> Bool {
        guard self.chat != chat || !isFresh else { return false }
        self.chat = chat
        isFresh = true
        number += 1
        return true
    }

    /// Allows the next notice, if typing continues.
    mutating func expire() { isFresh = false }

    /// Whether a notice was sent, so that the end of typing has to be sent, too.
    mutating func end(in chat: ChatID) -> Bool {
        guard self.chat == chat else { return false }
        self.chat = nil
        return true
    }
}
