/// The address book and its forms. Only this model changes them.
struct ContactModel: LoadingModel {
    private(set) var book = ContactBook()
    var loading = LoadState()
    static let load = Effect(.loadContacts, .load(.allContacts))
    var windows = Windows(ContactWindow())

    static func event(_ event: ContactEvent) -> Event { .contact(event) }

    /// Loads the contacts when they are first asked for.
    mutating func open(in window: WindowID) -> Consequences {
        windows[window].notice = nil
        return beginLoading()
    }

    mutating func load(_ contacts: [Contact]) -> Consequences {
        book.load(contacts)
        for window in windows.all(where: { $0.isFormLoading }) { windows[window].form.show(book) }
        return endLoading()
    }

    // MARK: The form

    /// Opens the form for a new or existing contact; refused input stays as typed.
    mutating func edit(_ person: ContactID?, in window: WindowID) -> Consequences {
        if windows[window].form.status.error != nil, windows[window].form.person == person { return .none }
        windows[window].form = ContactForm(person: person)
        guard person != nil else { return .none }
        guard loading.isLoaded else {
            windows[window].form.status.isBusy = true
            return open(in: window)
        }
        windows[window].form.show(book)
        guard let person, book[person] == nil else { return .none }
        windows[window].form.status.error = Self.nobody(person)
        return .refused(Self.nobody(person))
    }

    /// Clears the form when it closes.
    mutating func cancel(in window: WindowID) { windows[window].form = ContactForm() }

    mutating func add(_ name: ContactName, _ stamp: Stamp) -> Consequences {
        let window = stamp.window
        windows[window].form.fill(name)
        if let error = windows[window].form.status.error {
            return .refused(error, followUps: [.screen(.opening(.contactForm(nil)))])
        }
        if let later = afterLoading(.adding(name), stamp) { return later }
        let form = windows[window].form
        return save(Contact(id: fresh(stamp.freshID), first: form.tidyFirst, last: form.tidyLast), in: window)
    }

    mutating func rename(_ renamed: RenamedContact, _ stamp: Stamp) -> Consequences {
        let (person, window) = (renamed.person, stamp.window)
        if let later = afterLoading(.renaming(renamed), stamp) { return later }
        guard var contact = book[person] else { return .ignored(Self.nobody(person)) }
        windows[window].form.person = person
        windows[window].form.fill(renamed.name)
        let form = windows[window].form
        if let error = form.status.error {
            return .refused(error, followUps: [.screen(.opening(.contactForm(person)))])
        }
        contact.first = form.tidyFirst
        contact.last = form.tidyLast
        return save(contact, in: window)
    }

    private static func nobody(_ person: ContactID) -> String { "There is no contact \"\(person)\"." }

    private mutating func save(_ contact: Contact, in window: WindowID) -> Consequences {
        windows[window].newest = book.update(contact)
        windows[window].form = ContactForm()
        return Consequences(
            saves: [.contact(contact)], followUps: [.screen(.closing(.contactForm))],
            outcome: Outcome(contact: contact.id))
    }

    /// An id that no contact has.
    private func fresh(_ id: String) -> ContactID {
        var id = ContactID(id)
        while book[id] != nil { id = ContactID(id.text + "-") }
        return id
    }

    // MARK: Rows

    mutating func remove(_ person: ContactID, _ stamp: Stamp) -> Consequences {
        if let later = afterLoading(.deleting(person: person), stamp) { return later }
        guard let contact = book[person] else { return .ignored(Self.nobody(person)) }
        book.remove(person)
        windows.update { $0.newest = nil }
        windows.update { $0.before = [:] }
        windows[stamp.window].deleted = contact
        return Consequences(saves: [.contactRemoved(person)])
    }

    /// Brings back the contact that was deleted last in the window, with its chat.
    mutating func restore(_ person: ContactID, in window: WindowID) -> Consequences {
        guard let contact = windows[window].deleted, contact.id == person, book[person] == nil else {
            return .ignored("The contact \"\(person)\" is not the one that was deleted last.")
        }
        windows[window].deleted = nil
        windows[window].newest = book.update(contact)
        return Consequences(saves: [.contact(contact)], outcome: Outcome(contact: person))
    }

    /// Takes back the last import in the window. The chats of contacts stay.
    mutating func revert(_ stamp: Stamp) -> Consequences {
        if let later = afterLoading(.reverting, stamp) { return later }
        let before = windows[stamp.window].before
        if before.isEmpty { return .ignored("Nothing was imported that could be taken back.") }
        windows.update { ($0.before, $0.newest) = ([:], nil) }
        windows[stamp.window].notice = nil
        var saves: [StoreChange] = []
        for (id, contact) in before.sorted(by: { $0.key < $1.key }) {
            if let contact { book.update(contact) } else if book[id] != nil { book.remove(id) }
            saves.append(contact.map { .contact($0) } ?? .contactRemoved(id))
        }
        return Consequences(saves: saves)
    }

    /// Opens the chat with a contact, or creates one under a name that no other contact has.
    mutating func tap(_ person: ContactID, _ stamp: Stamp) -> Consequences {
        if let later = afterLoading(.opening(person: person), stamp) { return later }
        guard let contact = book[person] else { return .ignored(Self.nobody(person)) }
        if let chat = contact.chat {
            return Consequences(followUps: [.screen(.opening(.messages(chat)))], outcome: Outcome(chat: chat))
        }
        windows[stamp.window].tapped = person
        return Consequences(followUps: [.chat(.creating(recipient: name(of: contact)))])
    }

    /// A name that no other contact has: the full name, with a number if several share it.
    func name(of contact: Contact) -> String {
        guard let number = book.number(of: contact), number > 1 else { return contact.fullName }
        return "\(contact.fullName) (\(number))"
    }

    /// Links a new chat to the contact that it was created for.
    mutating func meet(_ met: TitledChat, in window: WindowID) -> Consequences {
        guard let person = windows[window].tapped, var contact = book[person], name(of: contact) == met.title else {
            return .none
        }
        windows[window].tapped = nil
        contact.chat = met.chat
        book.update(contact)
        return Consequences(saves: [.contact(contact)])
    }

    // MARK: Import

    mutating func importContacts(vcard: String, _ stamp: Stamp) -> Consequences {
        if let later = afterLoading(.importing(vcard: vcard), stamp) { return later }
        let cards = VCard.read(vcard)
        var importing = ContactImport(book.all)
        for card in cards.good { importing.add(card) { fresh("\(stamp.freshID)-\($0)") } }
        let contacts = importing.contacts
        let before = contacts.map { ($0.id, book[$0.id]) }
        var newest: Int?
        if contacts.count == 1 { newest = book.update(contacts[0]) } else { book.load(contacts) }
        let notice = importing.notice(skipped: cards.bad)
        windows[stamp.window].endImport(notice: notice, newest: newest)
        if contacts.isEmpty { return .refused(notice) }
        windows[stamp.window].deleted = nil
        windows[stamp.window].before = Dictionary(before) { first, _ in first }
        return Consequences(
            saves: contacts.map { .contact($0) },
            outcome: Outcome(reason: notice, contact: contacts.count == 1 ? contacts[0].id : nil))
    }
}
