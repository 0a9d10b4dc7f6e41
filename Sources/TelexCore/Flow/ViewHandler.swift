/// Keeps one view's listeners and the view model that they were last shown.
///
/// A new listener is shown the current model immediately; a deallocated one is forgotten.
public final class ViewHandler<Model: ViewModel>: ShownView {
    private struct Entry {
        weak var listener: (any Listening<Model>)?
        var isCurrent: Bool
        /// Whether it is shown the view now.
        var hasView = false
    }

    private var entries: [Entry] = []
    private var current: Model?
    /// The revision of what the model was built from.
    private var revision: Int?

    static var model: any ViewModel.Type { Model.self }

    init() {}

    func bind(_ listener: any Listening<Model>) {
        unbind(listener)
        entries.append(Entry(listener: listener, isCurrent: false))
    }

    var hasListeners: Bool { entries.contains { $0.listener != nil } }

    func unbind(_ listener: any Listening<Model>) {
        entries.removeAll { $0.listener == nil || $0.listener === listener }
    }

    /// Builds the view if it may have changed, and shows it to listeners that have not seen this version. `build`
    /// returns `nil` if the view's screen is not on top.
    ///
    /// - Parameter revision: the revision of everything from which the view is built.
    func show(revision: Int, cause: Cause?, _ build: () -> Model?) {
        guard !entries.isEmpty else { return }
        if revision != self.revision {
            self.revision = revision
            let model = build()
            if model != current {
                current = model
                for index in entries.indices { entries[index].isCurrent = false }
            }
        }
        for index in entries.indices where !entries[index].isCurrent {
            entries[index].isCurrent = true
            if let current {
                entries[index].listener?.show(current, cause: cause)
            } else if entries[index].hasView {
                entries[index].listener?.close(cause: cause)
            }
            entries[index].hasView = current != nil
        }
        entries.removeAll { $0.listener == nil }
    }
}

/// The handler of any view.
protocol ShownView: AnyObject {
    /// The type of the view's models.
    static var model: any ViewModel.Type { get }
}
