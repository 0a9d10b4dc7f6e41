import TelexJSON

/// An integer of 64 bits, as the API has it. Those of the JSON-lines protocol are narrower.
struct WideInteger: WireValue {
    /// What the error says that it expected, for a number that does not fit.
    static let range = "an integer of 64 bits"

    let number: Int64

    static var schema: JSONValue { ["type": "integer"] }
    static var kind: String { Int64.kind }
    func write(to writer: inout JSONWriter) { writer.write(number) }

    static func read(_ value: JSONValue?) throws(Mismatch) -> WideInteger {
        switch value {
        case .integer(let number): return WideInteger(number: number)
        case .number(let text):
            guard let number = Double(text).flatMap(Int64.init(exactly:)) else { throw .wrong(expected: range) }
            return WideInteger(number: number)
        default: throw mismatch(value)
        }
    }
}

// The form in which records visit their numbers.

extension FixedWidthInteger {
    var wide: WideInteger {
        get { WideInteger(number: Int64(self)) }
        set { self = Self(clamping: newValue.number) }
    }
}

extension Optional where Wrapped: FixedWidthInteger {
    var wide: WideInteger? {
        get { map(\.wide) }
        set { self = newValue.map { Wrapped(clamping: $0.number) } }
    }
}
