import TelexCore

extension ChatEvent: WireCases {
    static var samples: [ChatEvent] {
        [
            .loading, .loaded(.blank), .loadFailed(reason: ""), .synced(chats: []), .listing(rows: 0),
            .drafting(.blank), .creating(recipient: ""), .created(.blank), .createFailed(.blank),
            .knocking(recipient: ""), .knocked(.blank),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> ChatEvent {
        switch self {
        case .loading: try visitor.event("chat.loading", .look, "Load the list of chats again, after an error.", self)
        case .loaded(let loaded):
            .loaded(
                try visitor.event(
                    "chat.loaded", .inside, "The store has these chats, and others that are not loaded yet.", loaded))
        case .loadFailed(let reason):
            .loadFailed(
                reason: try visitor.event("chat.loadFailed", .inside, "The store cannot be read.", "reason", reason))
        case .synced(let chats):
            .synced(chats: try visitor.event("chat.synced", .network, "The server has these chats.", "chats", chats))
        case .listing(let rows):
            .listing(rows: try visitor.event("chat.listing", .look, "Show this many chats.", "rowLimit", rows))
        case .drafting(let draft):
            .drafting(
                try visitor.event(
                    "chat.drafting", .user, "Keep what is typed in a chat and not sent. An empty text removes it.",
                    draft))
        case .creating(let recipient):
            .creating(
                recipient: try visitor.event(
                    "chat.creating", .user, "Start a chat with somebody.", "recipient", recipient))
        case .created(let chat):
            .created(
                try visitor.event(
                    "chat.created", .network, "The server created the requested chat, or already had it.", chat))
        case .createFailed(let failure):
            .createFailed(
                try visitor.event("chat.createFailed", .network, "The server could not create the chat.", failure))
        case .knocking(let recipient):
            .knocking(
                recipient: try visitor.event(
                    "chat.knocking", .user, "Ask to join a chat that accepts requests.", "recipient", recipient))
        case .knocked(let chat):
            .knocked(try visitor.event("chat.knocked", .network, "The server has our request to join.", chat))
        case .createCancelled: self
        }
    }
}

extension LoadedChats: WireRecord {
    public static var blank: LoadedChats { LoadedChats(chats: []) }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chats", &chats)
        try visitor.visit("others", &others, default: OtherChats())
    }
}

extension Draft: WireRecord {
    public static var blank: Draft { Draft(chat: "", text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("text", &text)
    }
}

extension TitledChat: WireRecord {
    public static var blank: TitledChat { TitledChat(chat: "", title: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("chatId", &chat)
        try visitor.visit("title", &title)
    }
}

extension CreationFailure: WireRecord {
    public static var blank: CreationFailure { CreationFailure(reason: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try visitor.visit("reason", &reason)
        try visitor.visit("recipients", &recipients, default: [])
        try visitor.visit("canKnock", &canKnock, default: false)
    }
}
