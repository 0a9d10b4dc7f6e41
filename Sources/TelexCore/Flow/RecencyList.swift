/// Values by key, sorted by position, highest first.
///
/// Changed values mostly move to the front, which takes constant time.
struct RecencyList<Key: Hashable, Value> {
    private struct Slot {
        let key: Key
        var value: Value
        var position: Int64
        var revision: Int
        var next: Int?
        var previous: Int?
    }

    private var slots: [Slot] = []
    private var free: [Int] = []
    private var slotByKey: [Key: Int] = [:]
    private var first: Int?
    private var last: Int?
    private var lastRevision = 0

    var count: Int { slotByKey.count }
    var isEmpty: Bool { slotByKey.isEmpty }

    subscript(key: Key) -> Value? { slotByKey[key].map { slots[$0].value } }

    /// The first `count` values.
    func prefix(_ count: Int) -> [Value] {
        var values: [Value] = []
        var slot = first
        while let place = slot, values.count < count {
            values.append(slots[place].value)
            slot = slots[place].next
        }
        return values
    }

    /// The rows of the first `count` values. Rows of unchanged values come from the cache.
    func rows<Row>(_ count: Int, _ cache: inout RowCache<Row>, _ build: (Value) -> Row) -> [Shown<Row>] {
        var rows: [Shown<Row>] = []
        rows.reserveCapacity(Swift.min(count, self.count))
        var slot = first
        while let place = slot, rows.count < count {
            rows.append(cache.row(place, slots[place].revision) { build(slots[place].value) })
            slot = slots[place].next
        }
        return rows
    }

    /// Reserves space for `count` values.
    mutating func reserve(_ count: Int) {
        slots.reserveCapacity(count)
        slotByKey.reserveCapacity(count)
    }

    /// Inserts or updates a value and moves it to its position; returns the old value.
    @discardableResult
    mutating func update(_ key: Key, _ value: Value, at position: Int64) -> Value? {
        lastRevision += 1
        guard let slot = slotByKey[key] else {
            let new = Slot(key: key, value: value, position: position, revision: lastRevision)
            let slot = free.popLast() ?? slots.count
            if slot < slots.count { slots[slot] = new } else { slots.append(new) }
            slotByKey[key] = slot
            link(slot)
            return nil
        }
        var old = value
        swap(&slots[slot].value, &old)
        slots[slot].revision = lastRevision
        guard slots[slot].position != position else { return old }
        slots[slot].position = position
        unlink(slot)
        link(slot)
        return old
    }

    /// Changes a value without moving it.
    mutating func change(_ key: Key, to value: Value) {
        guard let slot = slotByKey[key] else { return }
        update(key, value, at: slots[slot].position)
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let slot = slotByKey.removeValue(forKey: key) else { return nil }
        unlink(slot)
        free.append(slot)
        return slots[slot].value
    }

    /// Tries the end first, where values that are loaded in order go, and then searches from the front.
    private mutating func link(_ slot: Int) {
        let position = slots[slot].position
        if let last, slots[last].position >= position { return insert(slot, before: nil) }
        var next = first
        while let place = next, slots[place].position > position { next = slots[place].next }
        insert(slot, before: next)
    }

    private mutating func insert(_ slot: Int, before next: Int?) {
        let previous = next.map { slots[$0].previous } ?? last
        slots[slot].next = next
        slots[slot].previous = previous
        if let next { slots[next].previous = slot } else { last = slot }
        if let previous { slots[previous].next = slot } else { first = slot }
    }

    private mutating func unlink(_ slot: Int) {
        let (next, previous) = (slots[slot].next, slots[slot].previous)
        if let next { slots[next].previous = previous } else { last = previous }
        if let previous { slots[previous].next = next } else { first = next }
    }
}
