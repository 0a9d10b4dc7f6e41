import Foundation
import Testing

@testable import TelexCore

@Suite struct ContactTests {
    private static let ada = Contact(id: "a", first: "Ada", last: "Lovelace")
    private static let eric = Contact(id: "e", first: "eric", last: "Idle")
    private static let zola = Contact(id: "z", first: "Émile", last: "Zola")

    /// A flow with the address book open.
    private func flow(
        _ contacts: [Contact]? = [zola, ada, eric], _ location: SourceLocation = #_sourceLocation
    ) -> Flow {
        let flow = Flow(location)
        flow.send(.screen(.opening(.contactList)))
        if let contacts { flow.answer(.load(.allContacts), .contact(.loaded(contacts: contacts))) }
        flow.forget()
        return flow
    }

    // MARK: Rules

    @Test(arguments: [
        ("Ada", "Lovelace", nil), (" Ada ", "Lovelace", nil),
        ("", "Lovelace", "A contact needs a first and a last name"),
        ("Ada", " \n", "A contact needs a first and a last name"),
        (String(repeating: "x", count: 101), "y", "A name can have at most 100 characters"),
    ])
    func requiresBothNames(first: String, last: String, refusal: String?) {
        #expect(ContactUseCase.refusal(first: first, last: last) == refusal)
    }

    @Test(arguments: [("Ada", "Lovelace", "AL"), ("émile", "zola", "ÉZ"), ("山田", "太郎", "山太"), ("", "x", "X")])
    func buildsInitials(first: String, last: String, initials: String) {
        #expect(ContactUseCase.initials(Contact(id: "x", first: first, last: last)) == initials)
    }

    /// After any insertions and removals, the book equals a freshly sorted one.
    @Test(arguments: 0..<20)
    func staysSorted(seed: UInt64) {
        var generator = Generator(state: seed)
        var book = ContactBook()
        var all: [ContactID: Contact] = [:]
        for _ in 0..<200 {
            let id = ContactID("\(Int.random(in: 0..<40, using: &generator))")
            if Int.random(in: 0..<4, using: &generator) == 0 {
                book.remove(id)
                all[id] = nil
            } else {
                let first = ["Ada", "ada", "Émile", "emile", "Zoë"].randomElement(using: &generator)!
                let contact = Contact(id: id, first: first, last: ["A", "b"].randomElement(using: &generator)!)
                let index = book.update(contact)
                all[id] = contact
                #expect(book.all[index] == contact)
            }
            let sorted = all.values.sorted {
                let keys = (ContactUseCase.sortKey($0.fullName), ContactUseCase.sortKey($1.fullName))
                return (keys.0, $0.id.text.count, $0.id.text) < (keys.1, $1.id.text.count, $1.id.text)
            }
            #expect(book.all == sorted)
            for (name, group) in Dictionary(grouping: sorted, by: \.fullName) {
                let numbers = group.map { book.number(of: $0) }
                #expect(book.numbered(.max).filter { $0.contact.fullName == name }.map(\.number) == numbers)
                #expect(numbers == (group.count == 1 ? [nil] : (1...group.count).map { $0 }), "\(name)")
            }
        }
    }

    // MARK: The list

    @Test func loadsWhenFirstOpened() {
        let flow = Flow()
        flow.send(.screen(.opening(.contactList)), id: "a")
        flow.expect(
            works: [.load(.allContacts)],
            changes: """
                contactList opens: shouldShowBusy = true, add = screen.opening.contactForm(nil), importContacts = \
                contact.importing(<vcard>), exportContacts = screen.opening.contactExport, close = screen.closing.contactList
                """)
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        flow.expect(settled: ["a"], changes: "contactList: shouldShowBusy = false, shouldShowEmpty = true")
        flow.send(.screen(.closing(.contactList)))
        flow.send(.screen(.opening(.contactList)))
        flow.expect()
    }

    @Test func offersToRetryAfterALoadingError() {
        let flow = flow(nil)
        flow.answer(.load(.allContacts), .contact(.loadFailed(reason: "No disk.")))
        flow.expect(
            changes: """
                contactList: shouldShowBusy = false, shouldShowError = true, errorText = No disk., \
                retry = screen.opening.contactList
                """)
    }

