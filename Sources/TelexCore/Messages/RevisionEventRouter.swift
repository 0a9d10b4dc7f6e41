/// Routes edits and deletions.
enum RevisionEventRouter {
    /// - Parameter title: returns the title of a chat; `nil` if it does not exist.
    static func route(
        _ event: RevisionEvent, _ stamp: Stamp, title: (ChatID) -> String?, _ module: MessageModule
    ) -> Consequences {
        switch event {
        case .editing(let chat, let message, let text, let spans):
            return module.model.wishEdit(message, in: chat, text, spans, stamp)
        case .deleting(let chat, let message, let delay):
            return module.model.wishDeletion(message, in: chat, after: delay, stamp)
        case .keeping(let chat, let message): return module.model.keep(message, in: chat, stamp)
        case .cameDue: return module.model.askDeletions(by: stamp.time)
        case .flushing: return module.model.flushDeletions(stamp)
        case .edited(let chat, let message, let text, let spans, let kind, let isEdited):
            return module.model.edit(message, in: chat, text, spans, kind, isEdited: isEdited, stamp)
        case .deleted(let chat, let message): return module.model.delete(message, in: chat, stamp)
        case .failed(let chat, let message, let reason):
            return module.model.failRevision(message, in: chat, title: title(chat), reason, stamp)
        case .postponed(let chat, let message): return module.model.postponeDeletion(message, in: chat)
        }
    }
}
