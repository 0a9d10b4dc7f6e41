import Foundation
import TelexCore
import TelexJSON
import Testing

@testable import TelexWire

/// A name on the wire has the same type everywhere.
@Suite struct VocabularyTests {
    /// Members whose type depends on the view or on other members.
    private static let open: Set = ["model", "actions", "changes", "value"]

    /// The scalar types that each member has in the schema.
    private var types: [String: Set<String>] {
        var types: [String: Set<String>] = [:]
        func scalars(of schema: JSONValue) -> Set<String> {
            guard case .object(let object) = schema else { return [] }
            if case .array(let choices)? = object["anyOf"] {
                return choices.reduce(into: []) { $0.formUnion(scalars(of: $1)) }
            }
            if case .string(let reference)? = object["$ref"] {
                let definition = ProtocolSchema.definitions[String(reference.split(separator: "/").last!)]!
                if case .object(let object) = definition, object["enum"] != nil { return scalars(of: definition) }
                return ["object"]
            }
            if case .array(let words)? = object["enum"] { return words.count == 1 ? ["string"] : ["one of \(words)"] }
            switch object["const"] {
            case .integer: return ["integer"]
            case .bool: return ["boolean"]
            case .string: return ["string"]
            default: break
            }
            var kinds: [JSONValue] = []
            if case .array(let several)? = object["type"] {
                kinds = several
            } else if let one = object["type"] {
                kinds = [one]
            }
            guard case .string(let type)? = kinds.first, type != "null" else { return [] }
            if case .string(let format)? = object["format"] { return ["\(type) \(format)"] }
            return [type]
        }
        for property in properties
        where !Self.open.contains(property.name) && !property.type.hasSuffix("Actions") {
            types[property.name, default: []].formUnion(scalars(of: property.schema))
        }
        return types
    }

    /// Every member in the schema, wherever it occurs, with its schema and the name of its definition. The commands of the
    /// built-in backend and the words of scenarios are no members: each has a definition that explains it.
    private var properties: [(type: String, name: String, schema: JSONValue)] {
        ProtocolSchema.definitions.members.flatMap { definition -> [(type: String, name: String, schema: JSONValue)] in
            guard !definition.name.hasSuffix("Command"), !definition.name.hasSuffix("Step"),
                case .object(let object) = definition.value,
                case .object(let properties)? = object["properties"]
            else { return [] }
            return properties.members.map { (definition.name, $0.name, $0.value) }
        }
    }

    @Test func everyViewOfTheCoreHasAForm() {
        #expect(WireViews.all.map { $0.view } == Telex(region: .fixed).views.map { $0.view })
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

    /// The end of a name tells the type: ids end in Id, counts in Count.
    @Test func namesMatchTheirTypes() {
        for (name, found) in types {
            guard let type = found.first else { continue }
            if name.hasSuffix("Count") { #expect(type == "integer", "\(name)") }
            // The number of a process is called so everywhere.
            if name == "processId" { continue }
            if name.hasSuffix("Id") || name.hasSuffix("Text") || name.hasSuffix("Name") {
                #expect(type == "string", "\(name)")
            }
            if name.hasPrefix("is") || name.hasPrefix("shouldShow") || name.hasPrefix("has") {
                #expect(type == "boolean", "\(name)")
            }
        }
    }

    @Test func everyMemberHasAMeaning() {
        #expect(Set(properties.map(\.name)).subtracting(Vocabulary.members.keys) == [])
    }

    /// Types generated from the schema need names and descriptions.
    @Test func everyDefinitionHasATitleAndEveryEventAndLineAMeaning() {
        for definition in ProtocolSchema.definitions.members {
            guard case .object(let object) = definition.value else { continue }
            #expect(object["title"] != nil, "\(definition.name)")
            let hasOther = definition.name.contains { !$0.isLetter }
            #expect(!hasOther, "\(definition.name)")
            let names = EventForm.all.map(\.typeName)
            if names.contains(definition.name) || definition.name.hasSuffix("Line") && definition.name != "RequestLine"
                || definition.name.hasSuffix("ViewModel")
            {
                #expect(object["description"] != nil, "\(definition.name)")
            }
        }
    }

    /// `Scripts/golden --record` writes the page.
    @Test func theReferenceIsUpToDate() throws {
        let page = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/TelexWire/TelexWire.docc/Reference.md")
        #expect(try String(contentsOf: page, encoding: .utf8) == ProtocolReference.text)
    }
}
