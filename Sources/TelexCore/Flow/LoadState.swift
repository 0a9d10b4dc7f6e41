/// Whether what a list shows is loaded from the store.
struct LoadState: Hashable {
    private(set) var isLoaded = false
    /// Why it could not be loaded.
    private(set) var error: String?

    /// Whether it is loaded, or loading it failed.
    var isSettled: Bool { isLoaded || error != nil }

    mutating func begin() { error = nil }

    mutating func end() { (isLoaded, error) = (true, nil) }

    mutating func fail(_ reason: String) -> Consequences {
        error = reason
        return .failed(reason)
    }

    /// - Parameter count: the number of rows of the list.
    func shown(_ count: Int) -> ViewStatus {
        ViewStatus(isBusy: !isSettled && count == 0, isEmpty: isLoaded && error == nil && count == 0, error: error)
    }
}
