/// Writes JSON without white space.
///
/// Strings are escaped as in RFC 8785 (3.2.2.2). Unless the output is canonical, the characters that can control a
/// terminal or hide text are escaped too (RFC 8259, 7), so that JSON is safe to print.
public struct JSONWriter {
    public private(set) var bytes: [UInt8] = []
    private var needsComma = false
    /// The cache of encoded rows, if successive views are written.
    private let rows: RowBytes?
    /// Sorts the members of objects; `nil` if they stay in order.
    private var order: MemberOrder?
    /// The window that actions name, so that they act there; `nil` for the main one.
    package var window: String?

    public init() { rows = nil }

    /// - Parameter capacity: the approximate number of bytes to be written.
    package init(capacity: Int) {
        rows = nil
        bytes.reserveCapacity(capacity)
    }

    /// - Parameter isCanonical: whether to sort the members of each object by name, as in RFC 8785 (3.2.3). Names must
    ///   be ASCII.
    package init(_ rows: RowBytes? = nil, isCanonical: Bool) {
        self.rows = rows
        order = isCanonical ? MemberOrder() : nil
    }

    public mutating func beginObject() {
        begin(UInt8(ascii: "{"))
        order?.beginObject()
    }

    public mutating func endObject() {
        order?.endObject(&bytes)
        end(UInt8(ascii: "}"))
    }

    public mutating func beginArray() { begin(UInt8(ascii: "[")) }
    public mutating func endArray() { end(UInt8(ascii: "]")) }

    /// Begins a member; its value comes next.
    public mutating func name(_ name: String) {
        beginMember()
        quote(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Begins a member whose name needs no escapes; its value comes next.
    public mutating func name(plain name: String) {
        beginMember()
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func beginMember() {
        separate()
        needsComma = false
        order?.beginMember(at: bytes.count)
    }

    public mutating func write(_ text: String) {
        separate()
        quote(text)
    }

    public mutating func write(_ number: Int64) { writeRaw(String(number)) }
    /// Writes a number, or `null` if it is infinite or not a number.
    package mutating func write(_ number: Double) {
        if number.isFinite { writeRaw("\(number)") } else { writeNull() }
    }

    public mutating func write(_ isTrue: Bool) { writeRaw(isTrue ? "true" : "false") }
    public mutating func writeNull() { writeRaw("null") }

    public mutating func write(_ value: JSONValue) {
        switch value {
        case .null: writeNull()
        case .bool(let isTrue): write(isTrue)
        case .integer(let number): write(number)
        case .number(let text): writeRaw(text)
        case .string(let text): write(text)
        case .array(let values):
            beginArray()
            for value in values { write(value) }
            endArray()
        case .object(let object):
            beginObject()
            for member in object.members {
                name(member.name)
                write(member.value)
            }
            endObject()
        }
    }

    /// Ends the line.
    package mutating func newLine() {
        bytes.append(0x0A)
        needsComma = false
    }

    /// Separates a value from what comes before it on the line.
    package mutating func tab() {
        bytes.append(0x09)
        needsComma = false
    }

    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Writes a value that is JSON already.
    package mutating func write(encoded value: ArraySlice<UInt8>) {
        separate()
        bytes += value
    }

    /// Writes a string that needs no escapes.
    package mutating func writePlain(_ text: [UInt8]) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        bytes += text
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes a row, from the cache of encoded rows if there is one.
    ///
    /// - Parameters:
    ///   - row: identifies the row, which never changes.
    ///   - write: writes the row if it is not in the cache.
    package mutating func write(row: AnyObject, _ write: (inout JSONWriter) -> Void) {
        if let rows { self.write(encoded: rows.bytes(of: row, in: window, write)[...]) } else { write(&self) }
    }

    private mutating func writeRaw(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }

    private mutating func quote(_ text: String) {
        let isCanonical = order != nil
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var (plain, index) = (0, 0)
            while index < utf8.count {
                let byte = utf8[index]
                if byte >= 0x20, byte < 0x7F, byte != 0x22, byte != 0x5C {
                    index += 1
                } else if byte < 0x7F {
                    bytes.append(contentsOf: utf8[plain..<index])
                    escape(byte)
                    index += 1
                    plain = index
                } else if !isCanonical, let scalar = InvisibleCharacter.scalar(utf8, at: index) {
                    bytes.append(contentsOf: utf8[plain..<index])
                    for unit in UTF16.encode(scalar)! { escape(unit: unit) }
                    index += UTF8.width(scalar)
                    plain = index
                } else {
                    index += 1
                }
            }
            bytes.append(contentsOf: utf8[plain...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        let letter: Unicode.Scalar
        switch byte {
        case 0x22, 0x5C: letter = Unicode.Scalar(byte)
        case 0x08: letter = "b"
        case 0x09: letter = "t"
        case 0x0A: letter = "n"
        case 0x0C: letter = "f"
        case 0x0D: letter = "r"
        default: return escape(unit: UInt16(byte))
        }
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(UInt8(ascii: letter))
    }

    private mutating func escape(unit: UInt16) {
        bytes += [UInt8(ascii: "\\"), UInt8(ascii: "u")]
        for shift in [12, 8, 4, 0] {
            let digit = UInt8(unit >> shift & 15)
            bytes.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
        }
    }
}

/// Sorts the members of each object by name when the object ends.
private struct MemberOrder {
    /// The offsets at which the members of all open objects begin.
    private var starts: [Int] = []
    /// For each open object, the index in `starts` of its first member.
    private var objects: [Int] = []

    mutating func beginObject() { objects.append(starts.count) }

    mutating func beginMember(at start: Int) { starts.append(start) }

    /// - Parameter bytes: the output up to the end of the object's last member.
    mutating func endObject(_ bytes: inout [UInt8]) {
        let first = objects.removeLast()
        guard first < starts.count else { return }
        let (begin, end) = (starts[first], bytes.count)
        let members = Array(bytes[begin...])
        let ordered = (first..<starts.count).sorted { Self.precedes(starts[$0], starts[$1], bytes) }
        bytes.removeLast(end - begin)
        for index in ordered {
            if bytes.count > begin { bytes.append(UInt8(ascii: ",")) }
            // A comma precedes the next member.
            let memberEnd = index + 1 < starts.count ? starts[index + 1] - 1 : end
            bytes.append(contentsOf: members[(starts[index] - begin)..<(memberEnd - begin)])
        }
        starts.removeLast(starts.count - first)
    }

    /// Compares two members, given their offsets, by their names, which must differ.
    private static func precedes(_ one: Int, _ other: Int, _ bytes: [UInt8]) -> Bool {
        var length = 0
        while bytes[one + length] == bytes[other + length] { length += 1 }
        return bytes[one + length] < bytes[other + length]
    }
}
