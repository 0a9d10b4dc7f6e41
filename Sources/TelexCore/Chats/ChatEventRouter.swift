/// Routes the events of the chat list and of the create-chat form.
enum ChatEventRouter {
    static func route(
        _ event: ChatEvent, _ stamp: Stamp, region: Region, _ module: ChatModule
    ) -> Consequences {
        switch event {
        case .loading: return module.model.start()
        case .loaded(let loaded): return module.model.load(loaded)
        case .synced(let chats): return module.model.sync(chats)
        case .loadFailed(let reason): return module.model.failLoading(reason)
        case .listing(let rows): module.model.list(rows: rows, in: stamp.window)
        case .drafting(let draft): return module.model.keep(draft)
        case .creating(let recipient, let title):
            return module.model.create(recipient, title: title?.tidied, in: stamp.window)
        case .created(let chat): return module.model.finishCreating(chat, in: stamp.window)
        case .createFailed(let failure): return module.model.failCreating(failure, in: stamp.window)
        case .knocking(let recipient): return module.model.knock(recipient, in: stamp.window)
        case .knocked(let chat): return module.model.finishKnocking(chat, in: stamp.window)
        case .retitling(let chat):
            return module.model.change(chat.chat, .title(chat.title.tidied), in: stamp.window)
        case .settingTopic(let chat):
            return module.model.change(chat.chat, .topic(chat.topic.tidied), in: stamp.window)
        case .leaving(let chat): return module.model.leave(chat, stamp)
        case .changeFailed(let failure):
            return module.model.refuse(failure.chat, failure.reason, .failed, in: stamp.window)
        case .pinning(let wish): return module.model.pin(wish)
        case .unpinning(let chat): return module.model.configure(chat) { $0.pinOrder = nil }
        case .muting(let wish): return module.model.mute(wish, stamp, region)
        case .unmuting(let chat): return module.model.configure(chat) { $0.muted = nil }
        case .muteEnded: return module.model.endMutes(by: stamp.time)
        case .archiving(let chat):
            return module.model.configure(chat) { $0.archiveKeeper = $0.archiveKeeper ?? .device }
        case .unarchiving(let chat): return module.model.configure(chat) { $0.archiveKeeper = nil }
        case .markingUnread(let chat): return module.model.configure(chat) { $0.isMarkedUnread = true }
        case .hidingReceipts(let chat): return module.model.sendReceipts(false, in: chat)
        case .sendingReceipts(let chat): return module.model.sendReceipts(true, in: chat)
        case .configured(let configured): return module.model.accept(configured, at: stamp.time)
        case .configureFailed(let failure):
            return module.model.failSetting(of: failure.chat, failure.reason, in: stamp.window)
        case .createCancelled: return module.model.cancelCreating(in: stamp.window)
        }
        return .none
    }
}
