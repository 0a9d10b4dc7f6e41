import TelexCore

/// Why a line never became an event, or why nothing came of it.
public enum LineError: Error, Hashable, Sendable {
    case notUTF8
    case notJSON(byte: Int, reason: String)
    case notObject(kind: String)
    case tooLong
    case tooDeep
    case noEvent
    /// It is several things at once, by these members.
    case ambiguous([String])
    case unknownEvent(String, nearest: String?)
    /// No line can send it.
    case insideEvent(String)
    /// It would put words into the mouth of a real server.
    case networkEvent(String)
    case unknownView(String, nearest: String?)
    case unknownWindow(String)
    case tooManyWindows(most: Int)
    case missingMember(String, of: String, expected: String)
    case mistypedMember(String, of: String, expected: String)
    case notVirtual
    case unsupported(String)
    case malformedCommand(String)
    case storeFailed(String)
    /// The time after the end of input ran out.
    case unfinished
    /// A signal asked for the end.
    case stopped

    /// At most this many bytes in a line, its end left out.
    public static let longestLine = 1_048_576

    /// The kind of error, for programs.
    public var code: String {
        switch self {
        case .notUTF8: "notUTF8"
        case .notJSON: "notJSON"
        case .notObject: "notObject"
        case .tooLong: "tooLong"
        case .tooDeep: "tooDeep"
        case .noEvent: "noEvent"
        case .ambiguous: "ambiguous"
        case .unknownEvent: "unknownEvent"
        case .insideEvent: "insideEvent"
        case .networkEvent: "networkEvent"
        case .unknownView: "unknownView"
        case .unknownWindow: "unknownWindow"
        case .tooManyWindows: "tooManyWindows"
        case .missingMember: "missingMember"
        case .mistypedMember, .malformedCommand: "mistypedMember"
        case .notVirtual: "notVirtual"
        case .unsupported: "unsupported"
        case .storeFailed: "storeFailed"
        case .unfinished, .stopped: "unfinished"
        }
    }

    /// All codes, for the schema.
    static let codes = [
        "notUTF8", "notJSON", "notObject", "tooLong", "tooDeep", "noEvent", "ambiguous", "unknownEvent", "insideEvent",
        "networkEvent", "unknownView", "unknownWindow", "tooManyWindows",
        "missingMember", "mistypedMember", "notVirtual", "unsupported", "storeFailed", "unfinished",
    ]
}

/// The sentences, each with what to do.
extension LineError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notUTF8:
            "The line is not UTF-8. Write it in UTF-8."
        case .notJSON(let byte, let reason):
            "The line is not JSON: \(reason), at byte \(byte). Write one JSON object a line."
        case .notObject(let kind):
            "The line is \(kind). Write one JSON object a line, such as {\"event\":\"chat.listing\",\"rowLimit\":50}."
        case .tooLong:
            "The line is longer than \(Self.longestLine) bytes. Send less in one line."
        case .tooDeep:
            "The line has more than \(JSONParser.deepest) arrays and objects in each other. No event needs so many."
        case .noEvent:
            "The line has none of the members event, subscribe, unsubscribe, close, advance and backend. Add one of them."
        case .ambiguous(let members):
            "The line has the members \(members.joined(separator: " and ")). Write a line for each."
        case .unknownEvent(let name, let nearest?):
            "There is no event \"\(name)\". Did you mean \"\(nearest)\"? telex schema lists all."
        case .unknownEvent(let name, nil):
            "There is no event \"\(name)\". telex schema lists all."
        case .insideEvent(let name):
            "A line cannot send \(name): only the store or a timer does. telex schema lists the events for lines."
        case .networkEvent(let name):
            "\(name) speaks for the server, and this profile has a real one. "
                + "Start with --play-network to send it all the same."
        case .unknownView(let name, let nearest?):
            "There is no view \"\(name)\". Did you mean \"\(nearest)\"? telex schema lists all."
        case .unknownView(let name, nil):
            "There is no view \"\(name)\". telex schema lists all."
        case .unknownWindow(let name):
            "There is no window \"\(name)\". It was never opened, or is closed already."
        case .tooManyWindows(let most):
            "\(most) windows are open beside the main one, which is the limit. "
                + "Close one: {\"window\":\"NAME\",\"close\":true}."
        case .missingMember(let member, let owner, let expected):
            "\(owner) needs the member \"\(member)\": \(expected)."
        case .mistypedMember(let member, let owner, let expected):
            "The member \"\(member)\" of \(owner) takes \(expected)."
        case .notVirtual:
            "Time can be advanced only under a virtual clock. Start with --clock virtual."
        case .unsupported(let what), .malformedCommand(let what): what
        case .storeFailed(let reason):
            "What the line did was not stored: \(reason)"
        case .unfinished:
            "The time after the end of input ran out before this was done; what waits goes out at the next start. "
                + "Allow more with --drain."
        case .stopped:
            "The program ended before this was done; what waits goes out at the next start."
        }
    }
}
