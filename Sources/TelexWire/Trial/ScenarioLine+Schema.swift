import TelexCore
import TelexJSON

extension ScenarioLine {
    /// The schema of a line of a scenario. Its words are no members of the protocol: each has a definition that explains
    /// it.
    static var schema: JSONValue {
        Schema.define(
            "ScenarioLine", "A line of a scenario of `telex try`.",
            Schema.object(oneOf: [
                Schema.ref("LineIn"),
                word(
                    "filledLine",
                    "A line of `telex pipe` in which names stand for values, such as `{\"as\":\"answer\"}`.",
                    ("event", names("LineEventName", EventForm.lines))),
                word("title", "What the scenario is about.", ("title", String.schema)),
                word("start", "Start the program here, rather than before the first line.", ("start", ["const": true])),
                word(
                    "expect",
                    "The program sends this event, or these in any order: some of its members. A value can be "
                        + "`{\"matches\":EXPRESSION}`, and `{\"as\":NAME}` names it.",
                    ("expect", Schema.anyOf([pattern, ["type": "array", "items": pattern]]))),
                word(
                    "expectNothing", "The program has sent no event like this one that was not expected.",
                    ("expectNothing", Schema.anyOf([["const": true], ["type": "object"]]))),
                word(
                    "expectOutcome",
                    "The last expected event has this outcome; with `id`, that line of the scenario.",
                    ("expectOutcome", ["type": "object"])),
                Schema.define(
                    "ExpectViewStep", "A view shows this: objects name some of the members, arrays all values.",
                    Schema.object(plain: [
                        ("expectView", ["enum": .array(TrialView.screens.keys.sorted().map { .string($0) })], false),
                        ("chatId", Schema.anyOf([ChatID.schema, ["type": "object"]]), true),
                        ("model", ["type": "object"], false),
                    ])),
                word(
                    "restart", "Wait until the program is idle, stop it, and start it again.",
                    ("restart", ["enum": .array(Restart.allCases.map { .string($0.rawValue) })])),
                word(
                    "expectExit", "The program ends by itself, with this exit code.",
                    ("expectExit", ["type": "integer", "minimum": 0, "maximum": 255])),
            ]))
    }

    private static var pattern: JSONValue {
        Schema.define(
            "EventPatternStep", "Some members of an event that a program sends.",
            Schema.object(plain: [("event", names("SentEventName", EventForm.lines.filter(\.isFromUser)), false)]))
    }

    /// The names of events, as a definition.
    private static func names(_ name: String, _ events: [EventForm]) -> JSONValue {
        Schema.define(name, ["enum": .array(events.map { .string($0.name) })])
    }

    private static func word(_ name: String, _ meaning: String, _ member: (String, JSONValue)) -> JSONValue {
        Schema.define(
            Schema.name(from: name) + "Step", meaning, Schema.object(plain: [(member.0, member.1, false)]))
    }
}
