@testable import TelexTerminal

/// Bytes that a terminal sends, in pieces of any size.
enum KeysTarget {
    static func check(_ bytes: [UInt8]) {
        let whole = keys([bytes[...]])
        let middle = bytes.count / 2
        promise(keys([bytes[..<middle], bytes[middle...]]) == whole, "other keys in two pieces")
        for case .character(let scalar) in whole {
            promise(!(0x80..<0xA0).contains(scalar.value), "a C1 control")
        }
    }

    private static func keys(_ pieces: [ArraySlice<UInt8>]) -> [Key] {
        var decoder = KeyDecoder()
        var keys: [Key] = []
        for piece in pieces {
            decoder.feed(piece)
            while let key = decoder.next() { keys.append(key) }
        }
        while let key = decoder.next(isLate: true) { keys.append(key) }
        promise(!decoder.isInTheMiddle, "bytes are left")
        return keys
    }
}
