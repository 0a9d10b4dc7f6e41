import TelexCore
import TelexJSON

/// A line of a scenario.
public struct ScenarioLine: Hashable, Sendable {
    /// Its number, from 1.
    public let number: Int
    /// The line as it was written.
    public let text: String
    public let step: Step

    public init(number: Int = 0, text: String, step: Step) {
        self.number = number
        self.text = text
        self.step = step
    }

    public enum Step: Hashable, Sendable {
        /// Nothing but white space.
        case blank
        case title(String)
        /// A line of `telex pipe`.
        case send(JSONValue)
        /// The program sends events like these, in any order.
        case expect([JSONValue])
        /// The program has sent no event like this one that was not expected.
        case expectNothing(JSONValue)
        /// A request has this outcome: that of a line of the scenario, or else of the last expected event.
        case expectOutcome(JSONValue, request: String?)
        /// A view shows this.
        case expectView(ViewName, chat: JSONValue?, model: JSONValue)
        /// The program is started here, rather than before the first line.
        case start
        /// The program is stopped and started again.
        case restart(Restart)
        /// The program ends by itself, with this exit code; 128 and the number of a signal that ended it.
        case expectExit(Int)

        /// The names that the step uses, and those that it may give a value.
        var names: (uses: [String], gives: [String]) {
            switch self {
            case .send(let line): (line.names, [])
            case .expect(let patterns): ([], patterns.flatMap(\.names))
            case .expectNothing(let pattern): (pattern.names, [])
            case .expectOutcome(let pattern, _): ([], pattern.names)
            case .expectView(_, let chat, let model): (chat?.names ?? [], model.names)
            case .blank, .title, .start, .restart, .expectExit: ([], [])
            }
        }
    }

    /// How a program is stopped.
    public enum Restart: String, WireWord {
        /// By SIGKILL.
        case kill
        /// By SIGTERM.
        case end
    }
}

/// The words of scenarios.
enum ScenarioWord: String, CaseIterable {
    case title, start, expect, expectNothing, expectOutcome, expectView, restart, expectExit
}

extension ScenarioLine {
    /// What is wrong with a line.
    struct Fault: Error {
        let reason: String
        init(_ reason: String) { self.reason = reason }
        init(_ error: LineError) { reason = error.description }
        init(_ fault: PatternCheck.Fault) { reason = fault.reason }
    }

