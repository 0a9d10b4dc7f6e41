import Foundation
import Testing

@testable import TelexCore

@Suite struct ContactTests {
    private static let ada = Contact(id: "a", first: "Ada", last: "Lovelace")
    private static let eric = Contact(id: "e", first: "eric", last: "Idle")
    private static let zola = Contact(id: "z", first: "Émile", last: "Zola")

    /// A flow with the address book open.
    private func flow(_ contacts: [Contact]? = [zola, ada, eric]) -> Flow {
        let flow = Flow()
        flow.send(.screen(.opened(.contactList)))
        if let contacts { flow.answer(.load(.allContacts), .contact(.loaded(contacts: contacts))) }
        flow.forget()
        return flow
    }

    // MARK: Rules

    @Test(arguments: [
        ("Ada", "Lovelace", nil), (" Ada ", "Lovelace", nil),
        ("", "Lovelace", "A contact must have first and last names"),
        ("Ada", " \n", "A contact must have first and last names"),
        (String(repeating: "x", count: 101), "y", "A name may have at most 100 characters"),
    ])
    func wantsBothNames(first: String, last: String, refusal: String?) {
        #expect(ContactUseCase.refusal(first: first, last: last) == refusal)
    }

    @Test(arguments: [("Ada", "Lovelace", "AL"), ("émile", "zola", "ÉZ"), ("山田", "太郎", "山太"), ("", "x", "X")])
    func hasInitials(first: String, last: String, initials: String) {
        #expect(ContactUseCase.initials(Contact(id: "x", first: first, last: last)) == initials)
    }

