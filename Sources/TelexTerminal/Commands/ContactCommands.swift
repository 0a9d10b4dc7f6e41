import Foundation
import TelexCore
import TelexRuntime

/// Implements the commands for the address book.
struct ContactCommands {
    let session: any ChatSession
    let actions: ActionFinder

    private var skin: TextSkin { actions.skin }

    /// Opens the contact list from any screen and prints it.
    func show() throws {
        skin.askForContacts()
        if skin.contactList.current == nil, let open = skin.chatList.current?.openContacts {
            try session.receive(open.event)
            try session.flush()
        }
    }

    func add(_ argument: String) throws {
        try begin()
        try session.together {
            if skin.contactForm.current == nil, let add = skin.contactList.current?.add {
                try session.receive(add.event)
            }
            if !argument.isEmpty { try finish(argument) }
        }
    }

    func rename(_ argument: String) throws {
        let (who, name) = Self.split(argument)
        guard !name.isEmpty else { throw Complaint.needsArgument(.rename) }
        let row = try find(who, .rename)
        try session.together {
            try session.receive(row.edit.event)
            try finish(name)
        }
    }

    func delete(_ argument: String) throws { try session.receive(find(argument, .delete).delete.event) }

    /// Brings back the contact that was deleted last. What is open stays open.
    func undo() throws {
        let isOpen = skin.contactList.current != nil
        let list = try skin.contactList.current ?? Excursion(skin: skin, session: session).contactList()
        guard let undo = list.undo else { throw Complaint.nothingToDo(.undo) }
        try session.receive(undo.event)
        if !isOpen { skin.say(StyledText("Undone. /contacts lists the contacts.")) }
    }

    func talk(_ argument: String) throws {
        try session.receive(find(argument, .talk).open.event)
    }

    func importContacts(_ path: String) throws {
        if path.isEmpty { throw Complaint.needsArgument(.import) }
        let text = try UserFile(path).read()
        try begin()
        guard let action = skin.contactList.current?.importContacts else { throw Complaint.nothingToDo(.import) }
        try session.receive(action.filled(text))
    }

    func exportContacts(_ path: String) throws {
        if path.isEmpty { throw Complaint.needsArgument(.export) }
        let model = try Excursion(skin: skin, session: session).contacts()
        try UserFile(path).write(model.vcard)
        skin.say(StyledText("\(model.totalCount) contact\(model.totalCount == 1 ? " is" : "s are") in \(path) now."))
    }

    /// Saves the open form with a name. The last word is the last name.
    func finish(_ name: String) throws {
        guard let done = skin.contactForm.current?.save else { throw Complaint.nothingToDo(.add) }
        let words = name.split(separator: " ")
        try session.receive(
            done.filled(words.dropLast().joined(separator: " "), words.last.map(String.init) ?? ""))
    }

    /// Opens the contact list without printing it, unless the list or the form is open.
    private func begin() throws {
        guard skin.contactList.current == nil, skin.contactForm.current == nil,
            let open = skin.chatList.current?.openContacts
        else { return }
        skin.passOverLists()
        try session.receive(open.event)
        try session.flush()
    }

    /// Returns the contact with that number or name. The beginning of any word of the name is enough.
    private func find(_ argument: String, _ command: Command) throws -> Shown<ContactListViewModel.Row> {
        if argument.isEmpty { throw Complaint.needsArgument(command) }
        let number = Int(argument)
        if let number { try actions.check(number, in: .contacts) }
        try begin()
        if let number { return try actions.contact(number) }
        let rows = skin.contactList.current?.contacts ?? []
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        let matches = rows.filter { $0.fullName.compare(argument, options: options) == .orderedSame }
        let candidates =
            matches.isEmpty
            ? rows.filter { " \($0.fullName)".range(of: " \(argument)", options: options) != nil } : matches
        if candidates.count > 1 { throw Complaint.manyContacts(argument, candidates.count) }
        guard let only = candidates.first else { throw Complaint.noSuchContact(argument) }
        return only
    }

    /// Splits the first word from the rest.
    private static func split(_ argument: String) -> (String, String) {
        let words = argument.split(separator: " ", maxSplits: 1)
        return (words.first.map(String.init) ?? "", words.count > 1 ? String(words[1]) : "")
    }
}