    @Test func sortsByFullNameIgnoringCaseAndAccents() {
        let flow = flow([])
        flow.send(.contact(.loaded(contacts: [Self.zola, Self.ada, Self.eric])))
        flow.expect(
            changes: """
                contactList: shouldShowEmpty = false, totalCount = 3
                contactList[a] comes: fullName = Ada Lovelace, initials = AL, open = contact.opening(a), \
                edit = screen.opening.contactForm(a), delete = contact.deleting(a)
                contactList[z] comes: fullName = Émile Zola, initials = ÉZ, open = contact.opening(z), \
                edit = screen.opening.contactForm(z), delete = contact.deleting(z)
                contactList[e] comes: fullName = eric Idle, initials = EI, open = contact.opening(e), \
                edit = screen.opening.contactForm(e), delete = contact.deleting(e)
                """)
    }

    @Test func showsMoreRowsOnRequest() throws {
        let flow = flow()
        flow.send(.contact(.listing(rows: 2)))
        flow.expect(
            changes: """
                contactList: loadMore = contact.listing(52)
                contactList[e] goes
                """)
        flow.send(try #require(flow.contactList.model?.loadMore).event)
        flow.expect(
            changes: """
                contactList: loadMore = nil
                contactList[e] comes: fullName = eric Idle, initials = EI, open = contact.opening(e), \
                edit = screen.opening.contactForm(e), delete = contact.deleting(e)
                """)
    }

    @Test func distinguishesContactsWithTheSameName() {
        let flow = flow([Self.ada])
        let other = Contact(
            id: "b", first: "Ada", last: "Lovelace", details: "TEL:1\nwork.EMAIL;TYPE=work:ada@example.org")
        flow.send(.contact(.loaded(contacts: [other])))
        flow.expect(
            changes: """
                contactList: totalCount = 2
                contactList[a]: detailText = no. 1
                contactList[b] comes: fullName = Ada Lovelace, initials = AL, detailText = ada@example.org, \
                open = contact.opening(b), edit = screen.opening.contactForm(b), delete = contact.deleting(b)
                """)
        flow.send(.contact(.opening(person: "b")))
        flow.expect(works: [.ask(.create(recipient: "Ada Lovelace (2)"))])
    }

    // MARK: The form

    @Test func opensTheForm() throws {
        let flow = flow()
        flow.send(try #require(flow.contactList.model?.add).event)
        flow.expect(
            changes: """
                contactList closes
                contactForm opens: save = contact.adding(<firstName>, <lastName>), \
                close = screen.closing.contactForm
                """)
    }

    @Test func insertsANewContactInOrder() throws {
        let flow = flow()
        flow.send(try #require(flow.contactList.model?.add).event)
        flow.send(.screen(.opening(.contactList)))
        flow.forget()
        flow.send(.contact(.adding(ContactName(first: " Bob ", last: "Hope"))), id: "a")
        flow.expect(
            saves: [.contact(Contact(id: "fresh-\(flow.order)", first: "Bob", last: "Hope"))],
            settled: ["a"],
            changes: """
                contactList: totalCount = 4, newestIndex = 1
                contactList[fresh-\(flow.order)] comes before [z]: fullName = Bob Hope, initials = BH, \
                open = contact.opening(fresh-\(flow.order)), edit = screen.opening.contactForm(fresh-\(flow.order)), \
                delete = contact.deleting(fresh-\(flow.order))
                """)
    }

    @Test func returnsToTheListAfterSaving() throws {
        let flow = flow([])
        flow.send(try #require(flow.contactList.model?.add).event)
        flow.forget()
        flow.send(try #require(flow.contactForm.model?.save).filled("Bob", "Hope"))
        flow.expect(
            saves: [.contact(Contact(id: "fresh-\(flow.order)", first: "Bob", last: "Hope"))],
            changes: """
                contactList opens: totalCount = 1, newestIndex = 0, add = screen.opening.contactForm(nil), importContacts = \
                contact.importing(<vcard>), exportContacts = screen.opening.contactExport, close = screen.closing.contactList
                contactList[fresh-\(flow.order)] comes: fullName = Bob Hope, initials = BH, open = contact.opening(fresh-\(flow.order)), edit = \
                screen.opening.contactForm(fresh-\(flow.order)), delete = contact.deleting(fresh-\(flow.order))
                contactForm closes
                """)
    }

    @Test func keepsTypedTextAfterAnError() throws {
        let flow = flow([])
        flow.send(try #require(flow.contactList.model?.add).event)
        flow.forget()
        flow.send(try #require(flow.contactForm.model?.save).filled("Ada", " "))
        flow.expect(
            changes: """
                contactForm: shouldShowError = true, errorText = A contact needs a first and a last name, \
                errorRevision = 1, first = Ada, last = " "
                """)
        flow.send(try #require(flow.contactForm.model?.close).event)
        flow.expect(
            changes: """
                contactList opens: shouldShowEmpty = true, add = screen.opening.contactForm(nil), importContacts = \
                contact.importing(<vcard>), exportContacts = screen.opening.contactExport, close = screen.closing.contactList
                contactForm closes
                """)
        flow.send(try #require(flow.contactList.model?.add).event)
        flow.expect(
            changes: """
                contactList closes
                contactForm opens: save = contact.adding(<firstName>, <lastName>), \
                close = screen.closing.contactForm
                """)
    }

    @Test func isBusyUntilTheContactsAreLoaded() {
        let flow = Flow()
        flow.send(.screen(.opening(.contactForm(nil))))
        flow.forget()
        flow.send(.contact(.adding(ContactName(first: "Ada", last: "Lovelace"))), id: "a")
        flow.expect(
            works: [.load(.allContacts)],
            changes: """
                contactForm: shouldShowBusy = true, first = Ada, last = Lovelace, save = nil
                """)
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [Self.eric])))
        flow.expect(
            saves: [.contact(Contact(id: "fresh-\(flow.order)", first: "Ada", last: "Lovelace"))],
            settled: ["a"],
            changes: "contactForm closes")
    }

    @Test func fillsTheFormWithTheCurrentName() throws {
        let flow = flow([Self.ada])
        flow.send(try #require(flow.contactList.model?.contacts[0].edit).event)
        flow.expect(
            changes: """
                contactList closes
                contactForm opens: contact = a, first = Ada, last = Lovelace, \
                save = contact.renaming(a, <firstName>, <lastName>), close = screen.closing.contactForm
                """)
    }

    @Test func renamesAContact() {
        let flow = flow()
        flow.send(.contact(.renaming(RenamedContact(person: "a", name: ContactName(first: "Zora", last: "Neale")))))
        flow.expect(
            saves: [.contact(Contact(id: "a", first: "Zora", last: "Neale"))],
            changes: """
                contactList: newestIndex = 2, order = [z][e][a]
                contactList[a]: fullName = Zora Neale, initials = ZN
                """)
    }

    @Test func clearsTheNewestRowWhenARowIsRemoved() {
        let flow = flow([])
        flow.send(.contact(.adding(ContactName(first: "Ada", last: "Lovelace"))))
        flow.send(.contact(.adding(ContactName(first: "Bob", last: "Hope"))))
        flow.forget()
        flow.send(.contact(.deleting(person: "fresh-\(flow.order)")))
        flow.expect(
            saves: [.contactRemoved("fresh-\(flow.order - 1)")],
            changes: """
                contactList: totalCount = 1, newestIndex = nil, undo = contact.restoring(fresh-\(flow.order - 1))
                contactList[fresh-\(flow.order - 1)] goes
                """)
    }

    @Test func deletesAContactAndKeepsTheChat() throws {
        let flow = flow([Contact(id: "a", first: "Ada", last: "Lovelace", chat: "ada")])
        flow.receive("ada", "m1")
        flow.forget()
        flow.send(try #require(flow.contactList.model?.contacts[0].delete).event)
        flow.expect(
            saves: [.contactRemoved("a")],
            changes: """
                contactList: shouldShowEmpty = true, totalCount = 0, undo = contact.restoring(a)
                contactList[a] goes
                """)
    }

    @Test func bringsBackTheContactDeletedLast() throws {
        let ada = Contact(id: "a", first: "Ada", last: "Lovelace", chat: "ada", details: "NOTE:met in London")
        let flow = flow([ada])
        flow.send(.contact(.deleting(person: "a")))
        flow.forget()
        flow.send(try #require(flow.contactList.model?.undo).event, id: "u")
        flow.expect(
            saves: [.contact(ada)], settled: ["u"],
            changes: """
                contactList: shouldShowEmpty = false, totalCount = 1, newestIndex = 0, undo = nil
                contactList[a] comes: fullName = Ada Lovelace, initials = AL, open = contact.opening(a), \
                edit = screen.opening.contactForm(a), delete = contact.deleting(a)
                """)
        flow.send(.contact(.restoring(person: "a")), id: "again")
        flow.expect(settled: ["again ignored"])
    }

    // MARK: Chats

    @Test func createsTheChatWithAContact() throws {
        let flow = flow([Self.ada])
        flow.send(try #require(flow.contactList.model?.contacts[0].open).event)
        flow.expect(works: [.ask(.create(recipient: "Ada Lovelace"))])
        flow.answer(
            .ask(.create(recipient: "Ada Lovelace")), .chat(.created(TitledChat(chat: "ada", title: "Ada Lovelace"))))
        flow.expect(
            saves: [
                .chat(Chat(id: "ada", title: "Ada Lovelace")),
                .contact(Contact(id: "a", first: "Ada", last: "Lovelace", chat: "ada")),
            ],
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                chatList: shouldShowEmpty = false, totalCount = 1
                chatList[ada] comes: title = Ada Lovelace, sendsReceipts = true, open = screen.opening.messages(ada)
                contactList closes
                messages opens: chat = ada, title = Ada Lovelace, shouldShowBusy = true, \
                send = message.sending(ada, <text>), reply = message.sending(ada, <text>, <replyTo>), sendFile = message.sending(ada, <text>, <path>), react = reaction.adding(ada, <messageID>, <key>), draft = chat.drafting(ada, <text>), typing = presence.typing(ada), \
                openMembers = screen.opening.members(ada), addReminder = screen.opening.reminderForm(ada), close = screen.closing.messages
                """)
    }

    @Test func opensTheExistingChatAfterARename() {
        let flow = flow([Contact(id: "a", first: "Augusta", last: "King", chat: "ada")])
        flow.send(.chat(.synced(chats: [ServerChat(id: "ada", title: "Ada Lovelace")])))
        flow.forget()
        flow.send(.contact(.opening(person: "a")))
        flow.expect(
            works: [.load(.history("ada", before: nil, limit: 50)), .hold(.socket("ada"))],
            changes: """
                contactList closes
                messages opens: chat = ada, title = Ada Lovelace, shouldShowBusy = true, \
                send = message.sending(ada, <text>), reply = message.sending(ada, <text>, <replyTo>), sendFile = message.sending(ada, <text>, <path>), react = reaction.adding(ada, <messageID>, <key>), draft = chat.drafting(ada, <text>), typing = presence.typing(ada), \
                openMembers = screen.opening.members(ada), addReminder = screen.opening.reminderForm(ada), close = screen.closing.messages
                """)
    }

    @Test func showsTheSearchWhileItHasAQuery() throws {
        let flow = Flow()
        flow.send(try #require(flow.chatList.model?.search).filled("ad"))
        flow.expect(
            works: [.load(.contacts("ad", limit: 10)), .ask(.search("ad"))],
            changes: "recipients opens: query = ad, shouldShowBusy = true")
        flow.send(.search(.searching(query: "")))
        flow.expect(works: [.cancel, .cancel], changes: "recipients closes")
    }

    // MARK: Import and export

    @Test func importsValidCardsAndReportsInvalidOnes() throws {
        let flow = flow()
        let text =
            "BEGIN:VCARD\r\nUID:a\r\nN:King;Augusta;;;\r\nEND:VCARD\r\nBEGIN:VCARD\r\nX-SKYPE:cher\r\nEND:VCARD\r\n"
        flow.send(try #require(flow.contactList.model?.importContacts).filled(text))
        flow.expect(
            saves: [.contact(Contact(id: "a", first: "Augusta", last: "King"))],
            changes: """
                contactList: noticeText = Imported 1 contact. Skipped: line 5: the card has no name., \
                noticeRevision = 1, newestIndex = 0, undo = contact.reverting
                contactList[a]: fullName = Augusta King, initials = AK
                """)
    }

    @Test func importsManyCardsAndNamesARepeatedID() {
        let flow = flow([])
        let cards = [("1", "Zoe"), ("2", "Ada"), ("1", "Zora")].map {
            "BEGIN:VCARD\nUID:\($0)\nN:X;\($1)\nEND:VCARD\n"
        }
        flow.send(.contact(.importing(vcard: cards.joined())))
        flow.expect(
            saves: [
                .contact(Contact(id: "1", first: "Zoe", last: "X")),
                .contact(Contact(id: "2", first: "Ada", last: "X")),
                .contact(Contact(id: "fresh-8-3", first: "Zora", last: "X")),
            ],
            changes: """
                contactList: shouldShowEmpty = false, noticeText = Imported 3 contacts. Changed: line 9 (Zora X): has the same UID as line 1 and got a new one., noticeRevision = 1, totalCount = 3, undo = contact.reverting
                contactList[2] comes: fullName = Ada X, initials = AX, open = contact.opening(2), \
                edit = screen.opening.contactForm(2), delete = contact.deleting(2)
                contactList[1] comes: fullName = Zoe X, initials = ZX, open = contact.opening(1), \
                edit = screen.opening.contactForm(1), delete = contact.deleting(1)
                contactList[fresh-8-3] comes: fullName = Zora X, initials = ZX, open = contact.opening(fresh-8-3), \
                edit = screen.opening.contactForm(fresh-8-3), delete = contact.deleting(fresh-8-3)
                """)
    }

    /// An export that is empty for want of a disk must not look like that of an empty address book.
    @Test func saysWhyExportsAreEmpty() {
        let flow = Flow(isStarted: false, isStrict: false)
        flow.send(.screen(.opening(.contactExport)))
        flow.answer(.load(.allContacts), .contact(.loadFailed(reason: "No disk.")))
        #expect(flow.contactExport.model?.errorText == "No disk." && flow.contactExport.model?.shouldShowBusy == false)
        flow.send(.screen(.opening(.reminderExport)))
        flow.answer(.load(.reminders), .reminder(.loadFailed(reason: "No disk.")))
        #expect(
            flow.reminderExport.model?.errorText == "No disk." && flow.reminderExport.model?.shouldShowBusy == false)
    }

    @Test func exportsAllContacts() throws {
        let flow = flow([Self.zola, Self.ada])
        flow.send(try #require(flow.contactList.model?.exportContacts).event)
        flow.expect(
            changes: """
                contactList closes
                contactExport opens: totalCount = 2, vcard = \
                BEGIN:VCARD\\r\\nVERSION:4.0\\r\\nUID:a\\r\\nFN:Ada Lovelace\\r\\nN:Lovelace;Ada;;;\\r\\nEND:VCARD\\r\\n\
                BEGIN:VCARD\\r\\nVERSION:4.0\\r\\nUID:z\\r\\nFN:Émile Zola\\r\\nN:Zola;Émile;;;\\r\\nEND:VCARD\\r\\n, \
                close = screen.closing.contactExport
                """)
        flow.send(try #require(flow.contactExport.model?.close).event)
        flow.expect(
            changes: """
                contactList opens: totalCount = 2, add = screen.opening.contactForm(nil), importContacts = \
                contact.importing(<vcard>), exportContacts = screen.opening.contactExport, close = screen.closing.contactList
                contactList[a] comes: fullName = Ada Lovelace, initials = AL, open = contact.opening(a), edit = \
                screen.opening.contactForm(a), delete = contact.deleting(a)
                contactList[z] comes: fullName = Émile Zola, initials = ÉZ, open = contact.opening(z), edit = \
                screen.opening.contactForm(z), delete = contact.deleting(z)
                contactExport closes
                """)
    }
}

/// A random number generator with a seed (SplitMix64).
struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
