/// Routes what happens to the list of chats and to the form.
enum ChatEventRouter {
    static func route(_ event: ChatEvent, _ module: ChatModule) -> Consequences {
        switch event {
        case .started:
            defer { module.handler.listChanged() }
            return module.model.start()
        case .loaded(let chats):
            defer { module.handler.listChanged() }
            return module.model.load(chats)
        case .loadFailed(let reason):
            module.model.failLoading(reason)
            module.handler.listChanged()
            return .none
        case .listing(let rows):
            module.model.list(rows: rows)
            module.handler.listChanged()
            return .none
        case .creating(let contact):
            defer { module.handler.formChanged() }
            return module.model.create(contact)
        case .created(let chat, let contact):
            defer {
                module.handler.formChanged()
                module.handler.listChanged()
            }
            return module.model.finishCreating(chat, contact: contact)
        case .createChatFailed(let reason):
            defer { module.handler.formChanged() }
            return module.model.failCreating(reason)
        case .createChatCancelled:
            defer { module.handler.formChanged() }
            return module.model.cancelCreating()
        }
    }
}
