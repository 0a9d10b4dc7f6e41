/// Routes what happens to the address book.
enum ContactEventRouter {
    static func route(_ event: ContactEvent, _ stamp: Stamp, _ module: ContactModule) -> Consequences {
        switch event {
        case .loaded(let contacts): return module.model.load(contacts)
        case .loadFailed(let reason): return module.model.failLoading(reason)
        case .listing(let rows): return module.model.list(rows: rows)
        case .adding(let first, let last): return module.model.add(first: first, last: last, id: stamp.freshID)
        case .renaming(let person, let first, let last): return module.model.rename(person, first: first, last: last)
        case .removing(let person): return module.model.remove(person)
        case .tapped(let person): return module.model.tap(person)
        case .met(let chat, let contact): return module.model.meet(chat, contact: contact)
        case .importing(let vcard): return module.model.take(vcard: vcard, id: stamp.freshID)
        }
    }
}
