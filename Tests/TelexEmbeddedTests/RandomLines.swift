import TelexBot
import TelexCore
import TelexJSON

@testable import TelexEmbedded
@testable import TelexWire

/// Makes up input lines: every event that a line can send, presses of actions, faults, control lines, and lines that are
/// refused.
struct RandomLines {
    var chance: Chance
    private var number = 0
    private let forms = EventForm.lines.map { (name: $0.name, schema: $0.schema()) }

    init(seed: UInt64) { chance = Chance(seed: seed) }

    /// - Parameter shown: the models that a reader has now.
    mutating func next(_ shown: [(window: WindowID, model: any WireViewModel)]) -> String {
        number += 1
        let line: JSONValue
        switch chance.below(100) {
        case ..<40: line = event(chance.pick(forms))
        case ..<65: line = action(shown) ?? control()
        case ..<75: line = ["backend": fault()]
        case ..<97: line = control()
        default: return chance.pick(Self.refused)
        }
        return addressed(line).text
    }

    /// Adds a window and an id, or neither.
    private mutating func addressed(_ line: JSONValue) -> JSONValue {
        var line = line
        if line["window"] == nil, chance.isOne(in: 3) {
            line = line.with(["window": .string(chance.pick(Self.windows))])
        }
        // Requests may share an id.
        if !chance.isOne(in: 3) { line = line.with(["id": .string(chance.isOne(in: 4) ? "again" : "\(number)")]) }
        return line
    }

    // MARK: Events

    private mutating func event(_ form: (name: String, schema: JSONValue)) -> JSONValue {
        value(form.schema, of: "")
    }

    /// Presses an action of a view.
    private mutating func action(_ shown: [(window: WindowID, model: any WireViewModel)]) -> JSONValue? {
        guard !shown.isEmpty else { return nil }
        let (window, model) = chance.pick(shown)
        var writer = JSONWriter()
        model.write(to: &writer)
        let actions = JSONValue(text: writer.bytes[...])?.events ?? []
        guard !actions.isEmpty, case .object(let action) = chance.pick(actions) else { return nil }
        var event = JSONObject()
        for member in action.members {
            event.append(member.name, member.value == .null ? .string(text(of: member.name)) : member.value)
        }
        if let name = window.name { event.append("window", .string(name)) }
        return .object(event)
    }

    /// A value that matches a schema.
    private mutating func value(_ schema: JSONValue, of name: String) -> JSONValue {
        if let value = schema["const"] { return value }
        if let words = schema["enum"]?.values { return chance.pick(words) }
        if let definition = schema["$definition"] { return value(definition, of: name) }
        // Only events refer to a definition without carrying it.
        if schema["$ref"] != nil { return ["event": "chat.listing", "rowLimit": 5] }
        if let choices = schema["anyOf"]?.values { return value(chance.pick(choices), of: name) }
        let types = schema["type"]?.values.compactMap(\.string) ?? []
        switch types.isEmpty ? schema["type"]?.string : chance.pick(types) {
        case "boolean": return .bool(chance.isOne(in: 2))
        case "integer": return .integer(chance.pick(Self.integers))
        case "array": return .array((0..<chance.below(4)).map { _ in value(schema["items"] ?? .null, of: name) })
        case "string" where schema["format"] == "date-time": return .string(chance.pick(Self.dates))
        case "string" where schema["pattern"] == InboxCursor.schema["pattern"]:
            return .string(chance.pick(["start", "test.3", "other.1"]))
        case "string": return .string(text(of: name))
        default: break
        }
        guard case .object(let properties)? = schema["properties"] else { return .null }
        let required = Set(schema["required"]?.values.compactMap(\.string) ?? [])
        var object = JSONObject()
        for property in properties.members
        where property.name != "id" && (required.contains(property.name) || !chance.isOne(in: 3)) {
            object.append(property.name, value(property.value, of: property.name))
        }
        return .object(object)
    }

    /// Texts of the same kind come up again and again, so that lines are about the same things.
    private mutating func text(of name: String) -> String { chance.pick(Self.texts[name] ?? Self.words) }

