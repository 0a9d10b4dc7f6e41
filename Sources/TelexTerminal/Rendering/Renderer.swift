import TelexCore
import TelexRuntime

/// Shows one view as text: keeps the newest model until output is released, then prints what has changed.
final class Renderer<Model: ViewModel>: Listening, ScreenRenderer {
    /// The model that the terminal shows.
    private(set) var shown: Model?
    /// The model that it is to show next.
    private(set) var current: Model?
    private var hasChanged = false

    /// - Returns: the output that updates the terminal from one model to the other; `nil` means that the view is
    ///   closed.
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

    /// Returns the output for all changes since the last call.
    func changes() -> [Printed] {
        guard hasChanged else { return [] }
        hasChanged = false
        defer { shown = current }
        return render(shown, current)
    }

    /// Takes the newest model as shown, since something else has printed it.
    func catchUp() {
        shown = current
        hasChanged = false
    }

    /// Whether the terminal shows the view.
    var wasShown: Bool { shown != nil }
    /// Whether the terminal is to show the view next.
    var isShown: Bool { current != nil }

    func bind(to source: any ViewSource) { source.bind(self) }
}

/// A renderer of any model.
protocol ScreenRenderer: AnyObject {
    var wasShown: Bool { get }
    var isShown: Bool { get }
    func bind(to source: any ViewSource)
    func changes() -> [Printed]
}
