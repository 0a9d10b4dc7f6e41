import Foundation

/// Encodes and decodes the JSON of bodies and frames. Dates are RFC 3339 in UTC, with milliseconds.
package enum APICoder {
    private static let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

    package static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            // Add half a millisecond to round: the style truncates.
            try container.encode(date.addingTimeInterval(0.0005).formatted(style))
        }
        // Only our own types are encoded, and all of them have a JSON form.
        return Array(try! encoder.encode(value))
    }

    /// Decodes JSON from a client.
    ///
    /// - Throws: `JSONFault` for invalid UTF-8 and repeated members, which `decode` accepts; `DecodingError`.
    package static func decodeStrictly<Value: Decodable>(
        _ type: Value.Type, _ bytes: some Collection<UInt8>
    ) throws -> Value {
        let bytes = Data(bytes)
        if let fault = JSONFault.find(in: bytes) { throw fault }
        return try decode(type, bytes)
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, _ bytes: some Collection<UInt8>) throws -> Value {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { decoder in
            let text = try decoder.singleValueContainer().decode(String.self)
            let date = try Date(text, strategy: text.contains(".") ? style : .iso8601)
            return Date(timeIntervalSince1970: (date.timeIntervalSince1970 * 1000).rounded() / 1000)
        }
        return try decoder.decode(type, from: Data(bytes))
    }
}
