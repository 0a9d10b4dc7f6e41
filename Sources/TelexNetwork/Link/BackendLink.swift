import TelexCore

/// A link with a server as a pure state machine: told what happens, it says what to do. It does no I/O.
///
/// What all links have in common is written in extensions: connecting and reconnecting, and posting messages one by one. A
/// link adds how its server is spoken with.
package protocol BackendLink: Sendable {
    /// What it asks the server for.
    associatedtype Request: Sendable
    /// What a request is for.
    associatedtype Purpose: LinkPurpose
    /// What the server answers.
    associatedtype Reply: Sendable
    /// What else its transport does for it.
    associatedtype Work: Sendable
    /// What it waits for besides what all links wait for.
    associatedtype Alarm: Sendable

    var connection: Connection<Self> { get set }

    /// Begins to fetch what has happened, and ends with `connected()`.
    mutating func catchUp()
    /// Forgets everything that belongs to the connection.
    mutating func disconnect()
    /// Performs any request but `sync` and `post`; typing, read marks and searches only while online.
    mutating func perform(_ request: BackendRequest, _ effect: Int)
    mutating func open(_ chat: ChatID, _ effect: Int)
    /// Closes the open chat, if that effect has opened it.
    mutating func close(_ effect: Int)
    mutating func answered(_ purpose: Purpose, _ reply: Reply)
    /// Goes on in spite of a failure; returns `false` if whoever waits for the answer is to be told.
    mutating func recover(_ purpose: Purpose, from failure: RequestFailure) -> Bool
    mutating func woken(_ alarm: Alarm)

    /// Whether messages can be posted to a chat now; if not, all wait until `pump()`.
    func canPost(to chat: ChatID) -> Bool
    /// Sends a message of ours; `posted` takes the answer, with the same number.
    mutating func post(_ message: Message, number: Int)
    /// Takes in what the server says of a message that it has taken.
    mutating func sent(_ entry: Poster.Entry, _ reply: Reply)
}

package protocol LinkPurpose: Sendable {
    var asker: RequestAsker { get }
}

/// Who waits for the answer to a request.
package enum RequestAsker: Equatable, Sendable {
    /// The connection, which a failure ends; what comes after its end is ignored.
    case connection
    /// A message of ours, which is on its way.
    case post(number: Int)
    /// Whoever asked the backend.
    case effect(Int)
    case nobody
}

extension BackendLink {
    package func canPost(to chat: ChatID) -> Bool { true }

    package mutating func handle(_ input: LinkInput<Self>) -> [LinkAction<Self>] {
        switch input {
        case .perform(.sync, let effect): connect(effect)
        case .perform(.post(let message), let effect): post(message, effect)
        case .perform(let request, let effect): begin(request, effect)
        case .open(.push, let effect): connection.push = effect
        case .open(.socket(let chat), let effect): open(chat, effect)
        case .cancel(let effect):
            connection.performing[effect] = nil
            close(effect)
        case .answered(let purpose, let result, let number):
            guard number == connection.number || purpose.asker != .connection else { break }
            switch result {
            case .success(let reply): answered(purpose, reply)
            case .failure(let failure): failed(purpose, failure)
            }
        case .woken(let alarm, let number): if number == connection.number { woken(alarm) }
        }
        return connection.takeActions()
    }

    private mutating func begin(_ request: BackendRequest, _ effect: Int) {
        switch (connection.state, request) {
        case (.offline(let reason), _): finish(effect, request.failed(BackendRequest.offline(reason)))
        // Later they would mean nothing.
        case (.idle, .typing), (.idle, .markRead), (.idle, .search), (.connecting, .typing), (.connecting, .markRead),
            (.connecting, .search):
            finish(effect, request.failed(""))
        default:
            connection.performing[effect] = request
            perform(request, effect)
        }
    }

    /// Takes a request for failed.
    package mutating func failed(_ purpose: Purpose, _ failure: RequestFailure) {
        if recover(purpose, from: failure) { return }
        switch purpose.asker {
        case .connection: lose(failure)
        case .post(let number): failedPosting(number, failure)
        case .effect(let effect): fail(effect, connection.explanation(failure))
        case .nobody: break
        }
    }

    private mutating func woken(_ alarm: LinkAlarm<Alarm>) {
        switch alarm {
        case .reconnect: tell(.connection(.retrying))
        case .repost(let number): repost(number)
        case .unlimited: if connection.isOnline { tell(.connection(.connected)) }
        case .own(let alarm): woken(alarm)
        }
    }

    // MARK: What to do

    /// Tells what happens of itself.
    package mutating func tell(_ event: Event) {
        if let push = connection.push { answer(push, event) }
    }

    package mutating func answer(_ effect: Int, _ event: Event) { connection.act(.answer(effect: effect, event)) }

    package mutating func finish(_ effect: Int, _ event: Event?) {
        connection.performing[effect] = nil
        if let event { answer(effect, event) }
        connection.act(.end(effect: effect))
    }

    /// Says why what was asked for was not done.
    package mutating func fail(_ effect: Int, _ reason: String) {
        finish(effect, connection.performing[effect]?.failed(reason))
    }

    package mutating func request(_ request: Request, _ purpose: Purpose) {
        connection.act(.request(request, purpose, connection: connection.number))
    }

    /// Has the store keep a value under a name.
    package mutating func keep(_ name: String, _ value: String) {
        tell(.connection(.bookmarked(name: name, value: value)))
    }

    // MARK: Connecting

    private mutating func connect(_ effect: Int) {
        dropConnection()
        connection.state = .connecting(effect: effect)
        catchUp()
    }

    /// Ends the sync that was asked for.
    ///
    /// - Parameter last: tells what has happened since, which others are told as it happens.
    package mutating func connected(_ last: (inout Self) -> Void = { _ in }) {
        guard case .connecting(let effect) = connection.state else { return }
        connection.state = .online
        connection.succeed()
        last(&self)
        finish(effect, .connection(.connected))
        pump()
    }

    /// Says that the connection is lost or could not be made, and reconnects later unless that is in vain.
    package mutating func lose(_ failure: RequestFailure) {
        let reason = connection.reason(failure)
        let lost = Event.connection(.disconnected(reason: reason))
        if case .connecting(let effect) = connection.state { finish(effect, lost) } else { tell(lost) }
        dropConnection()
        connection.state = .offline(reason: reason)
        if let seconds = connection.pause(after: failure) { connection.wake(.reconnect, after: seconds) }
    }

    private mutating func dropConnection() {
        connection.drop()
        disconnect()
        giveUpPosts()
    }
}
