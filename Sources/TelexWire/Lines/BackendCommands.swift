import TelexCore
import TelexJSON

/// The schema of the commands that control lines send to the built-in backend.
enum BackendCommands {
    static var schema: JSONValue {
        let reason = ("reason", String.schema, true)
        return Schema.define(
            "BackendCommand", "A command for the built-in backend.",
            Schema.object(oneOf: [
                command(
                    "refuse", "Refuse the next request of this kind.",
                    ["enum": ["send", "create", "edit", "delete", "react", "join", "leave", "change", "fetch"]], reason),
                command(
                    "delay", "Delay the next post by this time.",
                    ["type": "string", "pattern": .string(DurationText.pattern)]),
                command("duplicate", "Deliver the next message twice.", isOn),
                command("reorder", "Deliver the next message after the one that follows it.", isOn),
                command("offline", "Go offline, with this reason.", Schema.anyOf([isOn, String.schema]), reason),
                command("online", "Go online again.", isOn),
                command("hold", "Keep a message on the server until the next sync.", IncomingMessage.schema),
                command("say", "Deliver a message now.", IncomingMessage.schema),
                command(
                    "invite", "Deliver an invitation to a chat.",
                    Schema.define(
                        "BackendInvitation",
                        object([
                            ("chatId", ChatID.schema, false), ("title", String.schema, false),
                            ("inviterName", String?.schema, true),
                        ]))),
                command(
                    "keep", "Keep older messages on the server, under the token of the gap that they fill.",
                    Schema.define(
                        "BackendPage",
                        object([
                            ("beforeToken", String.schema, false), ("messages", [IncomingMessage].schema, false),
                            ("nextToken", String?.schema, true),
                        ]))),
            ]))
    }

    private static let isOn: JSONValue = ["const": true]

    private static func command(
        _ name: String, _ meaning: String, _ value: JSONValue, _ more: (String, JSONValue, Bool)...
    ) -> JSONValue {
        Schema.define(Schema.name(from: name) + "Command", meaning, object([(name, value, false)] + more))
    }

    private static func object(_ members: [(String, JSONValue, Bool)]) -> JSONValue {
        Schema.object(plain: members.map { (name: $0.0, schema: $0.1, isOptional: $0.2) })
    }
}
