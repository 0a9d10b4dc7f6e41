import Foundation
import TelexJSON

/// What became of a scenario of `telex try`.
public struct TrialResult: Hashable, Sendable {
    /// The file of the scenario.
    public var scenario: String
    public var title: String?
    /// Why it failed, as a sentence; `nil` if it passed.
    public var reason: String?
    /// The line at which it failed.
    public var line: Int?
    public var expected: JSONValue?
    /// What comes closest to that.
    public var nearest: JSONValue?
    public var differences: [Difference] = []
    /// The values of the names that `as` gave, an object; `nil` if there are none.
    public var names: JSONValue?
    /// How the program ended, as a sentence.
    public var ending: String?
    /// What the program printed last.
    public var output: String?
    /// What happened, in order.
    public var history: [Deed] = []
    /// How many entries of the history are left out before the first.
    public var left = 0
    /// After how many lines something was killed.
    public var killedAfter: Int?
    /// The last of these lines.
    public var killedLine: JSONValue?
    /// What was killed: `command` or `telex`.
    public var killed: String?
    /// The seed of the chaos.
    public var seed: Int64?

    public var hasPassed: Bool { reason == nil }

    public init(scenario: String, title: String?) {
        self.scenario = scenario
        self.title = title
    }

    public struct Difference: Hashable, Sendable {
        public var place: String
        public var expected: JSONValue
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
