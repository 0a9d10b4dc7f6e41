/// All that a view needs, formatted and immutable: built afresh for each change and thrown away once shown.
public protocol ViewModel: Hashable, Sendable {
    /// What the view is called, on the wire and in subscriptions.
    static var view: ViewName { get }
}

/// A view model with rows that come, change and go.
public protocol ListViewModel: ViewModel {
    associatedtype ListRow: Identifiable, Hashable where ListRow.ID == String
    var rows: [ListRow] { get }
}

/// The views that there are.
public enum ViewName: String, Hashable, Sendable, CaseIterable {
    case chatList, createChat, autocompleteContact, contactList, addContact, contactExport
    case upcoming, addReminder, reminderExport
    case messages, notification, badge, connection
}
