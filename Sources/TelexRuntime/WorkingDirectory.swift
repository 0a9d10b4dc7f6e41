import Foundation

/// The directory at which relative paths begin.
package enum WorkingDirectory {
    /// The path from the root on. Its `..` stay, as only the system knows where a link leads.
    package static func absolute(_ path: String) -> String {
        if path.hasPrefix("/") || path.isEmpty { return path }
        let current = FileManager.default.currentDirectoryPath
        var rest = path[...]
        while rest.hasPrefix("./") { rest = rest.dropFirst(2).drop { $0 == "/" } }
        return rest.isEmpty || rest == "." ? current : current == "/" ? "/\(rest)" : "\(current)/\(rest)"
    }
}
