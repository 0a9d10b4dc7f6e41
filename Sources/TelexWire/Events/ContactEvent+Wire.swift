import TelexCore

extension ContactEvent {
    static let forms = [
        EventForm("contact.loaded", Member<[Contact]>("contacts")) {
            .contact(.loaded(contacts: $0))
        } take: {
            if case .contact(.loaded(let contacts)) = $0 { contacts } else { nil }
        },
        EventForm("contact.loadFailed", Member<String>("reason")) {
            .contact(.loadFailed(reason: $0))
        } take: {
            if case .contact(.loadFailed(let reason)) = $0 { reason } else { nil }
        },
        EventForm("contact.listing", Member<Int>("rows")) {
            .contact(.listing(rows: $0))
        } take: {
            if case .contact(.listing(let rows)) = $0 { rows } else { nil }
        },
        EventForm("contact.adding", Member<String>("first"), Member<String>("last")) {
            .contact(.adding(first: $0, last: $1))
        } take: {
            if case .contact(.adding(let first, let last)) = $0 { (first, last) } else { nil }
        },
        EventForm(
            "contact.renaming", Member<ContactID>("person"), Member<String>("first"), Member<String>("last")
        ) {
            .contact(.renaming(person: $0, first: $1, last: $2))
        } take: {
            if case .contact(.renaming(let person, let first, let last)) = $0 { (person, first, last) } else { nil }
        },
        EventForm("contact.removing", Member<ContactID>("person")) {
            .contact(.removing(person: $0))
        } take: {
            if case .contact(.removing(let person)) = $0 { person } else { nil }
        },
        EventForm("contact.tapped", Member<ContactID>("person")) {
            .contact(.tapped(person: $0))
        } take: {
            if case .contact(.tapped(let person)) = $0 { person } else { nil }
        },
        EventForm("contact.met", Member<ChatID>("chat"), Member<String>("contact")) {
            .contact(.met(chat: $0, contact: $1))
        } take: {
            if case .contact(.met(let chat, let contact)) = $0 { (chat, contact) } else { nil }
        },
        EventForm("contact.importing", Member<String>("vcard")) {
            .contact(.importing(vcard: $0))
        } take: {
            if case .contact(.importing(let vcard)) = $0 { vcard } else { nil }
        },
    ]
}

extension ContactFormEvent {
    static let forms = [
        EventForm("contactForm.opening") {
            .contactForm(.opening)
        } take: {
            $0 == .contactForm(.opening) ? () : nil
        },
        EventForm("contactForm.editing", Member<ContactID?>("person")) {
            .contactForm(.editing(person: $0))
        } take: {
            if case .contactForm(.editing(let person)) = $0 { person } else { nil }
        },
        EventForm("contactForm.left") {
            .contactForm(.left)
        } take: {
            $0 == .contactForm(.left) ? () : nil
        },
    ]
}

extension Contact: WireRecord {
    public static let form = Form<Contact>(
        Member<ContactID>("person"), Member<String>("first"), Member<String>("last"), Member<ChatID?>("chat"),
        Member<String>("details")
    ) {
        Contact(id: $0, first: $1, last: $2, chat: $3, details: $4)
    } take: {
        ($0.id, $0.first, $0.last, $0.chat, $0.details)
    }
}
