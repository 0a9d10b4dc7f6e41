import TelexCore
import TelexJSON

extension SearchEvent: WireCases {
    static var samples: [SearchEvent] { [.searching(query: ""), .found(.blank), .opening(chat: "")] }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> SearchEvent {
        switch self {
        case .searching(let query):
            try visitor.event("search.searching", .look, Self.searching(query:), query, in: "query")
        case .found(let people): try visitor.event("search.found", .network, Self.found, people)
        case .opening(let chat): try visitor.event("search.opening", .look, Self.opening(chat:), chat, in: "chatId")
        case .offered: self
        }
    }
}

extension FoundPeople: WireRecord {
    public static var blank: FoundPeople { FoundPeople(query: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("query", &query)
        try visitor.visit("chats", &chats, default: [])
        try visitor.visit("recipients", &recipients)
    }
}
