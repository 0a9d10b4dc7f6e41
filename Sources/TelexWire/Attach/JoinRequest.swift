import TelexCore
import TelexJSON

/// The first line of a program that joins a running Telex: what it wants to see.
public struct JoinRequest: Hashable, Sendable {
    /// The maximum length of the line in bytes. It is longer than others because it can name many open requests.
    static let longestLine = 16 * LineError.longestLine

    public var version = ProtocolVersion.number
    /// The views to subscribe to from the start.
    public var subscribe: [ViewName]
    /// Resumes the inbox after this `cursor`. `start`: from the first message. Default: new ones only.
    public var after: InboxCursor?
    /// How a changed view is sent: `whole` or `patch`.
    public var updates = Updates.whole
    /// Whether a program that has fallen behind gets only the newest model of each view.
    public var coalesces = false
    /// How long requests may take once the input has ended.
    ///
    /// In milliseconds.
    public var drain = 10_000
    /// Whether it only looks, and changes nothing.
    public var isReadOnly = false
    /// Whether messages are marked as read as soon as the main window shows them.
    public var marksRead = false
    /// Whether lines report how far output is stored. For programs of Telex itself.
    ///
    /// Lines that come together are then handled as one.
    public var isPaced = false
    /// The command that it runs, such as `pipe`, for those who look who is attached; `nil` if it says nothing.
    public var command: String?
    /// The program that its messages are from, unless they name one; `nil` if a person writes them.
    public var program: String?
    /// Whether the owner notes, on the socket, what the next owner needs to go on.
    public var takesNotes = false
    /// Where a program that had joined another owner goes on.
    ///
    /// Its windows then have their own views.
    public var resumption: Resumption?
}

extension JoinRequest {
    public init(subscribe: [ViewName]) { self.subscribe = subscribe }
}

extension JoinRequest: WireRecord {
    public static var blank: JoinRequest { JoinRequest(subscribe: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("protocol", &version)
        try visitor.visit("subscribe", &subscribe)
        try visitor.visit("after", &after)
        try visitor.visit("updates", &updates)
        try visitor.visit("coalesces", &coalesces)
        try visitor.visit("drainMilliseconds", &drain)
        try visitor.visit("isReadOnly", &isReadOnly, default: false)
        try visitor.visit("marksRead", &marksRead, default: false)
        try visitor.visit("isPaced", &isPaced, default: false)
        try visitor.visit("command", &command)
        try visitor.visit("program", &program)
        try visitor.visit("takesNotes", &takesNotes, default: false)
        try visitor.visit("resume", &resumption)
    }

    /// Reads a line.
    ///
    /// - Throws: a sentence for the program that wants to join.
    static func read(line: [UInt8]) throws(JoinRefusal) -> JoinRequest {
        let object = try object(line: line)
        let request: JoinRequest
        do { request = try read(.object(object)) } catch {
            let reason = LineDecoder.refusal(error, of: "a request to join")
            throw JoinRefusal("The first line to a running telex asks to join it. This one does not: \(reason)")
        }
        if let refusal = request.program.flatMap(MessageUseCase.refusal(ofProgram:)) { throw JoinRefusal(refusal) }
        return request
    }

    /// Reads a line as an object, which must be of this version of the protocol.
    static func object(line: [UInt8]) throws(JoinRefusal) -> JSONObject {
        guard case .success(let value) = JSONParser.parse(line[...]).0, case .object(let object) = value else {
            throw JoinRefusal("The first line to a running telex is an object that asks to join it.")
        }
        let version = try? Int.read(object["protocol"])
        if let version, version != ProtocolVersion.number {
            throw JoinRefusal(
                "This telex speaks protocol \(version), and the one that owns the profile speaks protocol "
                    + "\(ProtocolVersion.number). Use the same version of both.")
        }
        return object
    }
}

/// Why a program cannot join, as a sentence.
struct JoinRefusal: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}
