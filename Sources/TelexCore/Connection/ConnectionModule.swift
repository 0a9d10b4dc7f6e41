/// The connection with the server.
final class ConnectionModule: Module {
    var model = ConnectionModel()
    let handler = ConnectionEventHandler()

    func refresh() { handler.changed() }

    func show(in context: ViewContext) { handler.show(model, in: context) }
}
