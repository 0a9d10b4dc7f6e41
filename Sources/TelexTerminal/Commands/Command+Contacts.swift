import Foundation
import TelexCore
import TelexRuntime

/// Commands about the address book.
extension Command {
    static let contactCommands: [Command] = [.contacts, .add, .rename, .talk, .`import`, .export]

    static let contacts = Command(
        "contacts", "go to the contacts",
        details: "Prints the list, sorted by full name.",
        actions: ["chatList.openContacts"]
    ) { try $0.showContacts() }

    static let add = Command(
        "add [FIRST LAST]", "add a contact",
        details: "The last word is the last name: /add Ada King Lovelace. Without names, opens a form.",
        actions: ["contactList.add", "contactForm.save"]
    ) { try $0.addContact() }

    static let rename = Command(
        "rename NUMBER FIRST LAST", "rename a contact",
        details: "NUMBER is the number in /contacts: /rename 2 Ada Lovelace.",
        actions: ["contactList.edit", "contactForm.save"],
        candidates: { $0.contactNumbers }
    ) { try $0.renameContact() }

    static let talk = Command(
        "talk NUMBER|NAME", "open the chat with a contact",
        details:
            "NUMBER is the number in /contacts. NAME is the beginning of a word in the name. Starts a chat if necessary.",
        actions: ["contactList.open"],
        candidates: { $0.contacts }
    ) { try $0.receive($0.contact($0.argument).open.event) }

    static let `import` = Command(
        "import FILE", "import contacts from a vCard file, or reminders from an iCalendar file",
        details:
            "FILE has vCards (RFC 6350, or older versions), or tasks and events (RFC 5545), such as /calendar writes. An item "
            + "with the UID of a contact or reminder replaces it. Invalid items are reported by line and skipped, and events that "
            + "have passed are left out. An event that repeats comes on its next date. /undo takes the import back.",
        actions: ["contactList.importContacts", "upcoming.importReminders"]
    ) { try $0.importFile() }

    static let export = Command(
        "export FILE", "write all contacts to a vCard file",
        details: "FILE is a new file. The cards have version 4.0 and keep everything that was imported.",
        actions: ["contactList.exportContacts", "contactExport.close"]
    ) {
        try $0.write("contact", .contactExport) { (model: ContactExportViewModel) in
            model.shouldShowBusy ? nil : (model.vcard, model.totalCount)
        }
    }
}

extension Invocation {
    /// Opens the contact list from any screen and prints it.
    fileprivate func showContacts() throws {
        screen.ask(for: .contacts)
        if screen.contactList == nil, let open = screen.chatList?.openContacts {
            try receive(open.event)
            try session.flush()
        }
    }

    /// Opens the form, or adds a whole contact in one step. What is open stays open then.
    fileprivate func addContact() throws {
        if !argument.isEmpty, screen.contactForm == nil { return try add(contact: argument) }
        try openContactsUnseen()
        try session.together {
            if screen.contactForm == nil, let add = screen.contactList?.add { try receive(add.event) }
            if !argument.isEmpty { try receive(actions.contact(named: argument)) }
        }
    }

    /// Adds a contact in a window beside the person's own.
    private func add(contact name: String) throws {
        let form = LatestModel<ContactFormViewModel>()
        let refusal: String? = try session.beside { window in
            window.bind(form)
            try window.receive(.screen(.opening(.contactList)))
            try window.receive(.screen(.opening(.contactForm(nil))))
            guard let save = form.model?.save else { return "Contacts cannot be added now" }
            try window.receive(ActionFinder.contact(named: name, save))
            return form.model.map { $0.errorText ?? "The contact was not added" }
        }
        if let refusal { throw Complaint.refused("\(refusal).") }
        if screen.contactList == nil { say(StyledText("\(name) is a contact now. /contacts lists the contacts.")) }
    }

    fileprivate func renameContact() throws {
        let words = argument.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count > 1 else { throw Complaint.needsArgument(command) }
        let row = try contact(words[0])
        try session.together {
            try receive(row.edit.event)
            try receive(actions.contact(named: words[1]))
        }
    }

    fileprivate func importFile() throws {
        if argument.isEmpty { throw Complaint.needsArgument(command) }
        let text = VCardLines.text(of: try UserFile(argument).read())
        if ICalendar.isCalendar(text) { return try importReminders(text) }
        try openContactsUnseen()
        guard let action = screen.contactList?.importContacts else { throw Complaint.nothingToDo(command) }
        try receive(action.filled(text))
        screen.note(screen.contactList?.undo.map(Undoable.contact))
    }

    /// Deletes the contact with the number or name that was typed.
    func deleteContact() throws { try receive(contact(argument).delete.event) }

    /// Brings back the contact that was deleted last, or takes back an import. What is open stays open.
    func undoContactChange(_ undo: Action) throws {
        try press(undo)
        if screen.contactList == nil { say(StyledText("Undone. /contacts lists the contacts.")) }
    }

    private func openContactsUnseen() throws {
        let isOpen = screen.contactList != nil || screen.contactForm != nil
        try openUnseen(isOpen ? nil : screen.chatList?.openContacts)
    }

    /// Returns the contact with that number or name. The beginning of any word of the name is enough.
    fileprivate func contact(_ typed: String) throws -> Shown<ContactListViewModel.Row> {
        if typed.isEmpty { throw Complaint.needsArgument(command) }
        let number = Int(typed)
        if let number { try actions.check(number, in: .contacts) }
        try openContactsUnseen()
        if let number { return try actions.contact(number) }
        let rows = screen.contactList?.contacts ?? []
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        let matches = rows.filter { $0.fullName.compare(typed, options: options) == .orderedSame }
        let candidates =
            matches.isEmpty
            ? rows.filter { " \($0.fullName)".range(of: " \(typed)", options: options) != nil } : matches
        if candidates.count > 1 { throw Complaint.manyContacts(typed, candidates.count) }
        guard let only = candidates.first else { throw Complaint.noSuchContact(typed) }
        return only
    }
}
