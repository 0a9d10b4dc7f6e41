/// Names of files that come from others.
package enum FileName {
    /// The longest name, in bytes of UTF-8: that of common file systems, with room for a number.
    private static let longest = 200

    /// What Windows reserves, whatever follows after a dot
    /// (learn.microsoft.com, "Naming Files, Paths, and Namespaces").
    private static let reserved = Set(
        ["con", "prn", "aux", "nul"] + ["com", "lpt"].flatMap { name in (0...9).map { "\(name)\($0)" } })

    /// Characters that have a meaning in a path, or that common file systems refuse.
    private static let refused = Set("/\\:*?\"<>|")

    /// A name that is safe to show and to create in any folder: the last part of a path, on one line, without characters
    /// that are invisible, change the direction of text, or have a meaning in paths.
    package static func safe(_ name: String) -> String {
        let last = name.prefix(4096).split { $0 == "/" || $0 == "\\" }.last ?? ""
        let visible = MemberName.visible(String(last), to: 4096).map { refused.contains($0) ? "_" : $0 }
        var safe = String(visible).tidied
        while let first = safe.first, first == "." || first == "-" || first == "~" || first.isWhitespace {
            safe.removeFirst()
        }
        while let last = safe.last, last == "." || last.isWhitespace { safe.removeLast() }
        safe = shortened(safe)
        if reserved.contains(stem(safe).tidied.lowercased()) { safe = "_" + safe }
        return safe.isEmpty ? "file" : safe
    }

    /// The name that the file at a path gets, if that is another one than it has here.
    package static func changed(_ path: String) -> String? {
        let name = safe(path)
        // U+FFFD stands for what was not UTF-8.
        return path.split(separator: "/").last.map(String.init) == name && !name.contains("\u{FFFD}") ? nil : name
    }

    /// The name with a number before its extension, for when the name is taken: `photo (2).jpg`, `archive (2).tar.gz`.
    package static func numbered(_ name: String, _ number: Int) -> String {
        var type = `extension`(name)
        let start = name.dropLast(type.isEmpty ? 0 : type.count + 1)
        if !type.isEmpty, `extension`(String(start)).lowercased() == "tar" { type = "\(start.suffix(3)).\(type)" }
        return "\(name.dropLast(type.isEmpty ? 0 : type.count + 1)) (\(number))\(type.isEmpty ? "" : ".\(type)")"
    }

    /// What follows the last dot; empty if there is none.
    package static func `extension`(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        return String(name[name.index(after: dot)...])
    }

    private static func stem(_ name: String) -> String { String(name.prefix { $0 != "." }) }

    /// Keeps the extension.
    private static func shortened(_ name: String) -> String {
        if name.utf8.count <= longest { return name }
        let type = `extension`(name)
        let end = type.isEmpty || type.utf8.count > 16 ? "" : ".\(type)"
        var start = name.dropLast(end.count)
        while start.utf8.count + end.utf8.count > longest { start = start.dropLast() }
        return start + end
    }
}
