import TelexCore

/// A view as the terminal shows it, and as it is now.
///
/// The models are boxed, because the screen has many views, and is copied often.
struct ViewState<Model: ViewModel> {
    /// The model that was printed last; `nil` if the view was closed then.
    @Boxed private(set) var printed: Model? = nil
    /// The newest model; `nil` if the view is closed.
    @Boxed private(set) var current: Model? = nil
    /// How often it has changed since it was printed.
    private(set) var changeCount = 0
    private var hasChanged: Bool { changeCount > 0 }

    mutating func change(to model: Model?) {
        current = model
        changeCount += 1
    }

    /// What there is to print.
    var change: Change<Model>? { hasChanged ? Change(old: $printed, new: $current) : nil }

    fileprivate mutating func catchUp() {
        guard hasChanged else { return }
        $printed = $current
        changeCount = 0
    }
}

/// Two models of a view, one after the other; `nil` stands for a closed view.
struct Change<Model: ViewModel>: Sendable {
    @Boxed private(set) var old: Model?
    @Boxed private(set) var new: Model?
}

extension Change {
    init(old: Boxed<Model?>, new: Boxed<Model?>) { (_old, _new) = (old, new) }
}

/// All views of the person's window but the inbox.
struct ScreenViews {
    var chatList = ViewState<ChatListViewModel>()
    var chatForm = ViewState<ChatFormViewModel>()
    var recipients = ViewState<RecipientsViewModel>()
    var found = ViewState<FoundViewModel>()
    var contactList = ViewState<ContactListViewModel>()
    var contactForm = ViewState<ContactFormViewModel>()
    var contactExport = ViewState<ContactExportViewModel>()
    var upcoming = ViewState<UpcomingViewModel>()
    var reminderForm = ViewState<ReminderFormViewModel>()
    var reminderExport = ViewState<ReminderExportViewModel>()
    var messages = ViewState<MessagesViewModel>()
    var members = ViewState<MembersViewModel>()
    var notification = ViewState<NotificationViewModel>()
    var badge = ViewState<BadgeViewModel>()
    var transfers = ViewState<TransfersViewModel>()
    var connection = ViewState<ConnectionViewModel>()
    /// The chat that the reader shows, in a window of its own.
    var reader = ViewState<MessagesViewModel>()
    /// What was found in it.
    var readerFound = ViewState<FoundViewModel>()

    /// Whether no screen covers the list of chats.
    var isOnList: Bool {
        chatForm.current == nil && contactList.current == nil && contactForm.current == nil
            && contactExport.current == nil && upcoming.current == nil && reminderForm.current == nil
            && reminderExport.current == nil && messages.current == nil && members.current == nil
    }

    /// Whether no screen covered it when the terminal was last printed.
    var wasOnList: Bool {
        chatForm.printed == nil && contactList.printed == nil && contactForm.printed == nil
            && contactExport.printed == nil && upcoming.printed == nil && reminderForm.printed == nil
            && reminderExport.printed == nil && messages.printed == nil && members.printed == nil
    }

    /// The views once all changes are printed.
    var printed: ScreenViews {
        var views = self
        views.chatList.catchUp()
        views.chatForm.catchUp()
        views.recipients.catchUp()
        // Nothing is printed until the search is done.
        if views.found.current?.shouldShowBusy != true { views.found.catchUp() }
        views.contactList.catchUp()
        views.contactForm.catchUp()
        views.contactExport.catchUp()
        views.upcoming.catchUp()
        views.reminderForm.catchUp()
        views.reminderExport.catchUp()
        views.messages.catchUp()
        views.members.catchUp()
        views.notification.catchUp()
        views.badge.catchUp()
        views.transfers.catchUp()
        views.connection.catchUp()
        views.reader.catchUp()
        views.readerFound.catchUp()
        return views
    }
}
