import TelexCore

/// Numbers lines and puts them into bytes; one for each reader.
struct LineEncoder {
    /// The number that the next line gets.
    private(set) var seq: Int64 = 0
    /// The models that the reader last had.
    private var last: [ViewName: any WireViewModel] = [:]

    /// Writes one line, its end included.
    mutating func encode(_ line: OutLine, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.name("seq")
        writer.write(seq)
        seq += 1
        switch line {
        case .hello: encodeHello(&writer)
        case .view(let model, let cause): encode(model, cause, &writer)
        case .closed(let view, let cause):
            last[view] = nil
            Self.member("view", view, &writer)
            Self.member("cause", cause, &writer)
            Self.member("closed", true, &writer)
        case .error(let error):
            writer.name("error")
            writer.beginObject()
            Self.member("code", error.code, &writer)
            Self.member("message", error.message, &writer)
            Self.member("line", error.line, &writer)
            writer.endObject()
            Self.member("cause", error.cause, &writer)
        case .settled(let id): Self.member("settled", id, &writer)
        case .gap(let lines):
            writer.name("gap")
            writer.beginObject()
            Self.member("lines", lines, &writer)
            writer.endObject()
        case .bye(let reason):
            writer.name("bye")
            writer.beginObject()
            Self.member("reason", reason, &writer)
            writer.endObject()
        }
        writer.endObject()
        writer.newLine()
    }

    private mutating func encode(_ model: any WireViewModel, _ cause: String?, _ writer: inout JSONWriter) {
        let view = type(of: model).view
        Self.member("view", view, &writer)
        Self.member("cause", cause, &writer)
        if let list = model as? any ListViewModel {
            Self.member("changes", RowChanges.between(last[view], list), &writer)
        }
        writer.name("model")
        model.write(to: &writer)
        last[view] = model
    }

    private func encodeHello(_ writer: inout JSONWriter) {
        writer.name("hello")
        writer.beginObject()
        Self.member("protocol", ProtocolVersion.number, &writer)
        Self.member("events", EventForms.names, &writer)
        Self.member("views", ViewName.allCases, &writer)
        writer.endObject()
    }

    private static func member(_ name: String, _ value: some WireWritable, _ writer: inout JSONWriter) {
        writer.name(name)
        value.write(to: &writer)
    }
}

/// The version of the protocol that this program speaks.
public enum ProtocolVersion {
    public static let number = 1
}

/// Encodes lines one by one, for those who compare them.
public struct LineEncoding {
    private var encoder = LineEncoder()

    public init() {}

    /// The bytes of the line, without its end.
    public mutating func encode(_ line: OutLine) -> [UInt8] {
        var writer = JSONWriter()
        encoder.encode(line, to: &writer)
        return writer.bytes.dropLast()
    }
}
