import Foundation
import Testing

@testable import TelexWire

/// A name on the wire has one type, wherever it stands.
@Suite struct VocabularyTests {
    /// Members whose type follows from the view, or from what is beside them.
    private static let open: Set = ["model", "actions", "changes", "value"]

    /// The scalar types that each member has in the schema.
    private var types: [String: Set<String>] {
        var types: [String: Set<String>] = [:]
        func scalars(of schema: JSONValue) -> Set<String> {
            guard case .object(let object) = schema else { return [] }
            if case .array(let choices)? = object["anyOf"] {
                return choices.reduce(into: []) { $0.formUnion(scalars(of: $1)) }
            }
            if case .string(let reference)? = object["$ref"] { return [reference] }
            if case .array(let words)? = object["enum"] { return words.count == 1 ? ["string"] : ["one of \(words)"] }
            switch object["const"] {
            case .integer: return ["integer"]
            case .bool: return ["boolean"]
            case .string: return ["string"]
            default: break
            }
            guard case .string(let type)? = object["type"], type != "null" else { return [] }
            if case .string(let format)? = object["format"] { return ["\(type) \(format)"] }
            return [type]
        }
        func walk(_ schema: JSONValue) {
            switch schema {
            case .object(let object):
                if case .object(let properties)? = object["properties"] {
                    for member in properties.members where !Self.open.contains(member.name) {
                        types[member.name, default: []].formUnion(scalars(of: member.value))
                    }
                }
                for member in object.members { walk(member.value) }
            case .array(let values): values.forEach(walk)
            default: break
            }
        }
        walk(ProtocolSchema.schema)
        return types
    }

    @Test func eachMemberHasOneType() {
        let types = types.mapValues { found in
            // A constant is one of the values of its type.
            found.count > 1 && found.contains { $0.hasPrefix("one of ") }
                ? found.filter { $0.hasPrefix("one of ") } : found
        }
        #expect(types.count > 100)
        for (name, found) in types {
            #expect(found.count <= 1, "\(name) is \(found.sorted().joined(separator: " and "))")
        }
    }

    /// Ids end in Id, counts in Count; a member that ends so is of that type.
    @Test func namesSayWhatTheyAre() {
        for (name, found) in types {
            guard let type = found.first else { continue }
            if name.hasSuffix("Count") { #expect(type == "integer", "\(name)") }
            if name.hasSuffix("Id") || name.hasSuffix("Text") || name.hasSuffix("Name") {
                #expect(type == "string", "\(name)")
            }
            if name.hasPrefix("is") || name.hasPrefix("shouldShow") || name.hasPrefix("has"), name != "hash" {
                #expect(type == "boolean", "\(name)")
            }
        }
    }

    /// The page about the vocabulary has a row for each member.
    @Test func theVocabularyIsComplete() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let page = try String(
            contentsOf: root.appending(path: "Sources/TelexWire/TelexWire.docc/Vocabulary.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").compactMap { line in
            line.hasPrefix("| `") ? line.dropFirst(3).prefix { $0 != "`" } : nil
        }.map(String.init)
        let members = types.filter { !$0.value.isEmpty && !$0.value.contains { ["array", "object"].contains($0) } }
            .filter { !$0.value.contains { $0.hasPrefix("#") } }
        #expect(rows.count == Set(rows).count)
        #expect(Set(members.keys).subtracting(rows).sorted() == [])
        #expect(Set(rows).subtracting(members.keys).sorted() == [])
    }
}
