import TelexCore
import TelexJSON

extension RevisionEvent: WireCases {
    static var samples: [RevisionEvent] {
        [
            .editing(.blank), .deleting(.blank), .keeping(.blank), .cameDue, .flushing, .edited(.blank),
            .deleted(.blank), .failed(.blank), .postponed(.blank),
        ]
    }

    func visited<Visitor: MemberVisitor>(by visitor: inout Visitor) throws(Visitor.Failure) -> RevisionEvent {
        switch self {
        case .editing(let edit): try visitor.event("revision.editing", .user, Self.editing, edit)
        case .deleting(let deletion): try visitor.event("revision.deleting", .user, Self.deleting, deletion)
        case .keeping(let key): try visitor.event("revision.keeping", .user, Self.keeping, key)
        case .cameDue: try visitor.event("revision.cameDue", .inside, self)
        case .flushing: try visitor.event("revision.flushing", .inside, self)
        case .edited(let edited): try visitor.event("revision.edited", .network, Self.edited, edited)
        case .deleted(let key): try visitor.event("revision.deleted", .network, Self.deleted, key)
        case .failed(let failure): try visitor.event("revision.failed", .network, Self.failed, failure)
        case .postponed(let key): try visitor.event("revision.postponed", .network, Self.postponed, key)
        }
    }
}

extension MessageEdit: WireRecord {
    public static var blank: MessageEdit { MessageEdit(chat: "", message: "", text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("text", &text)
        try visitor.visit("spans", &spans, default: [])
    }
}

extension MessageDeletion: WireRecord {
    public static var blank: MessageDeletion { MessageDeletion(chat: "", message: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("delaySeconds", &delay, default: 0)
    }
}

extension EditedMessage: WireRecord {
    public static var blank: EditedMessage { EditedMessage(chat: "", message: "", text: "") }

    public mutating func visit<Visitor: MemberVisitor>(_ visitor: inout Visitor) throws(Visitor.Failure) {
        try key.visit(&visitor)
        try visitor.visit("text", &text)
        try visitor.visit("spans", &spans, default: [])
        try visitor.visit("kind", &kind)
        try visitor.visit("isEdited", &isEdited, default: true)
    }
}
