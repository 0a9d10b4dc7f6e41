import Foundation

/// Completes the path of a file, as a command reads it: to the end of the line, without quotes.
struct FileCompletion {
    /// The most names of a folder that are looked at.
    private static let mostNames = 100_000

    /// The value of `$HOME`.
    let home: String?
    /// The names that match; those of folders end with `/`.
    private var names: [String] = []
    /// How many names were looked at.
    private var count = 0

    init(home: String?) { self.home = home }

    /// - Parameter typed: the path up to the cursor.
    /// - Returns: the completion of its last part.
    static func of(_ typed: String, home: String?, most: Int = mostNames) -> Completion {
        if typed == "~" { return Completion(insertion: "/") }
        let start = typed.lastIndex(of: "/").map(typed.index(after:)) ?? typed.startIndex
        let (folder, prefix) = (String(typed[..<start]), String(typed[start...]))
        var listing = FileCompletion(home: home)
        listing.list(folder, prefix, most: most)
        let names = listing.names.sorted()
        guard let first = names.first else { return Completion() }
        // By scalars: files may have names that only look the same.
        let common = names.dropFirst().reduce(Array(first.unicodeScalars)) { common, name in
            zip(common, name.unicodeScalars).prefix { $0 == $1 }.map(\.0)
        }
        var completion = Completion(replaced: prefix.unicodeScalars.count)
        if common.count > completion.replaced {
            completion.insertion = String(String.UnicodeScalarView(common))
        }
        if names.count > 1 {
            completion.candidates = names.map { CompletionWorld.Candidate(text: $0, what: "") }
        }
        if listing.count > most {
            completion.note = "Only \(most) names of this folder were looked at."
        }
        return completion
    }

    /// Looks for names that begin with the prefix. Hidden files match only if the prefix begins with a dot, too. Nothing
    /// in the folder is opened or followed: a file may be a FIFO, or on a disk that does not answer.
    private mutating func list(_ folder: String, _ prefix: String, most: Int) {
        let path = UserFile.path(folder, home)
        guard let stream = opendir(path.isEmpty ? "." : path) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            count += 1
            if count > most { return }
            let capacity = MemoryLayout.size(ofValue: entry.pointee.d_name)
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: capacity) { String(validatingCString: $0) }
            }
            guard var name, name.utf8.starts(with: prefix.utf8) else { continue }
            if name.hasPrefix("."), prefix.isEmpty || name == "." || name == ".." { continue }
            if Int32(entry.pointee.d_type) == Int32(DT_DIR) { name += "/" }
            if canBeTyped(name, in: folder) { names.append(name) }
        }
    }

    /// Whether a command reads the path as it is. Characters that control a terminal never reach the line.
    private func canBeTyped(_ name: String, in folder: String) -> Bool {
        let path = folder + name
        return path.trimmingCharacters(in: .whitespaces) == path
            && UserFile.path(path, home) == UserFile.path(folder, home) + name
            && !name.unicodeScalars.contains(where: HarmlessText.isHarmful)
    }
}
