/// Routes the events of files.
enum FileEventRouter {
    static func route(_ event: FileEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .fetching(let message): return module.model.fetchFile(of: message, stamp)
        case .saving(let saving): return module.model.saveFile(saving, stamp)
        case .cancelling(let message): return module.model.cancelFile(of: message, stamp)
        case .taken(let taken): return module.model.sendTaken(taken, stamp)
        case .refused(let refusal):
            return module.model.refuse(refusal.chat, refusal.reason, .refused, refusal.problem, in: stamp.window)
        case .uploaded(let uploaded): return module.model.noteUpload(uploaded, stamp)
        case .progressed(let progress): return module.model.noteProgress(progress, stamp)
        case .fetched(let message): return module.model.endFetching(message, stamp)
        case .saved(let saved): return module.model.noteSaved(saved, stamp)
        case .failed(let failure): return module.model.failFile(failure, stamp)
        case .kept(let kept): module.model.keepFiles(kept)
        case .dropped(let ids): module.model.dropFiles(ids)
        }
        return .none
    }
}
