/// Commands about the address book.
extension Command {
    static let contactCommands: [Command] = [.contacts, .add, .rename, .talk, .`import`, .export]

    static let contacts = Command(
        "contacts", "go to the contacts",
        details:
            "Prints the list, sorted by full name.",
        actions: ["chatList.openContacts"]
    ) {
        try $0.contacts.show()
    }

    static let add = Command(
        "add", "[FIRST LAST]", "add a contact",
        details:
            "The last word is the last name: /add Ada King Lovelace. Without names, opens a form.",
        actions: ["contactList.add", "contactForm.save"]
    ) {
        try $0.contacts.add($0.argument)
    }

    static let rename = Command(
        "rename", "NUMBER FIRST LAST", "rename a contact",
        details:
            "NUMBER is the number in /contacts: /rename 2 Ada Lovelace.",
        actions: ["contactList.edit", "contactForm.save"],
        candidates: { $0.contactNumbers }
    ) {
        try $0.contacts.rename($0.argument)
    }

    static let talk = Command(
        "talk", "NUMBER|NAME", "open the chat with a contact",
        details:
            "NUMBER is the number in /contacts. NAME is the beginning of a word in the name. Starts a chat if necessary.",
        actions: ["contactList.open"],
        candidates: { $0.contacts }
    ) {
        try $0.contacts.talk($0.argument)
    }

    static let `import` = Command(
        "import", "FILE", "import contacts from a vCard file",
        details:
            "FILE has vCards (RFC 6350, or older versions). Invalid cards are reported by line and skipped.",
        actions: ["contactList.importContacts"]
    ) {
        try $0.contacts.importContacts($0.argument)
    }

    static let export = Command(
        "export", "FILE", "write all contacts to a vCard file",
        details:
            "Overwrites FILE. The cards have version 4.0 and keep everything that was imported.",
        actions: ["contactList.exportContacts", "contactExport.close"]
    ) {
        try $0.contacts.exportContacts($0.argument)
    }
}
