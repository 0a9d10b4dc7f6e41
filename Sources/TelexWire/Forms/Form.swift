import TelexCore
import TelexJSON

/// A member's entry in the schema.
struct MemberSchema: Sendable {
    let name: String
    let isOptional: Bool
    /// Makes the schema. Only `telex schema` needs it, and looking up the names of types is slow.
    let schema: @Sendable () -> JSONValue
}

/// An enum whose cases are objects on the wire.
///
/// `visited` describes each case once; reader, writer and schema follow from it.
protocol WireCases: Sendable {
    /// One value of each case that is on the wire, with anything in it, in the order of the reference.
    static var samples: [Self] { get }
    /// Visits the members of the case that this value is.
    ///
    /// - Returns: the same case with the members that the visitor has read.
    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> Self
}

extension WireCases {
    /// Writes the members without the braces of the object, and `null` for the blanks.
    func writeMembers(blanks: [Blank] = [], to writer: inout JSONWriter) {
        MemberWriter.write(to: &writer, blanks: blanks) { _ = visited(by: &$0) }
    }

    /// Writes the value as a line, newline included.
    func writeLine(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
        writer.newLine()
    }
}

/// One case of an enum: its members, and how it is read.
struct Form<Value: WireCases>: Sendable {
    let members: [MemberSchema]
    /// The event that the case is, if the enum is one of events.
    let event: EventInfo?
    /// A value of this case, to read another one into.
    let sample: Value

    init(_ sample: Value) {
        var describer = MemberDescriber()
        _ = sample.visited(by: &describer)
        members = describer.members(of: "")
        event = describer.event
        self.sample = sample
    }

    func read(_ object: JSONObject) throws(Mismatch) -> Value {
        var reader = MemberReader(object: object)
        return try sample.visited(by: &reader)
    }
}
