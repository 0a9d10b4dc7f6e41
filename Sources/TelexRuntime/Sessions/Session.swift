import Foundation
import TelexCore

/// Runs one `Telex`: stamps events, commits changes, releases output and starts effects.
///
/// A session and everything in it belong to one thread.
public final class Session: RequestListening {
    public let telex: Telex
    public let clock: SessionClock
    private let store: any ChatStore
    private let backend: any ChatBackend
    private let files: any FileKeeper
    private let ids: any IDSource
    private let takeAnswers: () -> [Delivery]
    /// Hands answers and work to the thread of the session. It can be called on any thread.
    package let deliver: @Sendable (Delivery) -> Void

    private var outlets: [any Outlet] = []
    private var batch = Batch()
    /// Messages that the store does not have, looked up before the events that mention them.
    private var absent: Set<MessageKey> = []
    /// The requests whose answer has not been released.
    private var open: Set<Cause> = []
    /// The open requests that have an answer, which is still held back.
    private var answered: [Cause] = []
    /// The open requests that began or continued since the last commit.
    private var stirred: Set<Cause> = []
    private var order: Int64
    /// Answers of the store. They are handled before anything else, so that they are never out of date.
    private var loaded: [Delivery] = []
    /// Work of other threads. It is done between the answers of the ports.
    private var works: [@Sendable () throws -> Void] = []
    /// Actions of the ports to run after the next commit.
    private var afterCommit: [() -> Void] = []
    private var timers: [Int: TimerID] = [:]
    private var sources: [(source: any EventSource, window: WindowID)] = []
    /// Whether a caller will flush: inside `together` and `flush`.
    private var isHolding = false

    /// - Parameters:
    ///   - telex: a core that goes on in this session; `nil` for a new one.
    ///   - last: the order of the last event of that core.
    /// - Throws: the store's error if it cannot be read.
    public init<Line>(
        region: Region, store: any ChatStore, backend: any ChatBackend, files: any FileKeeper = NoFiles(),
        clock: SessionClock, ids: any IDSource, mailbox: Mailbox<Line>, continuing telex: Telex? = nil,
        after last: Int64 = 0
    ) throws {
        let telex = telex ?? Telex(region: region)
        self.telex = telex
        self.store = store
        self.backend = backend
        self.files = files
        self.clock = clock
        self.ids = ids
        takeAnswers = { mailbox.takeAnswers() }
        deliver = { mailbox.deliver($0) }
        order = min(max(try store.lastPosition(), last), MessagePosition.last)
        telex.bind(requests: self)
    }

    /// Adds an outlet. It holds its output until the changes that the output reports are stored.
    public func add(_ outlet: any Outlet) { outlets.append(outlet) }

    public func remove(_ outlet: any Outlet) { outlets.removeAll { $0 === outlet } }

    /// From now on, marks messages as read as soon as they are shown in a window.
    public func markShownAsRead(in window: WindowID) {
        let shown = ShownMessages()
        add(source: shown, in: window)
        telex.bind(shown, in: window)
    }

    /// From now on, sends what a source has to send, in a window.
    public func add(source: any EventSource, in window: WindowID) { sources.append((source, window)) }

    /// Sends nothing any more by itself in a window.
    public func removeSources(in window: WindowID) { sources.removeAll { $0.window == window } }

    /// Whether the files that earlier runs began to send are waited for, too.
    public var waitsForOldFiles = true

    /// Whether no finite effect is pending and the backend is not busy.
    ///
    /// The files come first: the backend is busy with a message by the time that its file is moved.
    public var isQuiet: Bool { telex.isIdle && !(waitsForOldFiles && backend.movesFiles) && !backend.isBusy }

    /// Whether nothing is pending that an attached program waits for: not the files of others.
    package func isQuiet(for guest: Int) -> Bool { telex.isIdle(for: guest) && !backend.isBusy }

    // MARK: Receiving events

    /// Receives an event that does not answer an effect. Its output may be held until `flush`.
    public func receive(_ event: Event, cause: Cause? = nil, in window: WindowID = .main) throws {
        telex.receive(event, try stamp(event, cause, window: window))
        batch.add(telex.takeSaves())
        // Under a virtual clock, no effect waits: the way in which lines are grouped must not matter.
        let hasOrders = clock.isVirtual ? telex.hasOrders : telex.hasUrgentOrders
        if !isHolding, hasOrders || sources.contains(where: { $0.source.hasEvent }) || outlets.contains(where: \.isFull)
        {
            try flush()
        }
    }

    /// Receives several events as one: no output is released, and no effect starts, before the last of them.
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

    /// Notes that a request has begun, so that a store failure is reported for it.
    public func begin(_ cause: Cause) {
        open.insert(cause)
        stirred.insert(cause)
    }

    /// Notes that a request has its answer.
    public func settled(_ cause: Cause, _ outcome: Outcome) { answered.append(cause) }

    /// Reports the outcome of a request that settled as `waiting` in an earlier run: what became of a message.
    public func adopt(_ cause: Cause, _ event: Event, _ key: MessageKey) throws {
        try commit()
        let isStored: Bool
        do { isStored = try !store.stored([key]).isEmpty } catch { throw failure(error) }
        telex.adopt(cause, event, key, isStored: isStored)
    }

    /// Hands a control line's command to the backend.
    public func control(_ json: String) throws {
        try flush()
        try backend.control(json)
        try flush()
    }

