/// Routes what happens to the list of chats and to the form.
enum ChatEventRouter {
    static func route(_ event: ChatEvent, _ module: ChatModule) -> Consequences {
        switch event {
        case .started: return module.model.start()
        case .loaded(let chats): return module.model.load(chats)
        case .loadFailed(let reason): module.model.failLoading(reason)
        case .listing(let rows): module.model.list(rows: rows)
        case .creating(let contact): return module.model.create(contact)
        case .created(let chat, let contact): return module.model.finishCreating(chat, contact: contact)
        case .createChatFailed(let reason): return module.model.failCreating(reason)
        case .createChatCancelled: return module.model.cancelCreating()
        }
        return .none
    }
}
