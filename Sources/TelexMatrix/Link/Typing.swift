import Foundation
import TelexCore

/// Limits how often the homeserver is told that we are typing.
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

    /// Has it told again, if it goes on.
    mutating func expire() { isFresh = false }

    /// Whether it was told, so that its end is to be told, too.
    mutating func end(in chat: ChatID) -> Bool {
        guard self.chat == chat else { return false }
        self = Typing(number: number + 1)
        return true
    }

    init() {}

    private init(number: Int) { self.number = number }
}
