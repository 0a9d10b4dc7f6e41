/// Checks what a sync contains around the events. Without it, messages would be lost.
enum SyncFrame {
    /// Whether each list of events is a list, or missing, and can be placed.
    static func fits(_ sync: JSON) -> Bool {
        holdsEvents(sync["account_data"]) && holdsEvents(sync["to_device"])
            && rooms(sync["rooms"], ["timeline", "state", "ephemeral", "account_data"], in: ["join", "leave"])
            && rooms(sync["rooms"], ["invite_state"], in: ["invite"])
            && rooms(sync["rooms"], ["knock_state"], in: ["knock"])
    }

    private static func rooms(_ rooms: JSON, _ lists: [String], in groups: [String]) -> Bool {
        rooms.isNull(or: \.members)
            && groups.allSatisfy { group in
                rooms[group].isNull(or: \.members)
                    && rooms[group].object.values.allSatisfy { room in
                        room.isNull(or: \.members) && lists.allSatisfy { holdsEvents(room[$0]) }
                            && room["timeline"]["limited"].isNull(or: \.bool)
                            && room["timeline"]["prev_batch"].isNull(or: \.string)
                    }
            }
    }

    private static func holdsEvents(_ part: JSON) -> Bool {
        part.isNull(or: \.members) && part["events"].isNull(or: \.values)
    }
}

extension JSON {
    fileprivate var members: [String: JSON]? { if case .object(let members) = self { members } else { nil } }
    fileprivate var values: [JSON]? { if case .array(let values) = self { values } else { nil } }

    /// Whether the value is missing, or of a type.
    ///
    /// - Parameter type: reads a value of the type.
    func isNull<Value>(or type: (JSON) -> Value?) -> Bool { self == .null || type(self) != nil }
}
