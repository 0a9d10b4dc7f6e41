/// Routes the events of the connection.
enum ConnectionEventRouter {
    static func route(_ event: ConnectionEvent, _ stamp: Stamp, _ module: ConnectionModule) -> Consequences {
        switch event {
        case .connecting: return module.model.connect(stamp.time)
        case .connected: return module.model.connected(stamp.time)
        case .retrying: return module.model.retry(stamp.time)
        case .disconnected(let reason): return module.model.disconnected(reason, stamp.time)
        case .socketOpened(let chat): module.model.socketOpened(chat)
        case .socketClosed(let chat): return module.model.socketClosed(chat)
        case .queued(let count, let held): module.model.queue(count, held)
        case .progressed(let progress): module.model.progress(progress.done, of: progress.total)
        }
        return .none
    }
}
