/// Routes the events of unsent messages.
enum OutboxEventRouter {
    static func route(_ event: OutboxEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .loaded(let messages): return module.model.restore(messages, stamp)
        case .queued(let queued): return module.model.queue(queued, stamp)
        case .retrying(let message): return module.model.retry(message, stamp)
        case .resuming: return module.model.resume(stamp)
        case .cameDue: return module.model.sendWaiting(stamp)
        }
    }
}
