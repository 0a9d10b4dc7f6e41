/// The connection to the server.
typealias ConnectionModule = Module<ConnectionEventHandler>

/// Shows the connection in one window.
final class ConnectionEventHandler: EventHandler {
    let connection = ViewHandler<ConnectionViewModel>()
    var views: [any ShownView] { [connection] }

    func show(_ model: ConnectionModel, revision: Int, in context: ViewContext) {
        connection.show(revision: revision, cause: context.cause) { ConnectionViewModelBuilder.build(model, context) }
    }
}
