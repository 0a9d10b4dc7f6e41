/// The contacts, sorted by full name.
struct ContactBook {
    private struct SortKey: Comparable {
        let key: String
        let id: ContactID

        init(_ contact: Contact) {
            key = ContactUseCase.sortKey(contact.fullName)
            id = contact.id
        }

        static func < (one: SortKey, other: SortKey) -> Bool {
            // Comparing lengths first keeps numbered ids in the order in which they were assigned.
            (one.key, one.id.text.utf8.count, one.id) < (other.key, other.id.text.utf8.count, other.id)
        }
    }

    private var places: [SortKey] = []
    private var contacts: [ContactID: Contact] = [:]
    /// How many contacts share each full name.
    private var namesakes: [String: Int] = [:]

    var count: Int { places.count }

    subscript(id: ContactID) -> Contact? { contacts[id] }

    /// Adds or updates many contacts.
    mutating func load(_ loaded: [Contact]) {
        for contact in loaded { keep(contact) }
        places = contacts.values.map(SortKey.init).sorted()
    }

    /// Inserts or updates a contact; returns its index.
    @discardableResult
    mutating func update(_ contact: Contact) -> Int {
        remove(contact.id)
        keep(contact)
        let place = SortKey(contact)
        let index = index(of: place)
        places.insert(place, at: index)
        return index
    }

    mutating func remove(_ id: ContactID) {
        guard let contact = contacts.removeValue(forKey: id) else { return }
        places.remove(at: index(of: SortKey(contact)))
        namesakes[contact.fullName, default: 1] -= 1
        if namesakes[contact.fullName] == 0 { namesakes[contact.fullName] = nil }
    }

    /// The number of a contact among those with the same full name, from 1; `nil` if the name is unique.
    func number(of contact: Contact) -> Int? {
        guard namesakes[contact.fullName, default: 0] > 1 else { return nil }
        var number = 1
        var index = index(of: SortKey(contact))
        while index > 0, let before = contacts[places[index - 1].id],
            places[index - 1].key == places[index].key
        {
            index -= 1
            if before.fullName == contact.fullName { number += 1 }
        }
        return number
    }

    /// The first `count` contacts.
    func prefix(_ count: Int) -> [Contact] { places.prefix(count).compactMap { contacts[$0.id] } }

    /// The first `count` contacts with their numbers (see `number(of:)`), in time that does not depend on how many share
    /// a name.
    func numbered(_ count: Int) -> [(contact: Contact, number: Int?)] {
        var numbers: [String: Int] = [:]
        return prefix(count).map { contact in
            guard namesakes[contact.fullName, default: 0] > 1 else { return (contact, nil) }
            numbers[contact.fullName, default: 0] += 1
            return (contact, numbers[contact.fullName])
        }
    }

    var all: [Contact] { prefix(places.count) }

    private mutating func keep(_ contact: Contact) {
        if let before = contacts.updateValue(contact, forKey: contact.id) {
            namesakes[before.fullName, default: 1] -= 1
        }
        namesakes[contact.fullName, default: 0] += 1
    }

    private func index(of place: SortKey) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
