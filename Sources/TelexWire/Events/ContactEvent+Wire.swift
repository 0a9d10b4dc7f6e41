import TelexCore

extension ContactEvent {
    static let forms = [
        EventForm("contact.loaded", "The store has these contacts.", Member<[Contact]>("contacts")) {
            .contact(.loaded(contacts: $0))
        } take: {
            if case .contact(.loaded(let contacts)) = $0 { contacts } else { nil }
        }
        .fromInside,
        EventForm("contact.loadFailed", "The store cannot be read.", Member<String>("reason")) {
            .contact(.loadFailed(reason: $0))
        } take: {
            if case .contact(.loadFailed(let reason)) = $0 { reason } else { nil }
        }
        .fromInside,
        EventForm("contact.listing", "Show this many contacts.", Member<Int>("rowLimit")) {
            .contact(.listing(rows: $0))
        } take: {
            if case .contact(.listing(let rows)) = $0 { rows } else { nil }
        }
        .looking,
        EventForm(
            "contact.adding", "Add a contact.", Member<String>("firstName"),
            Member<String>("lastName")
        ) {
            .contact(.adding(first: $0, last: $1))
        } take: {
            if case .contact(.adding(let first, let last)) = $0 { (first, last) } else { nil }
        },
        EventForm(
            "contact.renaming", "Rename a contact.", Member<ContactID>("contactId"),
            Member<String>("firstName"), Member<String>("lastName")
        ) {
            .contact(.renaming(person: $0, first: $1, last: $2))
        } take: {
            if case .contact(.renaming(let person, let first, let last)) = $0 { (person, first, last) } else { nil }
        },
        EventForm("contact.deleting", "Delete a contact; the chat with them stays.", Member<ContactID>("contactId")) {
            .contact(.deleting(person: $0))
        } take: {
            if case .contact(.deleting(let person)) = $0 { person } else { nil }
        },
        EventForm(
            "contact.restoring", "Bring back the contact that was deleted last in this window.",
            Member<ContactID>("contactId")
        ) {
            .contact(.restoring(person: $0))
        } take: {
            if case .contact(.restoring(let person)) = $0 { person } else { nil }
        },
        EventForm(
            "contact.opening", "Open the chat with a contact; start one if there is none.",
            Member<ContactID>("contactId")
        ) {
            .contact(.opening(person: $0))
        } take: {
            if case .contact(.opening(let person)) = $0 { person } else { nil }
        },
        EventForm("contact.importing", "Add the contacts of a vCard file (RFC 6350).", Member<String>("vcard")) {
            .contact(.importing(vcard: $0))
        } take: {
            if case .contact(.importing(let vcard)) = $0 { vcard } else { nil }
        },
    ]
}

extension Contact: WireRecord {
    public static var blank: Contact { Contact(id: "", first: "", last: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("contactId", &id)
        try visitor.visit("firstName", &first)
        try visitor.visit("lastName", &last)
        try visitor.visit("chatId", &chat)
        try visitor.visit("vcardLines", &details)
    }
}
