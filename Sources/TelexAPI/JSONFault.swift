import Foundation

/// A fault in JSON that `JSONDecoder` would accept.
package enum JSONFault: Error, Hashable, Sendable {
    case notUTF8
    /// An object has the member more than once, so readers may disagree about its value.
    case repeatedMember(String)

    /// Finds the first fault. Leaves syntax errors to the decoder.
    static func find(in bytes: Data) -> JSONFault? {
        // JSON has no NUL; UTF-16 and UTF-32, which `JSONDecoder` accepts, do.
        guard !bytes.contains(0), String(bytes: bytes, encoding: .utf8) != nil else { return .notUTF8 }
        var scanner = MemberScanner(bytes: Array(bytes))
        return scanner.repeatedMember().map(JSONFault.repeatedMember)
    }
}

extension JSONFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notUTF8: "The body is not valid UTF-8."
        case .repeatedMember(let name):
            "The body has the member \"\(name.prefix(Limits.longestName))\" more than once."
        }
    }
}

/// Scans JSON for repeated members.
private struct MemberScanner {
    private let bytes: [UInt8]
    private var index = 0
    /// The names so far in each open object; `nil` for an open list.
    private var open: [Set<String>?] = []

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func repeatedMember() -> String? {
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case UInt8(ascii: "{"): open.append([])
            case UInt8(ascii: "["): open.append(nil)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
            case UInt8(ascii: "\""):
                let string = skipString()
                guard let last = open.indices.last, open[last] != nil, isBeforeColon else { break }
                guard let name = Self.name(bytes[string]) else { return nil }
                if open[last]?.insert(name).inserted == false { return name }
            default: break
            }
        }
        return nil
    }

    /// Skips a string whose opening quote has been read. Returns the range of its content.
    private mutating func skipString() -> Range<Int> {
        let start = index
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        let end = min(index, bytes.count)
        index = end + 1
        return start..<end
    }

    /// Whether the next character is the colon after a name.
    private var isBeforeColon: Bool {
        guard index < bytes.count else { return false }
        return bytes[index...].first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: ":")
    }

    /// The name with its escapes resolved; `nil` if they are invalid.
    private static func name(_ bytes: ArraySlice<UInt8>) -> String? {
        guard bytes.contains(UInt8(ascii: "\\")) else { return String(decoding: bytes, as: UTF8.self) }
        return try? JSONDecoder().decode(String.self, from: Data("\"".utf8 + bytes + "\"".utf8))
    }
}
