/// The address-book state of one window.
struct ContactWindow {
    var limit = RowLimit()
    var form = ContactForm()
    /// The result of the last import.
    var notice: String?
    /// The number of imports.
    private(set) var imports = 0
    /// The index of the newest row.
    var newest: Int?
    /// The contact that was deleted last and not brought back.
    var deleted: Contact?
    /// The contact with whom a chat is being created.
    var tapped: ContactID?
    /// The events postponed until the contacts are loaded.
    private var waiting: [(event: ContactEvent, cause: Cause?)] = []

    var isWaiting: Bool { form.isBusy || !waiting.isEmpty }

    mutating func wait(for event: ContactEvent, _ cause: Cause?) {
        waiting.append((event, cause))
        form.isBusy = true
    }

    /// Stops waiting, and returns the postponed events with their requests.
    mutating func endWaiting() -> [(event: ContactEvent, cause: Cause?)] {
        form.isBusy = false
        defer { waiting = [] }
        return waiting
    }

    mutating func endImport(notice: String, newest: Int?) {
        form.isBusy = false
        self.notice = notice
        self.newest = newest
        imports += 1
    }
}

/// The state of the contact form.
struct ContactForm: Hashable {
    /// The contact being edited; `nil` for a new one.
    var person: ContactID?
    private(set) var first = ""
    private(set) var last = ""
    var isBusy = false
    var error: String? { didSet { if error != nil { refusals += 1 } } }
    /// The number of errors since the form opened.
    private(set) var refusals = 0

    var tidyFirst: String { first.tidied }
    var tidyLast: String { last.tidied }

    init(person: ContactID? = nil) { self.person = person }

    /// Fills in the name from the address book.
    mutating func show(_ book: ContactBook) {
        guard let person else { return }
        first = book[person]?.first ?? ""
        last = book[person]?.last ?? ""
    }

    /// Shows a name as typed, with the error if it is invalid.
    mutating func fill(_ name: ContactName) {
        first = name.first
        last = name.last
        error = ContactUseCase.refusal(first: first, last: last)
    }
}
