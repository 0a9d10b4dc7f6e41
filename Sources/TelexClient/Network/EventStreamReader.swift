/// Parses Server-Sent Events (HTML Living Standard, section 9.2.6) from chunks of any size.
struct EventStreamReader {
    struct Event: Equatable {
        /// `message` unless the event names another.
        var kind = "message"
        var data: [UInt8] = []
    }

    /// The longest event, in bytes. A frame has at most one message.
    static let longest = 8 << 20

    private var line: [UInt8] = []
    private var wasReturn = false
    private var event = Event()
    private var hasData = false

    /// Whether an event has begun that is too long. Reading more would only take memory.
    var isTooLong: Bool { line.count + event.data.count > Self.longest }

    /// Adds bytes; returns the events that they complete.
    mutating func read(_ bytes: some Collection<UInt8>) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            switch byte {
            case 0x0A where wasReturn: wasReturn = false
            case 0x0A, 0x0D:
                wasReturn = byte == 0x0D
                if let event = endLine() { events.append(event) }
            default:
                wasReturn = false
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return endEvent() }
        let colon = line.firstIndex(of: 0x3A) ?? line.endIndex
        var value = line[min(colon + 1, line.count)...]
        if value.first == 0x20 { value.removeFirst() }
        switch String(decoding: line[..<colon], as: UTF8.self) {
        case "event": event.kind = String(decoding: value, as: UTF8.self)
        case "data":
            if hasData { event.data.append(0x0A) }
            event.data += value
            hasData = true
        // The id of an event is not needed: the link fetches what it missed by chat.
        default: break
        }
        return nil
    }

    private mutating func endEvent() -> Event? {
        defer {
            event = Event()
            hasData = false
        }
        return hasData ? event : nil
    }
}
