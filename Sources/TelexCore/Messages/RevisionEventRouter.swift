/// Routes edits and deletions.
enum RevisionEventRouter {
    static func route(_ event: RevisionEvent, _ stamp: Stamp, _ module: MessageModule) -> Consequences {
        switch event {
        case .editing(let chat, let message, let text):
            return module.model.wishEdit(message, in: chat, text, stamp)
        case .deleting(let chat, let message): return module.model.wishDeletion(message, in: chat, stamp)
        case .edited(let chat, let message, let text, let kind, let isEdited):
            return module.model.edit(message, in: chat, text, kind, isEdited: isEdited, stamp)
        case .deleted(let chat, let message): return module.model.delete(message, in: chat, stamp)
        case .failed(let chat, _, let reason):
            return module.model.refuse(chat, Outcome(.failed, reason: reason), in: stamp.window)
        }
    }
}
