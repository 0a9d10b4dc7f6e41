import TelexCore
import TelexJSON

/// Writes the operations (RFC 6902) that turn one model into another.
public struct PatchWriter {
    private var writer = JSONWriter()
    /// The path of the value that is being compared, as a JSON Pointer (RFC 6901).
    private var path: [UInt8] = []

    /// Writes an array of the operations that `body` adds, with the caller's writer.
    static func write(to writer: inout JSONWriter, _ body: (inout PatchWriter) -> Void) {
        var patch = PatchWriter()
        swap(&patch.writer, &writer)
        patch.writer.beginArray()
        body(&patch)
        patch.writer.endArray()
        swap(&patch.writer, &writer)
    }

    /// Compares the member or element with this name of the value at the current path.
    ///
    /// The name is not escaped: none of our names contains `~` or `/`.
    mutating func within(_ name: String, _ compare: (inout PatchWriter) -> Void) {
        let length = path.count
        path.append(UInt8(ascii: "/"))
        path.append(contentsOf: name.utf8)
        compare(&self)
        path.removeLast(path.count - length)
    }

    /// Compares an optional member, which is missing while it has no value.
    mutating func compare<Value: WireWritable>(_ name: String, _ old: Value?, _ new: Value?) {
        if old == new { return }
        within(name) { patch in
            if let new { patch.add(new) } else { patch.remove() }
        }
    }

    mutating func replace(with value: some WireWritable) { operation("replace", value) }

    /// Adds the member at the current path, or replaces it (RFC 6902, 4.1).
    mutating func add(_ value: some WireWritable) { operation("add", value) }

    /// Removes the member at the current path.
    mutating func remove() {
        begin("remove")
        writer.endObject()
    }

    mutating func add(_ value: some WireWritable, at index: Int) {
        within(String(index)) { $0.add(value) }
    }

    mutating func remove(at index: Int) {
        within(String(index)) { $0.remove() }
    }

    mutating func move(from: Int, to index: Int) {
        writer.beginObject()
        writer.name("op")
        writer.write("move")
        writer.name("from")
        within(String(from)) { $0.writePath() }
        writer.name("path")
        within(String(index)) { $0.writePath() }
        writer.endObject()
    }

    private mutating func operation(_ name: String, _ value: some WireWritable) {
        begin(name)
        writer.name("value")
        value.write(to: &writer)
        writer.endObject()
    }

    private mutating func begin(_ name: String) {
        writer.beginObject()
        writer.name("op")
        writer.write(name)
        writer.name("path")
        writePath()
    }

    private mutating func writePath() { writer.writePlain(path) }
}

extension Shown: WireWritable where Row: WireRecord {
    public func write(to writer: inout JSONWriter) { writer.write(row: self) { row.write(to: &$0) } }
    public func isWritten(as other: Shown) -> Bool { self === other || row.isWritten(as: other.row) }
}

extension Shown: WireValue where Row: WireRecord {
    public static var schema: JSONValue { Row.schema }
    public static var kind: String { Row.kind }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Shown { Shown(try Row.read(value)) }
}

extension Shown where Row: Identifiable<String> {
    /// The row's id, which is compared byte by byte.
    fileprivate var key: Identifier<Row> { Identifier(id) }
}

extension PatchWriter {
    /// Compares rows by their ids, which are unique. Writes removals first, then additions and moves, and finally the
    /// changes within rows that stayed.
    mutating func compare<Row: WireRecord & Identifiable<String>>(_ old: [Shown<Row>], _ new: [Shown<Row>]) {
        let shared = SharedEnds(old, new)
        let source = old[shared.start..<(old.count - shared.end)]
        let target = new[shared.start..<(new.count - shared.end)]
        if moveToFront(source, target, shared.start) { return }
        var middle = Array(source)
        let kept = Set(target.map { $0.key })
        for index in middle.indices.reversed() where !kept.contains(middle[index].key) {
            remove(at: shared.start + index)
            middle.remove(at: index)
        }
        for (index, row) in target.enumerated() {
            if index < middle.count, middle[index].key == row.key { continue }
            if let place = middle[min(index, middle.count)...].firstIndex(where: { $0.key == row.key }) {
                move(from: shared.start + place, to: shared.start + index)
                middle.insert(middle.remove(at: place), at: index)
            } else {
                add(row, at: shared.start + index)
                middle.insert(row, at: index)
            }
        }
        for (index, row) in target.enumerated() where !row.isWritten(as: middle[index]) {
            within(String(shared.start + index)) { Row.compare(middle[index].row, row.row, &$0) }
        }
    }
}

extension PatchWriter {
    /// Writes the most common change, if this is it: one row, new or from further down, comes to the front, and the
    /// rows in between move down by one.
    ///
    /// - Returns: whether this was the change; otherwise nothing is written.
    private mutating func moveToFront<Row: WireRecord & Identifiable<String>>(
        _ old: ArraySlice<Shown<Row>>, _ new: ArraySlice<Shown<Row>>, _ start: Int
    ) -> Bool {
        guard let first = new.first, let last = old.last, old.count == new.count else {
            return old.isEmpty && new.isEmpty
        }
        guard zip(old, new.dropFirst()).allSatisfy({ $0.isWritten(as: $1) }) else { return false }
        let end = start + old.count - 1
        if last.key == first.key {
            if end != start { move(from: end, to: start) }
            within(String(start)) { Row.compare(last.row, first.row, &$0) }
        } else if !old.contains(where: { $0.key == first.key }) {
            remove(at: end)
            add(first, at: start)
        } else {
            return false
        }
        return true
    }
}

/// The number of rows that two lists share at the start and at the end.
struct SharedEnds {
    let start: Int
    let end: Int

    init<Row: WireWritable>(_ old: [Row], _ new: [Row]) {
        let most = min(old.count, new.count)
        var start = 0
        while start < most, old[start].isWritten(as: new[start]) { start += 1 }
        var end = 0
        while end < most - start, old[old.count - 1 - end].isWritten(as: new[new.count - 1 - end]) { end += 1 }
        (self.start, self.end) = (start, end)
    }
}
