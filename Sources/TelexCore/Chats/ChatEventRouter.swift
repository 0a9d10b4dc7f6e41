/// Routes what happens to the list of chats and to the form.
enum ChatEventRouter {
    static func route(_ event: ChatEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .started: return module.model.start()
        case .loaded(let chats): return module.model.load(chats)
        case .synced(let chats): return module.model.sync(chats)
        case .loadFailed(let reason): module.model.failLoading(reason)
        case .listing(let rows): module.model.list(rows: rows, in: stamp.window)
        case .creating(let contact): return module.model.create(contact, in: stamp.window)
        case .created(let chat, let contact):
            return module.model.finishCreating(chat, contact: contact, in: stamp.window)
        case .createChatFailed(let reason): return module.model.failCreating(reason, in: stamp.window)
        case .createChatCancelled: return module.model.cancelCreating(in: stamp.window)
        }
        return .none
    }
}
