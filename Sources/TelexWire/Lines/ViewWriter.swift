import TelexCore

/// Writes one view of a window to a line sink.
final class ViewWriter<Model: WireViewModel>: Listening {
    private let sink: any LineSink
    private let window: WindowID
    private var isFirst = true
    /// Whether the reader currently has the view.
    private(set) var isShown = false

    init(_ sink: any LineSink, _ window: WindowID) {
        self.sink = sink
        self.window = window
    }

    func show(_ model: Model, cause: Cause?) {
        sink.write(.view(model, cause: id(of: cause), isFirst: isFirst).within(window))
        isFirst = false
        isShown = true
    }

    func close(cause: Cause?) {
        sink.write(.closed(Model.view, cause: id(of: cause)).within(window))
        isShown = false
    }

    /// The id of a request of this reader; `nil` if another program made it.
    private func id(of cause: Cause?) -> String? { cause?.window.guest == window.guest ? cause?.id : nil }
}

/// A reader's subscriptions in each window.
public final class Subscriptions {
    /// The maximum number of open windows, not counting the main one.
    static let mostWindows = 256

    private let telex: Telex
    private let sink: any LineSink
    /// The reader's main window.
    private let home: WindowID
    private var writers: [WindowID: [ViewName: Entry]]

    private struct Entry {
        let unbind: () -> Void
        let isShown: () -> Bool
        /// Writes that the view is closed, if it is shown.
        let close: () -> Void
    }

    public init(_ telex: Telex, _ sink: any LineSink, home: WindowID = .main) {
        self.telex = telex
        self.sink = sink
        self.home = home
        writers = [home: [:]]
        telex.open(home)
    }

    /// Opens a window unless it is already open.
    ///
    /// - Throws: `LineError.tooManyWindows`.
    func open(_ window: WindowID) throws(LineError) {
        if writers[window] != nil { return }
        // `writers` also contains the main window, which does not count.
        if writers.count > Self.mostWindows { throw .tooManyWindows(most: Self.mostWindows) }
        telex.open(window)
        writers[window] = [:]
    }

    func isOpen(_ window: WindowID) -> Bool { writers[window] != nil }

    /// The open windows, in the order of their names.
    var windows: [WindowID] { writers.keys.sorted() }

    /// Closes a window and its views.
    func close(_ window: WindowID) {
        let views = writers.removeValue(forKey: window) ?? [:]
        for view in ViewName.allCases { views[view]?.close() }
        for entry in views.values { entry.unbind() }
        sink.write(.end(of: window))
        telex.close(window)
    }

    /// Ends all subscriptions and closes all windows except the main one.
    func stop() {
        unsubscribe(ViewName.allCases, in: home)
        for window in writers.keys where window != home { close(window) }
    }

    /// Subscribes to views. Each live view is shown immediately, even if it was already subscribed.
    public func subscribe(_ views: [ViewName], in window: WindowID = .main, cause: Cause? = nil) {
        for view in views {
            unsubscribe([view], in: window)
            bind(WireViews.type(of: view), window, cause)
        }
    }

    /// Whether the reader has subscribed to the view in a window. The view need not be live.
    func isSubscribed(_ view: ViewName, in window: WindowID) -> Bool { writers[window]?[view] != nil }

    /// Whether the reader currently has the view of a window.
    func isShown(_ view: ViewName, in window: WindowID) -> Bool { writers[window]?[view]?.isShown() ?? false }

    public func unsubscribe(_ views: [ViewName], in window: WindowID = .main) {
        for view in views { writers[window]?.removeValue(forKey: view)?.unbind() }
    }

    private func bind<Model: WireViewModel>(_ type: Model.Type, _ window: WindowID, _ cause: Cause?) {
        let writer = ViewWriter<Model>(sink, window)
        writers[window]?[Model.view] = Entry(
            unbind: { [telex] in telex.unbind(writer, in: window) },
            isShown: { writer.isShown },
            close: { if writer.isShown { writer.close(cause: nil) } })
        telex.bind(writer, in: window, cause: cause)
    }
}
