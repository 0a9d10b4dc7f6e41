/// What one window has of the address book.
struct ContactWindow {
    var limit = RowLimit()
    var form = ContactForm()
    /// What came of the last import.
    var notice: String?
    /// How many imports there have been.
    private(set) var imports = 0
    /// Where the newest row stands.
    var newest: Int?
    /// Whom a chat is being made with.
    var tapped: ContactID?
    /// What has to wait until the contacts are loaded.
    private var waiting: [ContactEvent] = []

    var isWaiting: Bool { form.isBusy || !waiting.isEmpty }

    mutating func wait(for event: ContactEvent) {
        waiting.append(event)
        form.isBusy = true
    }

    /// What can be done now.
    mutating func endWaiting() -> [ContactEvent] {
        form.isBusy = false
        defer { waiting = [] }
        return waiting
    }

    mutating func take(notice: String, newest: Int?) {
        form.isBusy = false
        self.notice = notice
        self.newest = newest
        imports += 1
    }
}

/// What the form for a contact holds.
struct ContactForm: Hashable {
    /// Who is being edited; `nil` for somebody new.
    var person: ContactID?
    private(set) var first = ""
    private(set) var last = ""
    var isBusy = false
    var error: String? { didSet { if error != nil { refusals += 1 } } }
    /// How often something was refused since the form opened.
    private(set) var refusals = 0

    var tidyFirst: String { ContactUseCase.tidied(first) }
    var tidyLast: String { ContactUseCase.tidied(last) }

    init(person: ContactID? = nil) { self.person = person }

    /// Shows the name as the book has it.
    mutating func show(_ book: ContactBook) {
        guard let person else { return }
        first = book[person]?.first ?? ""
        last = book[person]?.last ?? ""
    }

    /// Shows a name as it was typed, and why it cannot be saved.
    mutating func fill(_ first: String, _ last: String) {
        self.first = first
        self.last = last
        error = ContactUseCase.refusal(first: first, last: last)
    }
}