    /// Whatever is put in and taken out, the book is as if it had been sorted anew.
    @Test(arguments: 0..<20)
    func keepsItsOrder(seed: UInt64) {
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
                #expect(numbers == (group.count == 1 ? [nil] : (1...group.count).map { $0 }), "\(name)")
            }
        }
    }

    // MARK: The list

    @Test func isLoadedWhenItIsFirstLookedAt() {
        let flow = Flow()
        flow.send(.screen(.opened(.contactList)), id: "a")
        #expect(flow.contactList.model?.shouldShowBusy == true && flow.takeWorks() == [.load(.allContacts)])
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [])))
        #expect(flow.contactList.model?.shouldShowEmpty == true && flow.settled.ids == ["a"])
        flow.send(.screen(.closed(.contactList)))
        #expect(flow.contactList.model == nil)
        flow.send(.screen(.opened(.contactList)))
        #expect(flow.takeWorks() == [])
    }

    @Test func offersToLoadAgainAfterAnError() throws {
        let flow = flow(nil)
        flow.send(.contact(.loadFailed(reason: "No disk.")))
        let model = try #require(flow.contactList.model)
        #expect(model.error == "No disk." && !model.shouldShowBusy && !model.shouldShowEmpty)
        #expect(model.retry != nil)
    }

    @Test func sortsByFullNameWithoutCaseAndAccents() {
        let flow = flow()
        #expect(flow.contactList.model?.contacts.map(\.name) == ["Ada Lovelace", "Émile Zola", "eric Idle"])
        #expect(flow.contactList.model?.contacts.map(\.initials) == ["AL", "ÉZ", "EI"])
        #expect(flow.contactList.model?.newest == nil)
    }

    @Test func showsAWindow() throws {
        let many = (0..<120).map { Contact(id: "\($0)", first: "A", last: String(format: "%03d", $0)) }
        let flow = flow(many)
        #expect(flow.contactList.model?.contacts.count == 50 && flow.contactList.model?.total == 120)
        flow.send(try #require(flow.contactList.model?.loadMore).event)
        #expect(flow.contactList.model?.contacts.count == 100)
    }

    @Test func tellsNamesakesApart() {
        let other = Contact(
            id: "b", first: "Ada", last: "Lovelace", details: "TEL:1\nwork.EMAIL;TYPE=work:ada@example.org")
        let flow = flow([Self.ada, other, Self.eric])
        #expect(flow.contactList.model?.contacts.map(\.detail) == ["no. 1", "ada@example.org", ""])
        flow.send(.contact(.tapped(person: "b")))
        #expect(flow.takeWorks() == [.ask(.create(contact: "Ada Lovelace (2)"))])
    }

    // MARK: The form

    @Test func addsSomebodyAtTheSortedPlace() throws {
        let flow = flow()
        flow.send(try #require(flow.contactList.model?.add).event)
        #expect(flow.contactList.model == nil && flow.addContact.model?.doneEnabled == true)
        flow.send(try #require(flow.addContact.model?.done).filled(" Bob ", "Hope"), id: "a")
        let bob = Contact(id: "fresh-\(flow.order)", first: "Bob", last: "Hope")
        #expect(flow.addContact.model == nil && flow.takeSaves() == [.contact(bob)] && flow.settled.ids == ["a"])
        #expect(flow.contactList.model?.newest == 1)
        #expect(
            flow.contactList.model?.contacts.map(\.name) == ["Ada Lovelace", "Bob Hope", "Émile Zola", "eric Idle"])
    }

    @Test func keepsWhatWasTypedThroughAnError() throws {
        let flow = flow()
        flow.send(try #require(flow.contactList.model?.add).event)
        flow.send(try #require(flow.addContact.model?.done).filled("Ada", " "))
        let form = try #require(flow.addContact.model)
        #expect(form.error == "A contact must have first and last names" && form.first == "Ada" && form.last == " ")
        #expect(form.doneEnabled && flow.takeSaves() == [])
        flow.send(form.cancel.event)
        #expect(flow.addContact.model == nil && flow.contactList.model?.total == 3)
        flow.send(try #require(flow.contactList.model?.add).event)
        #expect(flow.addContact.model?.error == nil && flow.addContact.model?.first == "")
    }

    @Test func isBusyUntilTheContactsAreThere() throws {
        let flow = Flow()
        flow.send(.screen(.opened(.editContact(nil))))
        flow.send(.contact(.adding(first: "Ada", last: "Lovelace")), id: "a")
        #expect(flow.addContact.model?.shouldShowBusy == true && flow.addContact.model?.done == nil)
        #expect(flow.takeWorks() == [.load(.allContacts)] && flow.settled.ids == [])
        flow.answer(.load(.allContacts), .contact(.loaded(contacts: [Self.eric])))
        #expect(flow.addContact.model == nil && flow.takeSaves().count == 1 && flow.settled.ids == ["a"])
    }

    @Test func renames() throws {
        let flow = flow()
        flow.send(try #require(flow.contactList.model?.contacts[0].edit).event)
        #expect(flow.addContact.model?.first == "Ada" && flow.addContact.model?.person == "a")
        flow.send(try #require(flow.addContact.model?.done).filled("Zora", "Neale"))
        #expect(flow.takeSaves() == [.contact(Contact(id: "a", first: "Zora", last: "Neale"))])
        #expect(flow.contactList.model?.newest == 2 && flow.contactList.model?.contacts[2].name == "Zora Neale")
    }

    @Test func removesAndKeepsTheChat() throws {
        let flow = flow([Contact(id: "a", first: "Ada", last: "Lovelace", chat: "ada")])
        flow.receive("ada", "m1")
        flow.forget()
        flow.send(try #require(flow.contactList.model?.contacts[0].remove).event)
        #expect(flow.takeSaves() == [.contactRemoved("a")] && flow.contactList.model?.shouldShowEmpty == true)
        #expect(flow.chatList.model?.chats.count == 1)
    }

    // MARK: Chats

    @Test func makesTheChatOnceAndOpensItFromThenOn() throws {
        let flow = flow()
        flow.send(try #require(flow.contactList.model?.contacts[0].tapped).event)
        let create = Effect.Work.ask(.create(contact: "Ada Lovelace"))
        #expect(flow.takeWorks() == [create])
        flow.answer(create, .chat(.created(chat: "ada", contact: "Ada Lovelace")))
        #expect(flow.messages.model?.contact == "Ada Lovelace")
        var met = Self.ada
        met.chat = "ada"
        #expect(flow.takeSaves().contains(.contact(met)))
        flow.send(.contact(.renaming(person: "a", first: "Augusta", last: "King")))
        flow.send(.screen(.opened(.contactList)))
        flow.forget()
        flow.send(.contact(.tapped(person: "a")))
        #expect(
            flow.messages.model?.chat == "ada" && !flow.takeWorks().contains(.ask(.create(contact: "Augusta King"))))
    }

    @Test func theSearchIsLiveWhileItHasAQuery() throws {
        let flow = Flow()
        flow.send(try #require(flow.chatList.model?.findPeople).filled("ad"))
        #expect(flow.autocompleteContact.model?.query == "ad" && flow.autocompleteContact.model?.shouldShowBusy == true)
        flow.send(.search(.changed(query: "")))
        #expect(flow.autocompleteContact.model == nil)
    }

    // MARK: Import and export

    @Test func takesGoodCardsAndTellsOfBadOnes() throws {
        let flow = flow()
        let text = "BEGIN:VCARD\r\nUID:a\r\nN:King;Augusta;;;\r\nEND:VCARD\r\nBEGIN:VCARD\r\nFN:Cher\r\nEND:VCARD\r\n"
        flow.send(try #require(flow.contactList.model?.importCards).filled(text))
        #expect(flow.takeSaves() == [.contact(Contact(id: "a", first: "Augusta", last: "King"))])
        #expect(
            flow.contactList.model?.notice
                == "1 contact came in. Left out: line 5: A contact must have first and last names.")
        #expect(flow.contactList.model?.total == 3)
    }

    @Test func takesManyCardsAtOnceAndTheLastOfTheSameID() throws {
        let flow = flow([])
        let cards = [("1", "Zoe"), ("2", "Ada"), ("1", "Zora")].map { "BEGIN:VCARD\nUID:\($0)\nN:X;\($1)\nEND:VCARD\n" }
        flow.send(.contact(.importing(vcard: cards.joined())))
        #expect(
            flow.contactList.model?.contacts.map(\.name) == ["Ada X", "Zora X"] && flow.contactList.model?.newest == nil
        )
        #expect(flow.takeSaves().last == .contact(Contact(id: "1", first: "Zora", last: "X")))
    }

    @Test func givesAllOfThem() throws {
        let flow = flow()
        flow.send(try #require(flow.contactList.model?.exportCards).event)
        let model = try #require(flow.contactExport.model)
        #expect(model.total == 3 && VCard.read(model.vcard).good.map(\.first) == ["Ada", "Émile", "eric"])
        flow.send(model.back.event)
        #expect(flow.contactExport.model == nil && flow.contactList.model != nil)
    }
}

/// Chance that can be repeated (SplitMix64).
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
