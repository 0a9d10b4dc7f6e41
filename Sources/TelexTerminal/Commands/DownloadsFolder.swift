import Foundation
import TelexRuntime

/// The folder for downloads that the desktop has (xdg-user-dirs, user-dirs.dirs(5)).
enum DownloadsFolder {
    static let variable = "XDG_DOWNLOAD_DIR"
    /// The longest user-dirs.dirs that is read, in bytes.
    private static let longest = 1 << 16

    /// The path: what the variable says, or else the configuration of the desktop, or else `Downloads` in the home folder.
    /// `nil` if there is no such folder.
    static func path(_ environment: [String: String]) -> String? {
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let named = environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? configured(environment, home)
        // The home folder itself stands for none.
        let candidates = [named.flatMap { isSame($0, home) ? nil : $0 }, home.map { "\($0)/Downloads" }]
        return candidates.compactMap(\.self).first(where: isFolder)
    }

    private static func configured(_ environment: [String: String], _ home: String?) -> String? {
        let folder =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home.map { "\($0)/.config" }
        guard let folder, let bytes = try? WholeFile("\(folder)/user-dirs.dirs").read(atMost: longest) else {
            return nil
        }
        return path(in: bytes, home: home)
    }

    /// The path that a user-dirs.dirs gives the folder. The last line counts; what is not of the form
    /// `XDG_DOWNLOAD_DIR="$HOME/…"` or `XDG_DOWNLOAD_DIR="/…"` is passed over, and nothing is run.
    static func path(in bytes: [UInt8], home: String?) -> String? {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { line -> String? in
            guard let line = String(validating: line, as: UTF8.self), !line.utf8.contains(0) else { return nil }
            var rest = line[...].drop { $0 == " " || $0 == "\t" }
            guard rest.hasPrefix(variable) else { return nil }
            rest = rest.dropFirst(variable.count).drop { $0 == " " || $0 == "\t" }
            guard rest.first == "=" else { return nil }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            guard rest.first == "\"", let value = unquoted(rest.dropFirst()) else { return nil }
            if value.hasPrefix("/") { return value }
            guard value == "$HOME" || value.hasPrefix("$HOME/") else { return nil }
            return home.map { $0 + value.dropFirst("$HOME".count) }
        }.last
    }

    /// What stands before the closing quotation mark. After a backslash, a character is meant as it is.
    private static func unquoted(_ text: Substring) -> String? {
        var (value, isEscaped) = ("", false)
        for character in text {
            switch character {
            case "\"" where !isEscaped: return value
            case "\\" where !isEscaped: isEscaped = true
            default:
                value.append(character)
                isEscaped = false
            }
        }
        return nil
    }

    private static func isSame(_ path: String, _ home: String?) -> Bool {
        func trimmed(_ path: String) -> Substring { path[...].dropLast(while: { $0 == "/" }) }
        return home.map(trimmed) == trimmed(path)
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}

extension Substring {
    fileprivate func dropLast(while isDropped: (Character) -> Bool) -> Substring {
        var rest = self
        while let last = rest.last, isDropped(last) { rest.removeLast() }
        return rest
    }
}
