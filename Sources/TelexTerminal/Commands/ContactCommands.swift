import Foundation
import TelexCore
import TelexRuntime

/// Implements the commands for the address book.
struct ContactCommands {
    let skin: TextSkin
    let session: any ChatSession

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
        try begin()
        try session.together {
            try session.receive(find(who, .rename).edit.event)
            try finish(name)
        }
    }

    func delete(_ argument: String) throws {
        try begin()
        try session.receive(find(argument, .delete).delete.event)
    }

    func talk(_ argument: String) throws {
        try begin()
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
    private func find(_ argument: String, _ command: Command) throws(Complaint) -> Shown<ContactListViewModel.Row> {
        let rows = skin.contactList.current?.contacts ?? []
        if argument.isEmpty { throw .needsArgument(command) }
        if let number = Int(argument) { return try ActionFinder(skin: skin).contact(number) }
        let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive]
        let matches = rows.filter { $0.fullName.compare(argument, options: options) == .orderedSame }
        let candidates =
            matches.isEmpty
            ? rows.filter { " \($0.fullName)".range(of: " \(argument)", options: options) != nil } : matches
        if candidates.count > 1 { throw .manyContacts(argument, candidates.count) }
        guard let only = candidates.first else { throw .noSuchContact(argument) }
        return only
    }

    /// Splits the first word from the rest.
    private static func split(_ argument: String) -> (String, String) {
        let words = argument.split(separator: " ", maxSplits: 1)
        return (words.first.map(String.init) ?? "", words.count > 1 ? String(words[1]) : "")
    }
}
