import Foundation
import TelexCore

/// How a link stands with its server, and what it wants done.
package struct Connection<Link: BackendLink>: Sendable {
    enum State: Equatable {
        case idle
        case connecting(effect: Int)
        case online
        case offline(reason: String)
    }

    /// What the link is handed from outside.
    package let environment: LinkEnvironment
    private let account: any LinkAccount
    var state = State.idle
    /// Counts connections, so that what belongs to an earlier one is ignored.
    private(set) var number = 0
    /// The effect that what happens of itself answers.
    package internal(set) var push: Int?
    package internal(set) var poster = Poster()
    var backoff = Backoff()
    /// What was asked for and has no answer yet, by effects.
    var performing: [Int: BackendRequest] = [:]
    private var actions: [LinkAction<Link>] = []

    package init(_ account: some LinkAccount, _ environment: LinkEnvironment) {
        self.account = account
        self.environment = environment
    }

    package var isOnline: Bool { state == .online }
    /// Whether what happened while there was no connection is being fetched.
    package var isConnecting: Bool { if case .connecting = state { true } else { false } }

    // MARK: What to do

    mutating func act(_ action: LinkAction<Link>) { actions.append(action) }

    mutating func wake(_ alarm: LinkAlarm<Link.Alarm>, after seconds: TimeInterval) {
        act(.wake(alarm, after: seconds, connection: number))
    }

    package mutating func wake(_ alarm: Link.Alarm, after seconds: TimeInterval) { wake(.own(alarm), after: seconds) }

    /// Wakes the link when all that it has told so far is stored.
    package mutating func wakeAfterCommit(_ alarm: Link.Alarm) { act(.wakeAfterCommit(alarm, connection: number)) }

    package mutating func work(_ work: Link.Work) { act(.work(work)) }

    mutating func takeActions() -> [LinkAction<Link>] {
        defer { actions = [] }
        return actions
    }

    // MARK: Connecting

    mutating func drop() {
        number += 1
        act(.dropConnection)
    }

    /// Notes that the server does what it is asked for; a message that it may still not take says more about that.
    package mutating func succeed() {
        if poster.isEmpty { backoff.reset() }
    }

    /// How long to wait before the next try; `nil` if there is to be none.
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

    /// Why the connection is lost.
    func reason(_ failure: RequestFailure) -> String {
        switch failure {
        case .busy(_, let seconds?): limited(for: seconds)
        case .offline(let reason), .untrusted(let reason), .busy(let reason, nil), .refused(let reason, _): reason
        case .loggedOut(let isSoft): LinkReason.loggedOut(account, isSoft: isSoft)
        }
    }

    /// Why something that was asked for was not done.
    package func explanation(_ failure: RequestFailure) -> String {
        switch failure {
        case .refused, .loggedOut: reason(failure)
        case .busy(_, _?): LinkReason.tryAgain(reason(failure))
        case .offline, .untrusted, .busy: BackendRequest.offline(reason(failure))
        }
    }
}
