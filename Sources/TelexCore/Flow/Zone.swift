import Foundation

/// A time zone: one of the IANA database, or a rule of `tzset(3)`.
public struct Zone: Hashable, Sendable {
    private enum Kind: Hashable {
        case named(TimeZone)
        case rule(ZoneRule)
    }

    private let kind: Kind

    public init(_ timeZone: TimeZone) { kind = .named(timeZone) }

    public init(_ rule: ZoneRule) { kind = .rule(rule) }

    /// - Parameter name: the name of a zone, such as `Europe/Rome`, or else a rule, such as `CET-1CEST,M3.5.0,M10.5.0/3`.
    ///   Returns `nil` for any other text.
    public init?(_ name: String) {
        if let zone = Zone(iana: name) {
            self = zone
        } else if let rule = ZoneRule(name) {
            self = Zone(rule)
        } else {
            return nil
        }
    }

    /// - Parameter name: the name of a zone in the IANA database.
    public init?(iana name: String) {
        // Foundation reads other names, too, such as `UTC-5`, and others than `tzset(3)` does.
        guard name == "UTC" || name == "GMT" || Self.isSafe(name) && !Self.abbreviations.contains(name),
            let zone = TimeZone(identifier: name)
        else { return nil }
        let isKnown =
            ["UTC", "GMT"].contains(name) || TimeZone.knownTimeZoneIdentifiers.contains(name)
            || !name.contains { "+-".contains($0) } || name.hasPrefix("Etc/")
        guard isKnown else { return nil }
        self = Zone(zone)
    }

    /// Names that Foundation accepts and the IANA database does not have.
    private static let abbreviations = Set(
        """
        ACT ADT AET AGT AKDT AKST ART AST BDT BET BRST BRT BST CAT CDT CEST CLST CLT CNT COT CST CTT EAT ECT EDT
        EEST GST HKT ICT IET IRST IST JST MDT MIT MSD MSK NDT NET NST NZDT NZST PDT PET PHT PKT PLT PNT PRT PST
        SGT SST TRT UYT VST WAT WEST WIT
        """.split(whereSeparator: \.isWhitespace).map(String.init))

    private static func isSafe(_ name: String) -> Bool {
        name.utf8.count < 64 && !name.hasPrefix("/") && !name.contains("..")
            && name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ",") }
    }

    /// Coordinated Universal Time.
    public static let utc = Zone(TimeZone(secondsFromGMT: 0)!)

    /// What `init(_:)` reads.
    public var name: String {
        switch kind {
        case .named(let zone): zone == Self.utc.timeZone ? "UTC" : zone.identifier
        case .rule(let rule): rule.text
        }
    }

    private var timeZone: TimeZone? { if case .named(let zone) = kind { zone } else { nil } }

    /// The seconds that the zone's clocks are ahead of UTC at a date.
    public func secondsFromUTC(at date: Date) -> Int {
        switch kind {
        case .named(let zone): zone.secondsFromGMT(for: date)
        case .rule(let rule): rule.secondsFromUTC(at: date)
        }
    }

    /// The zone with its offset at a date: `Europe/Rome (UTC+01:00)`.
    public func text(at date: Date) -> String {
        let minutes = secondsFromUTC(at: date) / 60
        if minutes == 0, name == "UTC" { return name }
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let offset = "\(minutes < 0 ? "-" : "+")\(digits(abs(minutes) / 60)):\(digits(abs(minutes) % 60))"
        return "\(name) (UTC\(offset))"
    }
}
