import Foundation

/// The state of the connection.
struct ConnectionModel: WindowKeeping {
    enum State: Hashable {
        case offline(Disconnection)
        case connecting
        case online
    }

    /// No window has a connection of its own.
    var windows = Windows(())
    private(set) var state = State.connecting
    private(set) var since: Date?
    /// When the connection was lost; `nil` if it was not.
    private var lostAt: Date?
    private(set) var queued = 0
    /// The first of our messages that waits although there is a connection.
    private(set) var held: HeldMessage?
    /// How many chats the current sync has processed, and of how many.
    private(set) var progress: (done: Int, total: Int)?
    /// The chat whose live channel is open.
    private(set) var socket: ChatID?

    /// Opens the push channel and starts a sync.
    mutating func connect(_ now: Date) -> Consequences {
        enter(.connecting, now)
        return Consequences(effects: [Effect(.push, .hold(.push)), Effect(.connect, .ask(.sync))])
    }

    /// Starts a sync; restarts one that is in progress.
    mutating func retry(_ now: Date) -> Consequences {
        enter(.connecting, now)
        return Consequences(effects: [Effect(.connect, .ask(.sync))])
    }

    mutating func connected(_ now: Date) -> Consequences {
        enter(.online, now)
        lostAt = nil
        return Consequences(followUps: [.outbox(.resuming)])
    }

    /// Notes when the connection was lost, and clears who is typing.
    mutating func disconnected(_ reason: Disconnection, _ now: Date) -> Consequences {
        let lostAt = lostAt ?? now
        self.lostAt = lostAt
        enter(.offline(reason), lostAt)
        return Consequences(followUps: socket.map { [.presence(.typingStopped(Typist(chat: $0, sender: nil)))] } ?? [])
    }

    mutating func socketOpened(_ chat: ChatID) { socket = chat }

    mutating func socketClosed(_ chat: ChatID) -> Consequences {
        if socket == chat { socket = nil }
        return Consequences(followUps: [.presence(.typingStopped(Typist(chat: chat, sender: nil)))])
    }

    mutating func progress(_ done: Int, of total: Int) {
        if state == .connecting { progress = (done, total) }
    }

    mutating func queue(_ count: Int, _ held: HeldMessage?) { (queued, self.held) = (max(0, count), held) }

    private mutating func enter(_ state: State, _ now: Date) {
        guard self.state != state || since == nil else { return }
        self.state = state
        since = now
        progress = nil
    }
}
