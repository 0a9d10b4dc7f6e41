/// The contacts in the order of their full names.
struct ContactBook {
    private struct Place: Comparable {
        let key: String
        let id: String

        init(_ contact: Contact) {
            key = ContactUseCase.sortKey(contact.fullName)
            id = contact.id.text
        }

        static func < (one: Place, other: Place) -> Bool {
            // Ids that count stand in the order in which they were given.
            (one.key, one.id.utf8.count, one.id) < (other.key, other.id.utf8.count, other.id)
        }
    }

    private var places: [Place] = []
    private var contacts: [ContactID: Contact] = [:]
    /// How many have the same full name.
    private var namesakes: [String: Int] = [:]

    var count: Int { places.count }

    subscript(id: ContactID) -> Contact? { contacts[id] }

    /// Takes in many at once.
    mutating func load(_ loaded: [Contact]) {
        for contact in loaded { keep(contact) }
        places = contacts.values.map(Place.init).sorted()
    }

    /// Puts a contact at its place, new or changed; returns at which index.
    @discardableResult
    mutating func update(_ contact: Contact) -> Int {
        remove(contact.id)
        keep(contact)
        let place = Place(contact)
        let index = index(of: place)
        places.insert(place, at: index)
        return index
    }

    mutating func remove(_ id: ContactID) {
        guard let contact = contacts.removeValue(forKey: id) else { return }
        places.remove(at: index(of: Place(contact)))
        namesakes[contact.fullName, default: 1] -= 1
        if namesakes[contact.fullName] == 0 { namesakes[contact.fullName] = nil }
    }

    /// Which of those with the same name this one is, from 1; `nil` where there is no other.
    func number(of contact: Contact) -> Int? {
        guard namesakes[contact.fullName, default: 0] > 1 else { return nil }
        var number = 1
        var index = index(of: Place(contact))
        while index > 0, let before = contacts[ContactID(places[index - 1].id)],
            places[index - 1].key == places[index].key
        {
            index -= 1
            if before.fullName == contact.fullName { number += 1 }
        }
        return number
    }

    /// Those who stand first.
    func prefix(_ count: Int) -> [Contact] { places.prefix(count).compactMap { contacts[ContactID($0.id)] } }

    var all: [Contact] { prefix(places.count) }

    private mutating func keep(_ contact: Contact) {
        if let before = contacts.updateValue(contact, forKey: contact.id) {
            namesakes[before.fullName, default: 1] -= 1
        }
        namesakes[contact.fullName, default: 0] += 1
    }

    private func index(of place: Place) -> Int {
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle] < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
