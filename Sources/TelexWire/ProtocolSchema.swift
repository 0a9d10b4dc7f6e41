import TelexCore
import TelexJSON

/// The JSON Schema (2020-12) of all lines: input, output, recordings, exports, scenarios, and those at the socket of a
/// profile.
public enum ProtocolSchema {
    /// A kind of line.
    public enum Part: String, CaseIterable, Sendable {
        case `in`, out, recording, export, join, attach, scenario, result

        /// The name of its definition.
        var definition: String {
            switch self {
            case .in: "LineIn"
            case .out: "LineOut"
            case .recording: "RecordingLine"
            case .export: "ExportLine"
            case .join: "JoinLine"
            case .attach: "AttachedProgram"
            case .scenario: "ScenarioLine"
            case .result: "TrialResult"
            }
        }
    }

    /// Returns the schema as indented text: of the lines of one kind, or of all.
    public static func text(of part: Part? = nil) -> String { JSONText.indented(schema(of: part)) }

    static func schema(of part: Part? = nil) -> JSONValue {
        let parts = part.map { [$0] } ?? Part.allCases
        let (all, wanted) = (definitions, parts.map { Schema.ref($0.definition) })
        return [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": .string("urn:telex:protocol:1" + (part.map { ":\($0.rawValue)" } ?? "")),
            "title": "Telex line",
            "description": "The lines of the Telex protocol, version 1.",
            "type": "object",
            "anyOf": .array(wanted),
            "$defs": .object(part == nil ? all : used(in: .array(wanted), all)),
        ]
    }

    /// Returns those of the definitions that a schema needs, sorted by name.
    private static func used(in schema: JSONValue, _ all: JSONObject) -> JSONObject {
        var names: Set<String> = []
        func collect(_ value: JSONValue) {
            switch value {
            case .object(let object):
                if case .string(let reference)? = object["$ref"] {
                    let name = String(reference.dropFirst("#/$defs/".count))
                    if names.insert(name).inserted, let definition = all[name] { collect(definition) }
                }
                for member in object.members { collect(member.value) }
            case .array(let values): values.forEach(collect)
            default: break
            }
        }
        collect(schema)
        var used = JSONObject()
        for member in all.members where names.contains(member.name) { used.append(member.name, member.value) }
        return used
    }

    /// All definitions (`$defs`), sorted by name.
    static var definitions: JSONObject {
        Schema.definitions(
            .array([
                Schema.define(
                    "LineIn", "A line that Telex reads.",
                    [
                        "type": "object", "anyOf": .array([Schema.ref("EventLine")] + controls),
                        "not": Schema.anyOf(ambiguities),
                    ]),
                Schema.define("LineOut", "A line that Telex writes.", Schema.object(oneOf: out)),
                RecordedLine.schema,
                ExportedLine.schema,
                Schema.define(
                    "JoinLine",
                    "The first line to the socket of a running telex: joins it, or asks which programs have joined.",
                    Schema.object(oneOf: [JoinRequest.schema, AttachedRequest.schema])),
                AttachedProgram.schema,
                ScenarioLine.schema,
                TrialResult.schema,
                Schema.define(
                    "EventLine", "An event that a line can send.",
                    Schema.object(
                        oneOf: EventForm.lines.map { ($0.name, $0.schema(after: [("id", id), ("window", window)])) },
                        by: "event")),
                Schema.define(
                    "Event", "An event in a recording.",
                    Schema.object(
                        oneOf: EventForm.all.map {
                            ($0.name, $0.origin == .inside ? $0.schema() : Schema.ref($0.typeName))
                        }, by: "event")),
                Schema.define(
                    "Action", "An event to send back. Replace each `null` with a value.",
                    Schema.object(
                        oneOf: EventForm.lines.filter(\.isFromUser).map { ($0.name, $0.actionSchema) }, by: "event")),
            ]))
    }

    private static let id = Schema.nullable(
        ["type": "string", "maxLength": .integer(Int64(LineDecoder.longestID))])

    private static let window = Schema.nullable(WindowID.schema)

    private static var controls: [JSONValue] {
        [
            control(
                .subscribe, "Subscribe to these views.", [ViewName].schema,
                ("after", Schema.nullable(InboxCursor.schema), true)),
            control(.unsubscribe, "Unsubscribe from these views.", [ViewName].schema),
            line(
                ControlName.closeWindow.rawValue, "Close a window.",
                [(ControlName.closeWindow.rawValue, WindowID.schema, false), ("id", id, true)]),
            control(
                .advance, "Move the virtual clock.", ["type": "string", "pattern": .string(DurationText.pattern)]),
            control(.backend, "Tell the built-in backend to fail, or to play the other side.", BackendCommands.schema),
        ]
    }

    private static func control(
        _ name: ControlName, _ meaning: String, _ schema: JSONValue, _ more: (String, JSONValue, Bool)...
    ) -> JSONValue {
        line(
            name.rawValue, meaning,
            [(name.rawValue, schema, false)] + more + [("id", id, true), ("window", window, true)])
    }

    /// Schemas for the pairs of members that no line may combine: exactly one member says what a line is.
    private static var ambiguities: [JSONValue] {
        LineDecoder.kinds.indices.flatMap { index in
            LineDecoder.kinds[..<index].map { ["required": [.string($0), .string(LineDecoder.kinds[index])]] }
        }
    }

