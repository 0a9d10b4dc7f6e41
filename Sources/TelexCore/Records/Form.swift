import TelexJSON

/// An enum whose cases are objects on the wire.
///
/// `visited` describes each case once; reader, writer and schema follow from it.
package protocol WireCases: Sendable {
    /// One value of each case that is on the wire, with anything in it, in the order of the reference.
    static var samples: [Self] { get }
    /// Visits the members of the case that this value is.
    ///
    /// - Returns: the same case with the members that the visitor has read.
    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> Self
}

extension WireCases {
    /// Writes the members without the braces of the object, and `null` for the blanks.
    package func writeMembers(blanks: [Blank] = [], to writer: inout JSONWriter) {
        MemberWriter.write(to: &writer, nulls: blanks.map(\.rawValue)) { _ = visited(by: &$0) }
    }

    /// Writes the value as a line, newline included.
    package func writeLine(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
        writer.newLine()
    }
}

/// One case of an enum: its members, and how it is read.
package struct Form<Value: WireCases>: Sendable {
    package let members: [MemberSchema]
    /// A value of this case, to read another one into.
    package let sample: Value

    package init(_ sample: Value) {
        var describer = MemberDescriber()
        _ = sample.visited(by: &describer)
        members = describer.members(of: "")
        self.sample = sample
    }

    package func read(_ object: JSONObject) throws(Mismatch) -> Value {
        var reader = MemberReader(object: object)
        return try sample.visited(by: &reader)
    }
}
