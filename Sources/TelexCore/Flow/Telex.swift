import Foundation

/// The core: receives events one at a time, and shows what they changed.
///
/// One thread owns it, and it does nothing on its own. The owner passes in an event, commits what `takeSaves` returns,
/// releases the output of the listeners, and has the ports perform what `takeOrders` returns. The ports' answers are
/// passed in as events.
public final class Telex {
    public let region: Region
    private var screens = Windows(ScreenModel())
    private let chats = ChatModule(ChatModel())
    private let search = SearchModule(SearchModel())
    private let inbox = InboxModule(InboxModel())
    private let contacts = ContactModule(ContactModel())
    private let reminders = ReminderModule(ReminderModel())
    private let messages = MessageModule(MessageModel())
    private let notifications = NotificationModule(NotificationModel())
    private let connection = ConnectionModule(ConnectionModel())
    private let modules: [any ShownModule]
    private var today = Today()

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
    private weak var intake: (any IntakeListening)?

    public init(region: Region) {
        self.region = region
        modules = [chats, search, inbox, contacts, reminders, messages, notifications, connection]
    }

    // MARK: Events

    /// Routes an event that starts something: an input line, a key, the start of the program.
    public func receive(_ event: Event, _ stamp: Stamp) {
        intake?.received(event, stamp, answering: nil)
        route(event, stamp)
        if let cause = stamp.cause, requests.isSettled(cause) { settle(cause) }
    }

