import ArgumentParser
import TelexCore

/// The options for files that messages bring.
struct FileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which files to download: ask (those that you ask for), never (none, even if asked), or those of the open chat up "
                + "to a size, such as \"under 1MB\".", valueName: "policy"),
        completion: .list(["ask", "never", "under 1MB"]))
    var fetch = FetchPolicy.ask

    @Option(
        help: ArgumentHelp(
            "How much room downloaded files may take in the profile. Those that were not used for the longest time make "
                + "room; /save copies a file elsewhere.", valueName: "size"))
    var keepFiles = ByteCount(bytes: 1_000_000_000)
}

/// Which files are downloaded.
enum FetchPolicy: ExpressibleByArgument, Equatable {
    case never
    case ask
    /// Without being asked for, files of the open chat with at most so many bytes.
    case under(Int64)

    init?(argument: String) {
        switch argument {
        case "never": self = .never
        case "ask": self = .ask
        default:
            guard argument.hasPrefix("under"),
                let count = ByteCount(argument: String(argument.dropFirst(5).drop { $0 == " " }))
            else { return nil }
            self = .under(count.bytes)
        }
    }

    var defaultValueDescription: String {
        switch self {
        case .never: "never"
        case .ask: "ask"
        case .under(let bytes): "under \(ByteCount(bytes: bytes).defaultValueDescription)"
        }
    }

    /// The most bytes of a file that is downloaded without being asked for; `nil` for none.
    var limit: Int64? { if case .under(let bytes) = self { bytes } else { nil } }
}

/// A number of bytes, such as `500kB`.
struct ByteCount: ExpressibleByArgument, Equatable {
    let bytes: Int64

    init(bytes: Int64) { self.bytes = bytes }

    private static let units: KeyValuePairs<String, Int64> = [
        "": 1, "b": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
    ]

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        let unit = argument.dropFirst(digits.count).drop { $0 == " " }.lowercased()
        guard digits.count <= 6, let number = Int64(digits),
            let factor = Self.units.first(where: { $0.key == unit })?.value
        else { return nil }
        bytes = number * factor
    }

    var defaultValueDescription: String { FileText.size(bytes).replacing(" ", with: "") }
}
