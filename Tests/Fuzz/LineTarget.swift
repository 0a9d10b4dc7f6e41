import TelexCore
import TelexJSON

@testable import TelexWire

/// A line of the protocol.
enum LineTarget {
    static func check(_ bytes: [UInt8]) throws {
        let line = LineDecoder.decode(bytes[...], number: 1)
        try promise(line.id.map { $0.unicodeScalars.count <= LineDecoder.longestID } ?? true, "the id is too long")
        switch line.content {
        case .blank, .control: break
        case .refused(let error):
            try promise(error.description.hasSuffix("."), "no sentence: \(error)")
            try promise(LineError.codes.contains(error.code), "a code that the schema has not: \(error.code)")
            try promise(
                JSONParser.parse(written { $0.write(error.description) }[...]).0.isSuccess, "a sentence that is no JSON"
            )
        case .event(let event):
            let text = written(event.write)
            let again = LineDecoder.decode(text[...], number: 1).content
            try promise(again == .event(event), "\(event) came back as \(again)")
        }
    }

    private static func written(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        write(&writer)
        return Array(writer.bytes)
    }
}

extension Result {
    fileprivate var isSuccess: Bool { if case .success = self { true } else { false } }
}
