/// A model whose content is loaded when it is first asked for. Events that need it are postponed until then.
protocol LoadingModel: WindowKeeping where Window: LoadingWindow {
    var loading: LoadState { get set }
    /// Loads the content.
    static var load: Effect { get }
    /// A postponed event as an event of any subject.
    static func event(_ event: Window.Postponed) -> Event
}

/// A window with a list that such a model loads, and with a form.
protocol LoadingWindow {
    associatedtype Postponed
    associatedtype Form: LoadingForm
    var limit: RowLimit { get set }
    var form: Form { get set }
    /// The events that wait for the content, with their requests.
    var postponed: [(event: Postponed, cause: Cause?)] { get set }
    /// Whether the form is busy while an event waits.
    static func isSaved(_ event: Postponed) -> Bool
}

/// The form of such a window.
protocol LoadingForm {
    var status: FormStatus { get set }
}

extension LoadingModel {
    mutating func beginLoading() -> Consequences {
        if loading.isLoaded { return .none }
        loading.begin()
        return Consequences(effects: [Self.load])
    }

    /// Ends loading, and lets the postponed events follow.
    mutating func endLoading() -> Consequences {
        loading.end()
        var consequences = Consequences.none
        for window in windows.all(where: { $0.isWaiting }) {
            let events = windows[window].endWaiting().map { (Self.event($0.event), $0.cause) }
            consequences += .postponed(events, in: window)
        }
        return consequences
    }

    mutating func failLoading(_ reason: String) -> Consequences {
        for window in windows.all(where: { $0.isWaiting }) {
            if !windows[window].endWaiting().isEmpty { windows[window].form.status.error = reason }
        }
        return loading.fail(reason)
    }

    /// Postpones the event until the content is loaded; returns `nil` if it is.
    mutating func afterLoading(_ event: Window.Postponed, _ stamp: Stamp) -> Consequences? {
        if loading.isLoaded { return nil }
        windows[stamp.window].postponed.append((event, stamp.cause))
        if Window.isSaved(event) { windows[stamp.window].form.status.isBusy = true }
        return beginLoading()
    }

    mutating func list(rows: Int, in window: WindowID) { windows[window].limit.ask(for: rows) }
}

extension LoadingWindow {
    fileprivate var isWaiting: Bool { form.status.isBusy || !postponed.isEmpty }

    /// Stops waiting, and returns the postponed events.
    fileprivate mutating func endWaiting() -> [(event: Postponed, cause: Cause?)] {
        form.status.isBusy = false
        defer { postponed = [] }
        return postponed
    }
}
