import TelexCore
import TelexJSON

/// Writes a scenario anew with expectations that fit what happened.
///
/// Tell it each line in turn, with what happened up to it.
public struct ScenarioUpdate: Sendable {
    private var rows: [String] = []
    /// The lines with `expect` since the last line of another kind.
    private var expected: [(line: ScenarioLine, patterns: [JSONValue])] = []
    /// An event that was expected and that the program did not send, with its line.
    public struct Loss: Hashable, Sendable {
        public let line: Int
        public let pattern: JSONValue
    }

    private var names: [String: JSONValue] = [:]

    public init() {}

    /// The members of an event that are different in each run.
    private static let volatile = ["messageId"]

    /// Keeps a line until it is known what the program has sent by then.
    public mutating func expect(_ line: ScenarioLine, _ patterns: [JSONValue]) {
        expected.append((line, patterns))
    }

    /// Adds what the program has sent since the last line, in place of what was expected of it.
    ///
    /// - Returns: the values of the names in what is expected, and the first event that the program did not send.
    public mutating func add(sent events: [JSONValue]) -> (names: [String: JSONValue], loss: Loss?) {
        var events = events
        var loss: Loss?
        for (line, patterns) in expected {
            var kept: [JSONValue] = []
            for pattern in patterns {
                let filled = Pattern.filled(pattern) { names[$0] }
                if let place = place(of: filled, in: events) {
                    kept.append(Pattern.updated(pattern, to: events.remove(at: place), &names))
                } else {
                    loss = loss ?? Loss(line: line.number, pattern: filled)
                }
            }
            if kept == patterns { rows.append(line.text) } else if !kept.isEmpty { rows.append(Self.row(kept)) }
        }
        expected = []
        for event in events { rows.append(Self.row([Self.stable(event)])) }
        return (names, loss)
    }

    /// Finds the event that a pattern matches, or else the first of its kind in its chat.
    private func place(of pattern: JSONValue, in events: [JSONValue]) -> Int? {
        events.firstIndex { event in
            var names = names
            return Pattern.differences(pattern, event, &names).isEmpty
        }
            ?? events.firstIndex { event in
                let chat = pattern["chatId"]?.string
                return event["event"] == pattern["event"] && (chat == nil || event["chatId"]?.string == chat)
            }
    }

    /// Adds a line as it was written.
    public mutating func keep(_ line: ScenarioLine) { rows.append(line.text) }

    /// Adds a line with a new value of one of its members.
    ///
    /// - Parameter value: what there is instead; `nil` leaves the line out.
    public mutating func replace(_ line: ScenarioLine, _ member: String, with value: JSONValue?) {
        guard let value, let object = JSONValue(text: Array(line.text.utf8)[...]), let pattern = object[member] else {
            return
        }
        let updated = Pattern.updated(pattern, to: value, &names)
        rows.append(updated == pattern ? line.text : object.with([:]).merging(.object([member: updated])).text)
    }

    /// The text of the new scenario.
    public var text: String { rows.map { "\($0)\n" }.joined() }

    private static func row(_ events: [JSONValue]) -> String {
        JSONValue.object(["expect": events.count == 1 ? events[0] : .array(events)]).text
    }

    private static func stable(_ event: JSONValue) -> JSONValue {
        guard case .object(var object) = event, object["event"] == "message.sending" else { return event }
        for name in volatile { object.remove(name) }
        return .object(object)
    }
}
