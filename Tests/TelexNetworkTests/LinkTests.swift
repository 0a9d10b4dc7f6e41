import Foundation
import TelexCore
import Testing

@testable import TelexNetwork

/// Tests what all links have in common.
@Suite struct LinkTests {
    // MARK: Connecting

    @Test func backsOffUntilConnected() {
        var driven = Driven(isOnline: false)
        for seconds in [0.5, 1, 2] {
            driven.fail(.offline("Cut"))
            #expect(driven.takeEvents() == [.connection(.disconnected(Disconnection("Cut", .unreachable)))])
            #expect(driven.timers.last?.seconds == seconds)
            driven.wake(driven.timers.count - 1)
            #expect(driven.takeEvents() == [.connection(.retrying)])
            driven.handle(.perform(.sync, effect: 3))
        }
        driven.answer("")
        #expect(driven.takeEvents() == [.connection(.connected)])
        driven.lose()
        #expect(driven.timers.last?.seconds == 0.5)
    }

    @Test func doesNotReconnectOnceLoggedOut() {
        var driven = Driven()
        driven.lose(.loggedOut())
        let reason = "The server no longer accepts this login. Log in again: telex login."
        #expect(driven.takeEvents() == [.connection(.disconnected(Disconnection(reason, .revoked)))])
        #expect(driven.timers.isEmpty)
    }

    @Test(arguments: [
        (RequestFailure.offline("x"), OfflineReason.unreachable as OfflineReason?), (.untrusted("x"), .certificate),
        (.busy("x"), .unreachable), (.refused("x"), nil), (.loggedOut(isSoft: true), .loggedOut),
    ])
    func saysInAWordWhyItIsOffline(failure: RequestFailure, reason: OfflineReason?) {
        var driven = Driven()
        driven.lose(failure)
        guard case .connection(.disconnected(let why)) = driven.takeEvents().first else {
            Issue.record("nothing is said")
            return
        }
        #expect(why.reason == reason)
    }

    @Test func reconnectsNoSoonerThanTheServerAsks() {
        var driven = Driven()
        driven.lose(.busy("Too much.", retryAfter: 3600))
        let reason = LinkReason.limited(until: Date(timeIntervalSince1970: 3600))
        #expect(driven.takeEvents() == [.connection(.disconnected(Disconnection(reason, .rateLimited)))])
        #expect(driven.timers.last?.seconds == 3600)
    }

    @Test func ignoresTimersOfAnEarlierConnection() {
        var driven = Driven()
        driven.lose()
        driven.handle(.perform(.sync, effect: 3))
        driven.events = []
        driven.wake(0)
        #expect(driven.events.isEmpty)
    }

    @Test func ignoresLateRepliesOfAnEarlierConnection() {
        var driven = Driven(isOnline: false)
        let late = driven.requests.removeFirst()
        driven.handle(.perform(.sync, effect: 3))
        driven.end(late, .success(""))
        driven.end(late, .failure(.offline("Cut")))
        #expect(driven.events.isEmpty && driven.ended.isEmpty)
        driven.answer("")
        #expect(driven.takeEvents() == [.connection(.connected)] && driven.ended == [3])
    }

    // MARK: Requests

    @Test func answersARequestAfterTheConnectionWasLost() {
        var driven = Driven()
        driven.handle(.perform(.create(recipient: "bob"), effect: 5))
        driven.lose()
        driven.events = []
        driven.answer("bob")
        #expect(driven.takeEvents() == [.chat(.created(TitledChat(chat: "bob", title: "bob")))] && driven.ended == [5])
    }

    @Test(
        arguments: [
            (.refused("No."), "No."), (.offline("Cut"), "Not connected (Cut). Try again later."),
            (.untrusted("Bad"), "Not connected (Bad). Try again later."),
            (.busy("Full"), "The server cannot do that now (Full). Try again later."),
            (.loggedOut(isSoft: true), "Your login has expired. Nothing is lost. Log in again: telex login."),
        ] as [(RequestFailure, String)])
    func reportsWhyARequestFailed(failure: RequestFailure, reason: String) {
        var driven = Driven()
        driven.handle(.perform(.create(recipient: "bob"), effect: 5))
        driven.fail(failure)
        #expect(driven.takeEvents() == [.chat(.createFailed(CreationFailure(reason: reason)))] && driven.ended == [5])
    }

