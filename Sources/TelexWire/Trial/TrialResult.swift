import Foundation
import TelexCore
import TelexJSON

/// What became of a scenario of `telex try`.
public struct TrialResult: Hashable, Sendable {
    /// The file of a scenario.
    public var scenario: String
    /// What a scenario is about.
    public var title: String?
    /// Why it failed, as a sentence; `nil` if it passed.
    public var reason: String?
    /// The line at which it failed.
    public var line: Int?
    /// What a scenario expects: an event, an outcome, a view, or a part of one.
    public var expected: JSONValue?
    /// The event that comes closest to what was expected, the outcome or the view.
    public var nearest: JSONValue?
    /// How the nearest event, the outcome or the view differs from what was expected.
    public var differences: [Difference] = []
    /// What the names that `as` gave stand for.
    ///
    /// `nil` if there are none.
    public var names: JSONValue?
    /// How the program ended, or whether it runs.
    public var ending: String?
    /// What the program printed last.
    public var output: String?
    /// What happened, in order.
    public var history: [Deed] = []
    /// How many entries are left out before the first.
    public var left = 0
    /// After how many lines, written to the program or read from it, something was killed.
    public var killedAfter: Int?
    /// The line after which something was killed; a string if it is not JSON.
    public var killedLine: JSONValue?
    /// What was killed: `command` or `telex`.
    public var killed: String?
    /// The seed with which `--chaos` plays the same order again.
    public var seed: Int64?

    /// Whether everything was as the scenario expects.
    public var hasPassed: Bool { reason == nil }

    public init(scenario: String, title: String?) {
        self.scenario = scenario
        self.title = title
    }

    public struct Difference: Hashable, Sendable {
        /// The members that lead to a difference, such as `messages[0].text`.
        public var place: String
        public var expected: JSONValue
        /// The value that there is; missing if there is none.
        public var actual: JSONValue?

        public init(place: String, expected: JSONValue, actual: JSONValue?) {
            self.place = place
            self.expected = expected
            self.actual = actual
        }
    }

    public struct Deed: Hashable, Sendable {
        public var date: Date
        /// The line of the scenario; `nil` for what the program did.
        public var line: Int?
        public var text: String

        public init(date: Date, line: Int?, text: String) {
            self.date = date
            self.line = line
            self.text = text
        }
    }
}

extension TrialResult: WireRecord {
    public static var blank: TrialResult { TrialResult(scenario: "", title: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("scenario", &scenario)
        try visitor.visit("titleText", &title)
        _ = try visitor.visited("hasPassed", hasPassed)
        try visitor.visit("reason", &reason)
        try visitor.visit("line", &line)
        try visitor.visit("expected", &expected)
        try visitor.visit("nearest", &nearest)
        try visitor.visit("differences", &differences, default: [])
        try visitor.visit("names", &names)
        try visitor.visit("endingText", &ending)
        try visitor.visit("outputText", &output)
        try visitor.visit("history", &history, default: [])
        try visitor.visit("leftOutCount", &left, default: 0)
        try visitor.visit("killedAfter", &killedAfter)
        try visitor.visit("killedLine", &killedLine)
        try visitor.visit("killed", &killed)
        try visitor.visit("seed", &seed)
    }
}

extension TrialResult.Difference: WireRecord {
    public static var blank: TrialResult.Difference { TrialResult.Difference(place: "", expected: .null, actual: nil) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("memberPath", &place)
        try visitor.visit("expected", &expected)
        try visitor.visit("actual", &actual)
    }
}

extension TrialResult.Deed: WireRecord {
    public static var blank: TrialResult.Deed { TrialResult.Deed(date: .distantPast, line: nil, text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("date", &date)
        try visitor.visit("line", &line)
        try visitor.visit("text", &text)
    }
}
