/// The state of the address book and its form, and the only code that changes it.
struct ContactModel {
    private(set) var book = ContactBook()
    private(set) var isLoaded = false
    private(set) var loadError: String?
    /// What came of the last import.
    private(set) var notice: String?
    /// How many imports there have been.
    private(set) var imports = 0
    private(set) var rows = 50
    /// Where the newest row stands.
    private(set) var newest: Int?
    private(set) var form = ContactForm()
    /// Whom a chat is being made with.
    private var tapped: ContactID?
    /// What has to wait until the contacts are loaded.
    private var waiting: [ContactEvent] = []

    /// Loads the contacts when they are first asked for.
    mutating func open() -> Consequences {
        notice = nil
        guard !isLoaded else { return .none }
        loadError = nil
        return Consequences(effects: [Effect(.loadContacts, .load(.allContacts))])
    }

    mutating func load(_ contacts: [Contact]) -> Consequences {
        book.load(contacts)
        isLoaded = true
        loadError = nil
        form.isBusy = false
        if let person = form.person, form.error == nil, waiting.isEmpty {
            form.first = book[person]?.first ?? ""
            form.last = book[person]?.last ?? ""
        }
        defer { waiting = [] }
        return Consequences(followUps: waiting.map { .contact($0) })
    }

    mutating func failLoading(_ reason: String) -> Consequences {
        loadError = reason
        form.isBusy = false
        form.error = waiting.isEmpty ? nil : reason
        waiting = []
        return .none
    }

    mutating func list(rows: Int) -> Consequences {
        self.rows = max(1, rows)
        return .none
    }

    // MARK: The form

    /// Shows the form, for somebody new or for one of the book; what was refused stays as it was typed.
    mutating func edit(_ person: ContactID?) -> Consequences {
        if form.error != nil, form.person == person { return .none }
        form = ContactForm(person: person, first: "", last: "")
        guard let person else { return .none }
        guard isLoaded else {
            form.isBusy = true
            return open()
        }
        form.first = book[person]?.first ?? ""
        form.last = book[person]?.last ?? ""
        return .none
    }

    /// The form was left.
    mutating func cancel() { form = ContactForm() }

    mutating func add(first: String, last: String, id: String) -> Consequences {
        fill(first, last)
        guard form.error == nil else { return Self.showing(.editContact(nil)) }
        if let later = afterLoading(.adding(first: first, last: last)) { return later }
        return save(Contact(id: fresh(id), first: form.tidyFirst, last: form.tidyLast))
    }

    mutating func rename(_ person: ContactID, first: String, last: String) -> Consequences {
        if let later = afterLoading(.renaming(person: person, first: first, last: last)) { return later }
        guard var contact = book[person] else { return .none }
        form.person = person
        fill(first, last)
        guard form.error == nil else { return Self.showing(.editContact(person)) }
        contact.first = form.tidyFirst
        contact.last = form.tidyLast
        return save(contact)
    }

    private mutating func fill(_ first: String, _ last: String) {
        form.first = first
        form.last = last
        form.error = ContactUseCase.refusal(first: first, last: last)
    }

    private static func showing(_ screen: Screen) -> Consequences {
        Consequences(followUps: [.screen(.opened(screen))])
    }

    private mutating func save(_ contact: Contact) -> Consequences {
        newest = book.update(contact)
        form = ContactForm()
        return Consequences(saves: [.contact(contact)], followUps: [.screen(.closed(.editContact))])
    }

    /// Has the event come again once the contacts are loaded, if they are not.
    private mutating func afterLoading(_ event: ContactEvent) -> Consequences? {
        if isLoaded { return nil }
        waiting.append(event)
        form.isBusy = true
        return open()
    }

    /// An id that nobody has.
    private func fresh(_ id: String) -> ContactID {
        var id = ContactID(id)
        while book[id] != nil { id = ContactID(id.text + "-") }
        return id
    }

    // MARK: Rows

    mutating func remove(_ person: ContactID) -> Consequences {
        if let later = afterLoading(.removing(person: person)) { return later }
        guard book[person] != nil else { return .none }
        book.remove(person)
        newest = nil
        return Consequences(saves: [.contactRemoved(person)])
    }

    /// Opens the chat with somebody; makes one if there is none, under a name that nobody else's has.
    mutating func tap(_ person: ContactID) -> Consequences {
        if let later = afterLoading(.tapped(person: person)) { return later }
        guard let contact = book[person] else { return .none }
        if let chat = contact.chat { return Self.showing(.messages(chat)) }
        tapped = person
        return Consequences(followUps: [.chat(.creating(contact: name(of: contact)))])
    }

    /// The name that tells somebody from all others of the book.
    func name(of contact: Contact) -> String {
        guard let number = book.number(of: contact), number > 1 else { return contact.fullName }
        return "\(contact.fullName) (\(number))"
    }

    /// Notes the chat with whoever it was made for.
    mutating func meet(_ chat: ChatID, contact name: String) -> Consequences {
        guard let person = tapped, var contact = book[person], self.name(of: contact) == name else { return .none }
        tapped = nil
        contact.chat = chat
        book.update(contact)
        return Consequences(saves: [.contact(contact)])
    }

    // MARK: Import

    mutating func take(vcard: String, id: String) -> Consequences {
        if let later = afterLoading(.importing(vcard: vcard)) { return later }
        form.isBusy = false
        let cards = VCard.read(vcard)
        var contacts: [Contact] = []
        for (index, card) in cards.good.enumerated() {
            let id = card.uid.map { ContactID($0) } ?? fresh("\(id)-\(index + 1)")
            let contact = Contact(
                id: id, first: card.first, last: card.last, chat: book[id]?.chat, details: card.details)
            contacts.append(contact)
        }
        if contacts.count == 1 {
            newest = book.update(contacts[0])
        } else {
            book.load(contacts)
            newest = nil
        }
        notice = VCard.notice(cards)
        imports += 1
        return Consequences(saves: contacts.map { .contact($0) })
    }
}

/// What the form for a contact holds.
struct ContactForm: Hashable {
    /// Who is being edited; `nil` for somebody new.
    var person: ContactID?
    var first = ""
    var last = ""
    var isBusy = false
    var error: String? { didSet { if error != nil { refusals += 1 } } }
    /// How often something was refused since the form opened.
    private(set) var refusals = 0

    var tidyFirst: String { ContactUseCase.tidied(first) }
    var tidyLast: String { ContactUseCase.tidied(last) }
}
