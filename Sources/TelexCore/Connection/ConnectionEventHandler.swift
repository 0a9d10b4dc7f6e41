/// Keeps the listeners of the connection.
final class ConnectionEventHandler {
    let connection = ViewHandler<ConnectionViewModel>()

    func changed() { connection.changed() }

    func show(_ model: ConnectionModel, in context: ViewContext) {
        connection.show(cause: context.cause) { ConnectionViewModelBuilder.build(model, context) }
    }
}
