/// What is said of files.
package enum FileText {
    /// Why a file can be neither fetched nor saved.
    package static let unavailable = "The file is no longer on this device, and the server never had it."

    /// Why a thumbnail cannot be fetched.
    package static let noThumbnail = "The server has no thumbnail of this file. Fetch the file."

    private static let units = ["kB", "MB", "GB", "TB", "PB", "EB"]

    /// A length in bytes with the prefixes of the SI: `812 bytes`, `2.1 MB`.
    package static func size(_ count: Int64) -> String {
        if count < 1000 { return count == 1 ? "1 byte" : "\(max(0, count)) bytes" }
        var (value, unit) = (Double(count) / 1000, 0)
        // What rounds to 1000 has the next unit.
        while value >= 999.5, unit + 1 < units.count { (value, unit) = (value / 1000, unit + 1) }
        let tenths = Int((value * 10).rounded())
        let number =
            tenths < 100 && !tenths.isMultiple(of: 10) ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))"
        return "\(number) \(units[unit])"
    }

    /// A span of time: `8 s`, `2:05`, `1:02:05`.
    package static func time(_ seconds: Double) -> String {
        let all = Int(min(max(0, seconds), 1e9))
        if all < 60 { return "\(all) s" }
        let two = { (number: Int) in number < 10 ? "0\(number)" : "\(number)" }
        let minutes = "\(all < 3600 ? "\(all / 60)" : two(all / 60 % 60)):\(two(all % 60))"
        return all < 3600 ? minutes : "\(all / 3600):\(minutes)"
    }

    /// The type, the length and the size: `image/jpeg, 2.1 MB, 1200 × 800`.
    static func details(_ file: MessageFile) -> String {
        var parts = [file.mediaType]
        if let count = file.byteCount { parts.append(size(count)) }
        if let width = file.width, let height = file.height { parts.append("\(width) × \(height)") }
        if let duration = file.durationMs { parts.append(time(Double(duration) / 1000)) }
        return parts.joined(separator: ", ")
    }

    /// The name of a file, if there is one, before what is said about it: `[photo.jpg] The harbour`.
    package static func line(_ name: String?, _ text: String) -> String {
        guard let name else { return text }
        return text.isEmpty ? "[\(name)]" : "[\(name)] \(text)"
    }
}