    /// Routes an event that answers an effect. Answers to cancelled effects are dropped.
    public func receive(_ event: Event, _ stamp: Stamp, answering effect: Int) {
        guard requests.isRunning(effect) else { return }
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

    /// The window that an effect's answers are for, for their stamp.
    public func window(of effect: Int) -> WindowID { requests.window(of: effect) }

    /// - Parameter joined: the requests that wait for the same answer as the one in the stamp.
    private func route(_ event: Event, _ stamp: Stamp, joined: ArraySlice<Cause> = []) {
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
            let consequences = routeOne(step.event, stamp)
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

    /// Passes the event to the router of its subject. Only this switch knows all subjects.
    private func routeOne(_ event: Event, _ stamp: Stamp) -> Consequences {
        switch event {
        case .chat(let event):
            let consequences = ChatEventRouter.route(event, stamp, chats)
            guard case .loaded = event, inbox.model.isFollowed else { return consequences }
            return consequences + inbox.model.arrive()
        case .activity(let event):
            return ActivityEventRouter.route(event, chats, inbox)
        case .invitation(let event):
            return InvitationEventRouter.route(event, stamp, chats)
        case .member(let event):
            return MemberEventRouter.route(event, stamp, chats)
        case .message(let event):
            return MessageEventRouter.route(event, stamp, heading: heading, isMissing: isMissing, messages)
        case .history(let event):
            return HistoryEventRouter.route(event, stamp, newsAfter: { chats.model.chats[$0]?.newsAfter }, messages)
        case .outbox(let event):
            return OutboxEventRouter.route(event, stamp, barrier: { heading(of: $0)?.barrier }, messages)
        case .revision(let event):
            return RevisionEventRouter.route(event, stamp, title: { heading(of: $0)?.title }, messages)
        case .reaction(let event):
            return ReactionEventRouter.route(event, stamp, title: { heading(of: $0)?.title }, messages)
        case .presence(let event):
            return PresenceEventRouter.route(event, stamp, messages)
        case .search(let event):
            return SearchEventRouter.route(event, stamp, search)
        case .inbox(let event):
            return InboxEventRouter.route(event, stamp, hasChats: chats.model.isLoaded, inbox)
        case .screen(let event):
            return ScreenEventRouter.route(event, stamp, isMissing: isMissing, &screens)
        case .contact(let event):
            return ContactEventRouter.route(event, stamp, contacts)
        case .contactForm(let event):
            return ContactFormEventRouter.route(event, stamp, contacts)
        case .reminder(let event):
            return ReminderEventRouter.route(event, stamp, region: region, isMissing: isMissing, reminders)
        case .reminderForm(let event):
            return ReminderFormEventRouter.route(event, stamp, reminders)
        case .notification(let event):
            return NotificationEventRouter.route(event, stamp, notifications)
        case .connection(let event):
            return ConnectionEventRouter.route(event, stamp, connection)
        case .clock(let event):
            return ClockEventRouter.route(event, stamp, region: region, &today)
        }
    }

    // MARK: Effects

    private func order(_ effect: Effect, _ cause: Cause?, _ window: WindowID) {
        // A closed window starts no effects.
        if let window = effect.id.window, !screens.isOpen(window) { return }
        if effect.work.isShared, let running = requests.number(of: effect.id) {
            if let cause { requests.join(running, cause) }
            return
        }
        cancel(effect.id)
        guard effect.work != .cancel else { return }
        // The live channel may pass to a window other than the one that releases it.
        let number = requests.begin(
            effect, cause: effect.work.isBackground ? nil : cause, window: effect.id.window ?? window)
        orders.append(EffectOrder(number: number, work: effect.work))
    }

    /// Cancels the running effect with this id, if there is one.
    private func cancel(_ id: EffectID) {
        guard let running = requests.number(of: id) else { return }
        orders.append(EffectOrder(number: running, work: .cancel))
        intake?.ended(effect: running)
        cancelled += requests.end(running)
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
    /// The messages of ours that are to be deleted and can still be kept, in the order in which that was wished.
    public var undoableDeletions: [MessageKey] { messages.model.deletions.undoable }
    /// Whether the server is to delete messages of ours.
    public var hasDeletions: Bool { !messages.model.deletions.entries.isEmpty }
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

    // MARK: Windows

    /// Opens a window with screens, forms and lists of its own; an open one is unchanged.
    public func open(_ window: WindowID) {
        if screens.isOpen(window) || window == .closed { return }
        screens.open(window)
        chats.open(window)
        search.open(window)
        inbox.open(window)
        contacts.open(window)
        reminders.open(window)
        messages.open(window)
        notifications.open(window)
    }

    /// Closes a window, and cancels the effects that it owns. The main window stays open.
    public func close(_ window: WindowID) {
        guard window != .main, screens.isOpen(window) else { return }
        for id in requests.effects(of: window) { cancel(id) }
        for effect in messages.model.letGo(window) { order(effect, nil, .main) }
        requests.close(window)
        listening.remove(window)
        screens.close(window)
        chats.close(window)
        search.close(window)
        inbox.close(window)
        contacts.close(window)
        reminders.close(window)
        messages.close(window)
        notifications.close(window)
        connection.forget(window)
        settleCancelled()
    }

    // MARK: Views

    /// Shows a listener the view of a window, now and whenever it changes, until it is unbound or deallocated.
    public func bind<Listener: Listening>(_ listener: Listener, in window: WindowID = .main, cause: Cause? = nil) {
        listening.insert(window)
        handler(of: Listener.Model.self, in: window).bind(listener)
        show(cause: cause)
    }

    /// Stops showing the view to a listener.
    public func unbind<Listener: Listening>(_ listener: Listener, in window: WindowID = .main) {
        handler(of: Listener.Model.self, in: window).unbind(listener)
    }

    /// Whether the view of an open window has listeners.
    public func isShown<Model: ViewModel>(_ model: Model.Type, in window: WindowID) -> Bool {
        screens.isOpen(window) && handler(of: model, in: window).hasListeners
    }

    /// Reports the outcomes of requests, and gaps, to the listener.
    public func bind(requests listener: any RequestListening) { requestListeners.append(listener) }

    /// Reports nothing more to the listener.
    public func unbind(requests listener: any RequestListening) { requestListeners.removeAll { $0 === listener } }

    /// Sets the listener that records everything that comes in.
    public func bind(intake listener: any IntakeListening) { intake = listener }

    private func handler<Model: ViewModel>(of model: Model.Type, in window: WindowID) -> ViewHandler<Model> {
        for module in modules { if let handler = module.view(of: model, in: window) { return handler } }
        preconditionFailure("No module shows the view \(Model.view.rawValue)")
    }

    private func show(cause: Cause?) {
        for window in screens.ids where listening.contains(window) {
            let context = ViewContext(
                now: now, region: region, window: window, top: screens[window].top,
                revision: today.revision + screens.revision(of: window), cause: cause, heading: heading)
            // One by one: calls through `any ShownModule` cannot be specialized, and took a fifth of an event's time.
            chats.show(in: context)
            search.show(in: context)
            inbox.show(in: context)
            contacts.show(in: context)
            reminders.show(in: context, chats.model.names)
            messages.show(in: context, chats.revision)
            notifications.show(in: context)
            connection.show(in: context)
        }
    }

    /// Whether the chat is known not to exist. While there are no chats, that is unknown until the first connection.
    private func isMissing(_ chat: ChatID) -> Bool {
        chats.model.chats[chat] == nil && (chats.model.chats.count > 0 || messages.model.hasConnected)
    }

    private func heading(of chat: ChatID) -> ChatHeading? { chats.model.heading(of: chat) }
}

/// The work of an effect, with the number for its answers.
public struct EffectOrder: Hashable, Sendable {
    public let number: Int
    public let work: Effect.Work
}
