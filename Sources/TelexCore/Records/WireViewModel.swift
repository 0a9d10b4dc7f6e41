import TelexJSON

/// A view model that has a form on the wire.
public protocol WireViewModel: ViewModel, WireRecord {
    /// What the view shows, in a sentence.
    static var meaning: String { get }
    /// Returns how the rows differ from those of an older model of the view; `nil` if the view has no rows.
    ///
    /// - Parameter old: the older model; if there is none, all rows are new.
    func rowChanges(since old: (any WireViewModel)?) -> RowChanges?
    /// The model as it is written. A requirement, so that the compiler specializes it.
    ///
    /// - Parameter window: the window that actions name; `nil` for the main one.
    func written(in window: String?) -> WrittenRecord
}

extension WireViewModel {
    public func rowChanges(since old: (any WireViewModel)?) -> RowChanges? { nil }
    public func written(in window: String?) -> WrittenRecord { MemberTracer.trace(self, in: window) }
}

extension WireViewModel where Self: ListViewModel {
    public func rowChanges(since old: (any WireViewModel)?) -> RowChanges? {
        RowChanges((old as? Self)?.rows ?? [], rows)
    }
}

/// The views on the wire.
package enum WireViews {
    /// The models of all views of the core, in the order of its modules. Listed by hand, because casting a type to
    /// `WireViewModel` at run time searches every conformance in the program.
    package static let all: [any WireViewModel.Type] = [
        ChatListViewModel.self, ChatFormViewModel.self, MembersViewModel.self, BadgeViewModel.self,
        TransfersViewModel.self,
        RecipientsViewModel.self, FoundViewModel.self,
        InboxViewModel.self,
        ContactListViewModel.self, ContactFormViewModel.self, ContactExportViewModel.self,
        UpcomingViewModel.self, ReminderFormViewModel.self, ReminderExportViewModel.self,
        MessagesViewModel.self,
        NotificationViewModel.self,
        ConnectionViewModel.self,
    ]
    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.view, $0) })

    /// The type of a view's model.
    package static func type(of view: ViewName) -> any WireViewModel.Type {
        guard let type = byName[view] else {
            preconditionFailure("The view \(view.rawValue) has no form on the wire")
        }
        return type
    }

    /// The schema of a view's model.
    package static func schema(of view: ViewName) -> JSONValue { type(of: view).schema }

    /// Reads a model of a view.
    package static func read(_ view: ViewName, _ model: JSONValue) throws(Mismatch) -> any WireViewModel {
        try type(of: view).read(model)
    }
}

extension ViewName: WireWord {
    public static let allCases = WireViews.all.map { $0.view }

    public init?(rawValue: String) {
        self.init(rawValue)
        if !Self.allCases.contains(self) { return nil }
    }
}