    private static var out: [JSONValue] {
        /// The `id` of the line that caused this one.
        let cause = ("cause", Schema.nullable(String.schema), false)
        /// The name of a view.
        let viewName = ("view", ViewName.schema, false)
        let views = ViewName.allCases.map { view in
            let type = WireViews.type(of: view)
            /// The ids of the rows that were added, changed and removed since the last model of this view.
            let changes = type is any ListViewModel.Type ? [("changes", RowChanges.schema, false)] : []
            /// The whole view model.
            let model = ("model", WireViews.schema(of: view), false)
            let line = outLine(
                view.rawValue, type.meaning,
                [("view", Schema.const(view.rawValue), false), cause] + changes + [model])
            return (view.rawValue, line)
        }
        return [
            Schema.define("ViewLine", "A whole model of a view.", Schema.object(oneOf: views, by: "view")),
            outLine(
                "patch", "How a view changed, under `--updates patch`.",
                [
                    viewName, cause,
                    /// The `seq` of the line with the model that the patch applies to.
                    ("base", number, false),
                    /// The operations that turn the model of line `base` into the new one (RFC 6902).
                    ("patch", operations, false),
                    /// The CRC-32 (that of gzip and zlib) of the model in canonical form (RFC 8785).
                    ("crc32", ["type": "integer", "minimum": 0, "maximum": 4_294_967_295], true),
                ]),
            /// What this session supports; the first line.
            outLine("hello", "The first line.", [("hello", Hello.schema, false)]),
            /// The view is closed.
            outLine("closed", "A view was closed.", [viewName, cause, ("closed", ["const": true], false)]),
            outLine(
                "error",
                "A line was rejected and changed nothing; with code `unfinished`, its request did not end in time.",
                [("error", error, false), cause]),
            /// The `id` of a request that has ended.
            outLine("settled", "A request has ended.", [("settled", String.schema, false)] + outcome),
            outLine(
                "outcome", "The result of a request that settled as `waiting`.",
                [("id", String.schema, false)] + outcome),
            /// What is missing: lines, messages of a chat, or messages of a `view` after an unknown cursor.
            outLine("gap", "Lines or messages are missing.", [("gap", gap, false)]),
            /// Why the stream ends; the last line.
            outLine("bye", "The last line.", [("bye", OutLine.Bye.schema, false)]),
        ]
    }

    private static var outcome: [(String, JSONValue, Bool)] {
        Outcome.members.map { ($0.name, $0.schema(), $0.isOptional) }
    }

    private static var gap: JSONValue {
        Schema.anyOf([
            Schema.define(
                "MissingLines", "Lines dropped because the reader was too slow.",
                Schema.object(
                    /// How many lines could not be delivered.
                    ("lineCount", Int.schema))),
            Schema.define(
                "MissingMessages", "The server has messages between the stored ones and the new ones of a chat.",
                Schema.object(("chatId", ChatID.schema))),
            Schema.define(
                "MissingArrivals",
                "The store does not know the cursor to resume the inbox from. The inbox continues from now.",
                Schema.object(("view", Schema.const(InboxViewModel.view.rawValue)))),
            Schema.define(
                "OwnerLeft",
                "The telex that owned the profile has ended, and another one owns it now. Lines may be missing. Whole view "
                    + "models follow.",
                Schema.object(
                    /// The telex that owned the profile has ended, and another one owns it now.
                    ("ownerLeft", ["const": true]))),
        ])
    }

    static var error: JSONValue {
        Schema.define(
            "LineError",
            Schema.object(
                ("code", Schema.define("ErrorCode", ["enum": .array(LineError.codes.map { .string($0) })])),
                ("reason", String.schema), ("line", Schema.nullable(Int.schema))))
    }

    private static let number: JSONValue = ["type": "integer", "minimum": 0]

    /// The RFC 6902 operations that patches use.
    private static var operations: JSONValue {
        let pattern: JSONValue = ["type": "string", "pattern": "^(/[^/]+)+$"]
        /// What an operation changes (RFC 6901).
        let path = ("path", pattern)
        /// The old path of a moved value (RFC 6902).
        let from = ("from", pattern)
        /// The new value (RFC 6902).
        let value = ("value", true as JSONValue)
        func operation(_ name: String, _ members: (String, JSONValue)...) -> JSONValue {
            /// The operation of a patch (RFC 6902).
            let op = ("op", Schema.const(name))
            return Schema.define(
                Schema.name(from: name) + "Operation",
                Schema.object(([op, path] + members).map { ($0.0, $0.1, false) }))
        }
        return [
            "type": "array",
            "items": Schema.anyOf([
                operation("add", value), operation("replace", value), operation("remove"), operation("move", from),
            ]),
        ]
    }

    private static func outLine(
        _ name: String, _ meaning: String, _ members: [(String, JSONValue, Bool)]
    ) -> JSONValue {
        /// The number of an output line, from 0.
        let seq = ("seq", number, false)
        /// A window, with its own screens, forms and subscriptions; missing for the main one. The first event or
        /// subscription that names a window opens it.
        let window = ("window", WindowID.schema, true)
        return line(name, meaning, [seq] + members + [window])
    }

    private static func line(_ name: String, _ meaning: String, _ members: [(String, JSONValue, Bool)]) -> JSONValue {
        Schema.define(
            Schema.name(from: name) + "Line", meaning,
            Schema.object(members.map { (name: $0.0, schema: $0.1, isOptional: $0.2) }))
    }
}
