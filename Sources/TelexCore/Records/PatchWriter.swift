import TelexJSON

/// Writes the operations (RFC 6902) that turn one model into another.
public struct PatchWriter {
    private var writer = JSONWriter()
    /// The path of the value that is being compared, as a JSON Pointer (RFC 6901).
    private var path: [UInt8] = []
    private let traces: RowTraces

    /// Writes an array of the operations that `body` adds, with the caller's writer.
    ///
    /// - Parameter traces: the rows that were compared before.
    package static func write(
        to writer: inout JSONWriter, _ traces: RowTraces = RowTraces(), _ body: (inout PatchWriter) -> Void
    ) {
        var patch = PatchWriter(traces: traces)
        swap(&patch.writer, &writer)
        patch.writer.beginArray()
        body(&patch)
        patch.writer.endArray()
        swap(&patch.writer, &writer)
    }

    /// Compares the member or element with this name of the value at the current path.
    ///
    /// The name is not escaped: none of our names contains `~` or `/`.
    package mutating func within(_ name: String, _ compare: (inout PatchWriter) -> Void) {
        let length = path.count
        path.append(UInt8(ascii: "/"))
        path.append(contentsOf: name.utf8)
        compare(&self)
        path.removeLast(path.count - length)
    }

    /// Compares an optional member, which is missing while it has no value.
    package mutating func compare<Value: WireWritable>(_ name: String, _ old: Value?, _ new: Value?) {
        if old == new { return }
        within(name) { patch in
            if let new { patch.add(new) } else { patch.remove() }
        }
    }

    /// Replaces the member at the current path by a value that is JSON already.
    mutating func replace(with value: ArraySlice<UInt8>) { operation("replace") { $0.write(encoded: value) } }

    /// Adds the member at the current path, or replaces it (RFC 6902, 4.1).
    package mutating func add(_ write: (inout JSONWriter) -> Void) { operation("add", write) }

    package mutating func add(_ value: some WireWritable) { add { value.write(to: &$0) } }

    package mutating func add(encoded value: ArraySlice<UInt8>) { add { $0.write(encoded: value) } }

    /// Removes the member at the current path.
    package mutating func remove() {
        begin("remove")
        writer.endObject()
    }

    package mutating func add(_ value: some WireWritable, at index: Int) {
        within(String(index)) { $0.add(value) }
    }

    package mutating func remove(at index: Int) {
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

    private mutating func operation(_ name: String, _ write: (inout JSONWriter) -> Void) {
        begin(name)
        writer.name("value")
        write(&writer)
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
    package mutating func compare<Row: WireRecord & Identifiable<String>>(_ old: [Shown<Row>], _ new: [Shown<Row>]) {
        let shared = SharedEnds(old, new) { isSame($0, $1) }
        let source = old[shared.start..<(old.count - shared.end)]
        let target = new[shared.start..<(new.count - shared.end)]
        if moveToFront(source, target, shared.start) || scroll(source, target, shared.start) { return }
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
        for (index, row) in target.enumerated() { change(middle[index], to: row, at: shared.start + index) }
    }

    /// The row as it is written.
    private func record<Row: WireRecord>(of row: Shown<Row>) -> WrittenRecord {
        traces.record(of: row, in: writer.window)
    }

    private func isSame<Row: WireRecord>(_ old: Shown<Row>, _ new: Shown<Row>) -> Bool {
        old === new || record(of: new).isWritten(as: record(of: old))
    }

    /// Writes the changes within a row that stayed.
    private mutating func change<Row: WireRecord>(_ old: Shown<Row>, to new: Shown<Row>, at index: Int) {
        if old === new { return }
        let (old, new) = (record(of: old), record(of: new))
        within(String(index)) { $0.compare(old, new) }
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
        guard zip(old, new.dropFirst()).allSatisfy({ isSame($0, $1) }) else { return false }
        let end = start + old.count - 1
        if last.key == first.key {
            if end != start { move(from: end, to: start) }
            change(last, to: first, at: start)
        } else if !old.contains(where: { $0.key == first.key }) {
            remove(at: end)
            add(first, at: start)
        } else {
            return false
        }
        return true
    }

    /// Writes the change of a window that follows the end of its chat, if this is it: rows leave at the front, new ones
    /// come at the end, and those in between are the same objects.
    ///
    /// - Returns: whether this was the change; otherwise nothing is written.
    private mutating func scroll<Row: WireRecord & Identifiable<String>>(
        _ old: ArraySlice<Shown<Row>>, _ new: ArraySlice<Shown<Row>>, _ start: Int
    ) -> Bool {
        guard let first = new.first, let top = old.firstIndex(where: { $0 === first }),
            new.starts(with: old[top...], by: ===)
        else { return false }
        let leaving = old[..<top]
        let coming = new.dropFirst(old.endIndex - top)
        let gone = Set(leaving.map { $0.key })
        guard !coming.contains(where: { gone.contains($0.key) }) else { return false }
        for index in leaving.indices.reversed() { remove(at: start + index - old.startIndex) }
        for (offset, row) in coming.enumerated() { add(row, at: start + old.endIndex - top + offset) }
        return true
    }
}

/// The number of rows that two lists share at the start and at the end.
struct SharedEnds {
    let start: Int
    let end: Int

    init<Row>(_ old: [Row], _ new: [Row], _ isSame: (Row, Row) -> Bool) {
        let most = min(old.count, new.count)
        var start = 0
        while start < most, isSame(old[start], new[start]) { start += 1 }
        var end = 0
        while end < most - start, isSame(old[old.count - 1 - end], new[new.count - 1 - end]) { end += 1 }
        (self.start, self.end) = (start, end)
    }
}
