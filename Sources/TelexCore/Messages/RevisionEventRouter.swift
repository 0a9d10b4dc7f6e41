/// Routes edits and deletions.
enum RevisionEventRouter {
    static func route(_ event: RevisionEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .editing(let edit): return module.model.wishEdit(edit, stamp)
        case .deleting(let deletion): return module.model.wishDeletion(deletion, stamp)
        case .keeping(let message): return module.model.keep(message, stamp)
        case .cameDue: return module.model.askDeletions(by: stamp.time)
        case .flushing: return module.model.flushDeletions(stamp)
        case .edited(let edited): return module.model.edit(edited, stamp)
        case .deleted(let message): return module.model.delete(message, stamp)
        case .failed(let failure): return module.model.failRevision(failure, stamp)
        case .postponed(let message): return module.model.postponeDeletion(message)
        }
    }
}
