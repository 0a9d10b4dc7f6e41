/// An opaque name for one thing of the kind `Owner`.
///
/// It is compared, stored and handed back, never taken apart. On the wire it is a string.
public struct Identifier<Owner>: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    public init(_ text: String) { self.text = text }

    public var description: String { text }

    // By bytes, as a database compares, and not by canonical equivalence, as strings do.
    public static func == (first: Identifier, second: Identifier) -> Bool {
        first.text.utf8.elementsEqual(second.text.utf8)
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
