import Foundation

/// A type with constraints that the types of its members do not express.
protocol Constrained {
    /// Additional schema keywords by member; under `""`, those of the type itself.
    static var constraints: [String: JSONTree] { get }
}

/// Derives the JSON Schema (2020-12) of a type.
///
/// It decodes the type with a decoder that records each requested member, so that the schema cannot differ from the
/// code.
enum SchemaReader {
    static func schema(of type: any Decodable.Type) -> JSONTree {
        switch type {
        case is String.Type: return ["type": "string"]
        case is Bool.Type: return ["type": "boolean"]
        case is Int.Type, is Int64.Type: return ["type": "integer"]
        case is Date.Type: return ["type": "string", "format": "date-time"]
        case let list as any SchemaList.Type: return ["type": "array", "items": schema(of: list.element)]
        default: break
        }
        let notes = Notes()
        // Even if decoding fails, the type has requested its members.
        _ = try? type.init(from: NotingDecoder(notes: notes))
        let constraints = (type as? any Constrained.Type)?.constraints ?? [:]
        let properties = notes.members.merging(constraints.filter { $0.key != "" }) {
            $0.with($1.members)
        }
        return JSONTree.object([
            "type": "object", "properties": .object(properties),
            "required": .list(notes.required.sorted().map { .text($0) }),
        ]).with(constraints[""]?.members ?? [:])
    }
}

extension JSONTree {
    fileprivate var members: [String: JSONTree] {
        if case .object(let members) = self { members } else { [:] }
    }
}

/// The members that a type has requested.
private final class Notes {
    var members: [String: JSONTree] = [:]
    var required: Set<String> = []
}

/// A type whose JSON is a list.
private protocol SchemaList {
    static var element: any Decodable.Type { get }
}

extension Array: SchemaList where Element: Decodable {
    fileprivate static var element: any Decodable.Type { Element.self }
}

private struct NotingDecoder: Decoder {
    let notes: Notes
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(NotingContainer(notes: notes))
    }

    // No body of ours is a bare list or value.
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw NotingError.unknown }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw NotingError.unknown }
}

private enum NotingError: Error { case unknown }

private struct NotingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: Notes
    let codingPath: [any CodingKey] = []
    let allKeys: [Key] = []

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { true }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        notes.members[key.stringValue] = SchemaReader.schema(of: type)
        notes.required.insert(key.stringValue)
        return try Self.anything(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        noteOptional(type, key)
        return nil
    }

    // The default implementations of these would not request the type.
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        noteOptional(type, key)
        return nil
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        noteOptional(type, key)
        return nil
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        noteOptional(type, key)
        return nil
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        noteOptional(type, key)
        return nil
    }

    private func noteOptional(_ type: any Decodable.Type, _ key: Key) {
        notes.members[key.stringValue] = ["anyOf": [SchemaReader.schema(of: type), ["type": "null"]]]
    }

    /// Returns some value of the type, so that decoding continues.
    private static func anything<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let values: [Any] = ["", false, 0, Int64(0), Date()]
        if let value = values.lazy.compactMap({ $0 as? Value }).first { return value }
        if type is any SchemaList.Type { return [] as! Value }
        return try type.init(from: NotingDecoder(notes: Notes()))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { throw NotingError.unknown }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw NotingError.unknown }
    func superDecoder() throws -> any Decoder { throw NotingError.unknown }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw NotingError.unknown }
}
