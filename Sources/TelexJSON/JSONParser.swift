/// Parses one JSON text (RFC 8259), in time that is linear in its length.
package struct JSONParser {
    /// The maximum nesting depth of arrays and objects.
    package static let deepest = 64
    /// The longest string that is read leniently, in bytes of UTF-8.
    package static let longest = 1 << 20
    /// The initial capacity of an object, in members.
    private static let capacity = 4

    private let bytes: UnsafeBufferPointer<UInt8>
    private let isLenient: Bool
    private var index = 0
    private var depth = 0
    private var outermost = JSONObject()

    /// Why a text is not JSON. `byte` counts from 1.
    package enum Failure: Error, Hashable {
        case malformed(byte: Int, String)
        /// An object has a member twice.
        case repeatedMember(byte: Int, String)
        case tooDeep
    }

    /// Parses a text that Telex may refuse. Rejects duplicate members and lone surrogates, which RFC 8259 leaves open.
    ///
    /// - Parameter bytes: valid UTF-8.
    /// - Returns: the value or the failure, and the members of the outermost object that were read, even after a
    ///   failure.
    package static func parse(_ bytes: ArraySlice<UInt8>) -> (Result<JSONValue, Failure>, JSONObject) {
        bytes.withUnsafeBufferPointer(parse)
    }

    package static func parse(_ bytes: UnsafeBufferPointer<UInt8>) -> (Result<JSONValue, Failure>, JSONObject) {
        var parser = JSONParser(bytes, isLenient: false)
        let result = Result { () throws(Failure) in try parser.text() }
        return (result, parser.outermost)
    }

    /// Parses a text that contains what strangers wrote, so that no value can make all of it unreadable.
    ///
    /// A value that is too deep or too long becomes `null`. Of several members of a name, all are kept. Lone surrogates
    /// and invalid UTF-8 become U+FFFD, and control characters need no escapes.
    package static func parseLeniently(_ bytes: UnsafeBufferPointer<UInt8>) throws(Failure) -> JSONValue {
        var parser = JSONParser(bytes, isLenient: true)
        return try parser.text()
    }

    private mutating func text() throws(Failure) -> JSONValue {
        let value = try value()
        skipSpace()
        guard peek == nil else { throw malformed("unexpected text after the value") }
        return value
    }

    private init(_ bytes: UnsafeBufferPointer<UInt8>, isLenient: Bool) {
        self.bytes = bytes
        self.isLenient = isLenient
    }

    /// The next byte. Only this and the slices of bytes that it has seen read from the buffer.
    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private func malformed(_ reason: String) -> Failure { .malformed(byte: index + 1, reason) }

    private mutating func skipSpace() {
        while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    }

    private mutating func consume(_ byte: UInt8) -> Bool {
        skipSpace()
        guard peek == byte else { return false }
        index += 1
        return true
    }

    private mutating func value() throws(Failure) -> JSONValue {
        skipSpace()
        switch peek {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if depth == Self.deepest {
                guard isLenient else { throw .tooDeep }
                try skipNested()
                return .null
            }
            return peek == UInt8(ascii: "{") ? .object(try object()) : .array(try array())
        case UInt8(ascii: "\""):
            let text = try string()
            return isLenient && text.utf8.count > Self.longest ? .null : .string(text)
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"): return try number()
        case let byte? where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"): return try number()
        case nil: throw malformed("unexpected end")
        default: throw malformed("expected a value")
        }
    }

    private mutating func word(_ word: StaticString, _ value: JSONValue) throws(Failure) -> JSONValue {
        let count = word.utf8CodeUnitCount
        let text = UnsafeBufferPointer(start: word.utf8Start, count: count)
        guard bytes.dropFirst(index).prefix(count).elementsEqual(text) else { throw malformed("expected a value") }
        index += count
        return value
    }

    private mutating func object() throws(Failure) -> JSONObject {
        enter()
        var object = JSONObject()
        defer {
            depth -= 1
            // The caller gets the members of the outermost object even if the rest is not JSON.
            if depth == 0 { outermost = object }
        }
        var names = Names()
        if consume(UInt8(ascii: "}")) { return object }
        object.reserve(Self.capacity)
        repeat {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw malformed("expected a member's name in quotes") }
            let name = try string()
            guard isLenient || names.isNew(name, to: object) else {
                throw .repeatedMember(byte: index + 1, name)
            }
            guard consume(UInt8(ascii: ":")) else { throw malformed("expected ':'") }
            object.append(name, try value())
        } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "}")) else { throw malformed("expected ',' or '}'") }
        return object
    }

    /// The names of an object's members, if there are many.
    private struct Names {
        /// With fewer members, comparing names is faster than hashing them.
        private static let many = 16
        private var names: Set<String> = []

        /// Returns whether the object has no member of the name.
        mutating func isNew(_ name: String, to object: JSONObject) -> Bool {
            if object.members.count < Self.many { return !object.members.contains { $0.name == name } }
            if names.isEmpty { names = Set(object.members.map(\.name)) }
            return names.insert(name).inserted
        }
    }

    private mutating func array() throws(Failure) -> [JSONValue] {
        enter()
        defer { depth -= 1 }
        var array: [JSONValue] = []
        if consume(UInt8(ascii: "]")) { return array }
        repeat { array.append(try value()) } while consume(UInt8(ascii: ","))
        guard consume(UInt8(ascii: "]")) else { throw malformed("expected ',' or ']'") }
        return array
    }

    private mutating func enter() {
        index += 1
        depth += 1
    }

    /// Skips an array or an object, checking only its brackets and strings.
    private mutating func skipNested() throws(Failure) {
        var open = 0
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "["): open += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): open -= 1
            case UInt8(ascii: "\""):
                _ = try string()
                continue
            default: break
            }
            index += 1
            if open == 0 { return }
        }
        throw malformed("unexpected end")
    }

    private mutating func number() throws(Failure) -> JSONValue {
        let start = index
        if peek == UInt8(ascii: "-") { index += 1 }
        let digits = index
        try skipDigits()
        if bytes[digits] == UInt8(ascii: "0"), index - digits > 1 {
            throw malformed("a number starts with an extra 0")
        }
        var isInteger = true
        if peek == UInt8(ascii: ".") {
            isInteger = false
            index += 1
            try skipDigits()
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            isInteger = false
            index += 1
            if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") { index += 1 }
            try skipDigits()
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isInteger, let integer = Int64(text) { return .integer(integer) }
        return .number(text)
    }

    private mutating func skipDigits() throws(Failure) {
        let start = index
        while let byte = peek, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
        if index == start { throw malformed("expected a digit") }
    }

    private mutating func string() throws(Failure) -> String {
        index += 1
        let start = index
        // Most strings have no escapes and are copied unchanged.
        while let byte = peek, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\"), byte >= 0x20 { index += 1 }
        if peek == UInt8(ascii: "\"") {
            defer { index += 1 }
            return String(decoding: bytes[start..<index], as: UTF8.self)
        }
        var text = Array(bytes[start..<index])
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                index += 1
                try escape(&text)
            case 0..<0x20 where !isLenient: throw malformed("a control character must be escaped in a string")
            default:
                text.append(byte)
                index += 1
            }
        }
        throw malformed("unterminated string")
    }

    private mutating func escape(_ text: inout [UInt8]) throws(Failure) {
        guard let byte = peek else { throw malformed("unterminated string") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
        case UInt8(ascii: "b"): text.append(0x08)
        case UInt8(ascii: "f"): text.append(0x0C)
        case UInt8(ascii: "n"): text.append(0x0A)
        case UInt8(ascii: "r"): text.append(0x0D)
        case UInt8(ascii: "t"): text.append(0x09)
        case UInt8(ascii: "u"): text += Array(String(Character(try scalar())).utf8)
        default: throw malformed("unknown escape after '\\'")
        }
    }

    private mutating func scalar() throws(Failure) -> Unicode.Scalar {
        let first = try codeUnit()
        if let scalar = Unicode.Scalar(UInt32(first)) { return scalar }
        let start = index
        if UTF16.isLeadSurrogate(first), peek == UInt8(ascii: "\\"), index + 1 < bytes.count,
            bytes[index + 1] == UInt8(ascii: "u")
        {
            index += 2
            let second = try codeUnit()
            if UTF16.isTrailSurrogate(second) { return UTF16.decode(UTF16.EncodedScalar([first, second])) }
        }
        guard isLenient else { throw malformed("an unpaired surrogate is not a character") }
        index = start
        return "\u{FFFD}"
    }

    private mutating func codeUnit() throws(Failure) -> UInt16 {
        let digits = bytes.dropFirst(index).prefix(4)
        // Checked separately, since `UInt16(_:radix:)` also accepts a sign.
        guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw malformed("'\\u' needs four hexadecimal digits") }
        index += 4
        return unit
    }
}
