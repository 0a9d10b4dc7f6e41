import ArgumentParser
import TelexRuntime

/// Arguments as texts, although they are bytes: a character that no argument has stands for each byte that is not UTF-8.
enum ArgumentText {
    /// The character for the byte 0, at the end of the last private plane.
    private static let base: UInt32 = 0x10FF00
    private static let escapes = (base + 0x80)...(base + 0xFF)

    /// The argument of these bytes.
    static func text(_ bytes: [UInt8]) -> String {
        var (parser, rest) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
        var (text, place) = (String.UnicodeScalarView(), 0)
        func escape(_ count: Int) {
            for byte in bytes[place..<(place + count)] {
                if let scalar = Unicode.Scalar(base + UInt32(byte)) { text.append(scalar) }
            }
        }
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                let scalar = Unicode.UTF8.decode(encoded)
                if escapes.contains(scalar.value) { escape(encoded.count) } else { text.append(scalar) }
                place += encoded.count
            case .error(let length):
                escape(length)
                place += length
            case .emptyInput: return String(text)
            }
        }
    }

    /// The bytes of an argument.
    static func bytes(_ text: String) -> [UInt8] {
        text.unicodeScalars.flatMap { scalar in
            escapes.contains(scalar.value) ? [UInt8(scalar.value - base)] : Array(UTF8.encode(scalar) ?? .init())
        }
    }

    /// Whether an argument is not UTF-8.
    static func isInvalid(_ text: String) -> Bool { text.unicodeScalars.contains { escapes.contains($0.value) } }

    /// A text for people, in which `\xE9` stands for such a byte.
    static func shown(_ text: String) -> String {
        if !isInvalid(text) { return text }
        var shown = ""
        for scalar in text.unicodeScalars {
            if escapes.contains(scalar.value) {
                shown += "\\x" + String(scalar.value - base, radix: 16, uppercase: true)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
        return shown
    }

    /// The first text among the values of a command that is not UTF-8; `nil` if there is none. Paths need not be.
    static func firstInvalid(in value: Any) -> String? {
        switch value {
        case let text as String: return isInvalid(text) ? text : nil
        case is PathArgument: return nil
        default:
            for child in Mirror(reflecting: value).children {
                if let text = firstInvalid(in: child.value) { return text }
            }
            return nil
        }
    }
}

/// A path as an argument, which need not be UTF-8.
struct PathArgument: ExpressibleByArgument, Hashable, Sendable {
    let path: PathBytes

    init(argument: String) { path = PathBytes(bytes: ArgumentText.bytes(argument)) }

    /// Whether it stands for the standard input or output.
    var isStandard: Bool { path == PathBytes("-") }
}

extension PathBytes {
    /// The path for people, in which `\xE9` stands for a byte that is not UTF-8.
    var shown: String { ArgumentText.shown(ArgumentText.text(bytes)) }
}

extension String {
    /// The sentence with the bytes of a path that it names, as far as they are not UTF-8.
    func naming(_ path: PathBytes) -> String { path.isText ? self : replacing(path.text, with: path.shown) }
}

/// An argument that has to be text is not UTF-8.
struct NotText: CommandFailure {
    let argument: String
    let exitCode = ExitCode.validationFailure
    var sentence: String {
        "\"\(ArgumentText.shown(argument))\" is not valid UTF-8. Only the path of a file may be that."
    }
}
