import TelexCore

/// A link with a server, as a pure state machine: it gets inputs and returns actions. It does no I/O.
///
/// Extensions implement what all links have in common: connecting, reconnecting, and posting messages one by one. A
/// link adds the protocol of its server.
package protocol BackendLink: Sendable {
    /// A request to the server.
    associatedtype Request: Sendable
    /// The purpose of a request.
    associatedtype Purpose: LinkPurpose
    /// A reply of the server.
    associatedtype Reply: Sendable
    /// Other work for the transport.
    associatedtype Work: Sendable
    /// Something that only this kind of link waits for.
    associatedtype Alarm: Sendable

    var connection: Connection<Self> { get set }

    /// Starts to fetch what has happened. Ends with `connected()`.
    mutating func catchUp()
    /// Discards everything that belongs to the connection.
    mutating func disconnect()
    /// Performs a request other than `sync` and `post`. Typing, read marks and searches come only while online.
    mutating func perform(_ request: BackendRequest, _ effect: Int)
    mutating func open(_ chat: ChatID, _ effect: Int)
    /// Closes the open chat, if this effect opened it.
    mutating func close(_ effect: Int)
    mutating func answered(_ purpose: Purpose, _ reply: Reply)
    /// Recovers from a failure; returns `false` if the asker has to be told.
    mutating func recover(_ purpose: Purpose, from failure: RequestFailure) -> Bool
    mutating func woken(_ alarm: Alarm)
    /// A small request, whose answer shows that the server itself answers. The link calls `probed()` with it.
    var probe: (Request, Purpose) { get }

    /// Whether messages can be posted to a chat now. If not, its messages wait until `pump()`.
    func canPost(to chat: ChatID) -> Bool
    /// Sends a message of ours, after `uploads` if it has a file. `posted` gets the reply, with the same number.
    mutating func post(_ message: Message, number: Int)
    /// Handles the reply to a message that the server has accepted.
    mutating func sent(_ entry: Poster.Entry, _ reply: Reply)
}

package protocol LinkPurpose: Sendable {
    var asker: RequestAsker { get }
    /// Whether there is no connection without a valid answer, and not only this request refused.
    var isVital: Bool { get }
}

extension LinkPurpose {
    package var isVital: Bool { asker == .connection }
}

/// Who waits for the answer to a request.
package enum RequestAsker: Equatable, Sendable {
    /// The connection. A failure ends it, and replies after its end are ignored.
    case connection
    /// A message of ours that is being sent.
    case post(number: Int)
    /// A request of the core.
    case effect(Int)
    case nobody
}

extension BackendLink {
    package func canPost(to chat: ChatID) -> Bool { true }

    package mutating func handle(_ input: LinkInput<Self>) -> [LinkAction<Self>] {
        switch input {
        case .perform(.sync, let effect): connect(effect)
        case .perform(let request, let effect):
            if !connection.changes.add(request, effect) { begin(request, effect) }
        case .open(.push, let effect): connection.push = effect
        case .open(.socket(let chat), let effect): open(chat, effect)
        case .cancel(let effect):
            connection.performing[effect] = nil
            connection.poster.forget(effect)
            connection.changes.cancel(effect)
            close(effect)
            pump()
        case .answered(let purpose, let result, let number):
            guard number == connection.number || purpose.asker != .connection else { break }
            switch result {
            case .success(let reply): answered(purpose, reply)
            case .failure(let failure): failed(purpose, failure)
            }
        case .sentFile(let number): sentFile(number)
        case .uploaded(let number, let result): uploaded(number, result)
        case .woken(let alarm, let number): if number == connection.number { woken(alarm) }
        }
        beginNext()
        return connection.takeActions()
    }

    mutating func begin(_ request: BackendRequest, _ effect: Int) {
        switch (connection.state, request) {
        case (.offline(let reason), _): finish(effect, request.disconnected(LinkReason.clause(reason)))
        // These make no sense later, so they are not queued.
        case (.idle, .typing), (.idle, .markRead), (.idle, .search), (.connecting, .typing), (.connecting, .markRead),
            (.connecting, .search):
            finish(effect, request.failed(""))
        default:
            connection.performing[effect] = request
            perform(request, effect)
        }
    }

