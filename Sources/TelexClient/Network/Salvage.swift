import TelexAPI
import TelexJSON

/// Something that can be decoded in part, so that one entity that cannot be read does not fail a whole answer.
protocol Salvageable: Decodable {
    /// Returns what can be decoded of an answer; `nil` if nothing can.
    static func salvaged(_ json: JSONValue) -> JSONValue?
}

extension APICoder {
    /// Decodes what a server sends.
    ///
    /// - Throws: `DecodingError` if nothing of it can be used.
    static func decodeLeniently<Value: Decodable>(_ type: Value.Type, _ bytes: some Collection<UInt8>) throws -> Value {
        do { return try decode(type, bytes) } catch {
            guard let type = type as? any Salvageable.Type,
                let json = try? Array(bytes).withUnsafeBufferPointer({ try JSONParser.parseLeniently($0) }),
                let salvaged = type.salvaged(json)
            else { throw error }
            return try decode(Value.self, salvaged.bytes)
        }
    }

    /// Decodes a frame; `nil` if its kind is unknown, or if it cannot be read and nothing depends on it.
    static func frame(_ kind: String, _ data: some Collection<UInt8>) throws -> Frame? {
        switch Frame.Kind(rawValue: kind) {
        case nil: nil
        case .typing, .presence: try? decode(Frame.self, data)
        case .ready, .message, .revision, .mark, .chat, .gap: try decodeLeniently(Frame.self, data)
        }
    }
}

extension JSONValue {
    /// The object with other members. Members that are `nil` are left out.
    fileprivate func replacing(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        guard case .object(var object) = self else { return self }
        for (name, value) in members {
            if let value { object.set(name, value) } else { object.remove(name) }
        }
        return .object(object)
    }

    /// The object with those elements of a list that can be decoded, in whole or in part.
    fileprivate func salvaging<Element: Salvageable>(_ list: String, of type: Element.Type) -> JSONValue {
        guard case .array(let elements)? = self[list] else { return self }
        let readable = elements.compactMap { element -> JSONValue? in
            if (try? APICoder.decode(type, element.bytes)) != nil { return element }
            return type.salvaged(element).flatMap { (try? APICoder.decode(type, $0.bytes)) == nil ? nil : $0 }
        }
        return replacing([list: .array(readable)])
    }
}

extension MessageInfo: Salvageable {
    static func salvaged(_ json: JSONValue) -> JSONValue? {
        var revised = json["revisedNumber"]
        if case .integer? = revised {} else { revised = nil }
        return ([:] as JSONValue).replacing([
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
        return json.salvaging("marks", of: Mark.self).replacing(["group": group])
    }
}

extension Person: Salvageable { static func salvaged(_ json: JSONValue) -> JSONValue? { nil } }
extension Mark: Salvageable { static func salvaged(_ json: JSONValue) -> JSONValue? { nil } }

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
    static func salvaged(_ json: JSONValue) -> JSONValue? {
        let type = json["type"]
        let entity: JSONValue? =
            switch type?.string.flatMap(Kind.init) {
            case .message, .revision: MessageInfo.salvaged(json)
            case .chat: ChatInfo.salvaged(json)
            default: nil
            }
        return entity?.replacing(["type": type])
    }
}
