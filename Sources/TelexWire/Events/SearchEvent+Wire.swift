import TelexCore

extension SearchEvent: WireCases {
    static var samples: [SearchEvent] { [.searching(query: ""), .found(.blank)] }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> SearchEvent {
        switch self {
        case .searching(let query):
            .searching(
                query: try visitor.event(
                    "search.searching", .look,
                    "Look for people by the beginning of a name. An empty `query` ends the search.", "query", query))
        case .found(let people):
            .found(try visitor.event("search.found", .network, "These people match.", people))
        case .offered: self
        }
    }
}

extension FoundPeople: WireRecord {
    public static var blank: FoundPeople { FoundPeople(query: "", contacts: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &query)
        try visitor.visit("recipients", &contacts)
    }
}
