/// Routes the events of unsent messages.
enum OutboxEventRouter {
    /// - Parameter barrier: returns why nothing can be sent to a chat; `nil` if sending is possible.
    static func route(
        _ event: OutboxEvent, _ stamp: Stamp, barrier: (ChatID) -> String?, _ module: MessageModule
    ) -> Consequences {
        switch event {
        case .loaded(let messages): return module.model.restore(messages, stamp)
        case .queued(let message): return module.model.progress(message, to: .waiting)
        case .retrying(let message): return module.model.retry(message, barrier(message.chat), stamp)
        case .resuming: return module.model.resume(stamp)
        }
    }
}
