/// Routes what happens to messages that have not gone out.
enum OutboxEventRouter {
    static func route(_ event: OutboxEvent, _ stamp: Stamp, _ module: MessageModule) -> Consequences {
        switch event {
        case .loaded(let messages): return module.model.restore(messages)
        case .queued(let chat, let message): return module.model.progress(message, in: chat, to: .waiting)
        case .retrying(let chat, let message): return module.model.retry(message, in: chat, stamp)
        case .resuming: return module.model.resume()
        }
    }
}
