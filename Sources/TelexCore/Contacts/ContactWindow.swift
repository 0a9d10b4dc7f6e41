/// The address-book state of one window.
struct ContactWindow: LoadingWindow {
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
    /// What there was before the last import, unless a contact was deleted since; `nil` for a contact that was not there.
    var before: [ContactID: Contact?] = [:]
    /// The contact with whom a chat is being created.
    var tapped: ContactID?
    var postponed: [(event: ContactEvent, cause: Cause?)] = []

    static func isSaved(_ event: ContactEvent) -> Bool { true }

    /// Whether the form waits for the contact that it is to show.
    var isFormLoading: Bool { form.status.isBusy && form.status.error == nil && postponed.isEmpty }

    mutating func endImport(notice: String, newest: Int?) {
        form.status.isBusy = false
        self.notice = notice
        self.newest = newest
        imports += 1
    }
}

/// The state of the contact form.
struct ContactForm: LoadingForm, Hashable {
    /// The contact being edited; `nil` for a new one.
    var person: ContactID?
    private(set) var first = ""
    private(set) var last = ""
    var status = FormStatus()

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
        status.error = ContactUseCase.refusal(first: first, last: last)
    }
}
