import TelexCore
import TelexJSON

extension MessageSearchEvent: WireCases {
    static var samples: [MessageSearchEvent] {
        [
            .searching(.blank), .listing(rows: 0), .opening(.blank), .found(.blank), .counted(.blank),
            .failed(reason: ""), .searchingServer, .serverFound(.blank), .serverChecked(.blank), .serverFailed(.blank),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> MessageSearchEvent {
        switch self {
        case .searching(let search): try visitor.event("messageSearch.searching", .look, Self.searching, search)
        case .listing(let rows):
            try visitor.event("messageSearch.listing", .look, Self.listing(rows:), rows, in: "rowLimit")
        case .opening(let key): try visitor.event("messageSearch.opening", .look, Self.opening, key)
        case .opened: self
        /// Some of the messages that a search found. Only in recordings.
        case .found(let page): try visitor.event("messageSearch.found", .inside, Self.found, page, in: "foundPage")
        case .counted(let count):
            /// A part of the count of the messages found. Only in recordings.
            try visitor.event("messageSearch.counted", .inside, Self.counted, count, in: "countedPart")
        case .failed(let reason):
            try visitor.event("messageSearch.failed", .inside, Self.failed(reason:), reason, in: "reason")
        case .searchingServer: try visitor.event("messageSearch.searchingServer", .look, self)
        case .serverFound(let page): try visitor.event("messageSearch.serverFound", .network, Self.serverFound, page)
        case .serverChecked(let page):
            try visitor.event("messageSearch.serverChecked", .inside, Self.serverChecked, page)
        case .serverFailed(let failure):
            try visitor.event("messageSearch.serverFailed", .network, Self.serverFailed, failure)
        }
    }
}

extension MessageSearching: WireRecord {
    public static var blank: MessageSearching { MessageSearching(query: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &query)
        try visitor.visit("isLocal", &isLocal, default: false)
    }
}

extension ServerPage: WireRecord {
    public static var blank: ServerPage { ServerPage(text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &text)
        try visitor.visit("messages", &messages)
        try visitor.visit("nextToken", &next)
    }
}

extension ServerMessage: WireRecord {
    public static var blank: ServerMessage { ServerMessage(.blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try message.visit(&visitor)
        try visitor.visit("followerId", &follower)
    }
}

extension SearchFailure: WireRecord {
    public static var blank: SearchFailure { SearchFailure(text: "", reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &text)
        try visitor.visit("reason", &reason)
    }
}

extension FoundPage: WireRecord {
    public static var blank: FoundPage { FoundPage() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("foundMessages", &messages, default: [])
        try visitor.visit("nextPlace", &next)
        try visitor.visit("totalCount", &total)
        try visitor.visit("isDeferred", &needsCount, default: false)
        try visitor.visit("historyGaps", &gaps)
    }
}

extension FoundMessage: WireRecord {
    public static var blank: FoundMessage { FoundMessage(.blank, ranges: [], place: .blank) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try message.visit(&visitor)
        try visitor.visit("ranges", &ranges, default: [])
        try visitor.visit("foundPlace", &place)
    }
}

extension FoundPlace: WireRecord {
    public static var blank: FoundPlace { FoundPlace(date: 0, arrival: 0) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("time", &date)
        try visitor.visit("arrival", &arrival)
    }
}

extension FoundGaps: WireRecord {
    public static var blank: FoundGaps { FoundGaps() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("followers", &messages, default: [])
        try visitor.visit("chatCount", &count)
    }
}

extension FoundCount: WireRecord {
    public static var blank: FoundCount { FoundCount() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("messageCount", &count)
        try visitor.visit("countPlace", &next)
        try visitor.visit("foundMessages", &messages, default: [])
    }
}

extension CountPlace: WireRecord {
    public static var blank: CountPlace { CountPlace() }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatNumber", &chat)
        try visitor.visit("position", &position)
    }
}

extension TextRange: WireRecord {
    public static var blank: TextRange { TextRange(start: 0, length: 1) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("start", &start)
        try visitor.visit("length", &length)
    }
}
