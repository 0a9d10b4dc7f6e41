import TelexJSON

/// What an action sends: one of these events, with these blanks.
public struct ActionForm: Sendable {
    let events: [String]
    let blanks: [Blank]

    static func sends(_ events: String..., blanks: [Blank] = []) -> ActionForm {
        ActionForm(events: events, blanks: blanks)
    }

    /// A reference to the event, or one of several. `x-telex-blank` lists the members that the user fills in. Any other
    /// `null` of the action is the value of an optional member.
    var schema: JSONValue {
        let choices = events.map { name in
            guard let form = EventForm.named(name) else { preconditionFailure("no event has the name \(name)") }
            return (name, Schema.ref(form.actionTypeName))
        }
        let union = choices.count == 1 ? choices[0].1 : Schema.object(oneOf: choices, by: "event")
        guard !blanks.isEmpty, case .object(var schema) = union else { return union }
        schema.append("x-telex-blank", .array(blanks.map { .string($0.rawValue) }))
        return .object(schema)
    }
}
