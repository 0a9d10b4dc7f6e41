import ArgumentParser
import Foundation

/// The options for files that messages bring.
struct FileOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Which files to download: ask (those that you ask for), never (none, even if asked), or those of the open chat up "
                + "to a size, such as \"under 1MB\". (default: ask)", valueName: "policy"),
        completion: .list(["ask", "never", "under 1MB"]), transform: FetchPolicy.init(option:))
    var fetch = FetchPolicy.ask

    @OptionGroup var room: RoomOptions
}

/// The option for the room that files may take.
struct RoomOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How much room downloaded files may take in the profile, such as 500MB or 1.5GB. Those that were not used for "
                + "the longest time make room; /save copies a file elsewhere. (default: 1GB)", valueName: "size"),
        transform: ByteCount.init(option:))
    var keepFiles = ByteCount(bytes: 1_000_000_000)
}

/// Which files are downloaded.
enum FetchPolicy: Equatable {
    case never
    case ask
    /// Without being asked for, files of the open chat with at most so many bytes.
    case under(Int64)

    /// Reads `ask`, `never`, or `under` with a size.
    @Sendable init(option: String) throws {
        let text = option.trimmingCharacters(in: .whitespaces).lowercased()
        switch text {
        case "never": self = .never
        case "ask": self = .ask
        default:
            guard text.hasPrefix("under"), let size = ByteCount(String(text.dropFirst(5))) else {
                throw ValidationError(
                    "\"\(option)\" is not a policy. Write ask, never, or under and a size with \(ByteCount.forms), such as "
                        + "\"under 1.5MB\".")
            }
            self = .under(size.bytes)
        }
    }

    /// The most bytes of a file that is downloaded without being asked for; `nil` for none.
    var limit: Int64? { if case .under(let bytes) = self { bytes } else { nil } }
}

/// A number of bytes, such as `500kB`.
struct ByteCount: Equatable {
    let bytes: Int64

    /// The units that can be written.
    static let forms = "B, kB, MB, GB or TB"

    private static let units: KeyValuePairs<String, Int64> = [
        "": 1, "b": 1, "kb": 1000, "mb": 1_000_000, "gb": 1_000_000_000, "tb": 1_000_000_000_000,
    ]
    /// The most digits of a number, so that it is exact.
    private static let longest = 18

    init(bytes: Int64) { self.bytes = bytes }

    @Sendable init(option: String) throws {
        guard let count = ByteCount(option) else {
            throw ValidationError(
                "\"\(option)\" is not a size. Write a number with \(Self.forms), such as 500MB or 1.5GB.")
        }
        self = count
    }

    /// Reads a decimal number and a unit, in any case and with spaces around them; `nil` if it is something else, or no
    /// whole number of bytes.
    init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let unit = text.dropFirst(number.count).drop { $0 == " " }.lowercased()
        let parts = number.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, !parts.contains(""), number.count <= Self.longest,
            let factor = Self.units.first(where: { $0.key == unit })?.value,
            let value = Decimal(string: String(number)).map({ $0 * Decimal(factor) }), value <= Decimal(Int64.max)
        else { return nil }
        bytes = NSDecimalNumber(decimal: value).int64Value
        if Decimal(bytes) != value { return nil }
    }
}
