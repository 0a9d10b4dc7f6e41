@testable import TelexCore
import TelexJSON
import Testing

@testable import TelexWire

@Suite struct OptionalFieldTests {
    private struct Thing: WireRecord {
        var name = "x"
        var revision: Int?

        static let blank = Thing()

        mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
            try visitor.visit("name", &name)
            try visitor.visit(optional: "revision", &revision)
        }
    }

    private func text(_ body: (inout JSONWriter) -> Void) -> String {
        var writer = JSONWriter()
        body(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func isMissingWithoutAValue() {
        #expect(text { Thing().write(to: &$0) } == #"{"name":"x"}"#)
        #expect(text { Thing(revision: 2).write(to: &$0) } == #"{"name":"x","revision":2}"#)
    }

    @Test(
        arguments: [
            (nil, 1, #"[{"op":"add","path":"/revision","value":1}]"#),
            (1, 2, #"[{"op":"add","path":"/revision","value":2}]"#),
            (2, nil, #"[{"op":"remove","path":"/revision"}]"#), (2, 2, "[]"),
        ] as [(Int?, Int?, String)])
    func isPatched(old: Int?, new: Int?, patch: String) {
        let written = text { writer in
            let records = [old, new].map { MemberTracer.trace(Thing(revision: $0), in: nil) }
            PatchWriter.write(to: &writer) { $0.compare(records[0], records[1]) }
        }
        #expect(written == patch)
    }

    @Test func isNotRequiredByTheSchema() {
        guard case .object(let reference) = Thing.schema, case .object(let schema)? = reference["$definition"] else {
            return #expect(Bool(false))
        }
        #expect(schema["required"] == .array([.string("name")]))
    }
}
