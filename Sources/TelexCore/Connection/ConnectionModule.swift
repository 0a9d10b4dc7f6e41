/// The connection with the server.
final class ConnectionModule: Module {
    /// A model that is assigned is a model that changed.
    var model = ConnectionModel() { didSet { handler.changed() } }
    let handler = ConnectionEventHandler()

    func refresh() { handler.changed() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
