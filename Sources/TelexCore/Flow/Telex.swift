import Foundation

/// The core: receives events one at a time, and shows what they changed.
///
/// One thread owns it, and it does nothing on its own. The owner passes in an event, commits what `takeSaves` returns,
/// releases the output of the listeners, and has the ports perform what `takeOrders` returns. The ports' answers are
/// passed in as events.
public final class Telex {
    private let modules: Modules
    private var requests = Requests()
    private var saves: [StoreChange] = []
    private var orders: [EffectOrder] = []
    /// The requests whose last effect was cancelled by the event being routed.
    private var cancelled: [Cause] = []
    /// The outcomes so far of the unfinished requests; no entry means plain success.
    private var outcomes: [Cause: Outcome] = [:]
    /// The requests that ended while their message was waiting.
    private var waiting: Set<Cause> = []
    private var now = Date.distantPast
    /// The windows to which a listener was bound.
    private var listening: Set<WindowID> = []

    private var requestListeners: [any RequestListening] = []
    private weak var intake: (any InputListening)?

    public init(region: Region) { modules = Modules(region: region) }

    public var region: Region { modules.region }

    // MARK: Events

    /// Routes an event that starts something: an input line, a key, the start of the program.
    public func receive(_ event: Event, _ stamp: Stamp) {
        intake?.received(event, stamp, answering: nil)
        route(event, stamp, isInput: true)
        if let cause = stamp.cause, requests.isSettled(cause) { settle(cause) }
    }

    /// Routes an event that answers an effect, in its window, whatever the stamp says. Answers to cancelled effects are
    /// dropped.
    public func receive(_ event: Event, _ stamp: Stamp, answering effect: Int) {
        guard requests.isRunning(effect) else { return }
        let stamp = stamp.of(requests.window(of: effect), stamp.cause)
        intake?.received(event, stamp, answering: effect)
        route(event, stamp, joined: requests.causes(of: effect).dropFirst())
        // Outcomes that follow the end of a request are reported by `concluded`.
        if let cause = stamp.cause, requests.isSettled(cause) { outcomes[cause] = nil }
    }

    /// Ends an effect, and settles its request if this was the last one.
    public func end(effect: Int) {
        guard requests.isRunning(effect) else { return }
        intake?.ended(effect: effect)
        for cause in requests.end(effect) { settle(cause) }
    }

    /// The request that an effect's answers belong to, for their stamp.
    public func cause(of effect: Int) -> Cause? { requests.cause(of: effect) }

    /// - Parameters:
    ///   - isInput: whether it answers no effect.
    ///   - joined: the requests that wait for the same answer as the one in the stamp.
    private func route(_ event: Event, _ stamp: Stamp, isInput: Bool = false, joined: ArraySlice<Cause> = []) {
        now = stamp.time
        var queue = [FollowUp(event: event, window: stamp.window)]
        var ends: [Consequences.Ending] = []
        var next = 0
        while next < queue.count {
            let step = queue[next]
            next += 1
            let window = step.window ?? stamp.window
            let stamp =
                window == stamp.window && step.cause == nil ? stamp : stamp.of(window, step.cause ?? stamp.cause)
            let postponed = isInput && next == 1 ? modules.chats.model.postpone(step.event, stamp) : nil
            let consequences = postponed ?? modules.route(step.event, stamp)
            saves += consequences.saves
            for effect in consequences.effects { order(effect, stamp.cause, stamp.window) }
            // A follow-up with nothing to do does not make the request count as ignored.
            if let outcome = consequences.outcome, next == 1 || step.isPostponed || outcome.kind != .ignored {
                note(outcome, stamp.cause)
                if next == 1 { for cause in joined { note(outcome, cause) } }
            }
            ends += consequences.ends
            if let gap = consequences.gap { for listener in requestListeners { listener.missed(gap) } }
            for var followUp in consequences.followUps {
                followUp.window = followUp.window ?? window
                followUp.cause = followUp.cause ?? step.cause
                queue.append(followUp)
            }
        }
        show(cause: stamp.cause)
        for end in ends where waiting.remove(end.cause) != nil {
            for listener in requestListeners { listener.concluded(end.cause, end.outcome) }
        }
        settleCancelled(except: stamp.cause)
    }

    /// Settles the requests whose last effect was cancelled, unless another one has started since.
    private func settleCancelled(except current: Cause? = nil) {
        for cause in cancelled where cause != current && requests.isSettled(cause) { settle(cause) }
        cancelled = []
    }

    // MARK: Effects

    private func order(_ effect: Effect, _ cause: Cause?, _ window: WindowID) {
        // A request that has settled, with its message waiting, does not settle once more.
        let cause = cause.flatMap { waiting.contains($0) ? nil : $0 }
        // A closed window starts no effects.
        if let window = effect.id.window, !modules.isOpen(window) { return }
        if effect.work.isShared, let running = requests.number(of: effect.id) {
            if let cause { requests.join(running, cause) }
            return
        }
        let replaced = effect.isRetry ? requests.release(effect.id) : nil
        let outcome: Outcome? = if case .stop(let outcome) = effect.work { outcome } else { nil }
        if !effect.work.isOrdered { cancel(effect.id, outcome) }
        switch effect.work {
        case .cancel, .stop: return
        default: break
        }
        // The live channel may pass to a window other than the one that releases it.
        let number = requests.begin(
            effect, cause: effect.work.isBackground ? nil : cause, replacing: replaced,
            window: effect.isRetry ? .closed : effect.id.window ?? window)
        orders.append(EffectOrder(number: number, work: effect.work))
    }

