import TelexAPI
import TelexJSON

/// Something that can be read in part, so that one entity that cannot be read does not fail a whole answer.
protocol Salvageable: WireValue {
    /// Returns what can be read of an answer; `nil` if nothing can.
    static func salvaged(_ json: JSONValue) -> JSONValue?
}

extension Salvageable {
    static func salvaged(_ json: JSONValue) -> JSONValue? { nil }
}

extension WireValue {
    /// Reads what a server sends.
    ///
    /// - Throws: `JSONParser.Failure`, or `Mismatch` if nothing of it can be used.
    init(answer bytes: some Collection<UInt8>) throws {
        let json = try Array(bytes).withUnsafeBufferPointer { try JSONParser.parseLeniently($0) }
        do { self = try Self.read(json) } catch {
            guard let salvaged = (Self.self as? any Salvageable.Type)?.salvaged(json) else { throw error }
            self = try Self.read(salvaged)
        }
    }
}

extension JSONValue {
    /// The object with those elements of a list that can be read, in whole or in part.
    fileprivate func salvaging<Element: Salvageable>(_ list: String, of type: Element.Type) -> JSONValue {
        guard case .array(let elements)? = self[list] else { return self }
        let readable = elements.compactMap { element -> JSONValue? in
            if (try? type.read(element)) != nil { return element }
            return type.salvaged(element).flatMap { (try? type.read($0)) == nil ? nil : $0 }
        }
        return with([list: .array(readable)])
    }
}

extension MessageInfo: Salvageable {
    static func salvaged(_ json: JSONValue) -> JSONValue? {
        var revised = json["revisedNumber"]
        if case .integer? = revised {} else { revised = nil }
        return ([:] as JSONValue).with([
            "chatId": json["chatId"], "serverOrder": json["serverOrder"], "messageId": json["messageId"],
            "senderId": json["senderId"], "senderName": .string(json["senderName"]?.string ?? ""), "text": "",
            "date": "1970-01-01T00:00:00Z", "kind": .string(unreadable), "revisedNumber": revised,
        ])
    }
}

extension ChatInfo: Salvageable {
    static func salvaged(_ json: JSONValue) -> JSONValue? {
        let group = json["group"].map {
            $0.salvaging("people", of: Person.self).salvaging("invited", of: Person.self)
        }
        return json.salvaging("marks", of: Mark.self).with(["group": group])
    }
}

extension Person: Salvageable {}
extension Mark: Salvageable {}

extension People: Salvageable {
    static func salvaged(_ json: JSONValue) -> JSONValue? { json.salvaging("people", of: Person.self) }
}

extension ChatPage: Salvageable {
    static func salvaged(_ json: JSONValue) -> JSONValue? { json.salvaging("chats", of: ChatInfo.self) }
}

extension MessagePage: Salvageable {
    static func salvaged(_ json: JSONValue) -> JSONValue? { json.salvaging("messages", of: MessageInfo.self) }
}

extension RevisionPage: Salvageable {
    static func salvaged(_ json: JSONValue) -> JSONValue? { json.salvaging("messages", of: MessageInfo.self) }
}

extension Frame: Salvageable {
    /// Reads a frame; `nil` if its kind is unknown, or if it cannot be read and nothing depends on it.
    static func read(_ kind: String, _ data: some Collection<UInt8>) throws -> Frame? {
        switch Kind(rawValue: kind) {
        case nil: nil
        case .typing, .presence, .ignored: try? Frame(answer: data)
        case .ready, .message, .revision, .mark, .chat, .gap: try Frame(answer: data)
        }
    }

    static func salvaged(_ json: JSONValue) -> JSONValue? {
        let type = json["type"]
        let entity: JSONValue? =
            switch type?.string.flatMap(Kind.init) {
            case .message, .revision: MessageInfo.salvaged(json)
            case .chat: ChatInfo.salvaged(json)
            default: nil
            }
        return entity?.with(["type": type])
    }
}
