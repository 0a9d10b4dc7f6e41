import TelexCore

/// The JSON Schema (2020-12) of all lines: those that are read, those that are written, those of recordings and those of
/// exports.
public enum ProtocolSchema {
    /// The schema as text, indented.
    public static var text: String { JSONText.indented(schema) }

    static var schema: JSONValue {
        [
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": "urn:telex:protocol:1",
            "title": "The lines of the Telex protocol, version 1",
            "anyOf": [Schema.ref("in"), Schema.ref("out"), Schema.ref("recording"), Schema.ref("export")],
            "$defs": [
                "in": Schema.anyOf([Schema.ref("eventLine")] + controls),
                "out": Schema.anyOf(out),
                "recording": RecordedLine.schema,
                "export": ExportedLine.schema,
                "eventLine": Schema.anyOf(
                    EventForms.lines.map { $0.schema(after: [("id", id)] + others(than: "event")) }),
                "event": Schema.anyOf(EventForms.all.map { $0.schema() }),
                "action": Schema.anyOf(EventForms.lines.map { $0.schema(hasBlanks: true) }),
            ],
        ]
    }

    private static let id: JSONValue = [
        "anyOf": [["type": "string", "maxLength": .integer(Int64(LineDecoder.longestID))], ["type": "null"]]
    ]

    private static var controls: [JSONValue] {
        [
            control("subscribe", [ViewName].schema),
            control("unsubscribe", [ViewName].schema),
            control("advance", ["type": "string", "pattern": "^[0-9]+(ms|s|m|h|d)$"]),
            control("backend", true),
        ]
    }

    private static func control(_ name: String, _ schema: JSONValue) -> JSONValue {
        Schema.object([(name, schema, false), ("id", id, true)] + others(than: name).map { ($0.0, $0.1, true) })
    }

    /// A line is one thing: it has no member that would make it another.
    private static func others(than kind: String) -> [(String, JSONValue)] {
        LineDecoder.kinds.filter { $0 != kind }.map { ($0, false) }
    }

    private static var out: [JSONValue] {
        let cause = Schema.nullable(String.schema)
        let views = ViewName.allCases.map { view in
            let changes: [(String, JSONValue)] = WireViews.hasRows(view) ? [("changes", RowChanges.schema)] : []
            return line(
                [("view", Schema.const(view.rawValue)), ("cause", cause)] + changes + [
                    ("model", WireViews.schema(of: view))
                ])
        }
        let patch = Schema.object(
            [
                ("seq", number, false), ("view", ViewName.schema, false), ("cause", cause, false),
                ("base", number, false), ("patch", operations, false),
                ("hash", ["type": "string", "pattern": "^[0-9a-f]{16}$"], true),
            ].map { ($0.0, $0.1, $0.2) })
        return views + [
            patch,
            line([
                (
                    "hello",
                    Schema.object(("protocol", ["const": .integer(Int64(ProtocolVersion.number))]))
                )
            ]),
            line([("view", ViewName.schema), ("cause", cause), ("closed", ["const": true])]),
            line([("error", error), ("cause", cause)]),
            Schema.object([("seq", number, false), ("settled", String.schema, false)] + outcome),
            Schema.object([("seq", number, false), ("id", String.schema, false)] + outcome),
            line([("gap", Schema.object(("lines", Int.schema)))]),
            line([("bye", OutLine.Bye.schema)]),
        ]
    }

    private static var outcome: [(String, JSONValue, Bool)] {
        Outcome.members.map { ($0.name, $0.schema, $0.isOptional) }
    }

    static var error: JSONValue {
        Schema.object(
            ("code", ["enum": .array(LineError.codes.map { .string($0) })]), ("reason", String.schema),
            ("line", Schema.nullable(Int.schema)))
    }

    private static let number: JSONValue = ["type": "integer", "minimum": 0]

    /// Those of RFC 6902 that are used.
    private static var operations: JSONValue {
        let path: JSONValue = ["type": "string", "pattern": "^(/[^/]+)+$"]
        func operation(_ name: String, _ members: [(String, JSONValue)]) -> JSONValue {
            Schema.object(([("op", Schema.const(name)), ("path", path)] + members).map { ($0.0, $0.1, false) })
        }
        return [
            "type": "array",
            "items": Schema.anyOf([
                operation("add", [("value", true)]), operation("replace", [("value", true)]),
                operation("remove", []), operation("move", [("from", path)]),
            ]),
        ]
    }

    private static func line(_ members: [(String, JSONValue)]) -> JSONValue {
        Schema.object(([("seq", number)] + members).map { ($0.0, $0.1, false) })
    }
}
