import Foundation

/// The modules of the core, with the screens on which their views are.
final class Modules {
    let region: Region
    private var screens = Windows(ScreenModel())
    let chats = ChatModule(ChatModel())
    /// Apart from the other views of the chats, because it is shown after those of other modules.
    private let openChat = ModelViews<MessageEventHandler>()
    private let search = SearchModule(SearchModel())
    private let messageSearch = MessageSearchModule(MessageSearchModel())
    private let inbox = InboxModule(InboxModel())
    private let contacts = ContactModule(ContactModel())
    private let reminders = ReminderModule(ReminderModel())
    private let notifications = NotificationModule(NotificationModel())
    let connection = ConnectionModule(ConnectionModel())
    private let all: [any ShownModule]
    private let lookup: ChatLookup
    private var today = Today()

    init(region: Region) {
        self.region = region
        all = [chats, search, messageSearch, inbox, contacts, reminders, openChat, notifications, connection]
        lookup = ChatLookup(chats)
    }

    /// The display name of a chat, or its id.
    func title(of chat: ChatID) -> String { lookup.heading(chat)?.title ?? chat.text }

    // MARK: Events

    /// Routes the event, and lets the windows that follow the inbox ask for the messages that it brought.
    func route(_ event: Event, _ stamp: Stamp) -> Consequences {
        var consequences = pass(event, stamp)
        for case .message in consequences.saves where inbox.model.isFollowed {
            consequences.effects += inbox.model.arrive()
        }
        return consequences
    }

    /// Passes the event to the router of its subject. Only this switch knows all subjects.
    private func pass(_ event: Event, _ stamp: Stamp) -> Consequences {
        switch event {
        case .chat(let event):
            var consequences = ChatEventRouter.route(event, stamp, region: region, chats)
            if event.endsLoading {
                if inbox.model.isFollowed { consequences.effects += inbox.model.arrive() }
                consequences.effects += messageSearch.model.resume(stamp.time, region, lookup)
            }
            return consequences
        case .activity(let event):
            return ActivityEventRouter.route(event, chats)
        case .invitation(let event):
            return InvitationEventRouter.route(event, stamp, chats)
        case .member(let event):
            return MemberEventRouter.route(event, stamp, chats)
        case .message(let event):
            return MessageEventRouter.route(event, stamp, chats)
        case .history(let event):
            return HistoryEventRouter.route(event, stamp, chats)
        case .outbox(let event):
            return OutboxEventRouter.route(event, stamp, chats)
        case .file(let event):
            return FileEventRouter.route(event, stamp, chats)
        case .revision(let event):
            return RevisionEventRouter.route(event, stamp, chats)
        case .reaction(let event):
            return ReactionEventRouter.route(event, stamp, chats)
        case .presence(let event):
            return PresenceEventRouter.route(event, stamp, chats)
        case .search(let event):
            return SearchEventRouter.route(event, stamp, lookup, search)
        case .messageSearch(let event):
            return MessageSearchEventRouter.route(event, stamp, region: region, lookup, messageSearch)
        case .inbox(let event):
            return InboxEventRouter.route(event, stamp, hasChats: chats.model.loading.isSettled, inbox)
        case .screen(let event):
            return ScreenEventRouter.route(event, stamp, lookup, &screens)
        case .contact(let event):
            return ContactEventRouter.route(event, stamp, contacts)
        case .reminder(let event):
            return ReminderEventRouter.route(event, stamp, region: region, lookup, reminders)
        case .notification(let event):
            return NotificationEventRouter.route(event, stamp, region: region, notifications)
        case .connection(let event):
            return ConnectionEventRouter.route(event, stamp, connection)
        case .clock(let event):
            return ClockEventRouter.route(event, stamp, region: region, &today)
        }
    }

    // MARK: Windows

    /// The main window, then the others in the order in which they were opened.
    var windows: [WindowID] { screens.ids }

    func isOpen(_ window: WindowID) -> Bool { screens.isOpen(window) }

    func open(_ window: WindowID) {
        screens.open(window)
        for module in all { module.open(window) }
    }

    func close(_ window: WindowID) {
        screens.close(window)
        for module in all { module.close(window) }
    }

    // MARK: Views

    /// The models of all views.
    var views: [any ViewModel.Type] { all.flatMap(\.views) }

    func handler<Model: ViewModel>(of model: Model.Type, in window: WindowID) -> ViewHandler<Model> {
        for module in all { if let handler = module.view(of: model, in: window) { return handler } }
        preconditionFailure("No module shows the view \(Model.view.rawValue)")
    }

    /// Shows the views of a window that changed.
    func show(_ window: WindowID, now: Date, cause: Cause?) {
        let context = ViewContext(
            now: now, region: region, window: window, top: screens[window].top,
            revision: today.revision + screens.revision(of: window), cause: cause, chats: lookup)
        // One by one: calls through `any ShownModule` cannot be specialized, and took a fifth of an event's time.
        chats.show(chats.model, revision: chats.model.revision(of: window), in: context)
        search.show(in: context)
        messageSearch.show(in: context, chats.model.transfers.revision)
        inbox.show(in: context)
        contacts.show(in: context)
        reminders.show(in: context, chats.model.names)
        openChat.show(chats.model, revision: chats.revision, in: context)
        notifications.show(in: context)
        connection.show(in: context)
    }
}
