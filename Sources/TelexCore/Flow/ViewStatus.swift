/// What a list or a form shows besides its content: that it is busy or empty, or what went wrong.
public struct ViewStatus: Hashable, Sendable {
    /// Whether to show that something is loading.
    public package(set) var shouldShowBusy: Bool
    /// Whether to show that the list is empty.
    ///
    /// Only lists are empty; forms never are.
    public package(set) var shouldShowEmpty: Bool
    /// Whether to show `errorText`.
    public package(set) var shouldShowError: Bool
    /// What went wrong, and what to do.
    public package(set) var errorText: String?
    /// Counts refusals, so that a repeated `errorText` can be noticed.
    ///
    /// `nil` before the first, and in lists without a form.
    public package(set) var errorRevision: Int?

    init(isBusy: Bool = false, isEmpty: Bool = false, error: String? = nil, errorCount: Int = 0) {
        shouldShowBusy = isBusy
        shouldShowEmpty = isEmpty
        shouldShowError = error != nil
        errorText = error
        errorRevision = errorCount > 0 ? errorCount : nil
    }
}

/// A view model with a status, whose members are among its own.
@dynamicMemberLookup
public protocol StatusShowing: ViewModel {
    var status: ViewStatus { get }
}

extension StatusShowing {
    @inlinable public subscript<Value>(dynamicMember path: KeyPath<ViewStatus, Value>) -> Value {
        status[keyPath: path]
    }
}
