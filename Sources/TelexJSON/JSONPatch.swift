/// Applies patches (RFC 6902) that consist of the operations that Telex writes.
extension JSONValue {
    /// Why a patch does not fit a value.
    package struct PatchFailure: Error {}

    /// Applies the operations of a patch: `add`, `remove`, `replace` and `move`.
    ///
    /// - Throws: `PatchFailure` if one does not fit; the value is then undefined.
    package mutating func apply(_ patch: JSONValue) throws(PatchFailure) {
        for operation in patch.values {
            guard let path = operation["path"]?.pointer else { throw PatchFailure() }
            switch operation["op"]?.string {
            case "add": try change(path, .add(operation["value"]))
            case "replace": try change(path, .replace(operation["value"]))
            case "remove": try change(path, .remove)
            case "move":
                guard let from = operation["from"]?.pointer else { throw PatchFailure() }
                let moved = try change(from, .remove)
                try change(path, .add(moved))
            default: throw PatchFailure()
            }
        }
    }

    fileprivate enum Change {
        case add(JSONValue?)
        case replace(JSONValue?)
        case remove
    }

    /// The steps of a JSON Pointer (RFC 6901).
    private var pointer: ArraySlice<String>? {
        guard let text = string, text.first == "/" else { return nil }
        let steps = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        return steps.map { String($0.replacing("~1", with: "/").replacing("~0", with: "~")) }[...]
    }

    /// Changes the member or element at a path; returns what was there before, or `nil` if nothing was.
    @discardableResult
    private mutating func change(_ path: ArraySlice<String>, _ change: Change) throws(PatchFailure) -> JSONValue? {
        guard let step = path.first else { throw PatchFailure() }
        switch self {
        case .object(var object):
            self = .null
            defer { self = .object(object) }
            guard path.count > 1 else { return try object.change(step, change) }
            guard var inner = object[step] else { throw PatchFailure() }
            let old = try inner.change(path.dropFirst(), change)
            object.set(step, inner)
            return old
        case .array(var values):
            self = .null
            defer { self = .array(values) }
            guard let index = step == "-" ? values.count : Int(step), (0...values.count).contains(index) else {
                throw PatchFailure()
            }
            if path.count == 1, case .add(let value?) = change {
                values.insert(value, at: index)
                return nil
            }
            guard index < values.count else { throw PatchFailure() }
            if path.count > 1 { return try values[index].change(path.dropFirst(), change) }
            let old = values[index]
            switch change {
            case .replace(let value?): values[index] = value
            case .remove: values.remove(at: index)
            case .add, .replace: throw PatchFailure()
            }
            return old
        default: throw PatchFailure()
        }
    }
}

extension JSONObject {
    fileprivate mutating func change(_ name: String, _ change: JSONValue.Change) throws(JSONValue.PatchFailure)
        -> JSONValue?
    {
        let old = self[name]
        switch change {
        case .add(let value?): set(name, value)
        case .replace(let value?) where old != nil: set(name, value)
        case .remove where old != nil: remove(name)
        case .add, .replace, .remove: throw JSONValue.PatchFailure()
        }
        return old
    }
}
