import TelexJSON

/// What a list or a form shows besides its content: that it is busy or empty, or what went wrong.
public struct ViewStatus: Hashable, Sendable {
    /// Whether to show that something is loading.
    public internal(set) var shouldShowBusy: Bool
    /// Whether to show that the list is empty.
    ///
    /// Only lists are empty; forms never are.
    public internal(set) var shouldShowEmpty: Bool
    /// Whether to show `errorText`.
    public internal(set) var shouldShowError: Bool
    /// What went wrong, and what to do.
    public internal(set) var errorText: String?
    /// Counts refusals, so that a repeated `errorText` can be noticed.
    ///
    /// `nil` before the first, and in lists without a form.
    public internal(set) var errorRevision: Int?

    init(isBusy: Bool = false, isEmpty: Bool = false, error: String? = nil, errorCount: Int = 0) {
        shouldShowBusy = isBusy
        shouldShowEmpty = isEmpty
        shouldShowError = error != nil
        errorText = error
        errorRevision = errorCount > 0 ? errorCount : nil
    }
}

extension ViewStatus {
    /// Visits its members among those of a view. `errorRevision` has another place in each view.
    ///
    /// - Parameter canBeEmpty: whether the view is a list.
    mutating func visit<Visitor: MemberVisitor>(
        _ visitor: inout Visitor, canBeEmpty: Bool
    ) throws(Visitor.Failure) {
        try visitor.visit("shouldShowBusy", &shouldShowBusy)
        if canBeEmpty { try visitor.visit("shouldShowEmpty", &shouldShowEmpty) }
        try visitor.visit("shouldShowError", &shouldShowError)
        try visitor.visit(nullable: "errorText", &errorText)
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
