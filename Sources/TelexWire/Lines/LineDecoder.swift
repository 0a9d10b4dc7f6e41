import TelexCore
import TelexJSON

/// Decodes lines into events, control lines and errors.
public enum LineDecoder {
    /// The maximum length of a request id in code points, as JSON Schema counts them (Validation, 6.3.1).
    static let longestID = 128

    /// - Parameter bytes: the line without its newline, or only its beginning if it is too long.
    public static func decode(_ bytes: ArraySlice<UInt8>, number: Int) -> InLine {
        let isTooLong = bytes.count > LineError.longestLine
        if !isTooLong, bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
            return InLine(number: number, id: nil, content: .blank)
        }
        let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
        // An id before the fault gets its answer.
        let (value, readSoFar) = JSONParser.parse(isUTF8 ? bytes : validPart(of: bytes))
        let (id, problem) = id(of: readSoFar)
        if isTooLong { return InLine(number: number, id: id, content: .refused(.tooLong)) }
        if !isUTF8 { return InLine(number: number, id: id, content: .refused(.notUTF8)) }
        if let problem { return InLine(number: number, id: nil, content: .refused(problem)) }
        do {
            return InLine(number: number, id: id, window: try window(of: readSoFar), content: content(value))
        } catch {
            return InLine(number: number, id: id, content: .refused(error))
        }
    }

    /// The bytes before the first that is not UTF-8.
    private static func validPart(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var (parser, rest, count) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator(), 0)
        while case .valid(let scalar) = parser.parseScalar(from: &rest) { count += scalar.count }
        return bytes.prefix(count)
    }

    private static func window(of object: JSONObject) throws(LineError) -> WindowID {
        if let closed = object["closeWindow"] { return try window(closed, "closeWindow") }
        guard let value = object["window"], value != .null else { return .main }
        return try window(value, "window")
    }

    private static func window(_ value: JSONValue, _ member: String) throws(LineError) -> WindowID {
        do { return try WindowID.read(value) } catch {
            throw .mistypedMember(member, of: "a line", expected: WindowID.kind)
        }
    }

    private static func content(_ value: Result<JSONValue, JSONParser.Failure>) -> InLine.Content {
        do { return try content(object(value)) } catch { return .refused(error) }
    }

    /// Returns the object that a line is, from what its parser returned.
    static func object(_ value: Result<JSONValue, JSONParser.Failure>) throws(LineError) -> JSONObject {
        switch value {
        case .success(.object(let object)): return object
        case .success(let other): throw .notObject(kind: other.kind)
        case .failure(.malformed(let byte, let reason)): throw .notJSON(byte: byte, reason: reason)
        case .failure(.repeatedMember(let byte, let name)):
            throw .notJSON(byte: byte, reason: "the member \"\(name.prefix(64))\" is repeated")
        case .failure(.tooDeep): throw .tooDeep
        }
    }

    private static func id(of object: JSONObject) -> (String?, LineError?) {
        guard let value = object["id"], value != .null else { return (nil, nil) }
        guard case .string(let id) = value, id.unicodeScalars.count <= longestID else {
            let expected = "a string of at most \(longestID) characters"
            return (nil, .mistypedMember("id", of: "a line", expected: expected))
        }
        return (id, nil)
    }

    /// The members that identify the kind of a line. A line has exactly one of them.
    static let kinds = ["event"] + ControlName.allCases.map(\.rawValue)

    private static func content(_ object: JSONObject) throws(LineError) -> InLine.Content {
        let kinds = kinds.filter { object[$0] != nil }
        if kinds.count > 1 { throw .ambiguous(kinds) }
        /// The name of an event: `<subject>.<case>`.
        if let event = object["event"] { return .event(try Self.event(event, object)) }
        /// The views to show from now on.
        if let views = object["subscribe"] { return .control(try subscription(views, object)) }
        /// The views to stop showing.
        if let views = object["unsubscribe"] { return .control(.unsubscribe(try Self.views(views, "unsubscribe"))) }
        // `window(of:)` has already read its value.
        /// Close the window that it names.
        if object["closeWindow"] != nil { return .control(.closeWindow) }
        /// How far to advance the virtual clock, such as `2s`.
        if let time = object["advance"] { return .control(.advance(try duration(time))) }
        /// A command for the built-in backend, such as `{"offline":true}`.
        if let command = object["backend"] { return .control(.backend(command.text)) }
        throw .noEvent
    }

    private static func event(_ name: JSONValue, _ object: JSONObject) throws(LineError) -> Event {
        guard case .string(let name) = name else {
            throw .mistypedMember("event", of: "a line", expected: "the name of an event, a string")
        }
        guard let form = EventForm.named(name) else {
            let nearest = Nearness.nearest(to: name, in: EventForm.lines.map(\.name))
            throw .unknownEvent(String(name.prefix(64)), nearest: nearest)
        }
        if form.origin == .inside { throw .insideEvent(name) }
        do {
            return try form.read(object)
        } catch {
            throw refusal(error, of: name)
        }
    }

    static func refusal(_ mismatch: Mismatch, of name: String) -> LineError {
        let member = mismatch.path.joined(separator: ".")
        return mismatch.isMissing
            ? .missingMember(member, of: name, expected: mismatch.expected)
            : .mistypedMember(member, of: name, expected: mismatch.expected)
    }

    private static func views(_ value: JSONValue, _ member: String) throws(LineError) -> [ViewName] {
        guard case .array(let names) = value else {
            throw .mistypedMember(member, of: "a line", expected: "an array of the names of views")
        }
        var views: [ViewName] = []
        for name in names {
            guard case .string(let text) = name else {
                throw .mistypedMember(member, of: "a line", expected: "an array of the names of views")
            }
            guard let view = ViewName(rawValue: text) else {
                let nearest = Nearness.nearest(to: text, in: ViewName.allCases.map(\.rawValue))
                throw .unknownView(String(text.prefix(64)), nearest: nearest)
            }
            views.append(view)
        }
        return views
    }

    private static func subscription(_ value: JSONValue, _ object: JSONObject) throws(LineError) -> Control {
        let views = try Self.views(value, "subscribe")
        guard let place = object["after"], place != .null else { return .subscribe(views, after: nil) }
        guard let cursor = try? InboxCursor.read(place) else {
            throw .mistypedMember("after", of: "a line", expected: InboxCursor.kind)
        }
        guard views.contains(InboxViewModel.view) else {
            throw .mistypedMember("subscribe", of: "a line with after", expected: "an array with \"inbox\"")
        }
        return .subscribe(views, after: cursor)
    }

    private static func duration(_ value: JSONValue) throws(LineError) -> Double {
        guard case .string(let text) = value, let seconds = DurationText.seconds(text) else {
            throw .mistypedMember("advance", of: "a line", expected: "a duration: \(DurationText.forms)")
        }
        return seconds
    }
}
