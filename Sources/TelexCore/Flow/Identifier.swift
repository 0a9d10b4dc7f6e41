import Foundation
import TelexJSON

/// The opaque id of an `Owner`.
///
/// It is compared, stored and returned, never parsed. On the wire it is a string.
public struct Identifier<Owner>: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public init(_ text: String) { self.text = text }

    public var description: String { text }

    // Compares bytes, as a database does, and not by canonical equivalence, as strings do.
    public static func == (first: Identifier, second: Identifier) -> Bool {
        var (one, other) = (first.text, second.text)
        return one.withUTF8 { one in
            other.withUTF8 { other in
                one.count == other.count
                    && (one.isEmpty || memcmp(one.baseAddress!, other.baseAddress!, one.count) == 0)
            }
        }
    }

    public func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension Identifier: WireValue {
    public static var schema: JSONValue { ["type": "string", "minLength": 1] }
    public static var kind: String { "a string that is not empty" }
    public func write(to writer: inout JSONWriter) { writer.write(text) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> Identifier {
        guard case .string(let text) = value, let id = Identifier(text).readable else { throw mismatch(value) }
        return id
    }
    public var readable: Identifier? { text.isEmpty ? nil : self }
}

/// In the order of their bytes. Strings that are equal to people would have no order.
extension Identifier: Comparable {
    public static func < (first: Identifier, second: Identifier) -> Bool {
        first.text.utf8.lexicographicallyPrecedes(second.text.utf8)
    }
}

extension Identifier: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }
}

/// The id of a chat, unique in a profile.
public typealias ChatID = Identifier<Chat>
/// The id of a message, unique in its chat.
public typealias MessageID = Identifier<Message>