    /// Handles the failure of a request.
    package mutating func failed(_ purpose: Purpose, _ failure: RequestFailure) {
        if case .foreign(let outage, let refusal) = failure, !purpose.isVital {
            switch (purpose.asker, connection.state) {
            case (.nobody, _): return failed(purpose, .refused(refusal))
            case (_, .idle), (_, .offline): return failed(purpose, .offline(outage))
            case (_, .connecting), (_, .online):
                return suspect(.request(purpose), outage: outage, refusal: refusal)
            }
        }
        if recover(purpose, from: failure) { return }
        switch purpose.asker {
        case .connection: lose(failure)
        case .post(let number): failedPosting(number, failure)
        case .effect(let effect): failed(effect, failure)
        case .nobody: break
        }
    }

    /// Handles the failure of a request of the core. Deletions and settings are asked for again once the server can be
    /// reached.
    private mutating func failed(_ effect: Int, _ failure: RequestFailure) {
        let postponed: Event?
        switch connection.performing[effect] {
        case .delete(let chat, let message): postponed = .revision(.postponed(MessageKey(chat: chat, message: message)))
        case .configure, .ignore: postponed = nil
        default: return fail(effect, connection.explanation(failure))
        }
        switch failure {
        case .refused, .foreign, .local: return fail(effect, connection.explanation(failure))
        case .loggedOut: if connection.isOnline { lose(failure) }
        // If the connection itself is lost, it is not this request that tells.
        case .busy(_, let retryAfter): connection.repeatLater(after: retryAfter ?? Self.repeatPause)
        case .offline, .untrusted: connection.repeatLater(after: Self.repeatPause)
        }
        finish(effect, postponed)
    }

    /// How long a deletion waits after a failure, in seconds.
    private static var repeatPause: Double { 30 }

    private mutating func woken(_ alarm: LinkAlarm<Alarm>) {
        switch alarm {
        case .unanswered:
            connection.isRepeating = false
            if connection.isOnline { tell(.connection(.connected)) }
        case .reconnect: tell(.connection(.retrying))
        case .repost(let number): retryPost(number)
        case .overtake(let number): overtake(number)
        case .own(let alarm): woken(alarm)
        }
    }

    // MARK: Actions

    /// Reports an event on the push channel, if it is open.
    package mutating func tell(_ event: Event) {
        if let push = connection.push { answer(push, event) }
    }

    package mutating func answer(_ effect: Int, _ event: Event) { connection.act(.answer(effect: effect, event)) }

    package mutating func finish(_ effect: Int, _ event: Event?) {
        connection.performing[effect] = nil
        connection.changes.end(effect, isPostponed: event.isPostponement)
        if let event { answer(effect, event) }
        connection.act(.end(effect: effect))
    }

    /// Fails a request of the core, with a reason.
    package mutating func fail(_ effect: Int, _ reason: String) {
        finish(effect, connection.performing[effect]?.failed(reason))
    }

    package mutating func request(_ request: Request, _ purpose: Purpose) {
        connection.act(.request(request, purpose, connection: connection.number))
    }

    /// Keeps a value of the link's own state, together with what it has told, if the push channel is open.
    package mutating func keep(_ name: String, _ value: String) {
        if let push = connection.push { connection.act(.keep(effect: push, name: name, value: value)) }
    }

    // MARK: Connecting

    private mutating func connect(_ effect: Int) {
        dropConnection()
        connection.state = .offline(reason: "")
        releaseSuspects()
        connection.state = .connecting(effect: effect)
        catchUp()
    }

    /// Completes the sync in progress.
    ///
    /// - Parameter last: reports what has happened since the sync began.
    package mutating func connected(_ last: (inout Self) -> Void = { _ in }) {
        guard case .connecting(let effect) = connection.state else { return }
        connection.state = .online
        connection.succeed()
        last(&self)
        finish(effect, .connection(.connected))
        pump()
    }

    /// Reports that the connection was lost or could not be made. Reconnects later, unless that would be pointless.
    package mutating func lose(_ failure: RequestFailure) {
        let reason = connection.reason(failure)
        let lost = Event.connection(.disconnected(Disconnection(reason, failure.offlineReason)))
        if case .connecting(let effect) = connection.state { finish(effect, lost) } else { tell(lost) }
        dropConnection()
        connection.state = .offline(reason: reason)
        releaseSuspects()
        if let seconds = connection.pause(after: failure) { connection.wake(.reconnect, after: seconds) }
    }

    private mutating func dropConnection() {
        connection.drop()
        disconnect()
        giveUpPosts()
    }
}
