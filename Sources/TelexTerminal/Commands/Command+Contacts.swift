/// Commands about the address book.
extension Command {
    static let contactCommands: [Command] = [.contacts, .add, .rename, .talk, .`import`, .export]

    static let contacts = Command(
        "contacts", "goes to the address book",
        details:
            "It prints the list, by full names.",
        actions: ["chatList.openContacts"]
    ) {
        try $0.contacts.show()
    }

    static let add = Command(
        "add", "[FIRST LAST]", "adds somebody to the address book",
        details:
            "The last word is the last name: /add Ada King Lovelace. Without names it opens the form.",
        actions: ["contactList.add", "contactForm.save"]
    ) {
        try $0.contacts.add($0.argument)
    }

    static let rename = Command(
        "rename", "NUMBER FIRST LAST", "gives a contact another name",
        details:
            "NUMBER is that of /contacts: /rename 2 Ada Lovelace.",
        actions: ["contactList.edit", "contactForm.save"],
        candidates: { $0.contactNumbers }
    ) {
        try $0.contacts.rename($0.argument)
    }

    static let talk = Command(
        "talk", "NUMBER|NAME", "opens the chat with a contact",
        details:
            "NUMBER is that of /contacts; NAME is the beginning of a word of the name. If there is no chat, it makes one.",
        actions: ["contactList.open"],
        candidates: { $0.contacts }
    ) {
        try $0.contacts.talk($0.argument)
    }

    static let `import` = Command(
        "import", "FILE", "takes contacts from a vCard file",
        details:
            "FILE holds vCards (RFC 6350; older ones, too). A bad card is told by its line, and the rest go in.",
        actions: ["contactList.importContacts"]
    ) {
        try $0.contacts.take($0.argument)
    }

    static let export = Command(
        "export", "FILE", "writes all contacts to a vCard file",
        details:
            "FILE is overwritten. The cards are of version 4.0, and hold all that was imported.",
        actions: ["contactList.exportContacts", "contactExport.close"]
    ) {
        try $0.contacts.give($0.argument)
    }
}
