import TelexRuntime

/// The typed lines, oldest first. A repeated line is kept only in its latest position.
struct InputHistory {
    /// The maximum number of lines.
    static let bound = 1000
    /// The maximum size of all lines, in bytes.
    static let largest = 1 << 18

    private(set) var lines: [String] = []
    private var size = 0
    private let path: String?

    /// - Parameter path: the history file; `nil` to keep the lines in memory only.
    init(path: String?) {
        self.path = path
        guard let path, let bytes = try? WholeFile(path).read(atMost: 64 << 20) else { return }
        for line in bytes.suffix(Self.largest).split(separator: 0x0A) {
            note(Self.unescaped(String(decoding: line, as: UTF8.self)))
        }
    }

    /// Adds a line. Returns whether the history has changed.
    mutating func add(_ line: String) -> Bool {
        guard !line.isEmpty, line != lines.last else { return false }
        note(line)
        return true
    }

    private mutating func note(_ line: String) {
        if let index = lines.lastIndex(of: line) { size -= lines.remove(at: index).utf8.count }
        lines.append(line)
        size += line.utf8.count
        while lines.count > Self.bound || (size > Self.largest && lines.count > 1) {
            size -= lines.removeFirst().utf8.count
        }
    }

    /// Replaces the file atomically. Only its owner can read it.
    ///
    /// - Returns: the reason for a failure; `nil` on success.
    func save() -> String? {
        guard let path else { return nil }
        let text = lines.map { Self.escaped($0) + "\n" }.joined()
        do { try WholeFile(path).replace(Array(text.utf8), isPrivate: true) } catch { return error.reason }
        return nil
    }

    /// Returns the line with line breaks as `\n` and backslashes doubled.
    private static func escaped(_ line: String) -> String {
        guard line.utf8.contains(where: { $0 == 0x0A || $0 == 0x5C }) else { return line }
        var escaped = String.UnicodeScalarView()
        for scalar in line.unicodeScalars {
            switch scalar {
            case "\n": escaped.append(contentsOf: ["\\", "n"])
            case "\\": escaped.append(contentsOf: ["\\", "\\"])
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    private static func unescaped(_ line: String) -> String {
        guard line.utf8.contains(0x5C) else { return line }
        var plain = ""
        var isEscaped = false
        for scalar in line.unicodeScalars {
            if isEscaped {
                plain.unicodeScalars.append(scalar == "n" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else {
                plain.unicodeScalars.append(scalar)
            }
        }
        return plain
    }
}
