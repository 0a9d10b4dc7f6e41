import Foundation

/// An opaque name for one thing of the kind `Owner`.
///
/// It is compared, stored and handed back, never taken apart. On the wire it is a string.
public struct Identifier<Owner>: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public init(_ text: String) { self.text = text }

    public var description: String { text }

    // By bytes, as a database compares, and not by canonical equivalence, as strings do.
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

extension Identifier: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) { self.init(value) }
}

/// The address of a chat, unique in a profile.
public typealias ChatID = Identifier<Chat>
/// The name of a message, unique in its chat.
public typealias MessageID = Identifier<Message>
