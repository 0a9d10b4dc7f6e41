import TelexCore
import TelexJSON

@testable import TelexWire

/// The actions that view models offer.
enum WireActions {
    /// All actions, each as `<view>.<action>`. The actions of a row count as those of its view.
    static var all: [String] {
        ViewName.allCases.flatMap { view in
            members(of: WireViews.schema(of: view), "").map { "\(view.rawValue).\($0)" }
        }
    }

    private static func members(of schema: JSONValue, _ member: String) -> [String] {
        switch schema {
        case .object(let object):
            if member == "actions", case .object(let actions)? = object["$definition"]?["properties"] {
                return actions.members.map(\.name)
            }
            if case .object(let properties)? = object["properties"] {
                return properties.members.flatMap { members(of: $0.value, $0.name) }
            }
            return object.members.flatMap { members(of: $0.value, member) }
        case .array(let schemas): return schemas.flatMap { members(of: $0, member) }
        default: return []
        }
    }
}
