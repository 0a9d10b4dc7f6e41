import Foundation
import TelexJSON

/// What the members and the events of the protocol mean, in Markdown, by name: what the `///` of the sources say.
/// `Scripts/lib/vocabulary` makes the resource.
package enum Vocabulary {
    package static let members = meanings["members"] ?? [:]
    package static let events = meanings["events"] ?? [:]

    private static let meanings =
        (try? JSONDecoder().decode([String: [String: String]].self, from: Data(PackageResources.vocabulary_json)))
        ?? [:]
}

/// Objects whose members are described by their meanings.
extension Schema {
    package static func object(_ members: [(name: String, schema: JSONValue, isOptional: Bool)]) -> JSONValue {
        object(plain: members.map { ($0.name, explained($0.schema, $0.name), $0.isOptional) })
    }

    package static func object(of members: [MemberSchema]) -> JSONValue {
        object(members.map { ($0.name, $0.schema(), $0.isOptional) })
    }

    package static func object(_ members: (String, JSONValue)...) -> JSONValue {
        object(members.map { ($0.0, $0.1, false) })
    }

    /// Returns the schema with the member's meaning as its description.
    private static func explained(_ schema: JSONValue, _ member: String) -> JSONValue {
        guard let meaning = Vocabulary.members[member] else { return schema }
        var object = JSONObject()
        if case .object(let given) = schema { object = given }
        object.append("description", .string(meaning))
        return .object(object)
    }
}
