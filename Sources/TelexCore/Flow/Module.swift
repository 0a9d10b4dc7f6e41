/// A module of the core: its model, and its views.
final class Module<Handler: EventHandler>: ModelViews<Handler> {
    /// Any assignment counts as a change.
    var model: Handler.Model { didSet { revision += 1 } }
    private(set) var revision = 0

    init(_ model: Handler.Model) { self.model = model }

    override func open(_ window: WindowID) {
        model.windows.open(window)
        super.open(window)
    }

    override func close(_ window: WindowID) {
        model.windows.close(window)
        super.close(window)
    }

    /// - Parameter others: counts the changes in other modules that the views show.
    func show(in context: ViewContext, _ others: Int = 0) { show(model, revision: revision + others, in: context) }
}

/// Views of a model, with one handler for each window.
class ModelViews<Handler: EventHandler>: ShownModule {
    /// The views in each window, from when they are first asked for.
    private var shown = Windows<Views?>(nil)

    private final class Views {
        let handler = Handler()
        /// The revision that was shown last; `nil` if a listener was bound since.
        var revision: Int?
    }

    var views: [any ViewModel.Type] { Handler().views.map { type(of: $0).model } }

    private func views(in window: WindowID) -> Views {
        if let known = shown[window] { return known }
        let new = Views()
        shown[window] = new
        return new
    }

    func view<Model: ViewModel>(of model: Model.Type, in window: WindowID) -> ViewHandler<Model>? {
        let views = views(in: window)
        views.revision = nil
        for case let view as ViewHandler<Model> in views.handler.views { return view }
        return nil
    }

    func open(_ window: WindowID) { shown.open(window) }

    func close(_ window: WindowID) { shown.close(window) }

    /// - Parameter revision: increases whenever the model changes.
    func show(_ model: @autoclosure () -> Handler.Model, revision: Int, in context: ViewContext) {
        let views = views(in: context.window)
        let revision = revision + context.revision
        if views.revision == revision { return }
        views.revision = revision
        views.handler.show(model(), revision: revision, in: context)
    }
}

/// The views of any model.
protocol ShownModule: AnyObject {
    /// The models of its views.
    var views: [any ViewModel.Type] { get }
    func open(_ window: WindowID)
    func close(_ window: WindowID)
    /// The handler of a view in a window; `nil` if the view belongs to another module.
    func view<Model: ViewModel>(of model: Model.Type, in window: WindowID) -> ViewHandler<Model>?
}

/// Shows views of one model in one window.
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
