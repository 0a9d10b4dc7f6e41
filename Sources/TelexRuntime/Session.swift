import Foundation
import TelexCore

/// Runs one `Telex`: stamps what comes in, commits what it wants written, lets output go, and works the ports.
///
/// It belongs to one thread, and so does everything that it holds.
public final class Session: RequestListening {
    public let telex: Telex
    public let clock: any SessionClock
    private let store: any ChatStore
    private let backend: any ChatBackend
    private let ids: any IDSource
    private let takeAnswers: () -> [Delivery]
    private let deliver: @Sendable (Delivery) -> Void

    private var outlets: [any Outlet] = []
    private var batch = Batch()
    /// Messages that were looked up ahead of the events that speak of them, and that the store does not have.
    private var absent: Set<MessageKey> = []
    /// The requests whose answer has not been let go.
    private var open: Set<Cause> = []
    /// Those of them that have their answer, held back.
    private var answered: [Cause] = []
    /// Those of them that have done something since the last commit.
    private var stirred: Set<Cause> = []
    private var order: Int64
    /// What the store has answered: it is taken in before anything else, so that it tells how things stand.
    private var loaded: [Delivery] = []
    /// What the ports do after the next commit.
    private var afterCommit: [() -> Void] = []
    private var timers: [Int: TimerID] = [:]
    private var readMarker: ReadMarker?
    /// Whether somebody further up will flush: within `together`, and within `flush` itself.
    private var isHolding = false

    /// - Throws: what the store throws when it cannot be read.
    public init<Line>(
        region: Region, store: any ChatStore, backend: any ChatBackend, clock: any SessionClock,
        ids: any IDSource, mailbox: Mailbox<Line>
    ) throws {
        telex = Telex(region: region)
        self.store = store
        self.backend = backend
        self.clock = clock
        self.ids = ids
        takeAnswers = { mailbox.takeAnswers() }
        deliver = { mailbox.deliver($0) }
        order = min(try store.lastPosition(), Place.last)
        telex.bind(requests: self)
    }

    /// Has the outlet hold its output back until what it speaks of is stored.
    public func add(_ outlet: any Outlet) { outlets.append(outlet) }

    /// Says from now on that messages have been seen as soon as they are shown.
    public func markShownAsRead() {
        let marker = ReadMarker()
        readMarker = marker
        telex.bind(marker)
    }

    /// Whether nothing with an end is under way, and nobody means to say something of himself.
    public var isQuiet: Bool { telex.isIdle && !backend.isBusy }

    // MARK: Taking events in

    /// Takes in an event that begins something. Its output may be held back until `flush`.
    public func receive(_ event: Event, cause: Cause? = nil, in window: WindowID = .main) throws {
        telex.receive(event, try stamp(event, cause, window: window))
        batch.add(telex.takeSaves())
        // What can wait does not under a virtual clock: how lines come together must not matter there.
        let hasOrders = clock.isVirtual ? telex.hasOrders : telex.hasUrgentOrders
        if !isHolding, hasOrders || readMarker?.hasSeen == true || outlets.contains(where: \.isFull) {
            try flush()
        }
    }

    /// Takes in several events as one: nothing is shown, and no effect starts, before the last of them.
    public func together(_ body: () throws -> Void) throws {
        try holding(body)
        try flush()
    }

    private func holding(_ body: () throws -> Void) rethrows {
        let before = isHolding
        isHolding = true
        defer { isHolding = before }
        try body()
    }

    /// Notes that a request has begun, so that it is told if nothing of it can be stored.
    public func begin(_ cause: Cause) {
        open.insert(cause)
        stirred.insert(cause)
    }

    /// Notes that a request has its answer.
    public func settled(_ cause: Cause, _ outcome: Outcome) { answered.append(cause) }

    /// Hands a control line's command to the backend.
    public func control(_ json: String) throws {
        try flush()
        try backend.control(json)
        try flush()
    }

    /// Commits, lets output go, starts effects and takes in what answers them at once, until there is nothing left.
    public func flush() throws {
        while true {
            try commit()
            for order in telex.takeOrders() { perform(order) }
            if let seen = readMarker?.take() {
                try holding { try receive(seen) }
                continue
            }
            let answers = loaded + takeAnswers()
            loaded = []
            if answers.isEmpty { break }
            // What an answer sets off is started after the answers that came with it.
            try holding { for answer in answers { try take(answer) } }
        }
        for outlet in outlets { try outlet.idle() }
    }

    private func take(_ delivery: Delivery) throws {
        switch delivery {
        case .event(let event, let effect):
            let cause = telex.cause(of: effect)
            if let cause { stirred.insert(cause) }
            let stamp = try stamp(event, cause, window: telex.window(of: effect))
            telex.receive(event, stamp, answering: effect)
            batch.add(telex.takeSaves())
        case .ended(let effect):
            timers[effect] = nil
            telex.end(effect: effect)
        case .afterCommit(let action): afterCommit.append(action)
        }
    }

