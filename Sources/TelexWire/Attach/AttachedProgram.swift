import Foundation
import TelexCore
import TelexJSON

/// A program on a profile, as `telex attach` lists it.
public struct AttachedProgram: Hashable, Sendable {
    /// The number of a program on a profile; 0 for the owner.
    ///
    /// The program can be detached by it.
    public var number: Int
    /// The command that a program runs, such as `pipe`.
    ///
    /// `nil` if it has not said.
    public var command: String?
    /// The number of a process; missing if the system does not say.
    public var process: Int?
    /// When it opened the profile, or joined.
    public var since: Date
    /// Whether lines can only look; missing if they can act.
    public var isReadOnly = false
}

extension AttachedProgram: WireRecord {
    public static var blank: AttachedProgram {
        AttachedProgram(number: 0, command: nil, process: nil, since: .distantPast)
    }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("number", &number)
        try visitor.visit("command", &command)
        try visitor.visit("processId", &process)
        try visitor.visit("sinceDate", &since)
        try visitor.visit("isReadOnly", &isReadOnly, default: false)
    }
}

/// The first line of a program that does not join: it wants to see who is attached, or to detach one.
public struct AttachedRequest: Hashable, Sendable {
    /// The version of the protocol.
    var version = ProtocolVersion.number
    /// The number of the program to detach; 0 lists all.
    public var detach: Int

    public init(detach: Int = 0) { self.detach = detach }
}

extension AttachedRequest: WireRecord {
    public static var blank: AttachedRequest { AttachedRequest() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("protocol", &version)
        try visitor.visit("detach", &detach)
    }
}
