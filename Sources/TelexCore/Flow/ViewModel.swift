/// All that a view needs, formatted and immutable: built afresh for each change and thrown away once shown.
public protocol ViewModel: Hashable, Sendable {
    /// What the view is called, on the wire and in subscriptions.
    static var view: ViewName { get }
    /// Whether each model follows on the one before it, and does not take its place.
    static var isStream: Bool { get }
}

extension ViewModel {
    public static var isStream: Bool { false }
}

/// A view model with rows that come, change and go.
public protocol ListViewModel: ViewModel {
    associatedtype ListRow: Identifiable, Hashable where ListRow.ID == String
    var rows: [ListRow] { get }
}

/// The name of a view.
public struct ViewName: Hashable, Sendable {
    public let rawValue: String

    public init(_ name: String) { rawValue = name }
}
