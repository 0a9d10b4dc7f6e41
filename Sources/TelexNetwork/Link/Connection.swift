import Foundation
import TelexCore

/// The state of a link's connection, and its pending actions.
package struct Connection<Link: BackendLink>: Sendable {
    enum State: Equatable {
        case idle
        case connecting(effect: Int)
        case online
        case offline(reason: String)
    }

    /// The environment of the link: what it has kept, randomness and a clock.
    package let environment: LinkEnvironment
    private let account: any LinkAccount
    var state = State.idle
    /// Counts connections, so that replies for an earlier one are ignored.
    private(set) var number = 0
    /// The effect that gets unsolicited events.
    package internal(set) var push: Int?
    package internal(set) var poster = Poster()
    var changes = ChangeQueue()
    var backoff = Backoff()
    /// The requests whose answers were not the server's, with the reason if there is no connection, and the reason if
    /// they alone were refused.
    var suspects: [(suspect: Suspect<Link.Purpose>, outage: String, refusal: String)] = []
    /// Whether messages are being posted right now.
    var isPumping = false
    /// The post that messages to other chats wait for only a short time.
    var slowPost: Int?
    /// Whether an alarm will have the core ask again for what has failed.
    var isRepeating = false
    /// The requests of the core that have no answer yet, by effect.
    var performing: [Int: BackendRequest] = [:]
    private var actions: [LinkAction<Link>] = []

    package init(_ account: some LinkAccount, _ environment: LinkEnvironment) {
        self.account = account
        self.environment = environment
    }

    package var isOnline: Bool { state == .online }
    /// Whether there is no connection, and none is being made.
    var isOffline: Bool {
        switch state {
        case .idle, .offline: true
        case .connecting, .online: false
        }
    }
    /// Whether the link is fetching what happened while it was offline.
    package var isConnecting: Bool { if case .connecting = state { true } else { false } }

    // MARK: Actions

    mutating func act(_ action: LinkAction<Link>) { actions.append(action) }

    mutating func wake(_ alarm: LinkAlarm<Link.Alarm>, after seconds: TimeInterval) {
        act(.wake(alarm, after: seconds, connection: number))
    }

    /// Has the core ask again for deletions and settings after so many seconds, unless that is planned already.
    mutating func repeatLater(after seconds: TimeInterval) {
        if isRepeating { return }
        isRepeating = true
        wake(.unanswered, after: seconds)
    }

    package mutating func wake(_ alarm: Link.Alarm, after seconds: TimeInterval) { wake(.own(alarm), after: seconds) }

    /// Wakes the link when everything that it has reported so far is stored.
    package mutating func wakeAfterCommit(_ alarm: Link.Alarm) { act(.wakeAfterCommit(alarm, connection: number)) }

    package mutating func work(_ work: Link.Work) { act(.work(work)) }

    mutating func takeActions() -> [LinkAction<Link>] {
        defer { actions = [] }
        return actions
    }

    // MARK: Connecting

    mutating func drop() {
        number += 1
        isRepeating = false
        act(.dropConnection)
    }

    /// Resets the backoff after a success. If messages are waiting, it is reset only once the server accepts one.
    package mutating func succeed() {
        if poster.isEmpty { backoff.reset() }
    }

    /// The delay before the next attempt, in seconds; `nil` if there is to be none.
    mutating func pause(after failure: RequestFailure) -> TimeInterval? {
        switch failure {
        case .loggedOut: nil
        case .busy(_, let seconds?): max(backoff.next(environment.chance()), seconds)
        default: backoff.next(environment.chance())
        }
    }

    // MARK: Failures

    func limited(for seconds: TimeInterval) -> String {
        LinkReason.limited(until: environment.now().addingTimeInterval(seconds))
    }

    /// Explains why the connection was lost.
    func reason(_ failure: RequestFailure) -> String {
        switch failure {
        case .busy(_, let seconds?): limited(for: seconds)
        case .offline(let reason), .untrusted(let reason), .busy(let reason, nil), .foreign(let reason, _),
            .refused(let reason, _), .local(let reason):
            reason
        case .loggedOut(let isSoft): LinkReason.loggedOut(account, isSoft: isSoft)
        }
    }

    /// Explains why a request failed.
    package func explanation(_ failure: RequestFailure) -> String {
        switch failure {
        case .refused, .loggedOut, .local: reason(failure)
        case .foreign(_, let refusal): refusal
        case .busy(_, _?): LinkReason.tryAgain(reason(failure))
        case .busy(_, nil): LinkReason.unable(reason(failure))
        case .offline, .untrusted: BackendRequest.offline(LinkReason.clause(reason(failure)))
        }
    }
}

extension RequestFailure {
    /// Why there is no connection after it, as a word for programs; `nil` if there is none for it.
    var offlineReason: OfflineReason? {
        switch self {
        case .offline, .foreign, .busy(_, nil): .unreachable
        case .untrusted: .certificate
        case .busy(_, _?): .rateLimited
        case .loggedOut(let isSoft): isSoft ? .loggedOut : .revoked
        case .refused, .local: nil
        }
    }
}

extension RequestFailure: FileError {
    /// What was wrong with a file whose transfer failed; `nil` if the server refused it.
    package var problem: FileProblem? {
        switch self {
        case .offline, .untrusted, .busy: .unavailable
        case .refused(_, isMissing: true): .missing
        case .refused, .foreign, .loggedOut: nil
        case .local: .inputOutput
        }
    }
}
