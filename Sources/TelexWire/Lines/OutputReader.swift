import TelexCore
import TelexJSON

/// Reads the lines that Telex writes, with typed view models.
///
/// It reads whole models and patches, so it suits any `--updates`. Read every line with the same reader, in order.
///
///     var reader = OutputReader()
///     while let text = readLine() {
///         if case .view(let model as MessagesViewModel, _, _)? = try reader.read(text)?.content {
///             print(model.title, model.messages.count)
///         }
///     }
///
/// `Action.filled` makes the event that an action stands for, and `Event.line(id:)` the line that sends it.
public struct OutputReader {
    /// The models that the coming patches change, each with the number of its line.
    private var shown: [ShownView: (seq: Int64, model: JSONValue)] = [:]
    private var scratch = JSONWriter(isCanonical: true)

    public init() {}

    /// Reads a line.
    ///
    /// - Parameter line: with or without its newline.
    /// - Returns: `nil` for a kind of line or a view that this version does not know.
    /// - Throws: `LineError` if the line is not as Telex writes it, or a patch does not fit the last model.
    public mutating func read(_ line: String) throws(LineError) -> OutLine? { try read(Array(line.utf8)[...]) }

    /// Reads a line of UTF-8.
    public mutating func read(_ line: ArraySlice<UInt8>) throws(LineError) -> OutLine? {
        let object = try LineDecoder.object(JSONParser.parse(line).0)
        let kind = Self.kinds.first { object[$0] != nil }
        do {
            let window = try WindowID?.read(object["window"]) ?? .main
            guard let kind else { return nil }
            return try content(kind, object, window)?.within(window)
        } catch {
            throw LineDecoder.refusal(error, of: "a line with \(kind ?? "window")")
        }
    }

    /// The members that identify the kind of a line. A line has exactly one of them.
    private static let kinds = ["hello", "view", "error", "settled", "outcome", "gap", "pace", "bye"]

    private mutating func content(
        _ kind: String, _ object: JSONObject, _ window: WindowID
    ) throws(Mismatch) -> OutLine? {
        switch kind {
        case "hello": return .hello(try read(kind, object))
        case "view": return try view(object, window)
        case "error":
            var error: ErrorLine = try read(kind, object)
            error.cause = try read("cause", object)
            return .error(error)
        case "settled": return .settled(try read(kind, object), try Outcome.read(.object(object)))
        case "outcome": return .outcome(try read("id", object), try Outcome.read(.object(object)))
        case "gap": return try gap(object[kind] ?? .null).map { .gap($0) }
        case "pace": return .pace(try read(kind, object))
        default: return .bye(try read(kind, object))
        }
    }

    private func read<Value: WireValue>(_ name: String, _ object: JSONObject) throws(Mismatch) -> Value {
        try MemberReader(object: object).read(name)
    }

    private func gap(_ gap: JSONValue) throws(Mismatch) -> OutLine.Gap? {
        if let count = gap["lineCount"] { return .lines(try Int.read(count)) }
        if let chat = gap["chatId"] { return .messages(try ChatID.read(chat)) }
        if gap["ownerLeft"] != nil { return .ownerLeft }
        return gap["view"] == nil ? nil : .arrivals
    }

    private mutating func view(_ object: JSONObject, _ window: WindowID) throws(Mismatch) -> OutLine? {
        guard let view = try? ViewName.read(object["view"]) else { return nil }
        let type = WireViews.type(of: view)
        let place = ShownView(view: view, window: window)
        let cause: String? = try read("cause", object)
        if object["closed"] != nil {
            shown[place] = nil
            return .closed(view, cause: cause)
        }
        let isWhole = object["model"] != nil
        let value: JSONValue
        if let model = object["model"] { value = model } else { value = try patched(place, object) }
        let model: any WireViewModel
        do { model = try WireViews.read(view, value) } catch { throw .within(member: "model", error) }
        if let checksum = object["crc32"], checksum != .integer(LineEncoder.checksum(model, in: window.name, &scratch))
        {
            throw .within(member: "crc32", .wrong(expected: "the checksum of the model"))
        }
        if !type.isStream { shown[place] = (try read("seq", object), value) }
        return .view(model, cause: cause, isFirst: isWhole)
    }

    /// The last model of a view, as the patch changes it.
    private func patched(_ place: ShownView, _ object: JSONObject) throws(Mismatch) -> JSONValue {
        guard let patch = object["patch"] else { throw .within(member: "model", .missing(expected: "a view model")) }
        let base: Int64 = try read("base", object)
        guard case (let seq, var model)? = shown[place], seq == base else {
            throw .within(member: "base", .wrong(expected: "the number of the last line of the view"))
        }
        do { try model.apply(patch) } catch {
            throw .within(member: "patch", .wrong(expected: "operations that fit the last model"))
        }
        return model
    }
}

extension Event {
    /// The line that sends the event, without its newline.
    ///
    /// - Parameters:
    ///   - id: the id of the request, which its answer repeats; `nil` for no answer.
    ///   - window: the name of the window that the event is for; `nil` for the main one.
    public func line(id: String? = nil, window: String? = nil) -> String {
        inputLine(["id": id, "window": window]) { writeMembers(to: &$0) }
    }
}

extension Control {
    /// The line that does this, without its newline.
    ///
    /// - Parameters:
    ///   - id: the id of the request, which its answer repeats; `nil` for no answer.
    ///   - window: the name of the window that it is for; `nil` for the main one.
    public func line(id: String? = nil, window: String? = nil) -> String {
        if case .closeWindow = self { return inputLine(["closeWindow": window, "id": id]) { _ in } }
        return inputLine(["id": id, "window": window]) { writer in
            switch self {
            case .subscribe(let views, let cursor):
                writer.name(ControlName.subscribe.rawValue)
                views.write(to: &writer)
                if let cursor {
                    writer.name("after")
                    cursor.write(to: &writer)
                }
            case .unsubscribe(let views):
                writer.name(ControlName.unsubscribe.rawValue)
                views.write(to: &writer)
            case .closeWindow: break
            case .advance(let seconds):
                writer.name(ControlName.advance.rawValue)
                writer.write("\(Int64(exactly: (seconds * 1000).rounded()) ?? 0)ms")
            case .backend(let json):
                writer.name(ControlName.backend.rawValue)
                writer.write(JSONValue(text: Array(json.utf8)[...]) ?? .null)
            }
        }
    }
}

/// Writes a line of the input, with the members that have a value.
private func inputLine(_ members: KeyValuePairs<String, String?>, _ content: (inout JSONWriter) -> Void) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    content(&writer)
    for (name, value) in members {
        guard let value else { continue }
        writer.name(name)
        writer.write(value)
    }
    writer.endObject()
    return String(decoding: writer.bytes, as: UTF8.self)
}
