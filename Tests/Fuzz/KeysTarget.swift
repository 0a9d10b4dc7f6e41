@testable import TelexTerminal

/// Bytes that a terminal sends, in pieces of any size.
enum KeysTarget {
    static func check(_ bytes: [UInt8]) throws {
        for isAsked in [false, true] {
            let whole = try keys([bytes[...]], isAsked)
            let middle = bytes.count / 2
            try promise(
                try keys([bytes[..<middle], bytes[middle...]], isAsked) == whole, "other keys in two pieces")
            for case .character(let scalar) in whole {
                try promise(!(0x80..<0xA0).contains(scalar.value), "a C1 control")
            }
        }
    }

    /// - Parameter isAsked: whether the terminal was asked for its background, so that answers may be among the bytes.
    private static func keys(_ pieces: [ArraySlice<UInt8>], _ isAsked: Bool) throws -> [Key] {
        var decoder = KeyDecoder()
        if isAsked { decoder.answers.ask() }
        var keys: [Key] = []
        for piece in pieces {
            decoder.feed(piece)
            while let key = decoder.next() { keys.append(key) }
        }
        while let key = decoder.next(isLate: true) { keys.append(key) }
        try promise(!decoder.isInTheMiddle, "bytes are left")
        return keys
    }
}
