import TelexCore

/// Shows one view as text: keeps the newest model until it may be printed, then prints what is new in it.
final class Renderer<Model: ViewModel>: Listening, ScreenRenderer {
    /// What the terminal shows of the view.
    private(set) var shown: Model?
    /// What it is to show next.
    private(set) var current: Model?
    private var hasChanged = false

    /// - Returns: what takes the terminal from one model to the other; `nil` is a view that is not there.
    typealias Render = (_ old: Model?, _ new: Model?) -> [Printed]
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

    /// What has changed since this was last asked for.
    func changes() -> [Printed] {
        guard hasChanged else { return [] }
        hasChanged = false
        defer { shown = current }
        return render(shown, current)
    }

    /// Whether the terminal shows the view.
    var wasShown: Bool { shown != nil }
    /// Whether it is to show it next.
    var isShown: Bool { current != nil }

    func bind(to telex: Telex) { telex.bind(self) }
}

/// A renderer, whatever its model.
protocol ScreenRenderer: AnyObject {
    var wasShown: Bool { get }
    var isShown: Bool { get }
    func bind(to telex: Telex)
    func changes() -> [Printed]
}
