/// JSON text of a single value, as a store keeps it.
extension WireValue {
    /// The value as JSON text. Control characters below U+0020 are escaped.
    package var json: String {
        var writer = JSONWriter(capacity: 256)
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// The value as a line of JSON, with its newline.
    package var jsonLine: [UInt8] { Array("\(json)\n".utf8) }

    /// Reads a value; `nil` if the text is not JSON or does not fit the type.
    package init?(json: String) {
        var json = json
        guard case .success(let value) = json.withUTF8({ JSONParser.parse($0).0 }), let read = try? Self.read(value)
        else { return nil }
        self = read
    }
}

/// Any value, as it is.
extension JSONValue: WireValue {
    public static var schema: JSONValue { [:] }
    public static var kind: String { "a value" }
    public func write(to writer: inout JSONWriter) { writer.write(self) }
    public static func read(_ value: JSONValue?) throws(Mismatch) -> JSONValue {
        guard let value else { throw mismatch(value) }
        return value
    }
}
