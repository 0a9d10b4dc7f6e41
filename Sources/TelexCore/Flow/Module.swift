/// A folder of the core that takes part in the flow: its model, and a handler of its views for each window.
final class Module<Handler: EventHandler>: ShownModule {
    /// A model that is assigned is a model that changed.
    var model: Handler.Model { didSet { revision += 1 } }
    private var revision = 0
    private var handlers: [(window: WindowID, handler: Handler)] = []

    init(_ model: Handler.Model) { self.model = model }

    private func handler(of window: WindowID) -> Handler {
        if let known = handlers.first(where: { $0.window == window }) { return known.handler }
        let new = Handler()
        handlers.append((window, new))
        return new
    }

    func view<Model: ViewModel>(of model: Model.Type, in window: WindowID) -> ViewHandler<Model>? {
        handler(of: window).views.lazy.compactMap { $0 as? ViewHandler<Model> }.first
    }

    func show(in context: ViewContext) {
        handler(of: context.window).show(model, revision: revision + context.revision, in: context)
    }
}

/// A module, whatever its model.
protocol ShownModule: AnyObject {
    /// The handler of a view in a window; `nil` if the view is another module's.
    func view<Model: ViewModel>(of model: Model.Type, in window: WindowID) -> ViewHandler<Model>?
}

/// Keeps the views of one module for one window.
protocol EventHandler: AnyObject {
    associatedtype Model

    init()

    /// The `ViewHandler` of each view.
    var views: [AnyObject] { get }

    /// Shows the views that changed.
    ///
    /// - Parameter revision: counts up whenever the model or the context has changed.
    func show(_ model: Model, revision: Int, in context: ViewContext)
}
