import TelexCore
import TelexJSON

/// The events that a program has sent, and which of them were expected.
///
/// Expected events are taken in order for each chat and each kind of event, so that one that comes twice is noticed.
public struct SentEvents: Sendable {
    /// An event that the program has sent.
    public struct Entry: Sendable {
        public let event: JSONValue
        /// Whether the event only changes what a window of the program shows, or tells that it types.
        let isQuiet: Bool
        /// The outcome of the request so far; `nil` if it has none.
        public var outcome: JSONValue?
        /// Whether the program wants to hear the outcome.
        public let isRequest: Bool
        public fileprivate(set) var isExpected = false

        var name: String { event["event"]?.string ?? "" }
        var chat: String? { event["chatId"]?.string }

        public init(event: JSONValue, isQuiet: Bool = false, isRequest: Bool = false) {
            self.event = event
            self.isQuiet = isQuiet
            self.isRequest = isRequest
        }
    }

    /// What the events so far say of those that are expected.
    public enum Finding: Sendable {
        /// They were sent.
        case found
        /// They were not sent yet.
        case missing(Miss)
        /// Others were sent in their place.
        case wrong(Miss)
    }

    /// An event that was expected, and the one that comes closest to it.
    public struct Miss: Hashable, Sendable {
        public let expected: JSONValue
        /// `nil` if nothing comes close.
        public var nearest: JSONValue?
        public var differences: [Pattern.Difference] = []
    }

    public private(set) var entries: [Entry] = []
    /// The values of the names that patterns gave.
    public var names: [String: JSONValue] = [:]
    /// The last event that was expected.
    public private(set) var last: Int?
    /// Whether others that are not expected may come before an event, as after a kill.
    private let isLenient: Bool
    /// The messages that were sent, each once, however often the program asked for it.
    private var messages: Set<[String]> = []

    public init(isLenient: Bool = false) { self.isLenient = isLenient }

    /// Adds an event, unless it asks again for a message that was sent.
    ///
    /// - Returns: its place.
    @discardableResult public mutating func add(_ entry: Entry) -> Int? {
        if entry.name == "message.sending", let message = entry.event["messageId"]?.string {
            if !messages.insert([entry.chat ?? "", message]).inserted { return nil }
        }
        entries.append(entry)
        return entries.count - 1
    }

    public mutating func conclude(_ place: Int, _ outcome: JSONValue) { entries[place].outcome = outcome }

    /// Replaces the names in a value by what they stand for; names that nothing has stay.
    public func filled(_ value: JSONValue) -> JSONValue { Pattern.filled(value) { names[$0] } }

    /// Looks for events like these, in any order, and notes them as expected if all of them were sent.
    public mutating func find(_ patterns: [JSONValue]) -> Finding {
        let patterns = patterns.map { Pattern.filled($0) { names[$0] } }
        let choices = patterns.map { candidates(for: $0, beside: patterns) }
        var places = [Int: Int]()
        var first: (Miss, isWrong: Bool)?
        for pattern in patterns.indices {
            var tried: Set<Int> = []
            if assign(pattern, patterns, choices, &places, &tried) { continue }
            let miss = miss(patterns[pattern], without: Set(places.keys))
            let isWrong = !isLenient && choices[pattern].isFull
            if first == nil || isWrong && first?.isWrong == false { first = (miss, isWrong) }
        }
        if let (miss, isWrong) = first { return isWrong ? .wrong(miss) : .missing(miss) }
        for (place, pattern) in places.sorted(by: { $0.key < $1.key }) {
            // A name that two of them give to different values.
            let differences = Pattern.differences(patterns[pattern], entries[place].event, &names)
            if !differences.isEmpty {
                return .wrong(
                    Miss(expected: patterns[pattern], nearest: entries[place].event, differences: differences))
            }
        }
        for place in places.keys { entries[place].isExpected = true }
        last = places.keys.max() ?? last
        return .found
    }

    /// The events that a pattern may be about, and whether no others can be.
    private func candidates(
        for pattern: JSONValue, beside all: [JSONValue]
    ) -> (places: [Int], isFull: Bool) {
        let (name, chat) = (pattern["event"]?.string, pattern["chatId"]?.string)
        let open = entries.indices.filter { !entries[$0].isExpected && entries[$0].name == name }
        if isLenient { return (open, false) }
        // So many of a chat can be expected at once.
        let count = all.count { $0["event"]?.string == name && ($0["chatId"]?.string ?? chat) == chat }
        guard let chat else {
            var counts: [String?: Int] = [:]
            return (
                open.filter {
                    counts[entries[$0].chat, default: 0] += 1
                    return counts[entries[$0].chat, default: 0] <= count
                }, false
            )
        }
        let places = Array(open.filter { entries[$0].chat == chat }.prefix(count))
        return (places, places.count == count)
    }

    /// Finds an event for a pattern. Another pattern that has it may get another one (Kuhn's algorithm).
    private func assign(
        _ pattern: Int, _ patterns: [JSONValue], _ choices: [(places: [Int], isFull: Bool)], _ places: inout [Int: Int],
        _ tried: inout Set<Int>
    ) -> Bool {
        for place in choices[pattern].places where !tried.contains(place) {
            var names = names
            guard Pattern.differences(patterns[pattern], entries[place].event, &names).isEmpty else { continue }
            tried.insert(place)
            if let other = places[place], !assign(other, patterns, choices, &places, &tried) { continue }
            places[place] = pattern
            return true
        }
        return false
    }

    /// The most events that are compared to find the nearest one.
    private static let mostCompared = 1000

    private func miss(_ pattern: JSONValue, without taken: Set<Int>) -> Miss {
        var best: Miss?
        for place in entries.indices.suffix(Self.mostCompared)
        where !entries[place].isExpected && !entries[place].isQuiet && !taken.contains(place) {
            var names = names
            let differences = Pattern.differences(pattern, entries[place].event, &names)
            if best == nil || differences.count < best!.differences.count {
                best = Miss(expected: pattern, nearest: entries[place].event, differences: differences)
            }
        }
        return best ?? Miss(expected: pattern)
    }

    /// The first event like this one that was not expected.
    public func unexpected(like pattern: JSONValue) -> JSONValue? {
        let pattern = Pattern.filled(pattern) { names[$0] }
        return entries.first { entry in
            var names = names
            let isNamed = pattern["event"] != nil
            return !entry.isExpected && (isNamed || !entry.isQuiet)
                && Pattern.differences(pattern, entry.event, &names).isEmpty
        }?.event
    }

    /// The first event of a kind that the scenario expects, and that no line of it did.
    public func surplus(of scenario: Scenario) -> JSONValue? {
        let kinds = scenario.lines.reduce(into: Set<String>()) { kinds, line in
            guard case .expect(let patterns) = line.step else { return }
            for pattern in patterns { if let name = pattern["event"]?.string { kinds.insert(name) } }
        }
        return entries.first { !$0.isExpected && kinds.contains($0.name) }?.event
    }

    /// The events that were not expected and are not quiet, which count as expected from now on.
    public mutating func takeUnexpected() -> [JSONValue] {
        let places = entries.indices.filter { !entries[$0].isExpected && !entries[$0].isQuiet }
        for place in places {
            entries[place].isExpected = true
            last = place
        }
        return places.map { entries[$0].event }
    }
}