    @Test func failsRequestsWhileOffline() {
        var driven = Driven()
        driven.lose()
        driven.events = []
        let requests: [BackendRequest] = [
            .create(recipient: "bob"), .edit("bob", "m", text: "new"), .delete("bob", "m"), .older("bob", before: "p"),
            .join("club"), .leave("club"), .search("b"), .markRead("bob", "m"), .typing("bob"),
        ]
        for (effect, request) in requests.enumerated() { driven.handle(.perform(request, effect: effect)) }
        let reason = "Not connected (Cut). Try again later."
        #expect(
            driven.takeEvents() == [
                .chat(.createFailed(CreationFailure(reason: reason))),
                .revision(.failed(MessageFailure(chat: "bob", message: "m", reason: reason))),
                .revision(.postponed(MessageKey(chat: "bob", message: "m"))),
                .history(.loadFailed(ChatFailure(chat: "bob", reason: reason))),
                .invitation(.failed(ChatFailure(chat: "club", reason: reason))),
                .invitation(.failed(ChatFailure(chat: "club", reason: reason))),
                .search(.found(FoundPeople(query: "b"))),
            ])
        #expect(driven.requests.isEmpty && driven.ended == Array(0..<requests.count))
    }

    /// Only the server's refusal ends a deletion.
    @Test(
        arguments: [
            (
                .refused("No.", isMissing: false), .failed(MessageFailure(chat: "bob", message: "m", reason: "No.")),
                true
            ),
            (.offline("Cut"), .postponed(MessageKey(chat: "bob", message: "m")), true),
            (.loggedOut(), .postponed(MessageKey(chat: "bob", message: "m")), false),
            (.busy("Busy.", retryAfter: 3), .postponed(MessageKey(chat: "bob", message: "m")), true),
        ] as [(RequestFailure, RevisionEvent, Bool)])
    func deletesLaterIfTheServerCannotBeReached(failure: RequestFailure, event: RevisionEvent, isOnline: Bool) {
        var driven = Driven()
        driven.handle(.perform(.delete("bob", "m"), effect: 10))
        #expect(driven.requests.map(\.request) == ["delete m"])
        driven.fail(failure)
        #expect(driven.takeEvents().contains(.revision(event)) && driven.ended == [10])
        #expect(driven.link.connection.isOnline == isOnline)
        // The core asks again when it hears that there is a connection.
        guard isOnline, event == .postponed(MessageKey(chat: "bob", message: "m")) else { return }
        let seconds = if case .busy(_, let seconds?) = failure { seconds } else { 30.0 }
        #expect(driven.timers.map(\.alarm) == [.unanswered] && driven.timers.map(\.seconds) == [seconds])
        // A second one that fails meanwhile needs no alarm of its own.
        driven.handle(.perform(.delete("bob", "n"), effect: 11))
        driven.fail(failure)
        #expect(driven.timers.count == 1)
        driven.events = []
        driven.wake(0)
        #expect(driven.takeEvents() == [.connection(.connected)])
    }

    @Test func tellsSettingsLaterIfTheServerIsBusy() {
        var driven = Driven()
        driven.handle(.perform(.configure("bob", ChatSettings(isMarkedUnread: true)), effect: 10))
        driven.fail(.busy("Busy.", retryAfter: 3))
        #expect(driven.takeEvents() == [] && driven.ended == [10] && driven.timers.map(\.seconds) == [3])
        driven.wake(0)
        #expect(driven.takeEvents() == [.connection(.connected)])
    }

    @Test func tellsThatTheServerRefusesSettings() {
        var driven = Driven()
        driven.handle(.perform(.configure("bob", ChatSettings(isMarkedUnread: true)), effect: 10))
        driven.fail(.refused("No."))
        #expect(driven.takeEvents() == [.chat(.configureFailed(ChatFailure(chat: "bob", reason: "No.")))])
        driven.handle(.perform(.ignore("eve", isIgnored: true), effect: 11))
        driven.fail(.refused("No."))
        #expect(driven.takeEvents() == [.member(.ignoreFailed(reason: "No."))] && driven.ended == [10, 11])
        driven.handle(.perform(.ignore("eve", isIgnored: true), effect: 12))
        driven.fail(.offline("Cut"))
        #expect(
            driven.takeEvents() == [] && driven.ended == [10, 11, 12] && driven.timers.map(\.alarm) == [.unanswered])
    }

    /// The sentence of the server stands in another one.
    @Test(
        arguments: [
            (
                .busy("The server answered 511."),
                "The server cannot do that now (The server answered 511). Try again later."
            ),
            (.offline("The server answered 407."), "Not connected (The server answered 407). Try again later."),
        ] as [(RequestFailure, String)])
    func tellsWhyARequestFailed(failure: RequestFailure, reason: String) {
        var driven = Driven()
        driven.handle(.perform(.create(recipient: "bob"), effect: 10))
        driven.fail(failure)
        #expect(driven.takeEvents() == [.chat(.createFailed(CreationFailure(reason: reason)))])
        driven.lose(.offline("The server answered 407."))
        _ = driven.takeEvents()
        driven.handle(.perform(.create(recipient: "bob"), effect: 11))
        let offline = "Not connected (The server answered 407). Try again later."
        #expect(driven.takeEvents() == [.chat(.createFailed(CreationFailure(reason: offline)))])
    }

    // MARK: Posting

    @Test func givesUpPostsWhenTheConnectionIsLost() {
        var driven = Driven()
        driven.handle(.perform(.post(own("m1")), effect: 5))
        driven.handle(.perform(.post(own("m2")), effect: 6))
        let late = driven.requests[0]
        driven.lose()
        #expect(
            driven.takeEvents() == [
                .connection(.disconnected(Disconnection("Cut", .unreachable))),
                .outbox(.queued(QueuedMessage(chat: "bob", message: "m1", isAttempted: true))),
                .outbox(.queued(QueuedMessage(chat: "bob", message: "m2"))),
            ])
        #expect(driven.ended == [5, 6] && !driven.link.isPosting)
        driven.end(late, .success(""))
        #expect(driven.events.isEmpty)
    }

    /// A message that nobody waits for any more is not posted, or comes back like that of another device.
    @Test func forgetsPostsThatAreCancelled() {
        var driven = Driven()
        for (index, id) in ["m1", "m2", "m3"].enumerated() {
            driven.handle(.perform(.post(own(MessageID(id))), effect: index))
        }
        driven.handle(.cancel(effect: 0))
        driven.handle(.cancel(effect: 1))
        #expect(!driven.link.connection.poster.holds("m1", in: "bob"))
        #expect(driven.requests.map(\.request) == ["post m1"])
        driven.answer("")
        #expect(driven.requests.map(\.request) == ["post m3"])
        driven.answer("")
        #expect(driven.requests.isEmpty && driven.ended.last == 2)
    }

    @Test func postsTheNextMessageAfterSuccessOrFailure() {
        var driven = Driven()
        driven.handle(.perform(.post(own("m1")), effect: 5))
        driven.handle(.perform(.post(own("m2")), effect: 6))
        #expect(driven.requests.map(\.request) == ["post m1"])
        driven.fail(.refused("No."))
        #expect(driven.requests.map(\.request) == ["post m2"])
        driven.answer("")
        #expect(
            driven.takeEvents() == [
                .message(.sendFailed(MessageFailure(chat: "bob", message: "m1", reason: "No."))),
                .message(.sent(MessageKey(chat: "bob", message: "m2"))),
            ])
    }

    @Test(arguments: [(nil, 0.5), (9, 9)] as [(TimeInterval?, TimeInterval)])
    func retriesPostsWhenTheServerIsBusy(retryAfter: TimeInterval?, seconds: TimeInterval) {
        var driven = Driven()
        driven.handle(.perform(.post(own("m1")), effect: 5))
        driven.fail(.busy("Full.", retryAfter: retryAfter))
        #expect(driven.events.isEmpty && driven.timers.last?.seconds == seconds)
        driven.wake(0)
        #expect(driven.requests.map(\.request) == ["post m1"])
        driven.wake(0)
        #expect(driven.requests.count == 1)
    }

    // MARK: Kept state

    @Test func treatsAnUnreadableStateAsMissing() {
        let environment = PlainLink().connection.environment
        #expect(environment.value("a") == nil && environment.values("a").isEmpty)
    }

    @Test func keysValuesByTheRestOfTheName() {
        struct State: LinkStore {
            func value(_ name: String) -> String? { name }
            func values(_ prefix: String) -> [String: String] { ["\(prefix)bob": "7", "\(prefix)club": "9"] }
        }
        #expect(LinkEnvironment(State()).values("chat/") == ["bob": "7", "club": "9"])
    }
}
