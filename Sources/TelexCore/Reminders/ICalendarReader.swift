import Foundation

/// Reads the tasks and events of an iCalendar file (RFC 5545).
struct ICalendarReader {
    /// A task, or the start of an event.
    struct Item: Hashable {
        var line = 0
        var uid: String?
        var name = ""
        var due: Date?
        /// Whether it is an appointment, which has passed some time, and not a task, which stays until it is done.
        var isEvent = false
        /// When it is over, if it is an event. A day without a time is over when the next one begins.
        var over: Date?
        /// The start of an event, or of the dates of a task that repeats.
        var start: ICalendarDate?
        /// The end of an event, or when a task is due.
        var end: ICalendarDate?
        /// How long it takes from its start; `nil` if it does not say.
        var duration: String?
        var rule: String?
        var excluded: [ICalendarDate] = []
        /// The date of the repeating item that this one replaces (3.8.4.4).
        var replaced: ICalendarDate?
        /// How it repeats; `nil` if it does not, or in a way that is not supported.
        var recurrence: Recurrence?
        var isDone = false
        var chat: ChatID?
        var isCancelled = false
        /// What of its repetition is not supported, as a sentence without its end; `nil` if everything is.
        var unsupported: String?
        /// What of it was not read, as the end of a sentence.
        var problem: String?
    }

    /// The items with a due date, in the order of the file.
    private(set) var items: [Item] = []
    /// What was skipped or not read whole, and why.
    private(set) var problems: [ImportProblem] = []
    private let region: Region
    private let now: Date
    /// The zones that the file defines.
    private var zones: [String: Zone] = [:]
    private var definition: ICalendarZone?
    /// Whether the file cancels its items (RFC 5546, 3.2.5).
    private var isCancelled = false
    /// The components that are open, from the outermost.
    private var open: [String] = []
    private var item: Item?
    /// The dates of repeating items that others replace.
    private var replaced: [String: [ICalendarDate]] = [:]

    /// - Parameter now: what was over by then is not imported.
    init(_ text: String, _ region: Region, now: Date = .distantPast) {
        (self.region, self.now) = (region, now)
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
        for index in items.indices {
            if let uid = items[index].uid, let dates = replaced[uid] { items[index].recurrence?.exclude(dates) }
        }
        if let item { problems.append(ImportProblem(line: item.line, subject: item.name, reason: "it does not end")) }
        problems.sort { $0.line < $1.line }
    }

    private mutating func read(_ property: ContentProperty, at number: Int) {
        let component = property.text.uppercased()
        switch property.name {
        case "BEGIN":
            open.append(component)
            if Self.isItem(component), item == nil { item = Item(line: number, isEvent: component == "VEVENT") }
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
        readDates(&item)
        if let date = item.replaced, let uid = item.uid {
            replaced[uid, default: []].append(date)
            item.uid = "\(uid) \(ICalendarDate.utc(date.date))"
        }
        if let unsupported = item.unsupported {
            // Some of the dates that were not read may be to come.
            let isPast = item.due(at: now) == nil
            let consequence =
                isPast
                ? "it was not imported"
                : item.recurrence == nil ? "only the first date was read" : "those dates were not read"
            item.problem = "\(unsupported), so \(consequence)"
            if isPast { item.due = nil }
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

    /// Finds out when an item is due and over, and how it repeats.
    private func readDates(_ item: inout Item) {
        if item.end == nil, let start = item.start, let duration = item.duration {
            do { item.end = try start.adding(duration) } catch { item.problem = error.reason }
        }
        guard let due = item.isEvent ? item.start : item.end ?? item.start else { return }
        item.due = due.date
        let over = due.isDay ? due.midnight(daysLater: 1) : due.date
        let end = item.isEvent ? item.end.map { $0.isDay ? $0.midnight() : $0.date } : nil
        item.over = max(over, end ?? over)
        guard let rule = item.rule else { return }
        do {
            let start = item.start ?? due
            var recurrence = try Recurrence(start: start, rule: rule)
            recurrence.exclude(item.excluded)
            // A task can be due some time after it starts.
            if recurrence.next(after: due.date - 1) != due.date {
                recurrence = try Recurrence(start: due, rule: rule)
                recurrence.exclude(item.excluded)
            }
            item.recurrence = recurrence
        } catch { item.unsupported = error.reason }
    }

    private mutating func readItem(_ property: ContentProperty) {
        switch property.name {
        case "UID": item?.uid = property.text.isEmpty ? nil : property.text
        case "SUMMARY": item?.name = property.text.tidied
        case "STATUS":
            item?.isDone = property.text.uppercased() == "COMPLETED"
            item?.isCancelled = property.text.uppercased() == "CANCELLED"
        case "RECURRENCE-ID":
            let date = date(property)
            item?.replaced = date
            if property.parameter("RANGE")?.uppercased() == "THISANDFUTURE" {
                item?.problem =
                    "it changes all later dates, too (RANGE=THISANDFUTURE), which is not supported, so those are unchanged"
            }
        case "COMPLETED": item?.isDone = true
        case "X-TELEX-CHAT": item?.chat = property.text.isEmpty ? nil : ChatID(property.text)
        case "RRULE" where item?.rule == nil: item?.rule = property.text
        case "RRULE", "RDATE", "EXRULE":
            item?.unsupported = Recurrence.unsupported(property.name).reason
        case "EXDATE":
            for value in property.text.split(separator: ",") {
                if let date = date(property, String(value)) { item?.excluded.append(date) }
            }
        case "DUE" where item?.isEvent == false, "DTEND" where item?.isEvent == true:
            let date = date(property)
            item?.end = date
        case "DTSTART":
            let date = date(property)
            item?.start = date
        case "DURATION": item?.duration = property.text
        default: break
        }
    }

    /// Reads the date of a property, and notes what is wrong with it.
    private mutating func date(_ property: ContentProperty, _ value: String? = nil) -> ICalendarDate? {
        do {
            return try ICalendarDate(value ?? property.text, in: property.parameter("TZID"), zones: zones, region)
        } catch {
            item?.problem = error.reason
            return nil
        }
    }
}

extension ICalendarReader.Item {
    /// When it is due for somebody who imports it at a time; `nil` if it is an event that is over. What repeats is due on
    /// the first date that is not over, but a task that says when it is due is overdue until it is done.
    func due(at time: Date) -> Date? {
        guard let due, let over, !isDone, isEvent || end == nil else { return due }
        if let recurrence {
            return recurrence.next(after: max(time - over.timeIntervalSince(due), due - 1)) ?? (isEvent ? nil : due)
        }
        return isEvent && over <= time ? nil : due
    }
}
