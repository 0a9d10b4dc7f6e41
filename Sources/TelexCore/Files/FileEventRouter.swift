/// Routes the events of files.
enum FileEventRouter {
    static func route(_ event: FileEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .fetching(let message): return module.model.fetchFile(of: message, stamp)
        case .fetchingThumbnail(let message): return module.model.fetchThumbnail(of: message, stamp)
        case .saving(let saving): return module.model.saveFile(saving, stamp)
        case .cancelling(let message): return module.model.cancelFile(of: message, stamp)
        case .taken(let taken): return module.model.sendTaken(taken, stamp)
        case .refused(let failure): return module.model.refuseTaken(failure, stamp)
        case .uploaded(let uploaded): return module.model.noteUpload(uploaded, stamp)
        case .progressed(let progress): return module.model.noteProgress(progress, stamp)
        case .fetched(let message): return module.model.endFetching(message, stamp)
        case .thumbnailFetched(let message): return module.model.tellThumbnail(of: message, stamp)
        case .thumbnailFailed(let failure):
            return module.model.refuse(
                failure.key.chat, failure.reason, .failed, failure.fileProblem, in: stamp.window)
        case .saved(let saved): return module.model.noteSaved(saved, stamp)
        case .failed(let failure): return module.model.failFile(failure, stamp)
        case .kept(let kept): module.model.keepFiles(kept)
        case .dropped(let ids): module.model.dropFiles(ids)
        case .unused(let ids): return module.model.removeFiles(ids)
        }
        return .none
    }
}
