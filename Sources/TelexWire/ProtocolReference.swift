import TelexCore
import TelexJSON

/// Generates the protocol reference as Markdown, from the schema, the forms and the vocabulary.
public enum ProtocolReference {
    /// The whole page, ending with a newline.
    public static var text: String {
        let page = Page(ProtocolSchema.definitions)
        page.add(
            """
            # Reference of the protocol

            Every line, event, view and member. `telex schema --reference` prints this page, `telex schema` the same as JSON
            Schema.

            ## Lines in

            A line has one of the members `\(LineDecoder.kinds.joined(separator: "`, `"))`, and an `id` if its sender wants
            to know what comes of it.
            """)
        for name in ["SubscribeLine", "UnsubscribeLine", "AdvanceLine", "BackendLine"] { page.define(name) }
        for (title, origins) in [
            ("Events that anybody can send", [EventOrigin.user, .look]),
            ("Events that a server sends, or a line that plays one", [.network]),
            ("Events of the store, of timers and of the session, which only recordings have", [.inside]),
        ] {
            page.add("## \(title)")
            for form in EventForm.all where origins.contains(form.origin) {
                page.define(form.typeName, as: "`\(form.name)`")
            }
        }
        page.add("## Lines out")
        page.define(references(in: "ViewLine") + references(in: "LineOut").filter { $0 != "ViewLine" })
        page.add("## Recordings")
        page.define(references(in: "RecordingLine"))
        page.add("## Exports")
        page.define(references(in: "ExportLine"))
        page.add("## At the socket of a profile")
        page.define(references(in: "JoinLine") + ["AttachedProgram"])
        page.add("## Types")
        page.defineRest(but: ["LineIn", "LineOut", "ViewLine", "RecordingLine", "ExportLine", "JoinLine", "EventLine"])
        page.add("## Members\n\nA name has the same meaning everywhere.")
        page.add(
            "| member | meaning |\n|---|---|\n"
                + page.members.sorted().map { "| `\($0)` | \(Vocabulary.members[$0] ?? "") |" }.joined(separator: "\n"))
        return page.text
    }

    private static func references(in name: String) -> [String] {
        guard case .object(let definition)? = ProtocolSchema.definitions[name],
            case .array(let choices)? = definition["anyOf"]
        else { return [] }
        return choices.compactMap { if case .object(let choice) = $0 { Page.target(of: choice) } else { nil } }
    }
}

/// A page that is being written.
private final class Page {
    private let definitions: JSONObject
    private var blocks: [String] = []
    private var defined: Set<String> = []
    /// The members of what is defined so far that have a meaning.
    private(set) var members: Set<String> = []

    init(_ definitions: JSONObject) { self.definitions = definitions }

    var text: String { blocks.joined(separator: "\n\n") + "\n" }

    func add(_ block: String) { blocks.append(block) }

    func define(_ names: [String]) { for name in names { define(name) } }

    /// Adds a definition unless the page already has it.
    func define(_ name: String, as heading: String? = nil) {
        guard case .object(let definition)? = definitions[name], defined.insert(name).inserted else { return }
        add("### \(heading ?? name)")
        if case .string(let meaning)? = definition["description"] { add(meaning) }
        if case .array(let words)? = definition["enum"] {
            add("One of " + words.map(Self.code).joined(separator: ", ") + ".")
        }
        guard case .object(let properties)? = definition["properties"], !properties.members.isEmpty else { return }
        members.formUnion(properties.members.map(\.name).filter { Vocabulary.members[$0] != nil })
        var required: Set<String> = []
        if case .array(let names)? = definition["required"] {
            for case .string(let name) in names { required.insert(name) }
        }
        add(
            "| member | type |\n|---|---|\n"
                + properties.members.map {
                    "| `\($0.name)` | \(type($0.value))\(required.contains($0.name) ? "" : ", optional") |"
                }.joined(separator: "\n"))
    }

    /// Adds the remaining definitions. Skips the individual actions: an action is its event with blanks.
    func defineRest(but left: Set<String>) {
        for member in definitions.members
        where !left.contains(member.name) && (member.name == "Action" || !member.name.hasSuffix("Action")) {
            define(member.name)
        }
    }

    static func target(of object: JSONObject) -> String? {
        guard case .string(let reference)? = object["$ref"] else { return nil }
        return String(reference.dropFirst("#/$defs/".count))
    }

    private static func code(_ value: JSONValue) -> String {
        if case .string(let text) = value { return "`\(text)`" }
        return "`\(JSONText.indented(value).filter { !$0.isNewline })`"
    }

    private func type(_ schema: JSONValue) -> String {
        guard case .object(let object) = schema else { return "anything" }
        if let target = Self.target(of: object) { return target }
        if let value = object["const"] { return Self.code(value) }
        if case .array(let choices)? = object["anyOf"] { return choices.map(type).joined(separator: " or ") }
        switch object["type"] {
        case .string("array")?: return "list of " + (object["items"].map(type) ?? "anything")
        case .string(let type)?: return object["format"] == "date-time" ? "date (RFC 3339)" : type
        case .array(let types)?:
            return types.map {
                guard case .string(let type) = $0 else { return "" }
                return type == "string" && object["format"] == "date-time" ? "date (RFC 3339)" : type
            }.joined(separator: " or ")
        default: return "anything"
        }
    }
}
