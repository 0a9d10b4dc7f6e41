import Foundation
import TelexCore
import TelexRuntime

/// Paths in the argument of a command, as people type them and terminals paste them.
package struct FilePath {
    /// The absolute path.
    let path: String
    /// What follows the path.
    let rest: String

    /// Reads the path with which an argument begins: in quotation marks, as a `file:` URL, with spaces after backslashes, or as
    /// it is. Without any of that, the longest beginning that names a file is taken, or else the first word.
    init(_ argument: String, home: String?) {
        let (typed, rest) = Self.split(argument, home)
        path = WorkingDirectory.absolute(UserFile.path(typed, home))
        self.rest = rest.trimmingCharacters(in: .whitespaces)
    }

    /// The most paths that are taken for files to send.
    private static let most = 100

    /// The paths of a text that is nothing but absolute paths of files, as terminals paste them when files are dropped: in
    /// quotation marks, as `file:` URLs, with backslashes, or as they are. `nil` for any other text.
    static func all(_ text: String) -> [String]? {
        let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard let first = text.first, "/'\"f".contains(first), text.utf8.count < 1 << 16 else { return nil }
        if text.hasPrefix("/"), exists(text, nil) { return [text] }
        var (paths, rest): ([String], Substring) = ([], text[...])
        while !rest.isEmpty {
            let (typed, end) = word(rest)
            let isURL = typed.lowercased().hasPrefix("file://")
            let path = isURL ? URL(string: typed)?.path ?? "" : typed
            guard paths.count < most, path.hasPrefix("/"), exists(path, nil) else { return nil }
            paths.append(path)
            rest = rest[end...].drop(while: \.isWhitespace)
        }
        return paths
    }

    /// The first path of a text that is nothing but absolute paths, at least two, at which there is no file; `nil` for any
    /// other text.
    static func missing(_ text: String) -> String? {
        let words = text.split(separator: " ")
        guard words.count > 1, words.allSatisfy({ $0.hasPrefix("/") }), !exists(text, nil) else { return nil }
        return words.map(String.init).first { !exists($0, nil) }
    }

    /// The first word of a text, without its quotation marks and backslashes, and where it ends.
    private static func word(_ text: Substring) -> (String, end: String.Index) {
        if let mark = text.first, mark == "'" || mark == "\"" {
            let inside = text.dropFirst()
            let end = inside.firstIndex(of: mark) ?? inside.endIndex
            return (String(inside[..<end]), end < inside.endIndex ? inside.index(after: end) : end)
        }
        var (end, isEscaped) = (text.startIndex, false)
        while end < text.endIndex, isEscaped || !text[end].isWhitespace {
            isEscaped = !isEscaped && text[end] == "\\"
            end = text.index(after: end)
        }
        return (unescaped(String(text[..<end])), end)
    }

    /// The command that sends these files, for a person to look at; `nil` if a path cannot be typed.
    static func command(sending paths: [String]) -> String? {
        var words: [String] = []
        for path in paths {
            guard let mark = ["'", "\""].first(where: { !path.contains($0) }), !path.contains(where: \.isNewline) else {
                return nil
            }
            words.append(path.contains(where: { $0.isWhitespace || "'\"\\".contains($0) }) ? mark + path + mark : path)
        }
        return "/\(Command.send.name) \(words.joined(separator: " "))"
    }

    /// The path that a whole argument is, in quotation marks or without.
    static func whole(_ argument: String, home: String?) -> String {
        let isQuoted =
            argument.count > 2 && argument.first == argument.last && argument.first.map { "'\"".contains($0) } == true
        return WorkingDirectory.absolute(
            UserFile.path(isQuoted ? String(argument.dropFirst().dropLast()) : argument, home))
    }

    private static func split(_ argument: String, _ home: String?) -> (String, String) {
        if let mark = argument.first, mark == "'" || mark == "\"", let end = argument.dropFirst().firstIndex(of: mark) {
            return (
                String(argument[argument.index(after: argument.startIndex)..<end]), String(argument[end...].dropFirst())
            )
        }
        if argument.lowercased().hasPrefix("file://") {
            let end = argument.firstIndex(of: " ") ?? argument.endIndex
            let path = URL(string: String(argument[..<end]))?.path ?? String(argument[..<end])
            return (path, String(argument[end...]))
        }
        for end in ends(of: argument) {
            let typed = String(argument[..<end])
            for path in [typed, unescaped(typed)] where exists(path, home) { return (path, String(argument[end...])) }
        }
        let end = argument.firstIndex(of: " ") ?? argument.endIndex
        return (unescaped(String(argument[..<end])), String(argument[end...]))
    }

    /// The ends of the words of an argument, the last one first. A path has no more words than that.
    private static func ends(of argument: String) -> [String.Index] {
        let ends = argument.indices.filter { argument[$0] == " " }.prefix(64)
        return (ends.count < 64 ? [argument.endIndex] : []) + ends.reversed()
    }

    private static func unescaped(_ typed: String) -> String {
        var path = ""
        var isEscaped = false
        for character in typed {
            if character == "\\", !isEscaped {
                isEscaped = true
            } else {
                path.append(character)
                isEscaped = false
            }
        }
        return path
    }

    private static func exists(_ path: String, _ home: String?) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: UserFile.path(path, home), isDirectory: &isFolder)
            && !isFolder.boolValue
    }
}