    /// Commits, releases output, starts effects and handles their immediate answers, until there is nothing left to do.
    public func flush() throws {
        while true {
            try commit()
            let orders = telex.takeOrders()
            if orders.contains(where: \.work.isLong) { try tellIdle() }
            for order in orders { perform(order) }
            if let next = sources.first(where: { $0.source.hasEvent }), let event = next.source.takeEvent() {
                try holding { try receive(event, in: next.window) }
                continue
            }
            let answers = loaded + takeAnswers()
            loaded = []
            if answers.isEmpty { break }
            // Effects of an answer start after all answers that arrived with it are handled.
            try holding { for answer in answers { try handle(answer) } }
            while !works.isEmpty { try works.removeFirst()() }
        }
        try tellIdle()
    }

    private func tellIdle() throws { for outlet in outlets { try outlet.idle() } }

    private func handle(_ delivery: Delivery) throws {
        switch delivery {
        case .event(let event, let effect):
            let cause = telex.cause(of: effect)
            if let cause { stirred.insert(cause) }
            telex.receive(event, try stamp(event, cause), answering: effect)
            batch.add(telex.takeSaves())
        case .ended(let effect):
            timers[effect] = nil
            telex.end(effect: effect)
        case .keep(let name, let value): batch.add([.link(name: name, value: value)])
        case .afterCommit(let action): afterCommit.append(action)
        case .work(let work): works.append(work)
        }
    }

    private func stamp(_ event: Event, _ cause: Cause? = nil, window: WindowID = .main) throws -> Stamp {
        let needs = event.requirements
        let known = try known(needs)
        let (answered, early) = (try answered(needs), try earlyReactions(needs, known))
        // Positions that loaded messages already have are not assigned again.
        let first = max(order, min(needs.lastPlace, MessagePosition.last)) + 1
        order = first + Int64(needs.places) - 1
        return Stamp(
            time: clock.now, order: first, freshID: try freshID(needs.freshID, first), cause: cause, window: window,
            known: known, answered: answered, early: early)
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

    private func answered(_ needs: StampRequirements) throws -> [AnsweredMessage] {
        guard let chat = needs.chat, !needs.answered.isEmpty else { return [] }
        // Answered messages may have changed since the last commit.
        try commit()
        do { return try store.answered(needs.answered, in: chat) } catch { throw failure(error) }
    }

    private func earlyReactions(
        _ needs: StampRequirements, _ known: [MessageID: KnownMessage]
    ) throws -> [MessageID: [Reaction]] {
        guard let chat = needs.chat, known.count < needs.messages.count else { return [:] }
        if batch.hasEarlyReactions { try commit() }
        let new = needs.messages.filter { known[$0] == nil }
        do { return try store.earlyReactions(to: new, in: chat) } catch { throw failure(error) }
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

    /// Looks up, in one go, the messages that the coming events mention.
    public func lookAhead(_ events: [Event]) throws {
        let messages = events.flatMap { event in
            let needs = event.requirements
            return needs.chat.map { chat in needs.messages.map { MessageKey(chat: chat, message: $0) } } ?? []
        }
        do { absent = try Set(messages).subtracting(store.stored(messages)) } catch { throw failure(error) }
        absent.subtract(batch.messages)
    }

    // MARK: Commit

    /// Commits and releases output. Starts no effects.
    public func commit() throws {
        if !batch.isEmpty {
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

    /// Discards everything that was not stored, and returns the failure to throw.
    private func failure(_ error: any Error) -> SessionFailure {
        for outlet in outlets { outlet.discard() }
        afterCommit = []
        let requests = open.sorted(by: \.number)
        return SessionFailure(
            reason: "\(error)", causes: requests.filter(stirred.contains),
            others: requests.filter { !stirred.contains($0) })
    }

    // MARK: Effects

    /// Starts the effects that a core which goes on here had started.
    public func resume(_ orders: [EffectOrder]) throws {
        for order in orders { perform(order) }
        try flush()
    }

    private func perform(_ order: EffectOrder) {
        let answer = Answer(effect: order.number, deliver: deliver)
        switch order.work {
        case .load(let query):
            loaded += [.event(load(query), effect: order.number), .ended(effect: order.number)]
        case .ask(let request), .resend(let request): backend.perform(request, answer)
        case .file(let request): files.perform(request, answer)
        case .hold(let channel): backend.open(channel, answer)
        case .wake(let time, let event):
            timers[order.number] = clock.schedule(at: time) {
                answer(event)
                answer.end()
            }
        case .cancel, .stop:
            if let timer = timers.removeValue(forKey: order.number) {
                clock.cancel(timer)
            } else {
                backend.cancel(order.number)
                files.cancel(order.number)
            }
        }
    }

    private func load(_ query: StoreQuery) -> Event {
        do { return try store.load(query) } catch { return query.failure("Cannot read the store: \(error)") }
    }

    // MARK: Time

    /// Fires all callbacks that are due by now, on a real clock. If the clock was set back, it may be another day.
    public func fireDue() throws {
        if clock.wasSetBack() {
            try receive(.clock(.dayChanged))
            try flush()
        }
        while clock.fireNext(by: clock.now) { try flush() }
    }

    /// Moves a virtual clock forward, and fires each callback at its time.
    public func advance(by seconds: TimeInterval) throws {
        let target = clock.now.later(by: seconds)
        while clock.fireNext(by: target) { try flush() }
        clock.set(target)
    }

    /// Moves a virtual clock forward until the session is quiet, by at most `seconds`.
    ///
    /// - Returns: whether the session is quiet.
    public func drain(_ seconds: TimeInterval) throws -> Bool {
        let deadline = clock.now.later(by: seconds)
        while !isQuiet {
            guard clock.fireNext(by: deadline) else { return false }
            try flush()
        }
        return true
    }
}
