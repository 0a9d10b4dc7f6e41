/// A module of the core: its model, and one handler of its views for each window.
final class Module<Handler: EventHandler>: ShownModule {
    /// Any assignment counts as a change.
    var model: Handler.Model { didSet { revision += 1 } }
    private(set) var revision = 0
    private var entries: [Entry] = []
    private var places: [WindowID: Int] = [:]

    private struct Entry {
        let window: WindowID
        let handler: Handler
        /// The revision that was shown last; `nil` if a listener was bound since.
        var shown: Int?
    }

    init(_ model: Handler.Model) { self.model = model }

    var views: [any ViewModel.Type] { Handler().views.map { type(of: $0).model } }

    private func index(of window: WindowID) -> Int {
        if let place = places[window] { return place }
        places[window] = entries.count
        entries.append(Entry(window: window, handler: Handler()))
        return entries.count - 1
    }

    func view<Model: ViewModel>(of model: Model.Type, in window: WindowID) -> ViewHandler<Model>? {
        let index = index(of: window)
        entries[index].shown = nil
        for case let view as ViewHandler<Model> in entries[index].handler.views { return view }
        return nil
    }

    func open(_ window: WindowID) { model.windows.open(window) }

    /// Drops the state and the views of a window.
    func close(_ window: WindowID) {
        model.windows.close(window)
        guard let place = places.removeValue(forKey: window) else { return }
        entries.remove(at: place)
        for index in place..<entries.count { places[entries[index].window] = index }
    }

    /// - Parameter others: counts the changes in other modules that the views show.
    func show(in context: ViewContext, _ others: Int = 0) {
        let index = index(of: context.window)
        let revision = revision + context.revision + others
        if entries[index].shown == revision { return }
        entries[index].shown = revision
        entries[index].handler.show(model, revision: revision, in: context)
    }
}

/// A module with any model.
protocol ShownModule: AnyObject {
    /// The models of its views.
    var views: [any ViewModel.Type] { get }
    func open(_ window: WindowID)
    func close(_ window: WindowID)
    /// The handler of a view in a window; `nil` if the view belongs to another module.
    func view<Model: ViewModel>(of model: Model.Type, in window: WindowID) -> ViewHandler<Model>?
}

/// Shows the views of one module in one window.
protocol EventHandler: AnyObject {
    associatedtype Model: WindowKeeping

    init()

    /// The `ViewHandler` of each view.
    var views: [any ShownView] { get }

    /// Shows the views that changed.
    ///
    /// - Parameter revision: increases whenever the model or the context changes.
    func show(_ model: Model, revision: Int, in context: ViewContext)
}
