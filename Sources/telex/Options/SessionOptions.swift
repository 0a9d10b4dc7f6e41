import ArgumentParser
import Foundation
import TelexCompletion
import TelexCore
import TelexRuntime
import TelexStorage

/// The options that all sessions share.
struct SessionOptions: ParsableArguments {
    @OptionGroup(title: "Store") var storage: StoreOptions

    @Option(
        help: ArgumentHelp(
            "Durability of each commit: normal survives kill -9, full also survives power loss.",
            valueName: "level"))
    var durability = SQLiteStore.Durability.normal

    @Option(
        help: ArgumentHelp(
            "wall, virtual (from 2026-01-05T09:00:00Z), or virtual:<RFC 3339 date>. A virtual clock never waits, and the "
                + "same input always produces the same output, byte for byte.", valueName: "clock"),
        completion: .list(["wall", "virtual"]))
    var clock = ClockChoice.wall

    @Option(
        help: ArgumentHelp(
            "The seed for random values. Default: 0 under a virtual clock, else random.", valueName: "number"))
    var seed: UInt64?

    @Option(
        help: ArgumentHelp(
            "The time zone, such as Europe/Rome. Default under a virtual clock: UTC.", valueName: "name"),
        completion: .names { _, _ in TimeZone.knownTimeZoneIdentifiers })
    var zone: String?

    @Option(help: ArgumentHelp("The locale, such as en_US. Default under a virtual clock: en_GB.", valueName: "name"))
    var locale: String?

    @Option(
        help: ArgumentHelp(
            "How to show times: 12 or 24 hours, or a format such as %H:%M:%S. Default: as the locale has it.",
            valueName: "format"),
        completion: .list(["12", "24"]), transform: format)
    var timeFormat: TimeFormat?

    @OptionGroup(title: "Files") var files: FileOptions

    @Option(
        help: ArgumentHelp(
            "How long to wait, after the input ends, for work in progress. (default: 10s)", valueName: "span"),
        transform: parseDuration)
    var drain: TimeInterval = 10

    @Option(
        help: ArgumentHelp("Record the input, for telex replay.", valueName: "file"), completion: .file())
    var record: String?

    @Option(
        help: ArgumentHelp(
            "The views to print as JSON lines: names separated by commas, \"all\" (the default: all but inbox) or \"none\".",
            valueName: "views"),
        completion: .names { _, beginning in ViewSelection.completions(of: beginning) },
        transform: { try ViewSelection($0) })
    var subscribe = ViewSelection.all

    @Flag(help: "Accept lines that speak for the network (message.received, …) on a profile with a real server.")
    var playNetwork = false

    func validate() throws {
        if let zone, Zone(zone) == nil {
            throw ValidationError("Unknown time zone \"\(zone)\". Use a name such as Europe/Rome, or UTC.")
        }
    }

    var isVirtual: Bool { clock != .wall }

    var region: Region {
        let zone =
            zone.flatMap { Zone($0) } ?? (isVirtual ? .utc : SystemZone(named: TelexCommand.environment["TZ"]).zone)
        let name = locale ?? (isVirtual ? Region.fixedLocale : Self.localeName)
        return Region(zone: zone, locale: name, timeFormat: timeFormat)
    }

    /// Why times are not in the zone that the system was given; `nil` if they are.
    var zoneProblem: String? {
        zone == nil && !isVirtual ? SystemZone(named: TelexCommand.environment["TZ"]).problem : nil
    }

    /// The locale for times, in the order of POSIX: `LC_ALL`, `LC_TIME`, `LANG`. `C` uses 24 hours, as `en_GB` does.
    private static var localeName: String {
        let environment = TelexCommand.environment
        let value = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        let name = String(value.prefix { $0 != "." && $0 != "@" })
        return name == "C" || name == "POSIX" ? Region.fixedLocale : name
    }
}

/// Parses a format of times.
@Sendable private func format(_ text: String) throws -> TimeFormat {
    switch text {
    case "12": return .hours12
    case "24": return .hours24
    default:
        guard let format = TimeFormat(text) else {
            throw ValidationError("\"\(text)\" is not a format of times. Use \(TimeFormat.forms).")
        }
        return format
    }
}

/// Parses a time span, such as `10s`.
@Sendable func parseDuration(_ text: String) throws -> TimeInterval {
    guard let seconds = DurationText.seconds(text) else {
        throw ValidationError("\"\(text)\" is not a duration. Write \(DurationText.forms).")
    }
    return seconds
}

extension SQLiteStore.Durability: WordOption {}

/// The clock that a session runs on.
enum ClockChoice: ExpressibleByArgument, Equatable {
    case wall
    case virtual(Date)

    init?(argument: String) {
        switch argument {
        case "wall": self = .wall
        case "virtual": self = .virtual(SessionClock.start)
        default:
            guard argument.hasPrefix("virtual:"),
                let date = try? Date(String(argument.dropFirst(8)), strategy: .iso8601)
            else { return nil }
            self = .virtual(date)
        }
    }

    var defaultValueDescription: String { "wall" }

    func make() -> SessionClock {
        switch self {
        case .wall: .wall()
        case .virtual(let date): .virtual(from: date)
        }
    }
}
