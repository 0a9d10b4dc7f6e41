import TelexCore
import TelexJSON

/// Why a line was rejected, or why its request failed.
public enum LineError: Error, Hashable, Sendable {
    case notUTF8
    case notJSON(byte: Int, reason: String)
    case notObject(kind: String)
    case tooLong
    case tooDeep
    case noEvent
    /// The line has several of the members that identify its kind.
    case ambiguous([String])
    case unknownEvent(String, nearest: String?)
    /// Only the store, a timer or the session sends the event.
    case insideEvent(String)
    /// Only the server sends the event, and the profile has a real server, or the sender has joined another telex.
    case networkEvent(String, isGuest: Bool = false)
    /// The line changes something, and the program only looks.
    case readOnly(String)
    /// The sender has joined, and has not opened the file that it names.
    case unopenedFile
    case unknownView(String, nearest: String?)
    case unknownWindow(String)
    case tooManyWindows(most: Int)
    case missingMember(String, of: String, expected: String)
    case mistypedMember(String, of: String, expected: String)
    case notVirtual
    case unsupported(String)
    case malformedCommand(String)
    case storeFailed(String)
    /// The drain time after the end of input ran out.
    case unfinished
    /// A signal stopped the program.
    case stopped

    /// The maximum length of a line in bytes, without its newline.
    public static let longestLine = 1_048_576

    /// The error code, for programs.
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
        case .readOnly: "readOnly"
        case .unopenedFile: "unopenedFile"
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
        "networkEvent", "readOnly", "unopenedFile", "unknownView", "unknownWindow", "tooManyWindows",
        "missingMember", "mistypedMember", "notVirtual", "unsupported", "storeFailed", "unfinished",
    ]
}

/// Error messages for people: what failed, and what to do.
extension LineError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notUTF8:
            "The line is not UTF-8. Write it in UTF-8."
        case .notJSON(let byte, let reason):
            "The line is not JSON: \(reason), at byte \(byte). Write one JSON object per line."
        case .notObject(let kind):
            "The line is \(kind). Write one JSON object per line, such as {\"event\":\"chat.listing\",\"rowLimit\":50}."
        case .tooLong:
            "The line is longer than \(Self.longestLine) bytes. Split it."
        case .tooDeep:
            "The line nests arrays and objects more than \(JSONParser.deepest) levels deep. No event needs that."
        case .noEvent:
            "The line must have one of these members: event, subscribe, unsubscribe, closeWindow, advance, backend."
        case .ambiguous(let members):
            "The line has the members \(members.joined(separator: " and ")). Write one line for each."
        case .unknownEvent(let name, let nearest?):
            "Unknown event \"\(name)\". Did you mean \"\(nearest)\"? telex schema lists them all."
        case .unknownEvent(let name, nil):
            "Unknown event \"\(name)\". telex schema lists them all."
        case .insideEvent(let name):
            "A line cannot send \(name): only Telex itself does. telex schema lists the events for lines."
        case .networkEvent(let name, isGuest: true):
            "\(name) speaks for the server. Only the telex that owns the profile can send it."
        case .networkEvent(let name, isGuest: false):
            "\(name) speaks for the server, and this profile uses a real one. "
                + "Start with --play-network to send it anyway."
        case .readOnly(let name):
            "\(name) changes something, and this program only looks. Start it without --read-only to send it."
        case .unopenedFile:
            "The line names a file, but no open descriptor of it came. A program that joins by itself opens the file, and "
                + "passes the descriptor. telex pipe does that for you."
        case .unknownView(let name, let nearest?):
            "Unknown view \"\(name)\". Did you mean \"\(nearest)\"? telex schema lists them all."
        case .unknownView(let name, nil):
            "Unknown view \"\(name)\". telex schema lists them all."
        case .unknownWindow(let name):
            "There is no window \"\(name)\". It was never opened, or is already closed."
        case .tooManyWindows(let most):
            "All \(most) windows besides the main one are in use. "
                + "Close one: {\"closeWindow\":\"NAME\"}."
        case .missingMember(let member, let owner, let expected):
            "\(owner) needs the member \"\(member)\": \(expected)."
        case .mistypedMember(let member, let owner, let expected):
            "The member \"\(member)\" of \(owner) takes \(expected)."
        case .notVirtual:
            "Time can be advanced only under a virtual clock. Start with --clock virtual."
        case .unsupported(let what), .malformedCommand(let what): what
        case .storeFailed(let reason):
            "The line's changes were not stored: \(reason)"
        case .unfinished:
            "The input ended, and time ran out before this request was done. Messages that are stored are sent at the next start. "
                + "Allow more time with --drain."
        case .stopped:
            "The program ended before this request was done. Messages that are stored are sent at the next start."
        }
    }
}