    private static let words = ["a", "hello there", "é", "e\u{301}", "\u{0}\"\\", "👩‍👩‍👧", "\u{2028}", "**b** ||c||"]
    private static let texts: [String: [String]] = [
        "chatId": ["a", "b", "echo", "eliza", "é", "e\u{301}"], "successorId": ["a", "b", "c"],
        "messageId": ["m1", "m2", "m3", "é", "e\u{301}", "echo-1", "telex-9"], "replyToId": ["m1", "m2", "echo-1"],
        "userId": ["u1", "u2", "é", "e\u{301}"], "senderId": ["u1", "u2", "echo"],
        "recipient": ["Eliza", "Echo", "Ada", "@ada:example.org", ""], "query": ["e", "a", ""],
        "summary": ["tea", "", "é"], "key": ["+1", "é", "e\u{301}"], "token": ["t1", "t2"], "nextToken": ["t1", "t2"],
        "beforeToken": ["t1", "t2"],
        "dueText": ["in 1 min", "in 2 h", "tomorrow 9:00", "in 3 days", "31 Dec 9999", "soon"],
        "vcard": [
            "BEGIN:VCARD\nN:Lovelace;Ada\nEND:VCARD",
            "BEGIN:VCARD\nFN:e\u{301}\nEND:VCARD\nBEGIN:VCARD\nFN:\u{e9}\nEND:VCARD",
        ],
    ]
    private static let integers: [Int64] = [
        -9_007_199_254_740_991, -3, 0, 1, 2, 5, 50, 1000, 2_147_483_647, 4_503_599_627_370_496, 9_007_199_254_740_991,
    ]
    private static let dates = [
        "0000-01-01T00:00:00Z", "1599-12-31T23:59:59.999Z", "1969-12-31T23:59:59.0007Z", "2026-01-05T09:00:00.001Z",
        "2026-01-05T09:00:07.1Z", "9999-12-31T23:59:59.999Z",
    ]

    // MARK: Other lines

    /// These two names are equal to people, and differ in their bytes.
    private static let windows = ["w1", "w2", "é", "e\u{301}"]

    private mutating func control() -> JSONValue {
        switch chance.below(10) {
        case ..<4: return ["advance": .string(chance.pick(Self.spans))]
        case ..<6: return ["subscribe": .array(views())]
        case ..<8: return ["unsubscribe": .array(views() + (chance.isOne(in: 2) ? ["inbox"] : []))]
        default: return ["closeWindow": .string(chance.pick(Self.windows))]
        }
    }

    private static let spans = [
        "0s", "1ms", "7ms", "200ms", "200ms", "333ms", "999ms", "1s", "1s", "3s", "59s", "1m", "2h", "1d", "30d",
    ]

    private mutating func views() -> [JSONValue] {
        (0..<chance.below(5)).map { _ in .string(chance.pick(ViewName.allCases).rawValue) }
    }

    private mutating func fault() -> JSONValue {
        let chat = JSONValue.string(text(of: "chatId"))
        let message: JSONValue = [
            "chatId": chat, "text": .string(text(of: "text")), "messageId": .string(text(of: "messageId")),
        ]
        let faults: [JSONValue] = [
            ["refuse": .string(chance.pick(Fault.Refusable.allCases).rawValue)], ["delay": "3s"], ["delay": "33ms"],
            ["delay": "1m"], ["duplicate": true], ["reorder": true], ["offline": true], ["offline": "the cable is out"],
            ["online": true], ["online": true], ["say": message], ["hold": message],
            ["invite": ["chatId": chat, "title": "Team", "inviterName": "Ada"]],
            ["keep": ["beforeToken": "t1", "messages": [message], "nextToken": "t2"]], ["nonsense": true],
        ]
        return chance.pick(faults)
    }

    /// Lines that are refused, and blank ones.
    private static let refused = [
        "", " \t\r", "no JSON", "[1]", #"{"id":"none"}"#, #"{"event":"nothing","id":"a"}"#,
        #"{"advance":"0.1ms","id":"b"}"#,
        #"{"advance":"-1s"}"#, #"{"advance":"99999999999999d"}"#, #"{"subscribe":["nothing"],"window":"w3"}"#,
        #"{"event":"clock.dayChanged"}"#, #"{"closeWindow":"never opened","id":"c"}"#,
        #"{"id":7,"advance":"1s"}"#,
        #"{"event":"chat.listing","rowLimit":5,"window":""}"#, #"{"event":"message.sending","chatId":"a","id":"d"}"#,
        #"{"event":"chat.loading","advance":"1s"}"#,
    ]
}

extension JSONValue {
    /// The events within it, such as those of actions.
    fileprivate var events: [JSONValue] {
        switch self {
        case .object(let object) where object["event"] != nil: [self]
        case .object(let object): object.members.flatMap(\.value.events)
        case .array(let values): values.flatMap(\.events)
        default: []
        }
    }
}

/// Chooses at random, the same each time for the same seed.
struct Chance {
    private var random: SeededRandom

    init(seed: UInt64) { random = SeededRandom(seed: seed) }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    mutating func isOne(in count: Int) -> Bool { below(count) == 0 }
    mutating func pick<Values: RandomAccessCollection>(_ values: Values) -> Values.Element {
        values.randomElement(using: &random)!
    }
}
