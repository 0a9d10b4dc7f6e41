/// The connection with the server.
typealias ConnectionModule = Module<ConnectionEventHandler>

/// Keeps the view of the connection.
final class ConnectionEventHandler: EventHandler {
    let connection = ViewHandler<ConnectionViewModel>()
    var views: [AnyObject] { [connection] }

    func show(_ model: ConnectionModel, revision: Int, in context: ViewContext) {
        connection.show(revision: revision, cause: context.cause) { ConnectionViewModelBuilder.build(model, context) }
    }
}
