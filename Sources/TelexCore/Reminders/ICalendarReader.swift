import Foundation

/// Reads the tasks and events of an iCalendar file (RFC 5545).
struct ICalendarReader {
    /// A task, or the start of an event.
    struct Item: Hashable {
        var line = 0
        var uid: String?
        var name = ""
        var due: Date?
        var isDone = false
        var chat: ChatID?
        /// Whether it is an occurrence of a repeating item that was changed (3.8.4.4).
        var isOccurrence = false
        var isCancelled = false
        /// What of it was not read, as the end of a sentence.
        var problem: String?
    }

    /// The items with a due date, in the order of the file.
    private(set) var items: [Item] = []
    /// What was skipped or not read whole, and why.
    private(set) var problems: [ImportProblem] = []
    private let region: Region
    /// The zones that the file defines.
    private var zones: [String: Zone] = [:]
    private var definition: ICalendarZone?
    /// Whether the file cancels its items (RFC 5546, 3.2.5).
    private var isCancelled = false
    /// The components that are open, from the outermost.
    private var open: [String] = []
    private var item: Item?

    init(_ text: String, _ region: Region) {
        self.region = region
        var properties: [(ContentProperty, number: Int)] = []
        for (number, line) in ContentLine.unfolded(text) where !line.allSatisfy(\.isWhitespace) {
            guard let property = ContentProperty(line) else {
                problems.append(
                    ImportProblem(line: number, subject: "", reason: "this is not \"NAME:value\" (RFC 5545, 3.1)"))
                continue
            }
            properties.append((property, number))
        }
        // A zone may be defined after its use.
        for (property, _) in properties { readZone(property) }
        for (property, number) in properties { read(property, at: number) }
        if let item { problems.append(ImportProblem(line: item.line, subject: item.name, reason: "it does not end")) }
        problems.sort { $0.line < $1.line }
    }

    private mutating func read(_ property: ContentProperty, at number: Int) {
        let component = property.text.uppercased()
        switch property.name {
        case "BEGIN":
            open.append(component)
            if Self.isItem(component), item == nil { item = Item(line: number) }
        case "END":
            if open.last == component { open.removeLast() }
            if Self.isItem(component), !open.contains(where: Self.isItem) { end() }
        default:
            if property.name == "METHOD", open == ["VCALENDAR"] { isCancelled = component == "CANCEL" }
            if open.last.map(Self.isItem) == true { readItem(property) }
        }
    }

    private mutating func readZone(_ property: ContentProperty) {
        let component = property.text.uppercased()
        switch property.name {
        case "BEGIN":
            if component == "VTIMEZONE" { definition = ICalendarZone() }
            definition?.begin(component)
        case "END":
            definition?.end(component)
            guard component == "VTIMEZONE", let defined = definition else { return }
            zones[defined.name] = defined.zone
            definition = nil
        default: definition?.read(property)
        }
    }

    private static func isItem(_ component: String) -> Bool { component == "VTODO" || component == "VEVENT" }

    private mutating func end() {
        guard var item else { return }
        self.item = nil
        if item.isOccurrence {
            item.problem = "it changes one date of a repeating item, which was not read"
            item.due = nil
        }
        if item.isCancelled || isCancelled {
            item.problem = "it is cancelled"
            item.due = nil
        }
        if item.due == nil {
            problems.append(
                ImportProblem(line: item.line, subject: item.name, reason: item.problem ?? "it has no date"))
        } else if item.name.isEmpty {
            problems.append(ImportProblem(line: item.line, subject: "", reason: "it has no summary"))
        } else {
            items.append(item)
            if let problem = item.problem {
                problems.append(ImportProblem(line: item.line, subject: item.name, reason: problem))
            }
        }
    }

    private mutating func readItem(_ property: ContentProperty) {
        switch property.name {
        case "UID": item?.uid = property.text.isEmpty ? nil : property.text
        case "SUMMARY": item?.name = property.text.tidied
        case "STATUS":
            item?.isDone = property.text.uppercased() == "COMPLETED"
            item?.isCancelled = property.text.uppercased() == "CANCELLED"
        case "RECURRENCE-ID": item?.isOccurrence = true
        case "COMPLETED": item?.isDone = true
        case "X-TELEX-CHAT": item?.chat = property.text.isEmpty ? nil : ChatID(property.text)
        case "RRULE", "RDATE": item?.problem = "it repeats, and only the first date was read"
        case "DUE": readDate(property)
        case "DTSTART" where item?.due == nil: readDate(property)
        default: break
        }
    }

    private mutating func readDate(_ property: ContentProperty) {
        let text = property.text.filter { $0 != "-" && $0 != ":" }
        let digits = text.compactMap { $0.isASCII ? $0.wholeNumberValue : nil }
        func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
        let isDay = digits.count == 8 && text.count == 8
        guard !property.text.hasPrefix("-"),
            isDay || digits.count == 14 && text.dropFirst(8).first?.uppercased() == "T",
            let day = region.day(year: number(0..<4), month: number(4..<6), day: number(6..<8))
        else {
            item?.problem = "\"\(property.text)\" is not a date (RFC 5545, 3.3.5)"
            return
        }
        var place = region
        if text.uppercased().hasSuffix("Z") {
            place = Region(zone: .utc, locale: region.locale)
        } else if let name = property.parameter("TZID") {
            guard let zone = zones[name] ?? Zone(iana: String(name.drop { $0 == "/" })) else {
                item?.problem = "its time zone \"\(name)\" is unknown: give it a name such as Europe/Rome"
                return
            }
            place = Region(zone: zone, locale: region.locale)
        }
        // A day without a time means the morning, as it does for typed dates.
        let (hour, minute, second) = isDay ? (9, 0, 0) : (number(8..<10), number(10..<12), number(12..<14))
        guard hour < 24, minute < 60, second <= 60 else {
            item?.problem = "\"\(property.text)\" is not a date (RFC 5545, 3.3.5)"
            return
        }
        item?.due = place.date(day: day, minute: hour * 60 + minute).date.addingTimeInterval(Double(min(second, 59)))
    }
}
