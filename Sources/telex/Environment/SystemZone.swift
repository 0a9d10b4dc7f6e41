import Foundation
import TelexCore
import TelexRuntime

/// The system's time zone, as the C library finds it (`tzset(3)`): Foundation knows fewer of its forms.
struct SystemZone: Equatable {
    let zone: Zone
    /// Why this is not the zone that was asked for, as a sentence; `nil` if it is.
    var problem: String?

    /// - Parameters:
    ///   - name: the value of `TZ`: a zone, a rule, or a path, each with a colon before it or without.
    ///   - database: the folder of the IANA database.
    init(named name: String?, database: String = "/usr/share/zoneinfo", localTime: String = "/etc/localtime") {
        guard let name else {
            self = Self.file(localTime, database) ?? SystemZone(zone: .utc)
            return
        }
        var value = name.hasPrefix(":") ? String(name.dropFirst()) : name
        // Folders of the database that have each zone again: `right` counts leap seconds.
        if value.hasPrefix("posix/") || value.hasPrefix("right/") { value = "\(database)/\(value)" }
        if value.isEmpty {
            self = SystemZone(zone: .utc)
        } else if let found = value.hasPrefix("/")
            ? Self.file(value, database) : Zone(value).map({ SystemZone(zone: $0) })
        {
            self = found
        } else {
            self = SystemZone(
                zone: .utc,
                problem:
                    "TZ is \"\(value.prefix(64))\", which is not a time zone. Times are shown in UTC. Set TZ to a name such as "
                    + "Europe/Rome.")
        }
    }

    private init(zone: Zone, problem: String? = nil) {
        self.zone = zone
        self.problem = problem
    }

    /// The zone of a file of the IANA database, of a link to one, or of a copy of one. What the file says counts, not its
    /// name: in a container, another file may be mounted in its place.
    private static func file(_ path: String, _ database: String) -> SystemZone? {
        guard let bytes = try? WholeFile(path).read(atMost: 1 << 20), bytes.starts(with: Array("TZif".utf8)) else {
            return nil
        }
        let rule = rule(of: bytes)
        if let name = name(of: path, database), let zone = Zone(iana: name), rule.map({ agree(zone, $0) }) ?? true {
            return SystemZone(zone: zone)
        }
        let same = TimeZone.knownTimeZoneIdentifiers.first { name in
            (try? WholeFile("\(database)/\(name)").read(atMost: 1 << 20)) == bytes
        }
        if let zone = same.flatMap(Zone.init(iana:)), rule.map({ agree(zone, $0) }) ?? true {
            return SystemZone(zone: zone)
        }
        if let rule { return SystemZone(zone: Zone(rule)) }
        return SystemZone(
            zone: .utc,
            problem:
                "The time zone in \(path) is not supported. Times are shown in UTC. Set TZ to a name such as Europe/Rome."
        )
    }

    /// The name of a file in the database.
    private static func name(of path: String, _ database: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        guard let range = String(cString: real).range(of: "/zoneinfo/") else { return nil }
        let name = String(cString: real)[range.upperBound...]
        return String(["posix/", "right/"].contains { name.hasPrefix($0) } ? name.dropFirst(6) : name)
    }

    /// The rule for dates after the last change that the file lists (RFC 8536, 3.3); `nil` if there is none.
    private static func rule(of bytes: [UInt8]) -> ZoneRule? {
        guard bytes.last == UInt8(ascii: "\n") else { return nil }
        return ZoneRule(
            String(decoding: bytes.dropLast().split(separator: UInt8(ascii: "\n")).last ?? [], as: UTF8.self))
    }

    /// Whether a zone and the rule of a file say the same of each month of the next year.
    private static func agree(_ zone: Zone, _ rule: ZoneRule) -> Bool {
        let now = Date()
        return (0..<12).allSatisfy { month in
            let date = now.addingTimeInterval(Double(month) * 30 * 86_400)
            return zone.secondsFromUTC(at: date) == Zone(rule).secondsFromUTC(at: date)
        }
    }
}
