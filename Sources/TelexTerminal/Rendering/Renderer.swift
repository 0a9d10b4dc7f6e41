import TelexCore

/// Shows one view as text: keeps the newest model until it may be printed, then prints what is new in it.
final class Renderer<Model: ViewModel>: Listening {
    /// What the terminal shows of the view.
    private(set) var shown: Model?
    /// What it is to show next.
    private(set) var current: Model?
    private var hasChanged = false

    /// - Returns: the lines that take the terminal from one model to the other; `nil` is a view that is not there.
    typealias Render = (_ old: Model?, _ new: Model?) -> [StyledText]
    private let render: Render

    init(_ render: @escaping Render) { self.render = render }

    func show(_ model: Model, cause: Cause?) {
        current = model
        hasChanged = true
    }

    func close(cause: Cause?) {
        current = nil
        hasChanged = true
    }

    /// The lines for what has changed since they were last asked for.
    func lines() -> [StyledText] {
        guard hasChanged else { return [] }
        hasChanged = false
        defer { shown = current }
        return render(shown, current)
    }
}
