/// Routes what happens to messages that have not gone out.
enum OutboxEventRouter {
    /// - Parameter barrier: why nothing can be sent to a chat, if so.
    static func route(
        _ event: OutboxEvent, _ stamp: Stamp, barrier: (ChatID) -> String?, _ module: MessageModule
    ) -> Consequences {
        switch event {
        case .loaded(let messages): return module.model.restore(messages)
        case .queued(let chat, let message): return module.model.progress(message, in: chat, to: .waiting)
        case .retrying(let chat, let message): return module.model.retry(message, in: chat, barrier(chat), stamp)
        case .resuming: return module.model.resume()
        }
    }
}