    /// Cancels the running effects with this id.
    ///
    /// - Parameter outcome: what to tell their requests.
    private func cancel(_ id: EffectID, _ outcome: Outcome? = nil) {
        while let running = requests.number(of: id) {
            if let outcome { for cause in requests.causes(of: running) { note(outcome, cause) } }
            orders.append(EffectOrder(number: running, work: .cancel))
            intake?.ended(effect: running)
            cancelled += requests.end(running)
        }
    }

    /// Returns the changes since the last call, to be committed before any output is released.
    public func takeSaves() -> [StoreChange] {
        defer { saves = [] }
        return saves
    }

    /// Returns the work since the last call, to be started after the commit.
    public func takeOrders() -> [EffectOrder] {
        defer { orders = [] }
        return orders
    }

    /// Whether there is work for the ports.
    public var hasOrders: Bool { !orders.isEmpty }
    /// Whether some of that work must start immediately.
    public var hasUrgentOrders: Bool { orders.contains { !$0.work.isBackground } }
    /// Whether no finite effect is running.
    public var isIdle: Bool { requests.isIdle }
    /// Whether no finite effect is running, but for those that move files of others than this attached program.
    package func isIdle(for guest: Int) -> Bool { requests.isIdle(for: guest) }
    /// Whether the server is reachable, and the sync is complete.
    public var isOnline: Bool { modules.connection.model.state == .online }
    /// The messages of ours that are to be deleted and can still be kept, in the order in which that was wished.
    public var undoableDeletions: [MessageKey] { modules.chats.model.deletions.undoable }
    /// Whether the server is to delete messages of ours.
    public var hasDeletions: Bool { !modules.chats.model.deletions.entries.isEmpty }
    /// How many messages of ours wait to be sent, by the titles of their chats.
    public var unsent: [(title: String, count: Int)] {
        modules.chats.model.outbox.unsent.map { chat, count in
            (modules.title(of: chat), count)
        }
    }
    /// Our messages that are not stored yet, because their files are being read, or those of messages before them: the names
    /// of the files or, in quotation marks, the texts, by the titles of their chats.
    public var unread: [(title: String, name: String)] {
        modules.chats.model.transfers.taking.map { (modules.title(of: $0.key.chat), $0.name ?? "\"\($0.text)\"") }
    }
    /// How many bytes of these files were read so far; `nil` if none is being read.
    public var readCount: Int64? {
        let unread = modules.chats.model.transfers.unread
        return unread.isEmpty ? nil : unread.reduce(0) { $0 &+ $1.done &+ 1 }
    }
    /// The unfinished requests, oldest first.
    public var unfinished: [Cause] { requests.unfinished }

    // MARK: Outcomes

    private func note(_ outcome: Outcome, _ cause: Cause?) {
        guard let cause else { return }
        outcomes[cause, default: Outcome()].add(outcome)
    }

    private func settle(_ cause: Cause) {
        let outcome = outcomes.removeValue(forKey: cause) ?? Outcome()
        if outcome.kind == .waiting { waiting.insert(cause) }
        for listener in requestListeners { listener.settled(cause, outcome) }
    }

    /// Reports the outcome of a request that settled as `waiting` in an earlier run, now or later.
    ///
    /// - Parameters:
    ///   - event: what the request asked for.
    ///   - key: the message that it is about.
    ///   - isStored: whether the message is in the store.
    public func adopt(_ cause: Cause, _ event: Event, _ key: MessageKey, isStored: Bool) {
        guard let outcome = modules.chats.model.adopt(cause, event, key, isStored: isStored) else {
            waiting.insert(cause)
            return
        }
        for listener in requestListeners { listener.concluded(cause, outcome) }
    }

    // MARK: Windows

    /// Opens a window with screens, forms and lists of its own; an open one is unchanged.
    public func open(_ window: WindowID) {
        if !modules.isOpen(window), window != .closed { modules.open(window) }
    }

    /// Closes a window, and cancels the effects that it owns. The main window stays open.
    public func close(_ window: WindowID) {
        guard window != .main, modules.isOpen(window) else { return }
        intake?.closed(window)
        for id in requests.effects(of: window) { cancel(id) }
        for effect in modules.chats.model.release(window) { order(effect, nil, .main) }
        requests.close(window)
        listening.remove(window)
        modules.close(window)
        settleCancelled()
    }

    // MARK: Views

    /// The models of all views.
    public var views: [any ViewModel.Type] { modules.views }

    /// Shows a listener the view of a window, now and whenever it changes, until it is unbound or deallocated.
    public func bind<Listener: Listening>(_ listener: Listener, in window: WindowID = .main, cause: Cause? = nil) {
        listening.insert(window)
        modules.handler(of: Listener.Model.self, in: window).bind(listener)
        show(cause: cause)
    }

    /// Stops showing the view to a listener.
    public func unbind<Listener: Listening>(_ listener: Listener, in window: WindowID = .main) {
        modules.handler(of: Listener.Model.self, in: window).unbind(listener)
    }

    /// Whether the view of an open window has listeners.
    public func isShown<Model: ViewModel>(_ model: Model.Type, in window: WindowID) -> Bool {
        modules.isOpen(window) && modules.handler(of: model, in: window).hasListeners
    }

    /// Reports the outcomes of requests, and gaps, to the listener.
    public func bind(requests listener: any RequestListening) { requestListeners.append(listener) }

    /// Reports nothing more to the listener.
    public func unbind(requests listener: any RequestListening) { requestListeners.removeAll { $0 === listener } }

    /// Sets the listener that records everything that comes in.
    public func bind(intake listener: any InputListening) { intake = listener }

    private func show(cause: Cause?) {
        for window in modules.windows where listening.contains(window) {
            modules.show(window, now: now, cause: cause)
        }
    }
}
