import TelexCore
import TelexRuntime

/// Shows one view as text: keeps the newest model until output is released, then prints what has changed.
final class Renderer<Model: ViewModel>: Listening, ScreenRenderer {
    /// The model that the terminal shows.
    private(set) var shown: Model?
    /// The model that it is to show next.
    private(set) var current: Model?
    private var hasChanged = false
    // Stored, because deriving them would copy the models each time.
    private(set) var wasShown = false
    private(set) var isShown = false

    /// - Returns: the output that updates the terminal from one model to the other; `nil` means that the view is
    ///   closed.
    typealias Render = (_ old: Model?, _ new: Model?) -> [Printed]
    private let render: Render

    init(_ render: @escaping Render) { self.render = render }

    func show(_ model: Model, cause: Cause?) { change(to: model) }

    func close(cause: Cause?) { change(to: nil) }

    private func change(to model: Model?) {
        current = model
        isShown = model != nil
        hasChanged = true
    }

    /// Returns the output for all changes since the last call.
    func changes() -> [Printed] {
        guard hasChanged else { return [] }
        defer { catchUp() }
        return render(shown, current)
    }

    /// Takes the newest model as shown, since something else has printed it.
    func catchUp() {
        shown = current
        wasShown = isShown
        hasChanged = false
    }

    func bind(to source: any ViewSource) { source.bind(self) }
}

/// A renderer of any model.
protocol ScreenRenderer: AnyObject {
    /// Whether the terminal shows the view.
    var wasShown: Bool { get }
    /// Whether the terminal is to show the view next.
    var isShown: Bool { get }
    func bind(to source: any ViewSource)
    func changes() -> [Printed]
}
