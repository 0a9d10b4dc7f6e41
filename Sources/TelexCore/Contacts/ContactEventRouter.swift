/// Routes the events of the address book.
enum ContactEventRouter {
    static func route(_ event: ContactEvent, _ stamp: Stamp, _ module: ContactModule) -> Consequences {
        let window = stamp.window
        switch event {
        case .loaded(let contacts): return module.model.load(contacts)
        case .loadFailed(let reason): return module.model.failLoading(reason)
        case .listing(let rows): module.model.list(rows: rows, in: window)
        case .adding(let name): return module.model.add(name, stamp)
        case .renaming(let contact): return module.model.rename(contact, stamp)
        case .deleting(let person): return module.model.remove(person, stamp)
        case .restoring(let person): return module.model.restore(person, in: window)
        case .reverting: return module.model.revert(stamp)
        case .opening(let person): return module.model.tap(person, stamp)
        case .met(let chat): return module.model.meet(chat, in: window)
        case .importing(let vcard): return module.model.importContacts(vcard: vcard, stamp)
        case .loading: return module.model.open(in: window)
        case .formOpened(let person): return module.model.edit(person, in: window)
        case .formClosed: module.model.cancel(in: window)
        }
        return .none
    }
}
