import Foundation

/// The core: takes events in, one after the other, and shows what they changed.
///
/// It is owned by one thread and does nothing of itself. Its owner hands in an event, commits what `takeSaves` returns,
/// lets the output of the listeners go, and has the ports carry out what `takeOrders` returns. What the ports answer is
/// handed in again.
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
    /// The requests whose last effect was cancelled by the event that is being routed.
    private var cancelled: [Cause] = []
    /// The outcomes so far of the requests that have not ended; none for plain success.
    private var outcomes: [Cause: Outcome] = [:]
    /// The requests that ended while their message was waiting.
    private var waiting: Set<Cause> = []
    private var now = Date.distantPast
    /// The windows that somebody has come to look at.
    private var listening: Set<WindowID> = []

    private var requestListeners: [any RequestListening] = []
    private weak var intake: (any IntakeListening)?

    public init(region: Region) {
        self.region = region
        modules = [chats, search, inbox, contacts, reminders, messages, notifications, connection]
    }

    // MARK: Events

    /// Routes an event that begins something: a line, a key, the start of the program.
    public func receive(_ event: Event, _ stamp: Stamp) {
        intake?.received(event, stamp, answering: nil)
        route(event, stamp)
        if let cause = stamp.cause, requests.isSettled(cause) { settle(cause) }
    }

    /// Routes an event that answers an effect. The answer to one that was cancelled is dropped.
    public func receive(_ event: Event, _ stamp: Stamp, answering effect: Int) {
        guard requests.isRunning(effect) else { return }
        intake?.received(event, stamp, answering: effect)
        route(event, stamp)
        // What comes of a request that has ended is told by `concluded`.
        if let cause = stamp.cause, requests.isSettled(cause) { outcomes[cause] = nil }
    }

    /// Notes that an effect has ended.
    public func end(effect: Int) {
        guard requests.isRunning(effect) else { return }
        intake?.ended(effect: effect)
        if let cause = requests.end(effect) { settle(cause) }
    }

    /// The request that an effect's answers belong to, for their stamp.
    public func cause(of effect: Int) -> Cause? { requests.cause(of: effect) }

    /// The window that an effect's answers are for, for their stamp.
    public func window(of effect: Int) -> WindowID { requests.window(of: effect) }

    private func route(_ event: Event, _ stamp: Stamp) {
        now = stamp.time
        var queue = [FollowUp(event: event, window: stamp.window)]
        var ends: [Consequences.Ending] = []
        var next = 0
        while next < queue.count {
            let step = queue[next]
            next += 1
            let window = step.window ?? stamp.window
            let stamp = window == stamp.window ? stamp : stamp.of(window)
            let consequences = routeOne(step.event, stamp)
            saves += consequences.saves
            for effect in consequences.effects { order(effect, stamp.cause, stamp.window) }
            // What follows may find nothing to do; what was asked for was done all the same.
            if let outcome = consequences.outcome, next == 1 || step.isPostponed || outcome.kind != .ignored {
                note(outcome, stamp.cause)
            }
            ends += consequences.ends
            if let gap = consequences.gap { for listener in requestListeners { listener.missed(gap) } }
            for var followUp in consequences.followUps {
                followUp.window = followUp.window ?? window
                queue.append(followUp)
            }
        }
        show(cause: stamp.cause)
        for end in ends where waiting.remove(end.cause) != nil {
            for listener in requestListeners { listener.concluded(end.cause, end.outcome) }
        }
        settleCancelled(except: stamp.cause)
    }

    /// A request whose last effect was cancelled has ended, unless another has begun for it since.
    private func settleCancelled(except current: Cause? = nil) {
        for cause in cancelled where cause != current && requests.isSettled(cause) { settle(cause) }
        cancelled = []
    }

    /// Hands the event to the router of its subject: the only place that knows all subjects.
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
            return HistoryEventRouter.route(event, stamp, messages)
        case .outbox(let event):
            return OutboxEventRouter.route(event, stamp, barrier: { heading(of: $0)?.barrier }, messages)
        case .revision(let event):
            return RevisionEventRouter.route(event, stamp, messages)
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
        // A closed window wants nothing any more.
        if let window = effect.id.window, !screens.isOpen(window) { return }
        cancel(effect.id)
        guard effect.work != .cancel else { return }
        // A live channel may be opened for another window than the one that lets go of it.
        let number = requests.begin(
            effect, cause: effect.work.isBackground ? nil : cause, window: effect.id.window ?? window)
        orders.append(EffectOrder(number: number, work: effect.work))
    }

    /// Ends the effect of that id, if it is under way.
    private func cancel(_ id: EffectID) {
        guard let running = requests.number(of: id) else { return }
        orders.append(EffectOrder(number: running, work: .cancel))
        intake?.ended(effect: running)
        if let ended = requests.end(running) { cancelled.append(ended) }
    }

    /// What the events so far want written down; to be committed before any output is let go.
    public func takeSaves() -> [StoreChange] {
        defer { saves = [] }
        return saves
    }

    /// What the events so far want done; to be started after the commit.
    public func takeOrders() -> [EffectOrder] {
        defer { orders = [] }
        return orders
    }

    /// Whether anything is to be done by the ports.
    public var hasOrders: Bool { !orders.isEmpty }
    /// Whether anything of it is to be done at once.
    public var hasUrgentOrders: Bool { orders.contains { !$0.work.isBackground } }
    /// Whether nothing with an end is under way.
    public var isIdle: Bool { requests.isIdle }
    /// The requests that have not ended, the first first.
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

    /// Opens a window with screens, forms and lists of its own; one that is open stays as it is.
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

    /// Closes a window: what it alone waits for is dropped. The main window stays.
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

    /// Shows a listener the view of a window, now and whenever it changes, until it goes away.
    public func bind<Listener: Listening>(_ listener: Listener, in window: WindowID = .main, cause: Cause? = nil) {
        listening.insert(window)
        handler(of: Listener.Model.self, in: window).bind(listener)
        show(cause: cause)
    }

    /// Stops showing.
    public func unbind<Listener: Listening>(_ listener: Listener, in window: WindowID = .main) {
        handler(of: Listener.Model.self, in: window).unbind(listener)
    }

    /// Whether anybody is shown the view of an open window.
    public func isShown<Model: ViewModel>(_ model: Model.Type, in window: WindowID) -> Bool {
        screens.isOpen(window) && handler(of: model, in: window).hasListeners
    }

    /// Tells the listener of the ends of requests, and of what is missing.
    public func bind(requests listener: any RequestListening) { requestListeners.append(listener) }

    /// Has everything that comes in written down.
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
            // One by one: calls of `any ShownModule` cannot be specialized, which took a fifth of an event's time.
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

    /// Whether there is no such chat. Before the first connection nobody knows which chats there are.
    private func isMissing(_ chat: ChatID) -> Bool {
        chats.model.chats[chat] == nil && (chats.model.chats.count > 0 || messages.model.hasConnected)
    }

    private func heading(of chat: ChatID) -> ChatHeading? { chats.model.heading(of: chat) }
}

/// An effect with the number under which it is answered.
public struct EffectOrder: Hashable, Sendable {
    public let number: Int
    public let work: Effect.Work
}
