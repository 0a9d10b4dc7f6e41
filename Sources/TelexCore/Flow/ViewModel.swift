/// Everything that a view needs, formatted and immutable. It is rebuilt for each change and discarded once shown.
public protocol ViewModel: Hashable, Sendable {
    /// The name of the view, on the wire and in subscriptions.
    static var view: ViewName { get }
    /// Whether each model continues the previous one, instead of replacing it.
    static var isStream: Bool { get }
}

extension ViewModel {
    public static var isStream: Bool { false }
}

/// A view model with rows that are added, changed and removed.
public protocol ListViewModel: ViewModel {
    associatedtype ListRow: Identifiable, Hashable where ListRow.ID == String
    var rows: [ListRow] { get }
}

/// The name of a view.
public struct ViewName: Hashable, Sendable {
    public let rawValue: String

    public init(_ name: String) { rawValue = name }
}
