import TelexCore
import TelexJSON

/// The JSON Schema (2020-12) of all lines: input, output, recordings and exports.
public enum ProtocolSchema {
    /// The schema as text, indented.
    public static var text: String { JSONText.indented(schema) }

    static var schema: JSONValue {
        [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "urn:telex:protocol:1",
            "title": "Telex line",
            "description": "The lines of the Telex protocol, version 1.",
            "type": "object",
            "anyOf": [
                Schema.ref("LineIn"), Schema.ref("LineOut"), Schema.ref("RecordingLine"), Schema.ref("ExportLine"),
            ],
            "$defs": .object(definitions),
        ]
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
                    "EventLine", "An event that a line can send.",
                    Schema.object(oneOf: EventForm.lines.map { $0.schema(after: [("id", id), ("window", window)]) })),
                Schema.define(
                    "Event", "An event in a recording.",
                    Schema.object(
                        oneOf: EventForm.all.map { $0.origin == .inside ? $0.schema() : Schema.ref($0.typeName) })),
                Schema.define(
                    "Action", "An event to send back. Replace each `null` with a value.",
                    Schema.object(oneOf: EventForm.lines.filter(\.isFromUser).map(\.actionSchema))),
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
            control(.backend, "Tell the built-in backend to fail, or to play the other side.", true),
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
        let cause = ("cause", Schema.nullable(String.schema), false)
        let views = ViewName.allCases.map { view in
            let type = WireViews.type(of: view)
            let changes = type is any ListViewModel.Type ? [("changes", RowChanges.schema, false)] : []
            return outLine(
                view.rawValue, type.meaning,
                [("view", Schema.const(view.rawValue), false), cause] + changes + [
                    ("model", WireViews.schema(of: view), false)
                ])
        }
        return views + [
            outLine(
                "patch", "How a view changed, under `--updates patch`.",
                [
                    ("view", ViewName.schema, false), cause, ("base", number, false), ("patch", operations, false),
                    ("crc32", ["type": "integer", "minimum": 0, "maximum": 4_294_967_295], true),
                ]),
            outLine("hello", "The first line.", [("hello", Hello.schema, false)]),
            outLine(
                "closed", "A view was closed.",
                [("view", ViewName.schema, false), cause, ("closed", ["const": true], false)]),
            outLine(
                "error",
                "A line was rejected and changed nothing; with code `unfinished`, its request did not end in time.",
                [("error", error, false), cause]),
            outLine("settled", "A request has ended.", [("settled", String.schema, false)] + outcome),
            outLine(
                "outcome", "The result of a request that settled as `waiting`.",
                [("id", String.schema, false)] + outcome),
            outLine("gap", "Lines or messages are missing.", [("gap", gap, false)]),
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
                Schema.object(("lineCount", Int.schema))),
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
                Schema.object(("ownerLeft", ["const": true]))),
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
        let path: JSONValue = ["type": "string", "pattern": "^(/[^/]+)+$"]
        func operation(_ name: String, _ members: [(String, JSONValue)]) -> JSONValue {
            Schema.define(
                Schema.name(from: name) + "Operation",
                Schema.object(([("op", Schema.const(name)), ("path", path)] + members).map { ($0.0, $0.1, false) }))
        }
        return [
            "type": "array",
            "items": Schema.anyOf([
                operation("add", [("value", true)]), operation("replace", [("value", true)]),
                operation("remove", []), operation("move", [("from", path)]),
            ]),
        ]
    }

    private static func outLine(
        _ name: String, _ meaning: String, _ members: [(String, JSONValue, Bool)]
    ) -> JSONValue {
        line(name, meaning, [("seq", number, false)] + members + [("window", WindowID.schema, true)])
    }

    private static func line(_ name: String, _ meaning: String, _ members: [(String, JSONValue, Bool)]) -> JSONValue {
        Schema.define(
            Schema.name(from: name) + "Line", meaning,
            Schema.object(members.map { (name: $0.0, schema: $0.1, isOptional: $0.2) }))
    }
}
