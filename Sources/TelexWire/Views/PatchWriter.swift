import TelexCore

/// Writes the operations (RFC 6902) that make one model of another.
struct PatchWriter {
    private(set) var writer = JSONWriter()
    /// Where the value stands that is being compared (RFC 6901).
    private(set) var path = ""

    init() { writer.beginArray() }

    /// The array of operations.
    mutating func finish() -> [UInt8] {
        writer.endArray()
        return writer.bytes
    }

    /// Compares what stands under a name of the current place.
    ///
    /// The names of our members hold neither `~` nor `/`.
    mutating func within(_ name: String, _ compare: (inout PatchWriter) -> Void) {
        let before = path
        path += "/" + name
        compare(&self)
        path = before
    }

    mutating func replace(with value: some WireWritable) { operation("replace", value) }

    mutating func add(_ value: some WireWritable, at index: Int) {
        within("\(index)") { $0.operation("add", value) }
    }

    mutating func remove(at index: Int) {
        within("\(index)") { patch in
            patch.begin("remove")
            patch.writer.endObject()
        }
    }

    mutating func move(from: Int, to index: Int) {
        let source = "\(path)/\(from)"
        within("\(index)") { patch in
            patch.writer.beginObject()
            patch.writer.name("op")
            patch.writer.write("move")
            patch.writer.name("from")
            patch.writer.write(source)
            patch.writer.name("path")
            patch.writer.write(patch.path)
            patch.writer.endObject()
        }
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
        writer.write(path)
    }
}

extension PatchWriter {
    /// Compares rows, told apart by their ids, which are unique: first those that went, then those that came or have another
    /// place, then what has changed in those that stayed.
    mutating func compare<Row: WireObject & Identifiable & Equatable>(_ old: [Row], _ new: [Row]) {
        let start = zip(old, new).prefix { $0.id == $1.id }.count
        let most = min(old.count, new.count) - start
        let end = zip(old.reversed(), new.reversed()).prefix(most).prefix { $0.id == $1.id }.count
        var middle = Array(old[start..<(old.count - end)])
        let target = new[start..<(new.count - end)]
        let kept = Set(target.map(\.id))
        for index in middle.indices.reversed() where !kept.contains(middle[index].id) {
            remove(at: start + index)
            middle.remove(at: index)
        }
        for (index, row) in target.enumerated() {
            if index < middle.count, middle[index].id == row.id { continue }
            if let place = middle[min(index, middle.count)...].firstIndex(where: { $0.id == row.id }) {
                move(from: start + place, to: start + index)
                middle.insert(middle.remove(at: place), at: index)
            } else {
                add(row, at: start + index)
                middle.insert(row, at: index)
            }
        }
        for (index, row) in new.enumerated() {
            let before =
                index < start
                ? old[index]
                : index < start + middle.count ? middle[index - start] : old[old.count - (new.count - index)]
            if before != row { within("\(index)") { Row.compare(before, row, &$0) } }
        }
    }
}