    private func stamp(_ event: Event, _ cause: Cause?, window: WindowID = .main) throws -> Stamp {
        let needs = event.requirements
        let known = try known(needs)
        // Places that come along with messages are not given a second time.
        let first = max(order, min(needs.lastPlace, Place.last)) + 1
        order = first + Int64(needs.places) - 1
        return Stamp(
            time: clock.now, order: first, freshID: try freshID(needs.freshID, first), cause: cause, window: window,
            known: known)
    }

    private func freshID(_ need: StampRequirements.FreshID, _ order: Int64) throws -> String {
        switch need {
        case .none: return ""
        case .thing: return ids.next(order: order)
        case .message(let chat):
            var id = ids.next(order: order)
            guard ids.canMeetOthers else { return id }
            while try !known([MessageID(id)], in: chat).isEmpty { id += "-" }
            return id
        }
    }

    private func known(_ needs: StampRequirements) throws -> [MessageID: KnownMessage] {
        guard let chat = needs.chat, !needs.messages.isEmpty else { return [:] }
        if needs.mustBeStored { try commit() }
        return try known(needs.messages, in: chat)
    }

    private func known(_ messages: [MessageID], in chat: ChatID) throws -> [MessageID: KnownMessage] {
        var known: [MessageID: KnownMessage] = [:]
        var others: [MessageID] = []
        for message in messages {
            let key = MessageKey(chat: chat, message: message)
            if let position = batch.position(of: key) {
                known[message] = KnownMessage(position: position)
            } else if absent.remove(key) == nil {
                others.append(message)
            }
        }
        if others.isEmpty { return known }
        do {
            return try known.merging(store.known(others, in: chat)) { first, _ in first }
        } catch {
            throw failure(error)
        }
    }

    /// Looks up together what many events, which are about to come, speak of.
    public func lookAhead(_ events: [Event]) throws {
        let messages = events.flatMap { event in
            let needs = event.requirements
            return needs.chat.map { chat in needs.messages.map { MessageKey(chat: chat, message: $0) } } ?? []
        }
        do { absent = try Set(messages).subtracting(store.stored(messages)) } catch { throw failure(error) }
        absent.subtract(batch.messages)
    }

    // MARK: Commit

    /// Commits, and lets output go; starts nothing.
    public func commit() throws {
        if !batch.isEmpty {
            if !absent.isEmpty { absent.subtract(batch.messages) }
            do { try store.commit(batch.take()) } catch { throw failure(error) }
        }
        for outlet in outlets { try outlet.release() }
        stirred.removeAll(keepingCapacity: true)
        for cause in answered { open.remove(cause) }
        answered.removeAll(keepingCapacity: true)
        let actions = afterCommit
        afterCommit = []
        for action in actions { action() }
    }

    /// Takes back everything that was not stored.
    private func failure(_ error: any Error) -> SessionFailure {
        for outlet in outlets { outlet.discard() }
        afterCommit = []
        let requests = open.sorted { $0.number < $1.number }
        return .storeFailed(
            reason: "\(error)", causes: requests.filter(stirred.contains),
            others: requests.filter { !stirred.contains($0) })
    }

    // MARK: Effects

    private func perform(_ order: EffectOrder) {
        let answer = Answer(effect: order.number, deliver: deliver)
        switch order.work {
        case .load(let query):
            loaded += [.event(load(query), effect: order.number), .ended(effect: order.number)]
        case .ask(let request), .resend(let request): backend.perform(request, answer)
        case .hold(let channel): backend.open(channel, answer)
        case .wake(let time, let event):
            timers[order.number] = clock.schedule(at: time) {
                answer(event)
                answer.end()
            }
        case .cancel:
            if let timer = timers.removeValue(forKey: order.number) {
                clock.cancel(timer)
            } else {
                backend.cancel(order.number)
            }
        }
    }

    private func load(_ query: StoreQuery) -> Event {
        do { return try store.load(query) } catch { return query.failure("The store could not be read: \(error)") }
    }

    // MARK: Time

    /// Makes every call-back that is due by now on a real clock.
    public func fireDue() throws {
        while clock.fireNext(by: clock.now) { try flush() }
    }

    /// Moves a virtual clock, from one thing due to the next.
    public func advance(by seconds: TimeInterval) throws {
        let target = clock.now.addingTimeInterval(seconds)
        while clock.fireNext(by: target) { try flush() }
        clock.set(target)
    }

    /// Moves a virtual clock until everything is quiet, for `seconds` at most.
    ///
    /// - Returns: whether everything is.
    public func drain(_ seconds: TimeInterval) throws -> Bool {
        let deadline = clock.now.addingTimeInterval(seconds)
        while !isQuiet {
            guard clock.fireNext(by: deadline) else { return false }
            try flush()
        }
        return true
    }
}
