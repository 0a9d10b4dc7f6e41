import TelexCore

/// A view model that has a form on the wire.
public protocol WireViewModel: ViewModel, WireObject {}

/// One with rows that come, change and go.
protocol WireListViewModel: WireViewModel, ListViewModel {
    /// What has happened to the rows since a model of the same view; without one there were none.
    func rowChanges(since old: (any WireViewModel)?) -> RowChanges
}

extension WireListViewModel {
    func rowChanges(since old: (any WireViewModel)?) -> RowChanges {
        RowChanges((old as? Self)?.rows ?? [], rows)
    }
}

/// The views on the wire.
public enum WireViews {
    /// The schema of a view's model.
    static func schema(of view: ViewName) -> JSONValue { type(of: view).schema }

    /// Whether the view has rows that come, change and go.
    static func hasRows(_ view: ViewName) -> Bool { type(of: view) is any WireListViewModel.Type }

    static func type(of view: ViewName) -> any WireViewModel.Type {
        switch view {
        case .chatList: ChatListViewModel.self
        case .createChat: CreateChatViewModel.self
        case .autocompleteContact: AutocompleteContactViewModel.self
        case .contactList: ContactListViewModel.self
        case .addContact: AddContactViewModel.self
        case .contactExport: ContactExportViewModel.self
        case .upcoming: UpcomingViewModel.self
        case .addReminder: AddReminderViewModel.self
        case .reminderExport: ReminderExportViewModel.self
        case .messages: MessagesViewModel.self
        case .notification: NotificationViewModel.self
        case .badge: BadgeViewModel.self
        case .connection: ConnectionViewModel.self
        }
    }
}

extension ViewName: WireWord {}
