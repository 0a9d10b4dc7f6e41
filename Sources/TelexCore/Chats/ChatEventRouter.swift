/// Routes the events of the chat list and of the create-chat form.
enum ChatEventRouter {
    static func route(_ event: ChatEvent, _ stamp: Stamp, _ module: ChatModule) -> Consequences {
        switch event {
        case .loading: return module.model.start()
        case .loaded(let chats, let others): return module.model.load(chats, others)
        case .synced(let chats): return module.model.sync(chats)
        case .loadFailed(let reason): return module.model.failLoading(reason)
        case .listing(let rows): module.model.list(rows: rows, in: stamp.window)
        case .drafting(let chat, let text): return module.model.draft(text, in: chat)
        case .creating(let recipient): return module.model.create(recipient, in: stamp.window)
        case .created(let chat, let title):
            return module.model.finishCreating(chat, title: title, in: stamp.window)
        case .createFailed(let reason, let recipients, let canKnock):
            return module.model.failCreating(
                Outcome(.failed, reason: reason), offering: recipients, canKnock: canKnock, in: stamp.window)
        case .knocking(let recipient): return module.model.knock(recipient, in: stamp.window)
        case .knocked(let chat, let title): return module.model.finishKnocking(chat, title: title, in: stamp.window)
        case .createCancelled: return module.model.cancelCreating(in: stamp.window)
        }
        return .none
    }
}