    /// - Parameter bytes: the line without its newline, or only its beginning if it is too long.
    init(_ bytes: [UInt8], number: Int) throws(Fault) {
        if bytes.count > LineError.longestLine { throw Fault(.tooLong) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Fault(.notUTF8) }
        self.number = number
        self.text = text
        if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
            step = .blank
            return
        }
        let object: JSONObject
        do { object = try LineDecoder.object(JSONParser.parse(bytes[...]).0) } catch { throw Fault(error) }
        step = try Self.step(object)
    }

    private static func step(_ object: JSONObject) throws(Fault) -> Step {
        let words = ScenarioWord.allCases.map(\.rawValue)
        let found = (words + LineDecoder.kinds).filter { object[$0] != nil }
        if found.count > 1 { throw Fault(.ambiguous(found)) }
        guard let name = found.first else {
            throw Fault(
                "The line must have one of these members: \((LineDecoder.kinds + words).joined(separator: ", ")).")
        }
        guard let word = ScenarioWord(rawValue: name), let value = object[name] else {
            return .send(try checked(.object(object)))
        }
        let members = word == .expectView ? [name, "chatId", "model"] : [name]
        if let other = object.members.first(where: { !members.contains($0.name) }) {
            throw Fault(PatternCheck.unknown(other.name, of: "A line with \(name)", in: members))
        }
        switch (word, value) {
        case (.title, .string(let title)) where !title.isEmpty: return .title(title)
        case (.expect, .array(let patterns)) where !patterns.isEmpty && patterns.count <= mostPatterns:
            for pattern in patterns { try check(event: pattern, in: name, needsName: true) }
            return .expect(patterns)
        case (.expect, .object):
            try check(event: value, in: name, needsName: true)
            return .expect([value])
        case (.expectNothing, .bool(true)): return .expectNothing([:])
        case (.expectNothing, .object):
            try check(event: value, in: name, needsName: false)
            return .expectNothing(value)
        case (.expectOutcome, .object):
            guard let request = value["id"] else { return try outcome(value, request: nil) }
            guard let id = request.string else { throw Fault("The member \"id\" of expectOutcome takes a string.") }
            return try outcome(value.with(["id": nil]), request: id)
        case (.expectView, .string(let view)):
            return try self.view(view, object)
        case (.start, .bool(true)): return .start
        case (.restart, .string(let how)):
            if let restart = Restart(rawValue: how) { return .restart(restart) }
        case (.expectExit, .integer(let code)) where 0...255 ~= code: return .expectExit(Int(code))
        default: break
        }
        throw Fault("The member \"\(name)\" takes \(forms[word] ?? "").")
    }

    /// The most events that one line can expect.
    private static let mostPatterns = 256

    private static let forms: [ScenarioWord: String] = [
        .title: "a string", .start: "true",
        .expect: "an object, the members of an event, or an array of up to \(mostPatterns) of them",
        .expectNothing: "true, or an object, the members of an event",
        .expectOutcome: "an object, the members of an outcome",
        .expectView: "the name of a view", .restart: Restart.kind, .expectExit: "an exit code from 0 to 255",
    ]

    /// Checks a line of `telex pipe`, in which names may stand for values that are not yet known.
    private static func checked(_ line: JSONValue) throws(Fault) -> JSONValue {
        try checkNames(line)
        if case .object(let object) = line, let name = object["event"]?.string, let form = EventForm.named(name) {
            try checkMembers(object, form.members, name, more: ["event", "id", "window"])
        }
        let filled = Pattern.filled(line) { _ in "name" }
        if case .refused(let error) = LineDecoder.decode(filled.bytes[...], number: 1).content { throw Fault(error) }
        return line
    }

    /// Checks the members of an event that a program may send.
    private static func check(event pattern: JSONValue, in word: String, needsName: Bool) throws(Fault) {
        try checkNames(pattern)
        guard case .object(let object) = pattern else { throw Fault("An event in \(word) is an object.") }
        let sent = EventForm.lines.filter(\.isFromUser)
        guard let name = object["event"] else {
            if needsName { throw Fault("An event in \(word) needs the member \"event\": its name.") }
            let names = sent.flatMap { $0.members.map(\.name) }
            return try checkMembers(object, [], "An event in \(word)", more: names)
        }
        guard let name = name.string else { throw Fault("The member \"event\" in \(word) takes a string.") }
        guard let form = sent.first(where: { $0.name == name }) else {
            if EventForm.named(name) != nil { throw Fault("A program cannot send \(name): only the network does.") }
            throw Fault(
                .unknownEvent(String(name.prefix(64)), nearest: Nearness.nearest(to: name, in: sent.map(\.name))))
        }
        try checkMembers(object, form.members, name, more: ["event"])
    }

    private static func checkMembers(
        _ object: JSONObject, _ members: [MemberSchema], _ what: String, more: [String] = []
    ) throws(Fault) {
        do { try PatternCheck.members(of: object, members, what, more: more) } catch { throw Fault(error) }
    }

    private static func outcome(_ pattern: JSONValue, request: String?) throws(Fault) -> Step {
        try checkNames(pattern)
        if case .object(let object) = pattern { try checkMembers(object, Outcome.members, "An outcome") }
        return .expectOutcome(pattern, request: request)
    }

    private static func view(_ name: String, _ object: JSONObject) throws(Fault) -> Step {
        guard let view = ViewName(rawValue: name) else {
            let nearest = Nearness.nearest(to: name, in: Array(TrialView.screens.keys))
            throw Fault(.unknownView(String(name.prefix(64)), nearest: nearest))
        }
        guard TrialView.screens[name] != nil else {
            throw Fault(
                "expectView cannot look at \(name). It can at \(TrialView.screens.keys.sorted().joined(separator: ", "))."
            )
        }
        guard let model = object["model"], case .object = model else {
            throw Fault("A line with expectView needs the member \"model\": an object.")
        }
        try checkNames(model)
        do { try PatternCheck.value(model, WireViews.schema(of: view), "model") } catch { throw Fault(error) }
        let needsChat = TrialView.needsChat(name)
        if needsChat, object["chatId"] == nil { throw Fault("The view \(name) needs the member \"chatId\".") }
        if !needsChat, object["chatId"] != nil { throw Fault("The view \(name) takes no chat.") }
        if let chat = object["chatId"] { try checkNames(chat) }
        return .expectView(view, chat: object["chatId"], model: model)
    }

    /// Checks the names and regular expressions in a pattern.
    private static func checkNames(_ value: JSONValue) throws(Fault) {
        switch value {
        case .object(let object):
            if Pattern.isPlaceholder(object) {
                do { _ = try Placeholder(object) } catch { throw Fault(error.reason) }
            } else {
                for member in object.members { try checkNames(member.value) }
            }
        case .array(let values): for value in values { try checkNames(value) }
        default: break
        }
    }
}

/// The views that `expectView` can look at.
enum TrialView {
    /// The screens to open for them; `nil` for a view that is always shown.
    static let screens: [String: ScreenName?] = [
        "chatList": nil, "badge": nil, "connection": nil, "notification": nil, "messages": .messages,
        "members": .members,
        "contactList": .contactList, "upcoming": .upcoming,
    ]

    static func needsChat(_ name: String) -> Bool { name == "messages" || name == "members" }
}
